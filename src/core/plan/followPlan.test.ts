import fc from 'fast-check';
import { expect, it } from 'vitest';
import { valueOf } from '../valueOf.fixture.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { type Interval, TICKS_PER_SECOND, toTicks } from '../time/ticks.ts';
import { joinRound, roundPlan, whyNotFollowed } from './followPlan.ts';
import { planOf } from './planRequest.fixture.ts';
import { planQueries } from './planQueries.ts';
import type { PlannedQuery, QueryPlan } from './queryPlan.ts';

/** 2026-11-20T00:00:00Z in ticks. */
const DAY = 639_307_296_000_000_000n;

function windowOf(fromSecond: number, toSecond: number): Interval {
  const ticks = (second: number) => toTicks(DAY + BigInt(second) * TICKS_PER_SECOND);
  return { from: ticks(fromSecond), to: ticks(toSecond) };
}

function joined(plan: QueryPlan, windows: readonly Interval[]): QueryPlan {
  return windows.reduce((known, window) => joinRound(known, valueOf(roundPlan(known, window))).plan, plan);
}

const filters = ({ queries }: QueryPlan): (string | undefined)[] =>
  queries.map(({ tableName, filter }) => `${tableName} ${filter ?? ''}`).toSorted();

it('rounds make the plan that of all their time, for every scheme that can be followed', () => {
  const followed = new Set<string>();
  const seconds = fc.nat(86_000);
  fc.assert(
    fc.property(
      fc.constantFrom(...KEY_SCHEMES.map(({ id }) => id)),
      fc.constantFrom(1 as const, 10 as const, 100 as const),
      fc.tuple(seconds, seconds, seconds, seconds),
      fc.constantFrom('', 'Level le 2'),
      (schemeId, volume, times, filter) => {
        const [from, first, second, to] = times.toSorted((a, b) => a - b) as [number, number, number, number];
        fc.pre(from < first);
        const request = { tableName: 'Table', schemeId, volume, unprefixed: false, filter };
        const planned = planQueries({ ...request, window: windowOf(from, first) });
        if (!planned.ok || whyNotFollowed({ plan: planned.value, progress: [] }) !== undefined) return;
        followed.add(schemeId);
        const late = (until: number) => Math.max(from, until - 600);
        const rounds = [windowOf(late(first), second + 1), windowOf(late(second), to + 1)];
        const all = joined(planned.value, rounds);
        const whole = planOf({ ...request, window: windowOf(from, to + 1) });
        // For a scheme with time in both keys, one range across midnight would be more than its two halves. Only the halves are read, and
        // nothing in between.
        const isUnread = ({ range: { partition, row }, tableName }: PlannedQuery): boolean =>
          !all.queries.some(
            ({ range, tableName: table }) =>
              table === tableName && isInRange(partition.from ?? '', row?.from ?? '', range),
          );
        const isAlike = all.queries.length === whole.queries.length;
        expect(isAlike ? filters(all) : whole.queries.filter(isUnread)).toEqual(
          isAlike ? filters(whole) : [],
        );
        expect(all.queries.map(({ index }) => index)).toEqual([...all.queries.keys()]);
      },
    ),
    { numRuns: 200 },
  );
  expect(followed.size).toBeGreaterThan(20);
});
