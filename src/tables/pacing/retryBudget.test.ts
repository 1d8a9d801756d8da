import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRY_POLICY } from './retry.ts';
import { type Asker, createRetryBudget, type RetryBudget } from './retryBudget.ts';
import { BUSY, createRunRig, onlyFor, truth } from '../run/runRig.fixture.ts';

const query = (index: number): Asker => ({ kind: 'query', index });
const GUARD: Asker = { kind: 'guard', index: 0 };

/** Spends all retries on a page that never arrives. */
function spendAll(budget: RetryBudget, asker: Asker): number {
  budget.addFirstTry(asker);
  let spent = 0;
  for (; budget.left(asker) > 0; spent += 1) budget.addRetry(asker);
  return spent;
}

describe('the retry budget', () => {
  const policy = { ...DEFAULT_RETRY_POLICY, budget: { floor: 10, ratio: 0.1, reserve: 2, share: 0.5 } };

  it('is so many, and more for each page; all of it but the reserve for a query that is alone', () => {
    const budget = createRetryBudget(policy, 1);
    expect(budget.left(query(0))).toBe(8);
    for (let count = 0; count < 25; count += 1) budget.addFirstTry(query(0));
    expect(budget.left(query(0))).toBe(10);
    budget.addRetry(query(0));
    expect(budget.left(query(0))).toBe(9);
  });

  it('one query that is broken for ever leaves some for the next, and all together for the guards', () => {
    const budget = createRetryBudget(policy, 100);
    expect([0, 1, 2, 3].map((index) => spendAll(budget, query(index)))).toEqual([4, 2, 1, 1]);
    expect(spendAll(budget, query(4))).toBe(0);
    expect(budget.left(GUARD)).toBe(1);
    expect(spendAll(budget, GUARD)).toBe(1);
  });

  it('what the pages of a query earn is its own', () => {
    const budget = createRetryBudget(policy, 3);
    for (let count = 0; count < 900; count += 1) budget.addFirstTry(query(0));
    expect(budget.left(query(1))).toBeGreaterThanOrEqual(40);
    expect(budget.left(query(0))).toBeGreaterThanOrEqual(90);
  });

  it('takes back what was spent since the last page', () => {
    const budget = createRetryBudget(policy, 2);
    budget.addRetry(query(0));
    budget.keep();
    const before = budget.left(query(0));
    budget.addRetry(query(0));
    budget.addRetry(query(1));
    budget.forgive();
    expect(budget.left(query(0))).toBe(before);
    expect(budget.left(query(1))).toBe(3);
  });

  it('never lets a run spend more than it holds, whoever asks', () => {
    const asker = fc.oneof(fc.integer({ min: 0, max: 5 }).map(query), fc.constant(GUARD));
    fc.assert(
      fc.property(fc.array(fc.tuple(asker, fc.boolean()), { maxLength: 200 }), (asks) => {
        const budget = createRetryBudget(policy, 6);
        let [firstTries, retries] = [0, 0];
        for (const [who, isFirst] of asks) {
          if (isFirst) {
            budget.addFirstTry(who);
            firstTries += 1;
          } else if (budget.left(who) > 0) {
            budget.addRetry(who);
            retries += 1;
          }
        }
        expect(retries).toBeLessThanOrEqual(10 + 0.1 * firstTries);
      }),
    );
  });
});

describe('a run with prefixes that are broken for ever', () => {
  it('reads the others through a fault each has once, and asks its guards', async () => {
    const broken = new Set(['q0', 'q1', 'q2']);
    const late = onlyFor('q30', [BUSY]);
    const guard = onlyFor('g', [BUSY]);
    const rig = createRunRig({
      queries: 40,
      rowsEach: 15,
      script: (filter, request) =>
        broken.has(filter) ? BUSY : (late(filter, request) ?? guard(filter, request)),
      guardRows: new Map([['g', []]]),
    });
    const guards = [
      { index: 0, position: 'above', tableName: 'Orders', filter: 'g', label: 'above' },
    ] as const;
    const outcome = await rig.run({ guards });
    const failed = outcome.queries.filter(({ state }) => state === 'failed').map(({ index }) => index);
    expect(failed).toEqual([0, 1, 2]);
    const asked = truth(rig, 15);
    for (const index of failed) asked.set(index, []);
    expect(rig.kept).toEqual(asked);
    expect(outcome.guards[0]?.state).toBe('clear');
    expect(outcome.queries[30]?.retries).toBe(1);
  });
});
