import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostHeld, nextBudget } from './runBudget.ts';

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

it('without other results, a run gets a step, then two, then three', () => {
  expect(nextBudget(STEP, { rows: 0, bytes: 0 })).toMatchObject(STEP);
  expect(nextBudget(STEP, { rows: 2_000_000, bytes: 5 }).rows).toBe(3_000_000);
  expect(nextBudget(STEP, { rows: 3_000_000, bytes: 5 }).rows).toBe(3_000_000);
});
