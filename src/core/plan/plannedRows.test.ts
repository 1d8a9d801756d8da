import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import { HOSTILE_TEXTS, sendableText } from '../odata/filterArbitraries.fixture.ts';
import { findForbiddenInKey } from '../odata/keyText.ts';
import { toTicks } from '../time/ticks.ts';
import type { QueryPlan } from './queryPlan.ts';
import { planOf } from './planRequest.fixture.ts';

/** The facts about keys are written here again, so that the schemes are not tested against themselves. */
const MINUTE = 600_000_000n;
const NOON = 638452296000000000n;

/** How many of the planned queries read a row. */
function readers(plan: QueryPlan, partitionKey: string, rowKey: string): number {
  const row = new Map([
    ['PartitionKey', partitionKey],
    ['RowKey', rowKey],
  ]);
  return plan.queries.filter((query) => query.filter === undefined || rowMeets(query.filter, row)).length;
}

const keyText = sendableText.filter((text) => findForbiddenInKey(text) === undefined && text.length < 100);

describe('the rows that a plan reads', () => {
  it('are those whose keys equal, or begin with, what was typed', () => {
    const match = fc.option(
      fc.record({ kind: fc.constantFrom('is' as const, 'begins' as const), text: keyText }),
      {
        nil: undefined,
      },
    );
    const texts = HOSTILE_TEXTS.filter((text) => findForbiddenInKey(text) === undefined);
    fc.assert(
      fc.property(
        match,
        match,
        keyText,
        fc.constantFrom(...texts),
        fc.boolean(),
        (pk, rk, some, tail, isTail) => {
          const plan = planOf({
            schemeId: 'none',
            ...(pk === undefined ? {} : { partitionKey: pk }),
            ...(rk === undefined ? {} : { rowKey: rk }),
          });
          const partitionKey = isTail ? (pk?.text ?? '') + tail : some;
          const rowKey = isTail ? (rk?.text ?? '') : tail;
          const meets = (typed: typeof pk, key: string): boolean =>
            typed === undefined || (typed.kind === 'is' ? key === typed.text : key.startsWith(typed.text));
          expect(readers(plan, partitionKey, rowKey)).toBe(
            meets(pk, partitionKey) && meets(rk, rowKey) ? 1 : 0,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never put a character that no key can hold into a filter', () => {
    for (const scheme of KEY_SCHEMES) {
      const span = { from: toTicks(NOON + 1n), to: toTicks(NOON + MINUTE) };
      const plan = planOf({ schemeId: scheme.id, window: span, partitionKey: { kind: 'begins', text: '' } });
      const texts = [...plan.queries, ...plan.guards].map((query) => query.filter ?? '');
      const literals = texts.flatMap((text) => text.match(/'(?:[^']|'')*'/g) ?? []);
      expect(literals.filter((literal) => findForbiddenInKey(literal) !== undefined)).toEqual([]);
    }
  });
});
