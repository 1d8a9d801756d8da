import { expect, it, describe } from 'vitest';
import { EntityStore } from '../entities/store/entityStore.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { KnownColumns } from './packedColumns.ts';
import { RunRows } from './runRows.ts';
import { runSteps } from '../steps.ts';
import { columnBytes, type ValueColumn } from '../entities/columns/valueColumn.ts';
import { RowSorter } from '../entities/order/rowOrder.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { RowQueries } from './rowQuery.ts';

const NAMES_OF_ROW = 20;
const ROWS_OF_PAGE = 10;

/** A page whose rows have property names of their own. */
function page(at: number): Uint8Array<ArrayBuffer> {
  const value = Array.from({ length: ROWS_OF_PAGE }, (_, row) => {
    const first = (at * ROWS_OF_PAGE + row) * NAMES_OF_ROW;
    const names = Array.from({ length: NAMES_OF_ROW }, (_name, each) => [`Name${first + each}`, each]);
    return { PartitionKey: 'p', RowKey: String(first).padStart(9, '0'), ...Object.fromEntries(names) };
  });
  return new TextEncoder().encode(JSON.stringify({ value }));
}

/** How often a store is called while such rows are read, summarised, listed, searched and exported. */
function asksOfStore(pages: number): number {
  let asks = 0;
  const methods = Object.getOwnPropertyDescriptors(EntityStore.prototype);
  // Spies would keep the arguments of millions of calls.
  const counted = (method: (...args: readonly unknown[]) => unknown) =>
    function (this: unknown, ...args: readonly unknown[]): unknown {
      asks += 1;
      return Reflect.apply(method, this, args);
    };
  for (const [name, property] of Object.entries(methods)) {
    if (name === 'constructor') continue;
    const parts = Object.entries(property).map(([part, of]) => [
      part,
      typeof of === 'function' ? counted(of) : of,
    ]);
    Object.defineProperty(EntityStore.prototype, name, Object.fromEntries(parts) as PropertyDescriptor);
  }
  const rows = new RunRows(schemeById);
  rows.begin({ runId: 1, schemeId: 'none', queries: [{ index: 0, label: 'all' }] });
  const known = new KnownColumns();
  for (let at = 0; at < pages; at++) {
    expect(rows.append({ runId: 1, queryIndex: 0, body: page(at) }).ok).toBe(true);
    known.take(runSteps(rows.columns({ since: known.known, isStill: false })));
    runSteps(rows.view({ order: 'arrival', from: 0, to: 50, columns: ['Name0', 'Name1'] }));
  }
  runSteps(rows.search({ query: { order: 'arrival' }, text: 'Name5' }));
  const { file } = runSteps(rows.exportRows({ format: 'ndjson' }));
  if (file.kind === 'pieces') for (const _ of file.pieces);
  Object.defineProperties(EntityStore.prototype, methods);
  return asks;
}

it('the work for rows with names of their own grows with their values, not with rows times names', () => {
  const [one = 0, two = 0, three = 0] = [8, 16, 24].map(asksOfStore);
  // Comparing differences leaves out the fixed costs.
  expect((three - two) / (two - one)).toBeLessThan(1.2);
});

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
