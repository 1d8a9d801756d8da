import { describe, expect, it } from 'vitest';
import { columnBytes, type ValueColumn } from '../entities/columns/valueColumn.ts';
import { RowSorter } from '../entities/order/rowOrder.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { RowQueries } from './rowQuery.ts';
import { runSteps } from '../steps.ts';

const ROWS = 1000;
const store = storeOf(
  Array.from(
    { length: ROWS },
    (_, row) =>
      `{"PartitionKey":"p","RowKey":"${String(row).padStart(4, '0')}","A":${row}.5,"B":${row}.25,"C":${row}.125}`,
  ),
);

function columnOf(queries: RowQueries, name: string): ValueColumn {
  return runSteps(queries.column({ name }));
}

describe('the memory for columns', () => {
  /** The memory of one column. All three have the same number of distinct Doubles. */
  const one = columnBytes(columnOf(new RowQueries(store, new RowSorter(store)), 'A'));

  /** Which columns are still the same objects after A, B and C were requested in this order. */
  const keptWithin = (mostBytes: number): readonly string[] => {
    const queries = new RowQueries(store, new RowSorter(store), mostBytes);
    const built = ['A', 'B', 'C'].map((name) => [name, columnOf(queries, name)] as const);
    const held = queries.bytesHeld / one;
    // The one used last is tested first, because asking for a freed column frees another.
    const kept: string[] = [];
    for (const [name, column] of built.toReversed()) {
      if (columnOf(queries, name) !== column) break;
      kept.unshift(name);
    }
    expect(held).toBe(kept.length);
    return kept;
  };

  it('is used up to its last byte, and not beyond: the oldest columns go first', () => {
    expect(keptWithin(3 * one)).toEqual(['A', 'B', 'C']);
    expect(keptWithin(3 * one - 1)).toEqual(['B', 'C']);
    expect(keptWithin(2 * one)).toEqual(['B', 'C']);
    expect(keptWithin(2 * one - 1)).toEqual(['C']);
  });

  it('always holds the column used last, however large it is', () => {
    expect(keptWithin(one - 1)).toEqual(['C']);
    expect(keptWithin(0)).toEqual(['C']);
  });

  it('is enough for eight columns of a million distinct values', () => {
    const queries = new RowQueries(store, new RowSorter(store));
    expect((8 * one * 1_000_000) / ROWS).toBeLessThanOrEqual(queries['mostBytes']);
  });
});
