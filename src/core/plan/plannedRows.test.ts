import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import { HOSTILE_TEXTS, sendableText } from '../odata/filterArbitraries.fixture.ts';
import { findForbiddenInKey } from '../odata/keyText.ts';
import { toTicks } from '../time/ticks.ts';
import type { QueryPlan } from './queryPlan.ts';
import { planOf } from './planRequest.fixture.ts';

/** These tests state their own facts about keys, so that the schemes are not tested against themselves. */
const MINUTE = 600_000_000n;
const NOON = 638452296000000000n;
const d19 = (value: bigint | number): string => String(value).padStart(19, '0');

/** How many planned queries read a row. */
function readers(plan: QueryPlan, partitionKey: string, rowKey: string): number {
  const row = new Map([
    ['PartitionKey', partitionKey],
    ['RowKey', rowKey],
  ]);
  return plan.queries.filter((query) => query.filter === undefined || rowMeets(query.filter, row)).length;
}

/** Ticks around NOON: on whole minutes, just off them, and random. */
const nearNoon = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0n, 1n, -1n, 299_999_999n, 300_000_000n))
  .map(([minutes, beside]) => NOON + BigInt(minutes) * MINUTE + beside);
const window = fc
  .tuple(nearNoon, nearNoon)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? { from: toTicks(a), to: toTicks(b) } : { from: toTicks(b), to: toTicks(a) }));
const minutes = fc.integer({ min: -7, max: 7 }).map((count) => NOON + BigInt(count) * MINUTE);
const keyText = sendableText.filter((text) => findForbiddenInKey(text) === undefined && text.length < 100);

describe('the rows that a plan reads', () => {
  it('are, for prefixed ticks, those whose minute overlaps the window, each once', () => {
    const row = fc.tuple(fc.integer({ min: -1, max: 12 }), minutes, keyText);
    fc.assert(
      fc.property(
        window,
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        fc.option(fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 4 }), { nil: undefined }),
        (span, rows, unprefixed, prefixes) => {
          const plan = planOf({
            schemeId: 'wad-prefixed',
            window: span,
            unprefixed,
            ...(prefixes === undefined ? {} : { prefixes }),
          });
          for (const [prefix, bucket, rowKey] of rows) {
            const key = prefix < 0 ? d19(bucket) : `${d19(prefix)}___${d19(bucket)}`;
            const isTimely = bucket < span.to && bucket + MINUTE > span.from;
            const isPlanned = prefix < 0 ? unprefixed : prefix < 10 && (prefixes?.includes(prefix) ?? true);
            expect(readers(plan, key, rowKey)).toBe(isTimely && isPlanned ? 1 : 0);
          }
        },
      ),
      { numRuns: 75 },
    );
  });

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
