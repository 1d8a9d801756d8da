import { describe, expect, it } from 'vitest';
import type { RowPause } from './finding.ts';
import { pauseFacts } from './pauseFacts.ts';
import { pauseCase, pausesByDefinition } from './pausesByDefinition.fixture.ts';

/** Of 500 seeds, those near a border: a changed figure or comparison changes what is found. */
const SEEDS = [
  1, 7, 8, 9, 10, 11, 13, 15, 16, 18, 20, 21, 25, 27, 32, 33, 34, 35, 40, 43, 51, 63, 68, 83, 104, 115, 122,
  197, 207, 214, 442,
];

const brief = (pauses: readonly RowPause[]) =>
  pauses.map(({ row, from, to, expected, lnP, isOpen }) => ({
    row,
    from,
    to,
    expected: expected.toFixed(9),
    lnP: lnP.toFixed(9),
    isOpen,
  }));

describe('pauses of rows', () => {
  it.each(SEEDS)('are what their definition says: %i', (seed) => {
    const timed = pauseCase(seed);
    expect(brief(pauseFacts(timed))).toEqual(brief(pausesByDefinition(timed)));
  });

  it('count from the base', () => {
    const timed = pauseCase(SEEDS.find((seed) => pauseFacts(pauseCase(seed)).length > 0) ?? 0);
    const [first] = pauseFacts(timed);
    const base = 639_028_224_000_000_000n;
    const [moved] = pauseFacts({ ...timed, baseTicks: base });
    expect([moved?.from, moved?.to]).toEqual([base + (first?.from ?? 0n), base + (first?.to ?? 0n)]);
  });
});
