import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../core/time/ticks.ts';
import { missingTables, runFacts } from './runFacts.ts';
import { BUSY, finished, guardOf, plannedQuery, planOf, progressOf, soFar, TO } from './runFacts.fixture.ts';
import { completenessState } from '../../core/plan/completeness.ts';
import type { TableFault } from '../../tables/base/tableError.ts';
import { nextQuery, waitingQuery } from '../../tables/progress/queryState.ts';
import type { QueryProgress } from '../../tables/progress/runTypes.ts';

describe('the unread ranges of a run', () => {
  it('include what failed, was stopped, or ended without proof, each from its last key on', () => {
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
        progressOf(2, {
          headersExposed: false,
          parts: [{ ...part, state: 'done', unproven, lastKey: { partitionKey: 'c5', rowKey: 'r' } }],
        }),
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
    ).toStrictEqual([
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
    expect(facts.queries.map(({ state, failure }) => [state, failure])).toStrictEqual([
      ['failed', 'HTTP 503. Wait.'],
      ['stopped', undefined],
      ['done', undefined],
      ['done', undefined],
      ['waiting', undefined],
    ]);
    const firm = { isUnproven: false, isFinal: false };
    expect(facts.guards).toEqual([
      { ...firm, label: 'x', state: 'hit', foundKey: 'x1' },
      { ...firm, label: 'y', state: 'failed', failure: 'HTTP 503. Wait.' },
      { ...firm, label: 'z', state: 'clear', isUnproven: true },
      { ...firm, label: 'zz', state: 'waiting' },
      { ...firm, label: 'zzz', state: 'waiting' },
    ]);
  });

  it('include what a SAS for some keys reaches only partly or not at all, and coverage checks that it cuts', () => {
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
      ['outside', false],
      ['done', false],
      ['done', true],
    ]);
    const failure = 'the SAS does not reach all of these keys.';
    expect(facts.guards.map(({ label, state, failure: why }) => [label, state, why])).toEqual([
      ['b5', 'clear', undefined],
      ['x', 'waiting', failure],
      ['y', 'hit', undefined],
    ]);
    expect(facts.guards.map(({ isOutOfReach }) => isOutOfReach)).toEqual([undefined, true, undefined]);
    expect(facts.unread.map(({ query, why }) => [query, why])).toStrictEqual([
      ['query a', 'outside-sas'],
      ['query c', 'outside-sas'],
      ['x', 'outside-sas'],
      ['y', 'outside-sas'],
    ]);
  });

  it('mark the secondary as lagging if the window ends after its last sync or that is unknown', () => {
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
    ).toStrictEqual([
      [true, 500],
      [true, 0],
      [undefined, undefined],
    ]);
    expect(facts.unread.map(({ query, why }) => [query, why])).toStrictEqual([
      ['query a', 'lagging'],
      ['query b', 'lagging'],
    ]);
  });
});

/** The facts after the query and the check have failed with this fault. */
function factsAfter(kind: TableFault['kind'], more: Partial<QueryProgress> = {}) {
  const fault = { kind, message: 'No.', nextStep: 'Wait.' } as const;
  const planned = plannedQuery(0);
  const query = nextQuery(waitingQuery(planned), { kind: 'ended', order: 0, fault, isAbsent: false });
  return runFacts(
    planOf([planned], ['b']),
    soFar({
      progress: [{ ...query, ...more }],
      guards: [guardOf(0, { state: 'failed', fault })],
      end: { kind: 'crashed', words: 'It is over.' },
    }),
  );
}

function resumableAfter(...given: Parameters<typeof factsAfter>): readonly boolean[] {
  return factsAfter(...given).unread.map(({ resumable }) => resumable);
}

/** The message about the check. */
function wordsAfter(kind: TableFault['kind']): string {
  const state = completenessState(factsAfter(kind));
  const texts = 'reasons' in state ? state.reasons.map(({ text }) => text) : [];
  return texts.find((text) => text.includes('outside the plan')) ?? '';
}

it('Continue is offered after a temporary failure, but not for a request that no browser can send', () => {
  expect(resumableAfter('network')).toEqual([true, true]);
  expect(resumableAfter('auth')).toEqual([true, true]);
  expect(resumableAfter('input')).toEqual([false, false]);
  expect(wordsAfter('network')).toMatch(/Continue checks again\.$/);
  expect(wordsAfter('input')).toMatch(/No\. Wait\.$/);
  const anomalies = { outOfOrder: 1, repeated: 0, outside: 0 };
  expect(resumableAfter('network', { anomalies })).toEqual([true, true]);
  expect(resumableAfter('input', { anomalies })).toEqual([false, false]);
});

const gone = {
  kind: 'not-found',
  status: 404,
  code: 'TableNotFound',
  message: 'Gone.',
  nextStep: '',
} as const;
const of = (tableName: string, more: object = {}) => ({ tableName, pages: 0, fault: gone, ...more });

const NO_CHECKS = { plan: { guards: [] }, guards: [] };

describe('the missing tables of a run', () => {
  it('are those for which every request got that answer', () => {
    expect([
      ...missingTables({ ...NO_CHECKS, progress: [of('A'), of('B', { fault: undefined }), of('C')] }),
    ]).toEqual(['A', 'C']);
    const other = { ...gone, code: 'ResourceNotFound' };
    expect(missingTables({ ...NO_CHECKS, progress: [of('A', { fault: other })] }).size).toBe(0);
  });

  it('exclude tables of which a page was read, or that answered a check, since they may be back', () => {
    expect(
      missingTables({ ...NO_CHECKS, progress: [of('A'), of('A', { pages: 1, fault: undefined })] }).size,
    ).toBe(0);
    const deleted = { ...gone, wasThere: true };
    expect(missingTables({ ...NO_CHECKS, progress: [of('A'), of('A', { fault: deleted })] }).size).toBe(0);
  });

  it('exclude a table in which a coverage check was answered after a query was told it is missing', () => {
    const plan = { guards: [{ tableName: 'A' }, { tableName: 'B' }, { tableName: 'C' }, { tableName: 'D' }] };
    const states = ['clear', 'hit', 'failed', 'waiting'] as const;
    const guards = states.map((state) => ({ state }));
    const progress = [of('A'), of('B'), of('C'), of('D')];
    expect([...missingTables({ plan, progress, guards })]).toEqual(['C', 'D']);
  });
});
