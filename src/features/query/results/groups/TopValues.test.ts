import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Group } from '../../../../core/entities/chart/groupTable.ts';
import { barsOf } from './TopValues.tsx';

const group = fc
  .record({
    all: fc.integer({ min: 1, max: 9 }),
    selected: fc.integer({ min: 0, max: 9 }),
    value: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(Number.NaN, 2n ** 63n, -(2n ** 63n))),
  })
  .map(
    ({ all, selected, value }): Group => ({
      labels: [],
      places: [],
      all,
      selected: Math.min(all, selected),
      errors: 0,
      first: undefined,
      last: undefined,
      values: [value],
    }),
  );

it('bars are the greatest numbers, or as groups come; they span from zero, and no row of any group is lost', () => {
  fc.assert(
    fc.property(fc.array(group, { maxLength: 70 }), fc.boolean(), (groups, isMeasured) => {
      const unlisted = { groups: 3, all: 40, selected: 30 };
      const { bars, others, low, high } = barsOf({ groups, others: unlisted }, isMeasured);
      const lengths = bars.map(({ length }) => length);
      expect(bars).toHaveLength(Math.min(50, groups.length));
      const shown = bars.map((bar) => bar.group);
      const left = groups.filter((each) => !shown.includes(each));
      const sum = (of: 'all' | 'selected'): number => left.reduce((total, each) => total + each[of], 0);
      expect(others).toEqual({
        groups: 3 + left.length,
        all: 40 + sum('all'),
        selected: 30 + sum('selected'),
      });
      const numbers = groups.map(({ values, all }) => Number(isMeasured ? values[0] : all));
      const known = numbers.filter((each) => !Number.isNaN(each));
      const wanted = isMeasured ? known.toSorted((a, b) => b - a) : known;
      expect(lengths.filter((each) => !Number.isNaN(each))).toEqual(wanted.slice(0, 50));
      expect(lengths.every((length) => Number.isNaN(length) || (low <= length && length <= high))).toBe(true);
      expect(low <= 0 && high >= 0).toBe(true);
    }),
  );
});
