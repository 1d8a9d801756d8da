import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, type RowElements, withRows, withRowsReused } from './rowElements.ts';

function rowsOf(elements: RowElements): readonly number[] {
  return elements.map(({ row }) => row);
}

function sorted(rows: readonly number[]): readonly number[] {
  return rows.toSorted((a, b) => a - b);
}

const stretch = fc.tuple(fc.nat(60), fc.nat(40)).map(([from, rows]) => ({ from, to: from + rows }));
/** Elements of a stretch in any order, with any keys. */
const elements = stretch.chain(({ from, to }) =>
  fc
    .tuple(
      fc.shuffledSubarray(
        Array.from({ length: to - from }, (_, at) => from + at),
        { minLength: to - from },
      ),
      fc.uniqueArray(fc.nat(500), { minLength: to - from, maxLength: to - from }),
    )
    .map(([rows, keys]): RowElements => rows.map((row, at) => ({ key: keys[at] ?? -1, row }))),
);

describe('the elements of rows', () => {
  it('show each row of a stretch once; no element changes its place, and a key is never given again', () => {
    fc.assert(
      fc.property(elements, stretch, fc.boolean(), (before, next, isReused) => {
        const after = (isReused ? withRowsReused : withRows)(before, next);
        const all = Array.from({ length: next.to - next.from }, (_, at) => next.from + at);
        expect(sorted(rowsOf(after))).toEqual(all);
        const keys = after.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const old = before.map(({ key }) => key);
        expect(keys.filter((key) => old.includes(key))).toEqual(old.filter((key) => keys.includes(key)));
        // A row that stays keeps its element.
        const stays = before.filter(({ row }) => row >= next.from && row < next.to);
        expect(stays.filter((element) => !after.includes(element))).toEqual([]);
        const made = keys.filter((key) => !old.includes(key)).length;
        expect(made).toBe(isReused ? Math.max(0, all.length - before.length) : all.length - stays.length);
        expect(withRows(after, next)).toBe(after);
        expect(withRowsReused(after, next)).toBe(after);
      }),
    );
  });

  it('new elements keep the order, if there was one', () => {
    fc.assert(
      fc.property(stretch, stretch, (before, next) => {
        const rows = rowsOf(withRows(withRows([], before), next));
        expect(rows).toEqual(sorted(rows));
      }),
    );
  });

  it('come in the order of their rows, a few in each step, as new elements', () => {
    fc.assert(
      fc.property(elements, fc.integer({ min: 1, max: 5 }), (before, most) => {
        let last = before;
        for (let step = 0; ; step++) {
          expect(step).toBeLessThanOrEqual(before.length);
          const next = inOrder(last, most);
          if (next === last) break;
          const old = new Set(last.map(({ key }) => key));
          const made = next.filter(({ key }) => !old.has(key));
          expect(made.length).toBeGreaterThan(0);
          expect(made.length).toBeLessThanOrEqual(most);
          expect(new Set(next.map(({ key }) => key)).size).toBe(next.length);
          last = next;
        }
        expect(rowsOf(last)).toEqual(sorted(rowsOf(before)));
      }),
    );
  });

  it('few are made anew after a scroll down and after one up', () => {
    const order = (rows: readonly number[]): RowElements => rows.map((row, key) => ({ key, row }));
    // Rows 1 to 3 left, and their elements show 10 to 12; the same upwards.
    for (const rows of [
      [10, 11, 12, 4, 5, 6, 7, 8, 9],
      [4, 5, 6, 7, 8, 9, 1, 2, 3],
    ]) {
      const next = inOrder(order(rows), 3);
      expect(rowsOf(next)).toEqual(sorted(rows));
      expect(next.filter(({ key }) => key >= rows.length)).toHaveLength(3);
    }
  });
});
