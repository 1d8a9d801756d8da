import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RowOrder, RowSorter } from './rowOrder.ts';
import { type TestRow, timedRows } from '../store/timedRows.fixture.ts';

const testRow: fc.Arbitrary<TestRow> = fc.record({
  ticks: fc.option(
    fc.bigInt({ min: 0n, max: 30n }).map((value) => 9_999_990n + value),
    { nil: undefined },
  ),
  group: fc.constant(''),
  query: fc.constant(0),
});

/** Pages: rising or falling runs, as queries bring them, or unsorted. */
const pages = fc.array(
  fc
    .tuple(fc.array(testRow, { maxLength: 12 }), fc.constantFrom(1, -1, 0))
    .map(([rows, direction]) =>
      direction === 0 ? rows : rows.toSorted((a, b) => direction * Number((a.ticks ?? 0n) - (b.ticks ?? 0n))),
    ),
  { maxLength: 8 },
);

/** Oracle: the engine's stable sort over bigints. */
function sorted(rows: readonly TestRow[], order: RowOrder): number[] {
  const numbers = rows.map((_, index) => index);
  if (order === 'arrival') return numbers;
  const direction = order === 'time-asc' ? 1 : -1;
  return numbers.sort((a, b) => {
    const ticksA = rows[a]?.ticks;
    const ticksB = rows[b]?.ticks;
    if (ticksA === undefined || ticksB === undefined) {
      return Number(ticksA === undefined) - Number(ticksB === undefined);
    }
    return direction * Number(ticksA - ticksB);
  });
}

describe('RowSorter', () => {
  it('orders stably, rows without time last, while rows come in', () => {
    fc.assert(
      fc.property(
        pages,
        fc.array(fc.constantFrom<RowOrder>('arrival', 'time-asc', 'time-desc')),
        (parts, orders) => {
          const store = timedRows();
          const sorter = new RowSorter(store);
          for (const [index, part] of parts.entries()) {
            store.add(part);
            const order = orders[index % Math.max(1, orders.length)] ?? 'time-asc';
            expect([...sorter.inOrder(order)]).toEqual(sorted(store.rows, order));
          }
        },
      ),
    );
  });

  it('keeps its answer until something changes', () => {
    const store = timedRows();
    store.add([{ ticks: 2n }, { ticks: 1n }]);
    const sorter = new RowSorter(store);
    const first = sorter.inOrder('time-asc');
    expect(sorter.inOrder('time-asc')).toBe(first);
    store.add([{ ticks: 0n }]);
    expect([...sorter.inOrder('time-asc')]).toEqual([2, 1, 0]);
    expect([...first]).toEqual([1, 0]);
  });
});
