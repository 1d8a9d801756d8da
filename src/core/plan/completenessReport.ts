import { schemeById } from '../keys/schemeRegistry.ts';
import type { KeySpan, TickSpan } from '../keys/base/scheme.ts';
import { clampTicks, ticksToIso } from '../time/ticks.ts';
import type { Completeness, Unread } from './completeness.ts';
import { completenessText, countedNotes } from './completenessText.ts';
import type { QueryPlan } from './queryPlan.ts';
import { rangeQuery } from './rangeSplit.ts';
import { READ_WORDS } from './readState.ts';
import type { UnreadRange, UnreadWhy } from './unreadRanges.ts';
import { clippedTo, timeOfRange } from './unreadTime.ts';

/** Why a key range is unread, and what the user can do about it. */
export const UNREAD_WORDS: Readonly<Record<UnreadWhy, { readonly why: string; readonly next: string }>> = {
  failed: { why: READ_WORDS.failed.short, next: 'Continue reads the rest' },
  stopped: { why: READ_WORDS.stopped.short, next: 'Continue reads the rest' },
  'outside-sas': { why: READ_WORDS.outside.long, next: 'connect with a SAS for these keys' },
  unproven: {
    why: 'read to what looked like the end, but CORS may hide further pages',
    next: 'expose x-ms-* in the CORS rule, then continue',
  },
  anomalies: {
    why: 'the service sent wrong rows or a wrong order, or the table was deleted meanwhile: rows may be missing',
    next: 'run again',
  },
  lagging: {
    why: 'read from the secondary endpoint, which may lack the newest rows',
    next: 'connect without it and run again',
  },
  'outside-plan': {
    why: 'outside the plan, and a row exists there',
    next: 'choose a larger event volume, or another key scheme',
  },
  unchecked: { why: 'outside the plan, not checked for rows', next: 'Continue checks again' },
};

/** The parts of a plan that describe its unread ranges. */
export type ReportedPlan = Pick<QueryPlan, 'request' | 'queries'>;

/** The $filter that reads exactly one unread range, together with the query's property filter; undefined if that is every row. */
export function unreadFilter(
  { partition, row, query }: UnreadRange,
  { queries }: Pick<QueryPlan, 'queries'>,
): string | undefined {
  const range = { partition, row, exact: true };
  // Coverage checks carry no property filter.
  const condition = queries.find(({ label }) => label === query)?.condition;
  return (rangeQuery(range, condition) ?? rangeQuery(range, undefined))?.filter;
}

/** The time of an unread range, clipped to the plan's window. Undefined if the keys do not show it, or if the range is outside the plan. */
export function unreadTime(range: UnreadRange, { request, queries }: ReportedPlan): TickSpan | undefined {
  if (!queries.some(({ label }) => label === range.query)) return undefined;
  const scheme = schemeById(request.schemeId);
  const time = scheme && timeOfRange(scheme, range, request.roundingTicks);
  return time && clippedTo(time, request.window);
}

/** An exported result, for which the companion file is written. */
export interface ReportedResult {
  /** Name of the exported file. */
  readonly file: string;
  readonly completeness: Completeness;
  /** What is unread so far. Set only while the run is in progress; later its completeness says so. */
  readonly unreadSoFar?: readonly UnreadRange[] | undefined;
  /** How many rows the file holds, and which ones, in words; undefined if it holds all rows that were read. */
  readonly exported?: { readonly rows: number; readonly only: string } | undefined;
  /** Further sentences about the file. */
  readonly notes?: readonly string[];
  readonly plan: ReportedPlan;
  /** The account, without its SAS. */
  readonly endpoint: string | undefined;
}

const iso = (ticks: bigint): string => ticksToIso(clampTicks(ticks));
const isoOfMs = (atMs: number): string => new Date(atMs).toISOString();

function timeOf(time: TickSpan | undefined): object {
  return time === undefined ? {} : { time: { from: iso(time.from), to: iso(time.to) } };
}

function rangeOf(range: UnreadRange, plan: ReportedPlan): object {
  const { query, tableName, partition, row, why, resumable } = range;
  const filter = unreadFilter(range, plan);
  const keys = ({ from = '', to }: KeySpan): object => ({ from, to });
  return {
    query,
    table: tableName,
    why,
    resumable,
    partitionKey: keys(partition),
    rowKey: row && keys(row),
    ...timeOf(unreadTime(range, plan)),
    filter,
  };
}

/** What the file lacks; undefined if nothing. */
function missingIn({ completeness, unreadSoFar }: ReportedResult): Unread | undefined {
  if ('unread' in completeness) return completeness;
  if (unreadSoFar === undefined) return undefined;
  const queries = [...new Set(unreadSoFar.map(({ query }) => query))];
  const text = 'This file was written while the query was still reading. Export again when it has ended.';
  return { resumable: true, reasons: [{ kind: 'unread', text, queries }], unread: unreadSoFar };
}

/**
 * The companion file of an export, as JSON: whether the export is complete, and if it is not, why, and what is missing. Ranges are
 * half-open, in ordinal order of UTF-16 code units; without `to` they are open. It never contains the SAS.
 */
export function completenessReport(result: ReportedResult): string {
  const { file, completeness, exported, plan, endpoint } = result;
  const { request } = plan;
  const { state, rows, queriesDone, queriesAsked, readAtMs, firstReadAtMs = readAtMs } = completeness;
  const { derived } = completeness;
  const missing = missingIn(result);
  // `JSON.stringify` omits members that are undefined.
  const report = {
    format: 'keyscope-completeness/1',
    file,
    state,
    statement: completenessText(completeness),
    derived,
    rows,
    exported,
    queries: { read: queriesDone, asked: queriesAsked },
    account: endpoint,
    table: request.tableName,
    scheme: request.schemeId,
    window: request.window && { from: iso(request.window.from), to: iso(request.window.to) },
    filter: request.filter,
    select: request.select,
    firstReadAt: isoOfMs(firstReadAtMs),
    readAt: isoOfMs(readAtMs),
    notes: [...countedNotes(completeness), ...(result.notes ?? [])],
    ...(missing !== undefined && {
      resumable: missing.resumable,
      reasons: missing.reasons,
      unread: missing.unread.map((range) => rangeOf(range, plan)),
    }),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
