import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BlockRuns } from './blockRuns.ts';

const MOST = 24;
/** Takes a run of this length, or gives back one that is taken. */
const step = fc.oneof(
  fc.record({ take: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ give: fc.nat(20) }),
  fc.record({ give: fc.nat(20) }),
);

it('finds neighbours wherever they are free, and gives no block twice', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const runs = new BlockRuns(MOST);
      const isTaken = Array.from({ length: MOST }, () => false);
      const taken: { readonly first: number; readonly count: number }[] = [];
      const faults: string[] = [];
      for (const each of steps) {
        if ('give' in each) {
          const [run] = taken.splice(each.give % Math.max(1, taken.length), 1);
          if (run === undefined) continue;
          runs.give(run.first, run.count);
          isTaken.fill(false, run.first, run.first + run.count);
          continue;
        }
        const { take } = each;
        const isFree = (at: number): boolean =>
          at + take <= MOST && !isTaken.slice(at, at + take).includes(true);
        const fits = isTaken.some((_, at) => isFree(at));
        if (runs.fits(take) !== fits) faults.push(`${take} fit: ${!fits}`);
        if (!fits) continue;
        const first = runs.take(take);
        if (!isFree(first)) faults.push(`${take} at ${first}`);
        isTaken.fill(true, first, first + take);
        taken.push({ first, count: take });
      }
      expect(faults).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
