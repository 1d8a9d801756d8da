import { describe, expect, it } from 'vitest';
import { completenessState } from '../../core/plan/completeness.ts';
import { completenessText } from '../../core/plan/completenessText.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { isoToTicks, toTicks } from '../../core/time/ticks.ts';
import type { RunOutcome } from '../../tables/progress/runTypes.ts';
import { runFacts } from './runFacts.ts';
import {
  BUSY,
  finished,
  FIRST_MS,
  guardOf,
  LAST_MS,
  NONE,
  plannedQuery,
  planOf,
  progressOf,
  QUIET,
  soFar,
  STARTED_MS,
  TO,
} from './runFacts.fixture.ts';

/** Defaults for a query or check without problems. */
const SOUND = { isOdd: false, isCutBySas: false, isUnproven: false };
const FIRM = { isUnproven: false, isFinal: false };

describe('runFacts', () => {
  it('describe a run that has just begun: nothing is read, and nothing counts as unread yet', () => {
    const plan = planOf([plannedQuery(0), plannedQuery(1, { prefix: 7 })], ['x']);
    expect(runFacts(plan, soFar())).toEqual({
      ...QUIET,
      phase: 'running',
      queries: [
        { ...SOUND, label: 'query a', tableName: 'Orders', state: 'waiting' },
        { ...SOUND, label: 'query b', tableName: 'Orders', state: 'waiting' },
      ],
      guards: [{ ...FIRM, label: 'x', state: 'waiting' }],
      unread: [],
      firstReadAtMs: STARTED_MS,
      readAtMs: STARTED_MS,
    });
  });

  it('describe a run that read everything', () => {
    const plan = planOf([plannedQuery(0), plannedQuery(1)], ['x']);
    const run = soFar({ progress: [progressOf(0), progressOf(1)], guards: [guardOf(0)], end: finished() });
    expect(runFacts(plan, run)).toEqual({
      ...QUIET,
      phase: 'ended',
      rows: 10,
      queries: [
        { ...SOUND, label: 'query a', tableName: 'Orders', state: 'done' },
        { ...SOUND, label: 'query b', tableName: 'Orders', state: 'done' },
      ],
      guards: [{ ...FIRM, label: 'x', state: 'clear' }],
      unread: [],
      continuation: 'readable',
      firstReadAtMs: FIRST_MS,
      readAtMs: LAST_MS,
    });
  });

  it('add up anomalies, kept rows, unchecked rows and hidden ends over all queries and coverage checks', () => {
    const anomalies = { outOfOrder: 1, repeated: 20, outside: 300, offFilter: 40, offWindow: 50 };
    const plan = planOf(
      [0, 1, 2, 3, 4].map((index) => plannedQuery(index)),
      ['x', 'y'],
      {
        filter: 'Level eq 1',
        window: { from: isoToTicks('2026-11-20T00:00:00Z'), to: TO },
      },
    );
    const run = soFar({
      progress: [
        progressOf(0, { anomalies, unjudged: 3, besideWindow: 100 }),
        progressOf(1, { headersExposed: false, unjudged: 4, besideWindow: 200 }),
        progressOf(2, { anomalies }),
        progressOf(3, { anomalies: NONE }),
        progressOf(4, { isReplaced: true }),
      ],
      guards: [guardOf(0), guardOf(1)],
      end: finished({ secondaryFault: BUSY, continuation: 'hidden' }),
    });
    expect(runFacts(plan, run)).toMatchObject({
      rows: 25,
      anomalies: { outOfOrder: 2, repeated: 40, outside: 600, offFilter: 80, offWindow: 100 },
      unjudgedRows: 7,
      rowsBesideWindow: 300,
      headersExposed: false,
      filter: 'Level eq 1',
      secondaryFailure: 'HTTP 503.',
      windowTo: TO,
      continuation: 'hidden',
      unread: [
        { query: 'query a', why: 'anomalies', partition: { from: 'a', to: 'a~' } },
        { query: 'query c', why: 'anomalies', partition: { from: 'c', to: 'c~' } },
        { query: 'query d', why: 'anomalies', partition: { from: 'd', to: 'd~' } },
        { query: 'query e', why: 'anomalies', partition: { from: 'e', to: 'e~' } },
      ],
    });
    const { queries } = runFacts(plan, run);
    expect(queries.map(({ isOdd, replacedTable }) => [isOdd, replacedTable])).toEqual([
      [true, undefined],
      [false, undefined],
      [true, undefined],
      [true, undefined],
      [false, 'Orders'],
    ]);
    const once = soFar({ progress: [progressOf(0, { anomalies: { ...NONE, offFilter: 1, offWindow: 1 } })] });
    expect(runFacts(plan, once).anomalies).toEqual({ ...NONE, offFilter: 1, offWindow: 1 });
    const hidden = soFar({
      progress: [progressOf(0)],
      guards: [guardOf(0), guardOf(1, { headersExposed: false })],
    });
    expect(runFacts(plan, hidden).headersExposed).toBe(false);
    expect(runFacts(plan, hidden).guards.map(({ isUnproven }) => isUnproven === true)).toEqual([false, true]);
    expect(runFacts(plan, soFar({ progress: [progressOf(0)], end: finished() })).stop).toBeUndefined();
  });

  it('never let a result by UTC keys be Complete without warning that keys in local time may be missed', () => {
    const from = toTicks(638452440000000000n);
    const window = { from, to: toTicks(from + 6_000_000_000n) };
    const textOf = (request: Partial<QueryPlan['request']>): string => {
      const plan = planOf([plannedQuery(0)], [], request);
      const run = soFar({ progress: [progressOf(0)], end: finished() });
      return completenessText(completenessState(runFacts(plan, run)));
    };
    for (const schemeId of ['iso-o', 'iso-o-row', 'text-iso-o'])
      expect(textOf({ schemeId, window })).toMatch(
        /^Complete: .*\. ISO 8601 keys with an offset, such as \+02:00, .* may miss/,
      );
    expect(textOf({ schemeId: 'iso-o' })).not.toContain('offset');
    expect(textOf({ schemeId: 'iso-offset', window })).not.toContain('offset');
  });

  it('name a table that does not exist and need not', () => {
    const plan = planOf([plannedQuery(0), plannedQuery(1)]);
    const facts = runFacts(plan, soFar({ progress: [progressOf(0, { isAbsent: true }), progressOf(1)] }));
    expect(facts.queries.map(({ absentTable }) => absentTable)).toEqual(['Orders', undefined]);
  });

  it('keep the first read time of a continued run', () => {
    const plan = planOf([plannedQuery(0), plannedQuery(1)]);
    const at = (...first: readonly (number | undefined)[]) =>
      runFacts(
        plan,
        soFar({
          progress: first.map((firstReadAtMs, index) =>
            progressOf(index, firstReadAtMs === undefined ? {} : { firstReadAtMs }),
          ),
        }),
      );
    expect(at(700, 600)).toMatchObject({ firstReadAtMs: 600, readAtMs: STARTED_MS });
    expect(at(5000, undefined)).toMatchObject({ firstReadAtMs: STARTED_MS });
  });

  it.each<readonly [Partial<RunOutcome>, object | undefined]>([
    [{}, undefined],
    [{ stoppedBy: 'cancel' }, { kind: 'cancelled', text: 'Cancelled; the rows that had arrived are shown.' }],
    [
      { stoppedBy: 'rows', rows: 1234 },
      {
        kind: 'budget',
        text: 'Stopped at 1,234 rows, to keep this tab responsive. Continue, or narrow the window.',
        isFinal: false,
      },
    ],
    [
      { stoppedBy: 'bytes', bytes: 1_572_864, atCeiling: true },
      {
        kind: 'budget',
        text: 'Stopped at 2 MiB, the most that this page holds. Narrow the window, or select fewer prefixes.',
        isFinal: true,
      },
    ],
    [
      { stoppedBy: 'empty pages' },
      {
        kind: 'budget',
        text: 'Stopped: one query got 500 empty pages in a row. Continue to read more, or choose a shorter time range.',
      },
    ],
    [
      { stoppedBy: 'tokens' },
      {
        kind: 'budget',
        text: 'Stopped: the continuation tokens of this run have 64 MiB in all. Continue to read more, or choose a shorter time range.',
      },
    ],
  ])('say why a run ended early: %j', (outcome, stop) => {
    expect(runFacts(planOf([plannedQuery(0)]), soFar({ end: finished(outcome) })).stop).toEqual(stop);
  });

  it.each(['crashed', 'lost'] as const)(
    'describe a run that %s: stopped, with everything left unread',
    (kind) => {
      const facts = runFacts(
        planOf([plannedQuery(0)]),
        soFar({ end: { kind, words: 'The worker stopped.' } }),
      );
      expect(facts).toMatchObject({ phase: 'ended', firstReadAtMs: STARTED_MS, readAtMs: STARTED_MS });
      expect(facts.stop).toEqual({
        kind: 'cancelled',
        text: 'The worker stopped.',
        isFinal: kind === 'lost',
      });
      expect(facts.unread.map(({ why }) => why)).toEqual(['stopped']);
    },
  );
});
