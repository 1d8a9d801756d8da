import type { QueryPlan, PlannedQuery } from '../../../../core/plan/queryPlan.ts';
import { formatBytes, formatMs, formatPlural } from '../../../../ui/format.ts';
import type { RequestOutcome, WaterfallRequest } from '../../../../ui/waterfall/tracks.ts';
import { rowLabel } from '../../../shared/map/runCells.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { schemeById } from '../../../../core/keys/schemeRegistry.ts';
import { UNPREFIXED } from '../../../../core/keys/forms/prefixedKey.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { clippedTo, timeOfRange } from '../../../../core/plan/unreadTime.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { tryIsoToTicks } from '../../../../core/time/ticks.ts';
import { isTimeRange } from '../../../../state/run/rowListState.ts';

export type RequestRecord = RunState['requests'][number];

/** A request of a run, with what the plan says about it. */
export interface LoggedRequest {
  readonly record: RequestRecord;
  readonly outcome: RequestOutcome;
  readonly tableName: string;
  /** The label of the planned query or coverage check: "prefix 37", "below the first prefix"; otherwise "check" or "search". */
  readonly label: string;
  /** "prefix 37, page 2, retry 1". */
  readonly title: string;
  /** The request as the waterfall and the grid draw it. */
  readonly bar: WaterfallRequest;
}

export interface RequestLog {
  /** In the order of sending. A resumed run includes the requests of its earlier parts. */
  readonly requests: readonly LoggedRequest[];
  readonly bars: readonly WaterfallRequest[];
  /** Labels by `WaterfallRequest.group`: the planned queries, the coverage checks, other checks, and searches. */
  readonly groupLabels: readonly string[];
  /** Milliseconds from the first request to the last known event. */
  readonly totalMs: number;
}

const EMPTY: RequestLog = { requests: [], bars: [], groupLabels: [], totalMs: 1 };

/** Every request of a run, prepared for being shown and saved. */
export function requestLog({ requests: records, plan }: Pick<RunState, 'requests' | 'plan'>): RequestLog {
  if (records.length === 0) return EMPTY;
  let zeroMs = Number.POSITIVE_INFINITY;
  let lastMs = 0;
  for (const record of records) {
    zeroMs = Math.min(zeroMs, record.queuedAtMs);
    const { startedAtMs, headersAtMs = 0, endedAtMs = 0, decodedAtMs = 0 } = record;
    lastMs = Math.max(lastMs, startedAtMs, headersAtMs, endedAtMs, decodedAtMs);
  }
  const logged = records.map((record) => loggedOf(record, plan, zeroMs));
  return {
    requests: logged,
    bars: logged.map(({ bar }) => bar),
    groupLabels: [
      ...plan.queries.map(({ label }) => rowLabel(label)),
      ...plan.guards.map(({ label }) => label),
      'check',
      'search',
    ],
    totalMs: Math.max(1, lastMs - zeroMs),
  };
}

// While a run reads, the log is built again for every frame although few requests have changed. Records are
// replaced when they change, so results are cached by record.
const known = new WeakMap<RequestRecord, { plan: QueryPlan; zeroMs: number; logged: LoggedRequest }>();

function loggedOf(record: RequestRecord, plan: QueryPlan, zeroMs: number): LoggedRequest {
  const before = known.get(record);
  if (before?.plan === plan && before.zeroMs === zeroMs) return before.logged;
  const { kind } = record;
  const planned = kind === 'guard' ? plan.guards[record.queryIndex] : plan.queries[record.queryIndex];
  const label = kind === 'check' || kind === 'search' ? kind : (planned?.label ?? '');
  const outcome = outcomeOf(record);
  const group = groupOf(record, plan.queries.length, plan.guards.length);
  const logged: LoggedRequest = {
    record,
    outcome,
    label,
    tableName: record.tableName ?? planned?.tableName ?? plan.request.tableName,
    title: nameOf(record, label === '' ? 'no prefix' : label),
    bar: barOf(record, outcome, label, group, zeroMs),
  };
  known.set(record, { plan, zeroMs, logged });
  return logged;
}

function groupOf({ kind, queryIndex }: RequestRecord, queries: number, guards: number): number {
  if (kind === 'query') return queryIndex;
  if (kind === 'guard') return queries + queryIndex;
  return queries + guards + (kind === 'check' ? 0 : 1);
}

function outcomeOf({ kind, fault, endedAtMs, rows }: RequestRecord): RequestOutcome {
  if (fault !== undefined) {
    if (fault.kind === 'throttled') return 'throttled';
    return fault.kind === 'cancelled' ? 'cancelled' : 'failed';
  }
  if (endedAtMs === undefined) return 'open';
  // A coverage check should find no row, so that does not count as empty.
  return kind === 'query' && rows === 0 ? 'empty' : 'answered';
}

/** Milliseconds from sending to the first byte, or to the end of an answer without recorded headers; undefined if there was no answer. */
export function serviceMs(props: RequestRecord): number | undefined {
  const { startedAtMs, headersAtMs, endedAtMs, status } = props;
  return between(startedAtMs, headersAtMs ?? (status === undefined ? undefined : endedAtMs));
}

