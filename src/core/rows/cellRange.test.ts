import { describe, expect, it } from 'vitest';
import { decoded, pageBytes } from '../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import { addUpCells, copyCells, type CopyRequest } from './cellRange.ts';
import { GroupedRows } from './storeMap.ts';
import { valueMatcher } from './valueMatcher.ts';

const ROWS = 3000;

/** Rows 0 to 2999: each has its number, every third also has it as a Double, and each partition has five rows. */
function storeOf(count = ROWS): EntityStore {
  const store = new EntityStore(ticksScheme());
  const entities = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      PartitionKey: `p${String(Math.floor(at / 5)).padStart(6, '0')}`,
      RowKey: String(at).padStart(6, '0'),
      N: at,
      ...(at % 3 === 0 && { D: at + 0.5 }),
    }),
  );
  for (let at = 0; at < count; at += 1000) store.append(decoded(pageBytes(entities.slice(at, at + 1000))), 0);
  return store;
}

function ended<T>(work: Generator<undefined, T, undefined>): { readonly steps: number; readonly value: T } {
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done === true) return { steps, value: step.value };
  }
}

const all = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, at) => at);
const N = { name: 'N' };
const D = { name: 'D' };

describe('cells of a list', () => {
  const store = storeOf();

  it('add up, with a pause after every 1,024 rows', () => {
    const sum = (ROWS * (ROWS - 1)) / 2;
    const { steps, value } = ended(addUpCells(store, all(ROWS), [N]));
    expect([steps, value]).toEqual([
      2,
      {
        cells: ROWS,
        values: ROWS,
        numbers: ROWS,
        notNumbers: 0,
        sum: BigInt(sum),
        average: 1499.5,
        min: 0n,
        max: 2999n,
      },
    ]);
    expect([1023, 1024, 2048].map((count) => ended(addUpCells(store, all(count), [N])).steps)).toEqual([
      0, 1, 2,
    ]);
    // A property that a row lacks is a cell without a value.
    expect(ended(addUpCells(store, all(4), [N, D])).value).toMatchObject({
      cells: 8,
      values: 6,
      numbers: 6,
      sum: 10,
    });
  });

  it('are copied row by row, an absent one as nothing', () => {
    const request: Omit<CopyRequest, 'query' | 'from' | 'to'> = {
      columns: [N, D],
      format: 'tsv',
      names: ['N', 'D'],
      hasHead: true,
    };
    const copied = ended(
      copyCells(store, Uint32Array.of(3, 1), { ...request, query: { order: 'key' }, from: 0, to: 2 }),
    );
    expect(copied.value).toBe('N\tD\n3\t3.5\n1\t\n');
  });

  it('are not copied if they are more than 32 million characters', () => {
    const long = new EntityStore(ticksScheme());
    const text = 'x'.repeat(32_000);
    long.append(
      decoded(pageBytes([JSON.stringify({ PartitionKey: 'p', RowKey: 'r', T: text, One: 'y' })])),
      0,
    );
    const copy = (times: number, last: string) =>
      ended(
        copyCells(long, new Uint32Array(times), {
          query: { order: 'key' },
          from: 0,
          to: times,
          columns: [{ name: last }],
          format: 'tsv',
          names: [last],
          hasHead: false,
        }),
      ).value.length;
    // The line breaks after the rows count too.
    expect(copy(1000, 'T')).toBe(32_000_000 + 1000);
    expect(() => copy(1001, 'T')).toThrow(/^The cells are more than 32 million characters/);
    expect(copy(3, 'One')).toBe(6);
  });
});

describe('rows by another grouping', () => {
  it('have the group of their partition, however many rows there are', () => {
    const store = storeOf();
    const grouped = new GroupedRows(store, ticksScheme(), { by: 'partition' });
    grouped.update();
    expect(grouped.rowCount).toBe(ROWS);
    const labels = Array.from({ length: ROWS }, (_, at) => grouped.groupLabels[grouped.groups[at] ?? -1]);
    expect(labels).toEqual(Array.from({ length: ROWS }, (_, at) => store.key(at).partitionKey));
    expect(grouped.groupLabels).toHaveLength(ROWS / 5);
    // The groups of known rows stay the same as more rows arrive.
    const before = grouped.groups.slice(0, ROWS);
    const page = (at: number) => `{"PartitionKey":"p000001","RowKey":"x${at}"}`;
    store.append(decoded(pageBytes(Array.from({ length: 900 }, (_, at) => page(at)))), 1);
    store.append(decoded(pageBytes(Array.from({ length: 900 }, (_, at) => page(at + 900)))), 2);
    grouped.update();
    expect(grouped.groups.slice(0, ROWS)).toEqual(before);
    expect([...new Set(grouped.groups.slice(ROWS, grouped.rowCount))]).toEqual([1]);
    expect([grouped.rowCount, grouped.groupLabels.length]).toEqual([store.rowCount, ROWS / 5]);
  });
});

describe('a row whose value is wanted', () => {
  it('is one that has it: not one without a value, nor one that has two', () => {
    const store = new EntityStore(ticksScheme());
    const rows = ['"A":"x"', '"A":""', '"B":1', '"A":"x","A":"x"', '"A":"y"', '"A":"x"'];
    store.append(
      decoded(pageBytes(rows.map((row, at) => `{"PartitionKey":"p","RowKey":"${at}",${row}}`))),
      0,
    );
    const wanted = (texts: readonly string[]) => {
      const isWanted = valueMatcher(store, 'A', texts);
      // The second pass answers from what the first has learned.
      return [0, 1].map(() => rows.flatMap((_row, at) => (isWanted(at) ? [at] : [])));
    };
    expect(wanted(['x'])).toEqual([
      [0, 5],
      [0, 5],
    ]);
    expect(wanted([''])).toEqual([[1], [1]]);
    expect(wanted(['x', 'y', 'absent'])).toEqual([
      [0, 4, 5],
      [0, 4, 5],
    ]);
  });
});
