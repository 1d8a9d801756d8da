import { expect, it } from 'vitest';
import { RowSorter } from '../entities/order/rowOrder.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import type { ColumnTest } from '../entities/columns/columnFilter.ts';
import { RowQueries } from './rowQuery.ts';

const PREFIXES = ['07', '7', 'x', '12', ''];

/** Prefixes of the rows that a condition keeps, and how many rows it did not compare. */
function kept(test: ColumnTest): { readonly prefixes: readonly string[]; readonly uncompared: number } {
  const store = storeOf(
    PREFIXES.map((prefix, row) => `{"PartitionKey":"${prefix}_0638000000000000000","RowKey":"${row}"}`),
  );
  const work = new RowQueries(store, new RowSorter(store)).select({
    order: 'arrival',
    filters: [{ name: '', fact: 'prefix', ...test }],
  });
  for (;;) {
    const step = work.next();
    if (step.done !== true) continue;
    const { rows, uncompared } = step.value;
    return {
      prefixes: Array.from(rows, (row) => PREFIXES[row] ?? ''),
      uncompared: uncompared.flatMap(({ types }) => types).reduce((sum, type) => sum + type.rows, 0),
    };
  }
}

it('a prefix is one text, whatever it sorts as: none is left uncompared', () => {
  for (const prefix of PREFIXES) {
    const isIt = { type: 'Edm.String', text: prefix };
    expect(kept({ ...isIt, kind: 'is' })).toEqual({ prefixes: [prefix], uncompared: 0 });
    expect(kept({ ...isIt, kind: 'is-not' }).prefixes).toEqual(PREFIXES.filter((one) => one !== prefix));
  }
});

it('a range of digits is one of numbers, and says how many prefixes are none', () => {
  const range = (from: string, to: string) => kept({ kind: 'range', as: 'text', from, to });
  expect(range('0', '9')).toEqual({ prefixes: ['07', '7'], uncompared: 2 });
  expect(range('8', '')).toEqual({ prefixes: ['12'], uncompared: 2 });
  expect(range('a', 'z')).toEqual({ prefixes: ['x'], uncompared: 3 });
});
