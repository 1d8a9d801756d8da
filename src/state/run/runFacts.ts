import type { OddRows } from '../../core/plan/anomalyWords.ts';
import { faultText } from '../../core/result.ts';
import type { GuardRunFacts, QueryRunFacts, RunFacts } from '../../core/plan/completeness.ts';
import {
  type OtherTables,
  type GuardCoverage,
  type QueryCoverage,
  type UnprovenWhy,
  unreadRanges,
} from '../../core/plan/unreadRanges.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { countText } from '../../core/words.ts';
import { hasNoPrefixes } from '../../core/plan/queryCounts.ts';
import { type SecondaryFacts, secondaryLag } from '../../core/plan/secondaryNote.ts';
import type { GuardQuery, PlannedQuery, QueryPlan } from '../../core/plan/queryPlan.ts';
import { sharedKeysNote } from '../../core/plan/planNotes.ts';
import { type SasKeys, sasKeysText, sasReach } from '../../core/plan/sasReach.ts';
import type { TableFault } from '../../tables/base/tableError.ts';
import type { GuardOutcome, QueryProgress, RunOutcome } from '../../tables/progress/runTypes.ts';
import { waitingQuery } from '../../tables/progress/queryState.ts';
import type { RunState } from './runState.ts';
import { isNoTable } from '../../tables/run/context.ts';

/** How a run ended: by the engine, or by a fault of the page. `lost`: its rows are gone, so it cannot continue. */
export type RunEnd =
  | { readonly kind: 'finished'; readonly outcome: RunOutcome }
  | { readonly kind: 'crashed' | 'lost'; readonly words: string };

/** What is known about a run, in progress or ended. */
export interface RunSoFar {
  readonly progress: readonly QueryProgress[];
  readonly guards: readonly GuardOutcome[];
  /** Undefined while it is running. */
  readonly end: RunEnd | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly startedAtUnixMs: number;
  /** The keys that the SAS reached when the run began; undefined: all. */
  readonly sasKeys?: SasKeys | undefined;
  /** Which other tables the credential can read. */
  readonly otherTables?: OtherTables;
}

/** The facts of a run for the completeness rule: every planned query and coverage check, whether it was sent or not. */
export function runFacts(plan: QueryPlan, run: RunSoFar): RunFacts {
  const { end, progress } = run;
  const outcome = end?.kind === 'finished' ? end.outcome : undefined;
  const { filter, window, schemeId } = plan.request;
  const missing = missingTables({ ...run, plan });
  return {
    phase: end === undefined ? 'running' : 'ended',
    rows: progress.reduce((rows, query) => rows + query.rows, 0),
    queries: plan.queries.map((query) => queryFacts(query, progress[query.index], run.sasKeys)),
    guards: plan.guards.map((guard) => guardFacts(guard, run.guards[guard.index], run.sasKeys, missing)),
    unread: end === undefined ? [] : unreadOf(plan, run),
    sasKeys: run.sasKeys && sasKeysText(run.sasKeys),
    otherTables: run.otherTables,
    headersExposed:
      progress.every((query) => query.headersExposed) && run.guards.every((guard) => guard.headersExposed),
    continuation: outcome?.continuation,
    anomalies: anomaliesOf(progress),
    unjudgedRows: progress.reduce((rows, { unjudged = 0 }) => rows + unjudged, 0),
    rowsBesideWindow: progress.reduce((rows, { besideWindow = 0 }) => rows + besideWindow, 0),
    filter,
    splitNote: sharedKeysNote(plan.queries),
    schemeNote: window && schemeById(schemeId)?.time?.misses,
    isUnprefixed: hasNoPrefixes(plan) || undefined,
    secondaryFailure: outcome?.secondaryFault?.message,
    stop: stopOf(end),
    ...readingTimes(run),
    windowTo: window?.to,
  };
}

/** The sum over all queries, including the earlier parts of a resumed run. */
export function anomaliesOf(progress: readonly QueryProgress[]): OddRows {
  const sum = (name: keyof OddRows): number =>
    progress.reduce((total, { anomalies }) => total + (anomalies?.[name] ?? 0), 0);
  return {
    outOfOrder: sum('outOfOrder'),
    repeated: sum('repeated'),
    outside: sum('outside'),
    offFilter: sum('offFilter') || undefined,
    offWindow: sum('offWindow') || undefined,
  };
}

