import { describe, expect, it } from 'vitest';
import { judgePlan, type PlanVerdict } from '../../../core/design/query/planVerdict.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { planOf, windowOf } from '../../../core/plan/planRequest.fixture.ts';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { planNotes, planWords } from './planWords.ts';

const EXACT = { schemeId: 'ticks19', volume: 1 } as const;

function verdictOf(plan: QueryPlan): PlanVerdict {
  const verdict = judgePlan(plan);
  if (verdict === undefined) throw new Error('The plan has no queries.');
  return verdict;
}

function line(plan: QueryPlan, timeZone?: string): string {
  return planWords(plan, verdictOf(plan), { timeZone, costsPreflight: false });
}

describe('a plan in one line', () => {
  it('counts its queries and says which time they read', () => {
    const window = {
      from: isoToTicks('2026-11-21T23:45:00Z'),
      to: isoToTicks('2026-11-22T01:45:00.0000001Z'),
    };
    const plan = planOf({ ...EXACT, window });
    expect(line(plan)).toBe(
      '1 partition range query, 23:45:00 \u2264 time < 01:45:00.0000001, \u2265 1 partition, \u2265 3 requests',
    );
    expect(planWords(plan, verdictOf(plan), { timeZone: undefined, costsPreflight: true })).toMatch(
      /, \u2265 3 requests, each with a preflight$/,
    );
    expect(line(plan, 'Asia/Tokyo')).toContain('08:45:00 \u2264 time < 10:45:00.0000001');
    expect(planNotes(plan, undefined)).toEqual([]);
  });

  it('says the time that is read, and why it is more than the window', () => {
    const window = windowOf('2026-11-21T02:24:31Z', '2026-11-21T02:39:02Z');
    const plan = planOf({ window, volume: 100 });
    expect(line(plan)).toBe(
      '100 partition range queries, 02:24:00 \u2264 time < 02:40:00, \u2265 100 partitions, \u2265 201 requests',
    );
    expect(planNotes(plan, verdictOf(plan))).toEqual([
      'Keys hold whole minutes, so this reads 2026-11-21T02:24:00Z to 2026-11-21T02:40:00Z.',
    ]);
  });

  it('warns of a scan', () => {
    const plan = planOf({ schemeId: 'none' });
    expect(line(plan)).toBe('1 table scan query, \u2265 1 partition, \u2265 1 request');
    const notes = planNotes(plan, verdictOf(plan));
    expect(notes[0]).toBe('The service reads every row of the table: no condition limits the PartitionKey.');
    expect(notes[1]).toMatch(/^Type a PartitionKey, or choose the key scheme/);
  });
});
