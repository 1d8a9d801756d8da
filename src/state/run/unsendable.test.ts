import { expect, it } from 'vitest';
import { completenessState } from '../../core/plan/completeness.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { TableFault } from '../../tables/base/tableError.ts';
import { nextQuery, waitingQuery } from '../../tables/progress/queryState.ts';
import type { QueryProgress } from '../../tables/progress/runTypes.ts';
import { runFacts } from './runFacts.ts';

const RANGE = { partition: { from: 'a', to: 'b' }, exact: true } as const;
const QUERY = { index: 0, label: 'query a', tableName: 'Orders' } as const;
const CHECK = { index: 0, position: 'above', label: 'above b' } as const;
const PLAN: QueryPlan = {
  request: { tableName: 'Orders', schemeId: 's', volume: 10, unprefixed: false },
  queries: [{ ...QUERY, range: RANGE, queryClass: 'partition range' }],
  guards: [{ ...CHECK, tableName: 'Orders', range: { partition: { from: 'b' } }, filter: 'f' }],
  queryClass: 'partition range',
  notes: [],
};

/** The facts after the query and the check have failed with this fault. */
function factsAfter(kind: TableFault['kind'], more: Partial<QueryProgress> = {}) {
  const fault = { kind, message: 'No.', nextStep: 'Wait.' } as const;
  const query = nextQuery(waitingQuery(QUERY), { kind: 'ended', order: 0, fault, isAbsent: false });
  return runFacts(PLAN, {
    progress: [{ ...query, ...more }],
    guards: [{ ...CHECK, state: 'failed', fault, headersExposed: true }],
    end: { kind: 'crashed', words: 'It is over.' },
    startedAtUnixMs: 0,
  });
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
