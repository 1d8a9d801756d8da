// The screen gets only the beginning of long texts, but copies, sums, filters and searches use the whole text.
import { beforeAll, describe, expect, it } from 'vitest';
import type { RowFilter, RowQuery } from '../core/rows/rowQuery.ts';
import type { RowStoreClient } from './rowStoreClient.ts';
import { entityAt, page, rowStorePair, TEST_SCHEME_ID } from './rowStorePair.fixture.ts';

const ROWS = 21;
const NAMES = Array.from({ length: 7 }, (_, at) => `P${at}`);
const LIST: RowQuery = { order: 'key' };

/** A long text that differs from those of other rows only at its end. */
function textOf(row: number): string {
  return `${'\u200b\u202e'.repeat(15_500)}end ${String(row).padStart(2, '0')}`;
}

let client: RowStoreClient;

beforeAll(async () => {
  ({ client } = rowStorePair());
  const queries = [{ index: 0, label: 'all' }];
  await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries });
  for (let row = 0; row < ROWS; row++) {
    const values = Object.fromEntries(NAMES.map((name) => [name, textOf(row)]));
    await client.append(1, 0, page(entityAt('0', 60_000_000_000 + row, 'a', values)));
  }
});

describe('rows with long texts', () => {
  it('come to the screen with the beginnings of their texts, and to others whole', async () => {
    const request = { ...LIST, from: 0, to: ROWS, columns: NAMES };
    const { rows } = await client.view({ ...request, toDraw: true });
    const cells = rows.flatMap((row, at) => row.cells.map((cell) => ({ cell, text: textOf(at) })));
    expect(cells).toHaveLength(ROWS * NAMES.length);
    for (const { cell, text } of cells) {
      expect(text.startsWith(cell?.text ?? 'absent')).toBe(true);
      expect(cell?.units).toBe(text.length);
    }
    expect(cells.reduce((sum, { cell }) => sum + (cell?.text.length ?? 0), 0)).toBeLessThanOrEqual(500_000);
    const whole = await client.view(request);
    expect(whole.rows.map((row) => row.cells)).toEqual(
      rows.map((_, at) => NAMES.map(() => ({ type: 'Edm.String', text: textOf(at) }))),
    );
  });

  it.each(['tsv', 'json', 'markdown', 'csv'] as const)('are copied whole: %s', async (format) => {
    const range = { query: LIST, from: 1, to: 4, columns: [{ name: 'P1' }] } as const;
    const copied = await client.copyCells({ ...range, format, names: ['P1'], hasHead: true });
    for (const row of [1, 2, 3]) expect(copied).toContain(textOf(row));
    expect(copied).not.toContain(textOf(4));
  });

  it('are added up, filtered and found by the whole texts', async () => {
    const range = { query: LIST, from: 0, to: ROWS, columns: [{ name: 'P1' }] } as const;
    expect(await client.addUp(range)).toMatchObject({ cells: ROWS, values: ROWS });
    const is: RowFilter = { kind: 'is', name: 'P1', type: 'Edm.String', text: textOf(7) };
    const { rows, total } = await client.view({ ...LIST, filters: [is], from: 0, to: 9, toDraw: true });
    expect([total, rows[0]?.row]).toEqual([1, 7]);
    const found = await client.search({ query: LIST, text: 'end 09' });
    expect([...found.positions]).toEqual([9]);
    const { properties } = await client.entity(9);
    expect(properties.map(({ text }) => text)).toEqual(NAMES.map(() => textOf(9)));
  });
});
