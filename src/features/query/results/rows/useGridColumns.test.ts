import { describe, expect, it } from 'vitest';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import type { RowView } from '../../../../core/rows/rowTypes.ts';
import { cutCells } from './useGridColumns.ts';
import { columnOfRef } from './rowColumns.ts';

const WHOLE = `${'a'.repeat(60_000)} the end`;
const ROW: RowView = {
  row: 12,
  queryIndex: 0,
  group: '7',
  partitionKey: 'p',
  rowKey: 'r',
  timestamp: '2026-11-20T21:00:00Z',
  time: { seconds: 63_835_596_800, fraction: 1234567, basis: 'key' },
  cells: [
    { type: 'Edm.String', text: WHOLE.slice(0, 512), units: WHOLE.length },
    { type: 'Edm.Int64', text: '42' },
    undefined,
    { type: 'Edm.String', text: 'first of two' },
  ],
  twice: [3],
};
const NAMES = ['Message', 'Size', 'Absent', 'Twice'];
const column = (name: string): string => columnOfRef({ name });

function rig(read: () => Promise<{ readonly type: string; readonly text: string }>) {
  const filters: RowFilter[] = [];
  const said: string[] = [];
  const asked: (readonly [number, string])[] = [];
  const cells = cutCells(
    {
      rowAt: (at) => (at === 5 ? ROW : undefined),
      names: NAMES,
      addFilter: (filter) => filters.push(filter),
    },
    (row, name) => {
      asked.push([row.row, name]);
      return read();
    },
    (words) => said.push(words),
  );
  return { cells, filters, said, asked };
}

const whole = () => Promise.resolve({ type: 'Edm.String', text: WHOLE });
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('a cell of which only the beginning has arrived', () => {
  it('is copied as a whole', async () => {
    const { cells, asked } = rig(whole);
    const cut = cells.cutText(5, column('Message'));
    expect(cut?.units).toBe(WHOLE.length);
    expect(asked).toEqual([]);
    expect(await cut?.whole()).toBe(WHOLE);
    expect(asked).toEqual([[12, 'Message']]);
    for (const name of ['Size', 'Absent', 'Twice']) expect(cells.cutText(5, column(name))).toBeUndefined();
    expect(cells.cutText(6, column('Message'))).toBeUndefined();
    for (const id of ['time', 'rowKey']) expect(cells.cutText(5, id)).toBeUndefined();
  });

  it('filters by its whole text, kept or excluded', async () => {
    const { cells, filters } = rig(whole);
    cells.filterCell(5, column('Message'), false);
    cells.filterCell(5, column('Message'), true);
    expect(filters, 'not by its beginning').toEqual([]);
    await settle();
    const value = { name: 'Message', type: 'Edm.String', text: WHOLE };
    expect(filters).toEqual([
      { ...value, kind: 'is' },
      { ...value, kind: 'is-not' },
    ]);
  });

  it('is not filtered by if the rest cannot be read, and says so', async () => {
    const { cells, filters, said } = rig(() => Promise.reject(new Error('gone')));
    cells.filterCell(5, column('Message'), false);
    await settle();
    expect(filters).toEqual([]);
    expect(said).toEqual(['Not filtered: the whole text could not be read. Try again.']);
  });
});

it('filters by other cells at once: values, keys, times, no value, and a name that occurs twice', () => {
  const { cells, filters, asked } = rig(whole);
  for (const name of ['Size', 'Absent', 'Twice']) cells.filterCell(5, column(name), false);
  for (const id of ['time', 'timestamp', 'partitionKey', 'rowKey', 'prefix']) cells.filterCell(5, id, true);
  cells.filterCell(6, column('Size'), false);
  expect(asked).toEqual([]);
  expect(filters).toMatchObject([
    { name: 'Size', kind: 'is', type: 'Edm.Int64', text: '42' },
    { name: 'Absent', kind: 'absent' },
    { name: 'Twice', kind: 'twice' },
    { fact: 'time', kind: 'is-not', type: 'Edm.DateTime', text: '2023-11-14T22:13:20.1234567Z' },
    { name: 'Timestamp', kind: 'is-not', type: 'Edm.DateTime', text: '2026-11-20T21:00:00Z' },
    { kind: 'is-not', type: 'Edm.String', text: 'p' },
    { kind: 'is-not', type: 'Edm.String', text: 'r' },
    { fact: 'prefix', kind: 'is-not', type: 'Edm.String', text: '7' },
  ]);
});
