import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BlockRuns } from './blockRuns.ts';

const MOST = 24;
/** Takes so many, or gives back one of those that are taken. */
const step = fc.oneof(
  fc.record({ take: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ give: fc.nat(20) }),
  fc.record({ give: fc.nat(20) }),
);

it('finds neighbours wherever they are free, and gives no block twice', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const runs = new BlockRuns(MOST);
      const isTaken = Array.from({ length: MOST }, () => false);
      const taken: { readonly first: number; readonly count: number }[] = [];
      for (const each of steps) {
        if ('take' in each) {
          const isFree = isTaken.some((_, at) => {
            const run = isTaken.slice(at, at + each.take);
            return run.length === each.take && !run.includes(true);
          });
          expect(runs.fits(each.take)).toBe(isFree);
          if (!isFree) continue;
          const first = runs.take(each.take);
          expect(isTaken.slice(first, first + each.take)).toEqual(
            Array.from({ length: each.take }, () => false),
          );
          isTaken.fill(true, first, first + each.take);
          taken.push({ first, count: each.take });
          continue;
        }
        const [run] = taken.splice(each.give % Math.max(1, taken.length), 1);
        if (run === undefined) continue;
        runs.give(run.first, run.count);
        isTaken.fill(false, run.first, run.first + run.count);
      }
    }),
    { numRuns: 500 },
  );
});
