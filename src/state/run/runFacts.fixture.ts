import type { PlannedQuery, QueryPlan } from '../../core/plan/queryPlan.ts';
import { isoToTicks } from '../../core/time/ticks.ts';
import type { GuardOutcome, QueryProgress, RunOutcome } from '../../tables/progress/runTypes.ts';
import type { RunSoFar } from './runFacts.ts';

export const TO = isoToTicks('2026-11-20T01:00:00Z');
export const [STARTED_MS, FIRST_MS, LAST_MS] = [1000, 2000, 3000] as const;

/** Queries of one partition each: 'a', 'b', ... */
export function plannedQuery(index: number, more: Partial<PlannedQuery> = {}): PlannedQuery {
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

export function planOf(
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

export function progressOf(index: number, more: Partial<QueryProgress> = {}): QueryProgress {
  const letter = 'abcdef'.charAt(index);
  const { state = 'done', rows = 5, fault } = more;
  const lastKey = { partitionKey: `${letter}5`, rowKey: 'r' };
  return {
    index,
    label: `query ${letter}`,
    tableName: 'Orders',
    state,
    pages: 1,
    emptyPages: 0,
    rows,
    bytes: 10,
    requests: 1,
    retries: 0,
    headersExposed: true,
    parts: [{ order: 0, state, pages: 1, rows, lastKey, fault }],
    ...more,
  };
}

export function guardOf(index: number, more: Partial<GuardOutcome> = {}): GuardOutcome {
  return { index, position: 'above', label: 'x', state: 'clear', headersExposed: true, ...more };
}

export function soFar(more: Partial<RunSoFar> = {}): RunSoFar {
  return { progress: [], guards: [], end: undefined, startedAtUnixMs: STARTED_MS, ...more };
}

export function finished(more: Partial<RunOutcome> = {}): RunSoFar['end'] {
  const outcome: RunOutcome = {
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
  return { kind: 'finished', outcome };
}

export const NONE = { outOfOrder: 0, repeated: 0, outside: 0 };
export const BUSY = { kind: 'throttled', message: 'HTTP 503.', nextStep: 'Wait.' } as const;
/** The counts of a run without anomalies. */
export const QUIET = { rows: 0, anomalies: NONE, unjudgedRows: 0, rowsBesideWindow: 0, headersExposed: true };
