import { describe, expect, it } from 'vitest';
import { poisson, seededRandom } from '../seededRandom.ts';
import { besideOf } from './besideRate.ts';

/** By definition: the middle of a part in order. */
function middle(counts: readonly number[], from: number, to: number): number {
  const sorted = counts.slice(Math.max(0, from), Math.max(0, to)).toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

describe('besideOf', () => {
  it('is the greater median of both sides, for widths in any order', () => {
    const random = seededRandom(3);
    const counts = Array.from({ length: 150 }, (_, at) => poisson(random, at < 70 ? 6 : 2));
    const beside = besideOf(counts);
    for (const width of [1, 16, 2, 4, 33, 8, 1]) {
      const side = Math.max(8, 2 * width);
      for (let from = 0; from + width <= counts.length; from++) {
        const to = from + width;
        const usual = Math.max(middle(counts, from - side, from), middle(counts, to, to + side));
        expect(beside(from, to), `${width} from ${from}`).toBe(usual);
      }
    }
  });
});
