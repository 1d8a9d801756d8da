import { describe, expect, it } from 'vitest';
import { completenessState } from '../../core/plan/completeness.ts';
import { completenessText } from '../../core/plan/completenessText.ts';
import type { PlannedQuery, QueryPlan } from '../../core/plan/queryPlan.ts';
import { isoToTicks, toTicks } from '../../core/time/ticks.ts';
import type { GuardOutcome, QueryProgress, RunOutcome } from '../../tables/progress/runTypes.ts';
import { runFacts, type RunSoFar } from './runFacts.ts';

const TO = isoToTicks('2026-11-20T01:00:00Z');
const [STARTED_MS, FIRST_MS, LAST_MS] = [1000, 2000, 3000] as const;

/** Queries of one partition each: 'a', 'b', ... */
function plannedQuery(index: number, more: Partial<PlannedQuery> = {}): PlannedQuery {
  const from = 'abcdef'.charAt(index);
  return {
    index,
    label: `query ${from}`,
    tableName: 'Orders',
    range: { partition: { from, to: `${from}~` }, exact: true },
    queryClass: 'partition range',
    ...more,
  };
}

function planOf(
  queries: readonly PlannedQuery[],
  guards: readonly string[] = [],
  request: Partial<QueryPlan['request']> = {},
): QueryPlan {
  return {
    request: { tableName: 'Orders', schemeId: 's', volume: 10, unprefixed: false, ...request },
    queries,
    guards: guards.map((label, index) => ({
      index,
      position: 'above',
      tableName: 'Orders',
      range: { partition: { from: label, to: `${label}~` } },
      filter: label,
      label,
    })),
    queryClass: 'partition range',
    notes: [],
  };
}

function progressOf(index: number, more: Partial<QueryProgress> = {}): QueryProgress {
  return {
    index,
    label: `query ${'abcdef'.charAt(index)}`,
    tableName: 'Orders',
    state: 'done',
    pages: 1,
    emptyPages: 0,
    rows: 5,
    bytes: 10,
    requests: 1,
    retries: 0,
    headersExposed: true,
    lastKey: { partitionKey: `${'abcdef'.charAt(index)}5`, rowKey: 'r' },
    ...more,
  };
}

function guardOf(index: number, more: Partial<GuardOutcome> = {}): GuardOutcome {
  return { index, position: 'above', label: 'x', state: 'clear', headersExposed: true, ...more };
}

function outcomeOf(more: Partial<RunOutcome> = {}): RunOutcome {
  return {
    queries: [],
    guards: [],
    requests: [],
    rows: 5,
    bytes: 10,
    retries: 0,
    continuation: 'readable',
    atCeiling: false,
    firstReadAtMs: FIRST_MS,
    readAtMs: LAST_MS,
    elapsedMs: 1,
    ...more,
  };
}

function soFar(more: Partial<RunSoFar> = {}): RunSoFar {
  return { progress: [], guards: [], end: undefined, startedAtUnixMs: STARTED_MS, ...more };
}

const finished = (more: Partial<RunOutcome> = {}): RunSoFar['end'] => {
  return { kind: 'finished', outcome: outcomeOf(more) };
};
const NONE = { outOfOrder: 0, repeated: 0, outside: 0 };
const BUSY = { kind: 'throttled', message: 'HTTP 503.', nextStep: 'Wait.' } as const;
/** One sum per count, so that no two can be mixed up. */
const QUIET = { rows: 0, anomalies: NONE, unjudgedRows: 0, rowsBesideWindow: 0, headersExposed: true };

