import { describe, expect, it } from 'vitest';
import { expectedRead, type ProbedTable } from '../../../core/design/query/expectedRead.ts';
import type { ProbeGroup } from '../../../core/keyspace/probe/probeTypes.ts';
import { planOf, windowOf } from '../../../core/plan/planRequest.fixture.ts';
import type { ProbeState } from '../../../state/keyspace/probe.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { expectedHere, overBudget } from './OverBudgetNotice.tsx';

const window = windowOf('2026-11-21T00:00:00Z', '2026-11-21T01:00:00Z');
const day = windowOf('2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z');
const hourRead = { plan: planOf({ window }), rows: 100_000, bytes: 40_000_000, isWhole: true };

function probedWith(groups: readonly Partial<ProbeGroup>[]): ProbedTable {
  const { tableName } = planOf({}).request;
  const read = { rows: 7_000_000, standardError: 1, requests: 7000, isAtLeast: false };
  return { tableName, picture: { groups: groups as readonly ProbeGroup[], read } };
}

describe('before Run', () => {
  it('estimates a day from an hour that was read, and offers a window that fits', () => {
    const plan = planOf({ window: day });
    const over = overBudget(plan, expectedRead(plan, [hourRead], undefined));
    expect(over?.title).toBe('About 2,400,000 rows: one result holds 1,000,000.');
    expect(over?.isOfBytes).toBe(false);
    // 24 h hold 2,400,000 rows, so 8 h hold 800,000; the range begins at a whole minute.
    expect(over?.narrower).toMatchObject({
      from: '2026-11-21T16:00:00.0000000Z',
      to: '2026-11-22T00:00:00.0000000Z',
    });
  });

  it('says nothing of what fits, of other queries, and of a read that was cut short elsewhere', () => {
    const said = (...of: Parameters<typeof expectedRead>) => overBudget(of[0], expectedRead(...of));
    expect(said(planOf({ window }), [hourRead], undefined)).toBeUndefined();
    expect(said(planOf({ window: day, filter: 'Level le 2' }), [hourRead], undefined)).toBeUndefined();
    expect(said(planOf({ window: day }), [{ ...hourRead, isWhole: false }], undefined)).toBeUndefined();
    expect(said(planOf({ window: day }), [], undefined)).toBeUndefined();
  });

  it('believes no result and no probe of another account', () => {
    const plan = planOf({ window: day });
    const completeness = { state: 'complete' };
    const of = (scope: string) =>
      ({ ...hourRead, scope, phase: 'ended', completeness }) as unknown as RunState;
    const probe = (scope: string) =>
      ({ kind: 'probed', phase: 'done', scope, ...probedWith([]) }) as unknown as ProbeState;
    const here = (run: string, probed: string) => expectedHere(plan, 'mine', [of(run)], probe(probed))?.by;
    expect(here('mine', 'other')).toBe('other window');
    expect(here('other', 'mine')).toBe('probe');
    expect(here('other', 'other')).toBeUndefined();
  });

  it('knows a run that stopped at the limit, and rows that are too long', () => {
    const stopped = { ...hourRead, rows: 1_000_000, bytes: 1, isWhole: false };
    const again = overBudget(stopped.plan, expectedRead(stopped.plan, [stopped], undefined));
    expect(again?.title).toBe('At least 1,000,000 rows: one result holds 1,000,000.');
    const long = { ...hourRead, bytes: 40_000 * 100_000 };
    for (const [read, title] of [
      [long, 'All 4 GB: one result holds 805.3 MB.'],
      [{ ...long, bytes: 805_306_368, isWhole: false }, 'At least 805.3 MB: one result holds 805.3 MB.'],
    ] as const)
      expect(overBudget(long.plan, expectedRead(long.plan, [read], undefined))).toMatchObject({
        title,
        isOfBytes: true,
      });
  });

  it('adds up what a probe knows of the window and its prefixes, and believes no filter', () => {
    const group = (label: string, rows: number | undefined): Partial<ProbeGroup> => ({
      label,
      kind: 'prefix',
      presence: 'found',
      rowsIn: () => (rows === undefined ? undefined : { rows, isCount: false, standardError: 1 }),
    });
    const probed = probedWith([group('1', 600_000), group('2', 500_000), group('3', undefined)]);
    const title = (request: Parameters<typeof planOf>[0]) => {
      const plan = planOf(request);
      return overBudget(plan, expectedRead(plan, [], probed))?.title;
    };
    expect(title({ window })).toBe('At least 1,100,000 rows: one result holds 1,000,000.');
    expect(title({ window, prefixes: [1, 2] })).toBe('About 1,100,000 rows: one result holds 1,000,000.');
    expect(title({ window, prefixes: [1] })).toBeUndefined();
    expect(title({ window, filter: 'Level le 2' })).toBeUndefined();
    expect(title({ schemeId: 'none' })).toBe('About 7,000,000 rows: one result holds 1,000,000.');
  });
});
