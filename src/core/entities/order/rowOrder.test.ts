import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../../time/interval.ts';
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
            expect([...sorter.select({ order }).rows]).toEqual(sorted(store.rows, order));
          }
        },
      ),
    );
  });

  it('an exact window keeps [from, to) and counts what it leaves out', () => {
    fc.assert(
      fc.property(
        pages,
        fc.bigInt({ min: 0n, max: 20n }),
        fc.bigInt({ min: 0n, max: 20n }),
        (parts, from, length) => {
          const store = timedRows();
          store.add(parts.flat());
          const exactWindow = { from: 9_999_990n + from, to: 9_999_990n + from + length } as Interval;
          const selected = new RowSorter(store).select({ order: 'time-desc', exactWindow });
          const expected = sorted(store.rows, 'time-desc').filter((row) => {
            const ticks = store.rows[row]?.ticks;
            return ticks !== undefined && ticks >= exactWindow.from && ticks < exactWindow.to;
          });
          expect([...selected.rows]).toEqual(expected);
          const withoutTime = store.rows.filter(({ ticks }) => ticks === undefined).length;
          expect(selected.withoutTime).toBe(withoutTime);
          expect(selected.outsideWindow).toBe(store.rowCount - withoutTime - expected.length);
        },
      ),
    );
  });

  it('keeps its answer until something changes', () => {
    const store = timedRows();
    store.add([{ ticks: 2n }, { ticks: 1n }]);
    const sorter = new RowSorter(store);
    const first = sorter.select({ order: 'time-asc' });
    expect(sorter.select({ order: 'time-asc' })).toBe(first);
    store.add([{ ticks: 0n }]);
    expect([...sorter.select({ order: 'time-asc' }).rows]).toEqual([2, 1, 0]);
    expect([...first.rows]).toEqual([1, 0]);
  });
});
