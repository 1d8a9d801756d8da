import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areTokensSpent, isCeiling, mostHeld, nextBudget, spentPart } from './runBudget.ts';

const amount = fc.record({ rows: fc.nat(5_000_000), bytes: fc.nat(5_000_000_000) });
const STEP = { rows: 1_000_000, bytes: 805_306_368 };

it('all results together never get more than the page holds, and one start never more than a step', () => {
  fc.assert(
    fc.property(amount, amount, (held, others) => {
      const budget = nextBudget(STEP, held, others);
      for (const part of ['rows', 'bytes'] as const) {
        const free = mostHeld(STEP)[part] - others[part];
        expect(budget[part]).toBeLessThanOrEqual(held[part] + STEP[part]);
        expect(budget[part]).toBeLessThanOrEqual(Math.max(0, free));
        expect(budget.ceiling?.[part]).toBe(Math.max(0, free));
      }
    }),
  );
});

it('is used up at its last row or byte, and by the tokens at 64 MiB', () => {
  const budget = { rows: 100, bytes: 5000, ceiling: { rows: 100, bytes: 9000 } };
  expect(spentPart(budget, { rows: 99, bytes: 4999 })).toBeUndefined();
  expect(spentPart(budget, { rows: 100, bytes: 4999 })).toBe('rows');
  expect(spentPart(budget, { rows: 99, bytes: 5000 })).toBe('bytes');
  expect([isCeiling(budget, 'rows'), isCeiling(budget, 'bytes')]).toEqual([true, false]);
  expect(isCeiling({ rows: 100, bytes: 5000 }, 'rows')).toBe(false);
  expect([67_108_863, 67_108_864].map(areTokensSpent)).toEqual([false, true]);
});

it('without other results, a run gets a step, then two, then three', () => {
  expect(nextBudget(STEP, { rows: 0, bytes: 0 })).toEqual({
    ...STEP,
    ceiling: { rows: 3_000_000, bytes: 2_415_919_104 },
  });
  expect(nextBudget(STEP, { rows: 2_000_000, bytes: 5 }).rows).toBe(3_000_000);
  expect(nextBudget(STEP, { rows: 3_000_000, bytes: 5 }).rows).toBe(3_000_000);
});