/** Times of what was read so far; a resumed run keeps the times of its earlier parts. */
function readingTimes({
  end,
  progress,
  startedAtUnixMs,
}: RunSoFar): Pick<RunFacts, 'firstReadAtMs' | 'readAtMs'> {
  if (end?.kind === 'finished')
    return { firstReadAtMs: end.outcome.firstReadAtMs, readAtMs: end.outcome.readAtMs };
  const readings = progress.map((query) => query.firstReadAtMs ?? startedAtUnixMs);
  return { firstReadAtMs: Math.min(startedAtUnixMs, ...readings), readAtMs: startedAtUnixMs };
}

function queryFacts(
  planned: PlannedQuery,
  query: QueryProgress | undefined,
  sasKeys: SasKeys | undefined,
): QueryRunFacts {
  const reach = sasReach(planned.range, sasKeys);
  return {
    label: planned.label,
    tableName: planned.tableName,
    // The SAS does not reach these keys, so no answer can contain a row and repeating the check is useless.
    state: reach === 'outside' ? 'outside' : (query?.state ?? 'waiting'),
    isCutBySas: reach === 'partly',
    isOdd: query?.anomalies !== undefined,
    isUnproven: query?.headersExposed === false,
    replacedTable: query?.isReplaced === true ? query.tableName : undefined,
    absentTable: query?.isAbsent === true ? query.tableName : undefined,
    ...copyRead(query),
    failure: query?.fault && faultText(query.fault),
  };
}

/** What a run in progress has not read so far; undefined once it has ended. */
export function unreadSoFar(run: RunState): RunFacts['unread'] | undefined {
  return run.phase === 'running' ? unreadOf(run.plan, { ...run, end: undefined }) : undefined;
}

function unreadOf(
  plan: QueryPlan,
  run: Pick<RunSoFar, 'progress' | 'guards' | 'end' | 'sasKeys'>,
): RunFacts['unread'] {
  const read = plan.queries.map((query) => queryFacts(query, run.progress[query.index], run.sasKeys));
  const lag = secondaryLag(read, plan.request.window?.to);
  const missing = missingTables({ ...run, plan });
  const queries = plan.queries.map((query) => ({
    ...queryCoverage(query, run.progress[query.index], missing, atEnd(run)),
    isLagging: lag?.queries.includes(query.label) === true,
  }));
  const guards = plan.guards.map((guard) =>
    guardCoverage(guard, run.guards[guard.index], missing, atEnd(run)),
  );
  return unreadRanges(queries, guards, run.sasKeys);
}

function copyRead(query: QueryProgress | undefined): Omit<SecondaryFacts, 'label'> {
  return query?.readsSecondary === true
    ? { readsSecondary: true, secondarySyncMs: query.secondarySyncMs ?? 0 }
    : {};
}

/** How an end without a mark counts: as proven once the run has ended; until then nothing has been checked. */
function atEnd({ end }: Pick<RunSoFar, 'end'>): UnprovenWhy | undefined {
  return end === undefined ? 'unanswered' : undefined;
}

/** How far each part of a planned query was read. `unmarked`: how an end without a mark counts. */
function queryCoverage(
  planned: PlannedQuery,
  query: QueryProgress = waitingQuery(planned),
  missing: ReadonlySet<string>,
  unmarked: UnprovenWhy | undefined,
): QueryCoverage {
  const { label, tableName, range } = planned;
  return {
    label,
    tableName,
    range,
    isOdd: query.anomalies !== undefined || query.isReplaced === true,
    parts: query.parts.map((each) => ({
      range: each.range ?? range,
      state: each.state,
      rows: each.rows,
      isCut: each.isCut,
      lastKey: each.lastKey,
      unproven: each.unproven?.why ?? unmarked,
      isFinal: isFinal(each.fault, missing.has(tableName)),
    })),
  };
}

function guardCoverage(
  { label, tableName, range }: GuardQuery,
  guard: GuardOutcome | undefined,
  missing: ReadonlySet<string>,
  unmarked: UnprovenWhy | undefined,
): GuardCoverage {
  return {
    label,
    tableName,
    range: { partition: {}, ...range },
    state: guard?.state ?? 'waiting',
    unproven: guard?.unproven?.why ?? unmarked,
    isFinal: isFinal(guard?.fault, missing.has(tableName)),
  };
}