describe('runFacts', () => {
  it('of a run that has just begun: nothing is read, nothing is unread yet', () => {
    const plan = planOf([plannedQuery(0), plannedQuery(1, { prefix: 7 })], ['x']);
    expect(runFacts(plan, soFar())).toStrictEqual({
      ...QUIET,
      phase: 'running',
      queries: [
        { label: 'query a', tableName: 'Orders', state: 'waiting' },
        { label: 'query b', tableName: 'Orders', prefix: 7, state: 'waiting' },
      ],
      guards: [{ label: 'x', state: 'waiting' }],
      unread: [],
      firstReadAtMs: STARTED_MS,
      readAtMs: STARTED_MS,
    });
  });

  it('of a run that read all of it', () => {
    const plan = planOf([plannedQuery(0), plannedQuery(1)], ['x']);
    const run = soFar({ progress: [progressOf(0), progressOf(1)], guards: [guardOf(0)], end: finished() });
    expect(runFacts(plan, run)).toStrictEqual({
      ...QUIET,
      phase: 'ended',
      rows: 10,
      queries: [
        { label: 'query a', tableName: 'Orders', state: 'done' },
        { label: 'query b', tableName: 'Orders', state: 'done' },
      ],
      guards: [{ label: 'x', state: 'clear' }],
      unread: [],
      continuation: 'readable',
      firstReadAtMs: FIRST_MS,
      readAtMs: LAST_MS,
    });
  });

  it('adds up what was odd, kept, not checked or hidden, of every query and coverage check', () => {
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
    expect(queries.map(({ isOdd, replacedTable }) => [isOdd, replacedTable])).toStrictEqual([
      [true, undefined],
      [undefined, undefined],
      [true, undefined],
      [true, undefined],
      [undefined, 'Orders'],
    ]);
    const once = soFar({ progress: [progressOf(0, { anomalies: { ...NONE, offFilter: 1, offWindow: 1 } })] });
    expect(runFacts(plan, once).anomalies).toStrictEqual({ ...NONE, offFilter: 1, offWindow: 1 });
    const hidden = soFar({
      progress: [progressOf(0)],
      guards: [guardOf(0), guardOf(1, { headersExposed: false })],
    });
    expect(runFacts(plan, hidden).headersExposed).toBe(false);
    expect(runFacts(plan, hidden).guards.map(({ isUnproven }) => isUnproven === true)).toEqual([false, true]);
    expect(Object.keys(runFacts(plan, soFar({ progress: [progressOf(0)], end: finished() })))).not.toContain(
      'stop',
    );
  });

  it('never lets a result of keys in UTC be Complete without the warning that keys in local time may be missed', () => {
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

  it('leaves unread what failed, was stopped, or ended without a proof, each from its last key on', () => {
    const unproven = { why: 'hidden', replica: 'primary', transport: 'simple' } as const;
    const plan = planOf(
      [0, 1, 2, 3, 4].map((index) => plannedQuery(index)),
      ['x', 'y', 'z', 'zz', 'zzz'],
    );
    const part = { pages: 1, rows: 2, order: 0 } as const;
    const run = soFar({
      progress: [
        progressOf(0, { state: 'failed', fault: BUSY }),
        progressOf(1, { state: 'stopped', rows: 0 }),
        progressOf(2, { unproven, headersExposed: false }),
        progressOf(3, {
          parts: [
            {
              ...part,
              state: 'done',
              isCut: true,
              unproven,
              range: { partition: { from: 'd', to: 'd~' }, exact: true },
              lastKey: { partitionKey: 'd5', rowKey: 'r' },
            },
            {
              ...part,
              order: 0.5,
              state: 'stopped',
              rows: 0,
              range: { partition: { from: 'd6', to: 'd~' }, exact: true },
            },
          ],
        }),
      ],
      guards: [
        guardOf(0, { state: 'hit', key: { partitionKey: 'x1', rowKey: 'r' } }),
        guardOf(1, { state: 'failed', fault: BUSY }),
        guardOf(2, { unproven, headersExposed: false }),
        guardOf(3, { state: 'waiting' }),
      ],
      end: finished({ stoppedBy: 'cancel' }),
    });
    const facts = runFacts(plan, run);
    expect(
      facts.unread.map(({ query, partition, why, resumable }) => [query, partition, why, resumable]),
    ).toEqual([
      ['query a', { from: 'a5', to: 'a5\u0000' }, 'failed', true],
      ['query a', { from: 'a5\u0000', to: 'a~' }, 'failed', true],
      ['query b', { from: 'b', to: 'b~' }, 'stopped', true],
      ['query c', { from: 'c5', to: 'c5\u0000' }, 'unproven', true],
      ['query c', { from: 'c5\u0000', to: 'c~' }, 'unproven', true],
      ['query d', { from: 'd6', to: 'd~' }, 'stopped', true],
      ['query e', { from: 'e', to: 'e~' }, 'stopped', true],
      ['x', { from: 'x', to: 'x~' }, 'outside-plan', false],
      ['y', { from: 'y', to: 'y~' }, 'unchecked', true],
      ['z', { from: 'z', to: 'z~' }, 'unproven', true],
      ['zz', { from: 'zz', to: 'zz~' }, 'unchecked', true],
      ['zzz', { from: 'zzz', to: 'zzz~' }, 'unchecked', true],
    ]);
    expect(facts.queries.map(({ state, failure }) => [state, failure])).toEqual([
      ['failed', 'HTTP 503. Wait.'],
      ['stopped', undefined],
      ['done', undefined],
      ['done', undefined],
      ['waiting', undefined],
    ]);
    expect(facts.guards).toStrictEqual([
      { label: 'x', state: 'hit', foundKey: 'x1' },
      { label: 'y', state: 'failed', failure: 'HTTP 503. Wait.' },
      { label: 'z', state: 'clear', isUnproven: true },
      { label: 'zz', state: 'waiting' },
      { label: 'zzz', state: 'waiting' },
    ]);
  });

  it('of a SAS for some keys: what it reaches in part or not at all, and coverage checks that it cuts', () => {
    const plan = planOf(
      [0, 1, 2].map((index) => plannedQuery(index)),
      ['b5', 'x', 'y'],
    );
    const sasKeys = { fromPartition: 'b', toPartition: 'c3' };
    const facts = runFacts(
      plan,
      soFar({
        progress: [progressOf(0, { state: 'failed', rows: 0 }), progressOf(1), progressOf(2)],
        guards: [guardOf(0), guardOf(1), guardOf(2, { state: 'hit' })],
        end: finished(),
        sasKeys,
      }),
    );
    expect(facts.sasKeys).toBe("PartitionKey from 'b' up to 'c3'");
    expect(facts.queries.map(({ state, isCutBySas }) => [state, isCutBySas])).toStrictEqual([
      ['outside', undefined],
      ['done', undefined],
      ['done', true],
    ]);
    const failure = 'the SAS does not reach all of these keys.';
    expect(facts.guards).toStrictEqual([
      { label: 'b5', state: 'clear' },
      { label: 'x', state: 'waiting', failure, isOutOfReach: true },
      { label: 'y', state: 'hit' },
    ]);
    expect(facts.unread.map(({ query, why }) => [query, why])).toEqual([
      ['query a', 'outside-sas'],
      ['query c', 'outside-sas'],
      ['x', 'outside-sas'],
      ['y', 'outside-sas'],
    ]);
  });

  it('of the secondary: read at its last sync, at none that is known, and lagging where the window ends later', () => {
    const window = { from: isoToTicks('2026-11-20T00:00:00Z'), to: TO };
    const plan = planOf([plannedQuery(0), plannedQuery(1), plannedQuery(2)], [], { window });
    const facts = runFacts(
      plan,
      soFar({
        progress: [
          progressOf(0, { readsSecondary: true, secondarySyncMs: 500 }),
          progressOf(1, { readsSecondary: true }),
          progressOf(2),
        ],
        end: finished(),
      }),
    );
    expect(
      facts.queries.map(({ readsSecondary, secondarySyncMs }) => [readsSecondary, secondarySyncMs]),
    ).toEqual([
      [true, 500],
      [true, 0],
      [undefined, undefined],
    ]);
    expect(facts.unread.map(({ query, why }) => [query, why])).toEqual([
      ['query a', 'lagging'],
      ['query b', 'lagging'],
    ]);
  });

  it('names a table that is not there and need not be', () => {
    const plan = planOf([plannedQuery(0), plannedQuery(1)]);
    const facts = runFacts(plan, soFar({ progress: [progressOf(0, { isAbsent: true }), progressOf(1)] }));
    expect(facts.queries.map(({ absentTable }) => absentTable)).toStrictEqual(['Orders', undefined]);
  });

  it('keeps the first reading of a run that goes on', () => {
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
        text: 'Stopped: one query got 500 empty pages in a row. Continue reads on; narrow the window to have fewer.',
      },
    ],
    [
      { stoppedBy: 'tokens' },
      {
        kind: 'budget',
        text: 'Stopped: the continuation tokens of this run have 64 MiB in all. Continue reads on; narrow the window to have fewer.',
      },
    ],
  ])('says why a run ended early: %j', (outcome, stop) => {
    expect(runFacts(planOf([plannedQuery(0)]), soFar({ end: finished(outcome) })).stop).toStrictEqual(stop);
  });

  it.each(['crashed', 'lost'] as const)(
    'of a run that %s: stopped, and all that is left is unread',
    (kind) => {
      const facts = runFacts(
        planOf([plannedQuery(0)]),
        soFar({ end: { kind, words: 'The worker stopped.' } }),
      );
      expect(facts).toMatchObject({ phase: 'ended', firstReadAtMs: STARTED_MS, readAtMs: STARTED_MS });
      expect(facts.stop).toStrictEqual({
        kind: 'cancelled',
        text: 'The worker stopped.',
        isFinal: kind === 'lost',
      });
      expect(facts.unread.map(({ why }) => why)).toEqual(['stopped']);
    },
  );
});