/** Milliseconds between two events; undefined if one of them is not known. */
export function between(fromMs: number | undefined, toMs: number | undefined): number | undefined {
  return fromMs === undefined || toMs === undefined ? undefined : toMs - fromMs;
}

function barOf(
  record: RequestRecord,
  outcome: RequestOutcome,
  label: string,
  group: number,
  zeroMs: number,
): WaterfallRequest {
  const { headersAtMs, endedAtMs, decodedAtMs, retryWaitMs, retryReason } = record;
  const since = (atMs: number | undefined): number | undefined => between(zeroMs, atMs);
  const failedAtMs = decodedAtMs ?? endedAtMs;
  return {
    queuedAtMs: record.queuedAtMs - zeroMs,
    sentAtMs: record.startedAtMs - zeroMs,
    firstByteAtMs: since(headersAtMs),
    endedAtMs: since(endedAtMs),
    decodedAtMs: since(decodedAtMs),
    retryAtMs:
      retryWaitMs === undefined || failedAtMs === undefined ? undefined : failedAtMs + retryWaitMs - zeroMs,
    outcome,
    lane: record.lane,
    group,
    name: nameOf(record, rowLabel(label)),
    note: noteOf(record, outcome),
    retryNote:
      retryWaitMs === undefined
        ? undefined
        : `${retryReason ?? 'repeated'}${retryWaitMs === 0 ? '' : `, waits ${formatMs(retryWaitMs)}`}`,
  };
}

function nameOf({ page, attempt }: RequestRecord, shownLabel: string): string {
  const parts = [
    shownLabel,
    ...(page > 0 ? [`page ${page + 1}`] : []),
    ...(attempt > 0 ? [`retry ${attempt}`] : []),
  ];
  return parts.join(', ');
}

/** The outcome in a few words: "41 ms, 200 rows", or the status and code of an error. */
function noteOf(record: RequestRecord, outcome: RequestOutcome): string {
  const ms = serviceMs(record);
  const took = ms === undefined ? [] : [formatMs(ms)];
  if (outcome === 'open') return 'no answer yet';
  if (outcome === 'cancelled') return 'cancelled';
  if (record.fault !== undefined) return [...took, faultWords(record)].join(', ');
  return [...took, formatPlural(record.rows ?? 0, 'row'), formatBytes(record.bytes ?? 0)].join(', ');
}

/** "HTTP 503 ServerBusy", "network", "timeout". */
export function faultWords({ fault, status }: RequestRecord): string {
  if (fault === undefined) return '';
  if (status === undefined) return fault.kind;
  return fault.code === undefined ? `HTTP ${status} ${fault.kind}` : `HTTP ${status} ${fault.code}`;
}

/** A request in one sentence, for screen readers. */
export function requestSentence(request: LoggedRequest | undefined): string {
  if (request === undefined) return '';
  const { record, bar, title, outcome } = request;
  const retry = bar.retryNote === undefined ? '' : ` ${bar.retryNote}.`;
  const came = outcome === 'empty' ? `empty page, ${bar.note}` : `${outcome}, ${bar.note}`;
  return `${title}: ${came}, lane ${record.lane + 1}, sent at ${formatMs(bar.sentAtMs)}.${retry}`;
}

/**
 * The planned queries, by `PlannedQuery.index`, that may have read rows of a selection, judging by its prefixes and times. A query whose
 * keys do not tell is included. `ignored`: the filters that are not about prefix or time.
 */
export function selectedQueries(
  plan: QueryPlan,
  filters: readonly RowFilter[],
): { readonly queries: ReadonlySet<number>; readonly ignored: readonly RowFilter[] } {
  const ignored: RowFilter[] = [];
  let queries = plan.queries;
  for (const filter of filters) {
    const prefixes = prefixesOf(filter);
    if (prefixes !== undefined) queries = queries.filter((query) => hasPrefix(query, plan, prefixes));
    else if (isTimeRange(filter)) queries = queries.filter((query) => meets(timeOf(query, plan), filter));
    else ignored.push(filter);
  }
  return { queries: new Set(queries.map(({ index }) => index)), ignored };
}

function prefixesOf(filter: RowFilter): readonly string[] | undefined {
  if (filter.fact !== 'prefix') return undefined;
  if (filter.kind === 'is') return [filter.text];
  return filter.kind === 'one-of' ? filter.texts : undefined;
}

function hasPrefix({ prefix }: PlannedQuery, { request }: QueryPlan, prefixes: readonly string[]): boolean {
  if (prefix !== undefined) return prefixes.includes(String(prefix));
  return !request.unprefixed || prefixes.includes(UNPREFIXED);
}

/** The time that the keys of a query cover, within the plan's window; undefined if the keys do not tell. */
function timeOf({ range }: PlannedQuery, { request }: QueryPlan): TickSpan | undefined {
  const scheme = schemeById(request.schemeId);
  const time = scheme && timeOfRange(scheme, range, request.roundingTicks);
  return time && clippedTo(time, request.window);
}

/** Whether two half-open times overlap. A bound that is unreadable, for example while it is typed, excludes nothing. */
function meets(
  time: TickSpan | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  if (time === undefined) return true;
  const [low, high] = [tryIsoToTicks(from), tryIsoToTicks(to)];
  return (!low.ok || time.to > low.value) && (!high.ok || time.from < high.value);
}