/**
 * Whether Continue would fail in the same way: what does not fit into a request, such as a continuation token of 1 MB,
 * cannot be sent later either, and a missing table does not answer.
 */
function isFinal(fault: TableFault | undefined, isMissing: boolean): boolean {
  return isMissing || fault?.kind === 'input';
}

function guardFacts(
  { label, tableName, range }: GuardQuery,
  guard: GuardOutcome | undefined,
  sasKeys: SasKeys | undefined,
  missing: ReadonlySet<string>,
): GuardRunFacts {
  const state = guard?.state ?? 'waiting';
  const isUnproven = guard?.headersExposed === false;
  if (state === 'clear' && sasReach({ partition: {}, ...range, exact: true }, sasKeys) !== 'inside') {
    return {
      label,
      state: 'waiting',
      isUnproven,
      failure: 'the SAS does not reach all of these keys.',
      isOutOfReach: true,
    };
  }
  return {
    label,
    state,
    isUnproven,
    foundKey: guard?.key?.partitionKey,
    failure: guard?.fault && faultText(guard.fault),
    isFinal: isFinal(guard?.fault, missing.has(tableName)),
  };
}

function stopOf(end: RunEnd | undefined): RunFacts['stop'] {
  if (end === undefined) return undefined;
  if (end.kind !== 'finished') return { kind: 'cancelled', text: end.words, isFinal: end.kind === 'lost' };
  return causeOf(end.outcome);
}

function causeOf(outcome: RunOutcome): RunFacts['stop'] {
  const cause: RunOutcome['stoppedBy'] | undefined = outcome.stoppedBy;
  switch (cause) {
    case 'cancel':
      return { kind: 'cancelled', text: 'Cancelled; the rows that had arrived are shown.' };
    case 'rows':
      return budgetStop(outcome, `${countText(outcome.rows)} rows`);
    case 'bytes':
      return budgetStop(outcome, `${countText(Math.round(outcome.bytes / 1_048_576))} MiB`);
    case 'empty pages':
      return { kind: 'budget', text: endlessWords('one query got 500 empty pages in a row') };
    case 'tokens':
      return { kind: 'budget', text: endlessWords('the continuation tokens of this run have 64 MiB in all') };
    case undefined:
      return undefined;
  }
}

function endlessWords(what: string): string {
  return `Stopped: ${what}. Continue to read more, or choose a shorter time range.`;
}

function budgetStop(outcome: RunOutcome, amount: string): RunFacts['stop'] {
  const text = outcome.atCeiling
    ? `Stopped at ${amount}, the most that this page holds. Narrow the window, or select fewer prefixes.`
    : `Stopped at ${amount}, to keep this tab responsive. Continue, or narrow the window.`;
  return { kind: 'budget', text, isFinal: outcome.atCeiling };
}

interface TablesOfRun {
  readonly plan: { readonly guards: readonly Pick<QueryPlan['guards'][number], 'tableName'>[] };
  readonly progress: readonly Pick<QueryProgress, 'tableName' | 'fault' | 'pages'>[];
  /** In the order of the plan. */
  readonly guards: readonly Pick<GuardOutcome, 'state'>[];
}

/**
 * The tables of a run that do not exist according to the service and that never answered, so that Continue would get
 * the same answer. A table that answered before did exist, and may be back.
 */
export function missingTables({ plan, progress, guards }: TablesOfRun): ReadonlySet<string> {
  const isMissing = (fault: TableFault | undefined): boolean => fault !== undefined && isNoTable(fault);
  const missing = new Set(progress.flatMap(({ fault, tableName }) => (isMissing(fault) ? [tableName] : [])));
  // Besides pages, an answered outage check or coverage check shows that the table existed.
  for (const { tableName, pages, fault } of progress)
    if (pages > 0 || fault?.wasThere === true) missing.delete(tableName);
  for (const [at, { tableName }] of plan.guards.entries()) {
    const state = guards[at]?.state;
    if (state === 'clear' || state === 'hit') missing.delete(tableName);
  }
  return missing;
}
