import { anomalyWords, keptRowsNote, type OddRows, replacedWords } from './anomalyWords.ts';
import { continuationText, type OtherTables, type UnprovenWhy, type UnreadRange } from './unreadRanges.ts';
import type { Derived } from './derived.ts';
import { countText } from '../words.ts';
import { queryCounts, type UnprefixedQueries } from './queryCounts.ts';
import { oldestSyncMs, type SecondaryFacts, secondaryLag, secondaryNoteOf } from './secondaryNote.ts';
import { secondText } from '../time/formatInstant.ts';
import { ticksFromUnixMs, type Ticks, TICKS_PER_MS } from '../time/ticks.ts';
import { ARRIVAL_MARGIN_MS, type CheckState, isLeft, type ReadState } from './readState.ts';

/** Why a result may lack rows. */
export interface IncompleteReason {
  readonly kind:
    | 'failed'
    | 'outside-plan'
    | 'outside-sas'
    | 'budget'
    | 'cancelled'
    | 'headers-hidden'
    | 'anomalies'
    | 'secondary-lag'
    | 'unread';
  /** A sentence that ends with the next step. */
  readonly text: string;
  /** The labels of the planned queries and coverage checks that this is about. */
  readonly queries: readonly string[];
}

/** The counts of a result, with notes on what they refer to. */
export interface Counted {
  readonly rows: number;
  readonly queriesDone: number;
  readonly queriesAsked: number;
  /** The number of tables, if there are several. Every prefix is then read in each of them. */
  readonly tables?: number | undefined;
  /** Set if the keys have no prefixes. */
  readonly unprefixed?: UnprefixedQueries;
  /**
   * When the first page was requested, in milliseconds since the Unix epoch. Rows that arrived later may be missing. Default: `readAtMs`.
   */
  readonly firstReadAtMs?: number | undefined;
  /** When the last page arrived, in milliseconds since the Unix epoch. */
  readonly readAtMs: number;
  /** Set if the window ends so late that rows may still arrive. */
  readonly arrivalNote?: string | undefined;
  /** Set if some tables that the window implies do not exist. */
  readonly absentNote?: string | undefined;
  /** Set if the secondary endpoint was read, or dropped during the run. */
  readonly secondaryNote?: string | undefined;
  /** Set if rows could not be checked against the property filter, or are outside the window. */
  readonly filterNote?: string | undefined;
  /** Set if a filter was split over the same keys, so that a row that changed meanwhile may be missing. */
  readonly splitNote?: string | undefined;
  /** Set if the scheme's ranges may miss similar keys (`TimeCodec.misses`). */
  readonly schemeNote?: string | undefined;
  /** Set if the rows were made from other results. */
  readonly derived?: Derived;
}

/** What is missing, or may be, from a result that is not Complete. */
export interface Unread {
  readonly reasons: readonly IncompleteReason[];
  /** The unread key ranges, by query and in key order. Empty only if the keys cannot show which ranges are unread. */
  readonly unread: readonly UnreadRange[];
  /** Whether Continue can read or check some of it. */
  readonly resumable: boolean;
}

/** Whether a result holds every matching row. Every count, chart and export comes with this claim. */
export type Completeness =
  | (Counted & { readonly state: 'running' })
  | (Counted & { readonly state: 'complete' })
  /** The result was made from others, and is as complete as they are. */
  | (Counted & { readonly state: 'derived'; readonly derived: Derived })
  | (Counted & Unread & { readonly state: 'incomplete' | 'unverifiable' | 'stopped' });

/** What the engine knows about one planned query. */
export interface QueryRunFacts extends SecondaryFacts {
  readonly tableName?: string;
  /** `outside`: the SAS reaches none of its keys, so finding no rows proves nothing. */
  readonly state: Exclude<ReadState, 'unverified'>;
  /** The table's name, if it does not exist and need not exist. Then it holds no rows. */
  readonly absentTable?: string | undefined;
  /** Set if the SAS does not reach some of its keys. */
  readonly isCutBySas?: boolean | undefined;
  /** Set if the service sent rows out of order, twice, or not matching the query. */
  readonly isOdd?: boolean | undefined;
  /** Set if the end of some part of it is not proven. */
  readonly isUnproven?: boolean | undefined;
  /** The table's name, if it was deleted or created while it was read. */
  readonly replacedTable?: string | undefined;
  /** What happened, and the next step. Only for `failed`. */
  readonly failure?: string | undefined;
}

/** What the engine knows about one coverage check. */
export interface GuardRunFacts {
  readonly label: string;
  readonly state: CheckState;
  /** The key of the row that was found. Only for `hit`. */
  readonly foundKey?: string | undefined;
  /** What happened, and the next step. Only for `failed`. */
  readonly failure?: string | undefined;
  /** Set if the check found no row, but that is not proven. */
  readonly isUnproven?: boolean | undefined;
  /** Set if the SAS does not reach all of its keys, so that checking again would not help. */
  readonly isOutOfReach?: boolean;
  /** Set if Continue would fail in the same way, because no browser can send the request or the table does not exist. */
  readonly isFinal?: boolean | undefined;
}

/** Everything that decides what a result may claim. */
export interface RunFacts {
  /** Whether pages may still arrive. */
  readonly phase: 'running' | 'ended';
  readonly rows: number;
  readonly queries: readonly QueryRunFacts[];
  readonly guards: readonly GuardRunFacts[];
  /** The key ranges that an ended run did not read, from `unreadRanges`. */
  readonly unread: readonly UnreadRange[];
  /** False if some end in the run is not proven by a continuation token that was read at or after it. */
  readonly headersExposed: boolean;
  /** Why `headersExposed` is false; default: `hidden`. */
  readonly continuation?: 'readable' | UnprovenWhy | undefined;
  /** Whether other tables could be asked whether tokens can be read; default: `listed`. */
  readonly otherTables?: OtherTables | undefined;
  /** Rows that were out of order, repeated or not matching the query; default: none. */
  readonly anomalies?: OddRows;
  /** The property filter, as typed. */
  readonly filter?: string | undefined;
  readonly splitNote?: string | undefined;
  readonly schemeNote?: string | undefined;
  /** Set if the key scheme of the plan has no prefixes. */
  readonly isUnprefixed?: boolean | undefined;
  /** How many rows could not be checked against the filter; default: 0. */
  readonly unjudgedRows?: number;
  /** How many rows are outside the window, because their range is wider than it; default: 0. */
  readonly rowsBesideWindow?: number;
  /** The keys that the SAS reaches, in words; undefined if all. */
  readonly sasKeys?: string | undefined;
  /** Why the run ended early. `text`: which budget was used up, with the next step. `isFinal`: Continue is not possible. */
  readonly stop?:
    | {
        readonly kind: 'budget' | 'cancelled';
        readonly text?: string;
        readonly isFinal?: boolean | undefined;
      }
    | undefined;
  /** When the first page was requested, in milliseconds since the Unix epoch; default: `readAtMs`. */
  readonly firstReadAtMs?: number;
  /** When the last page arrived (before the first page: when the run started), in milliseconds since the Unix epoch. */
  readonly readAtMs: number;
  /** The end of the window, not included; undefined if the plan has no window. */
  readonly windowTo?: Ticks | undefined;
  /** Why the secondary endpoint was dropped during the run; undefined if it was not. */
  readonly secondaryFailure?: string | undefined;
}

const LABELS_SHOWN = 5;

function someLabels(labels: readonly string[]): string {
  const shown = labels.slice(0, LABELS_SHOWN).join(', ');
  return labels.length > LABELS_SHOWN ? `${shown} and ${labels.length - LABELS_SHOWN} more` : shown;
}

function queryCount(count: number): string {
  return count === 1 ? '1 query' : `${countText(count)} queries`;
}

function labelsIn(facts: RunFacts, state: QueryRunFacts['state']): readonly string[] {
  return facts.queries.filter((query) => query.state === state).map((query) => query.label);
}

function failedReason(facts: RunFacts): IncompleteReason | undefined {
  const queries = labelsIn(facts, 'failed');
  const first = facts.queries.find((query) => query.state === 'failed');
  return first === undefined
    ? undefined
    : {
        kind: 'failed',
        text: `${queryCount(queries.length)} failed (${someLabels(queries)}): ${first.failure ?? 'no answer. Run again.'}`,
        queries,
      };
}

function outsideReason(facts: RunFacts): IncompleteReason | undefined {
  const hits = facts.guards.filter((guard) => guard.state === 'hit');
  const [first] = hits;
  if (first === undefined) return undefined;
  const found = first.foundKey === undefined ? '' : `, such as ${first.foundKey}`;
  const labels = hits.map((guard) => guard.label);
  return {
    kind: 'outside-plan',
    text: `Rows exist outside the plan (${someLabels(labels)}${found}). Choose a larger event volume, or another key scheme.`,
    queries: labels,
  };
}

/** Without this reason the result would look complete, because the service silently omits rows that the SAS does not reach. */
function outsideSasReason(facts: RunFacts): IncompleteReason | undefined {
  const outside = labelsIn(facts, 'outside');
  const cut = facts.queries.filter((query) => query.isCutBySas === true).map((query) => query.label);
  if (outside.length + cut.length === 0) return undefined;
  const found = [
    ...(outside.length === 0
      ? []
      : [`${queryCount(outside.length)} outside the SAS range (${someLabels(outside)})`]),
    ...(cut.length === 0 ? [] : [`${queryCount(cut.length)} partly outside it (${someLabels(cut)})`]),
  ];
  return {
    kind: 'outside-sas',
    text: `The SAS reaches only ${facts.sasKeys ?? 'some keys'}: ${found.join(', ')}. Connect with a SAS for these keys to read their rows.`,
    queries: [...outside, ...cut],
  };
}

/** Names all queries with an unproven end, even if their ranges are listed as unread for another reason, such as a lagging secondary. */
function headersReason(facts: RunFacts): IncompleteReason | undefined {
  if (facts.headersExposed) return undefined;
  const open = [...facts.queries, ...facts.guards].filter(({ isUnproven }) => isUnproven === true);
  const text = continuationText(facts.continuation, facts.otherTables);
  return { kind: 'headers-hidden', text, queries: open.map(({ label }) => label) };
}

/** A service that breaks its own order may have skipped rows too. */
function anomaliesReason({ anomalies, filter, queries }: RunFacts): IncompleteReason | undefined {
  const text = anomalies && anomalyWords(anomalies, filter);
  return text === undefined
    ? undefined
    : {
        kind: 'anomalies',
        text,
        queries: queries.filter(({ isOdd }) => isOdd === true).map(({ label }) => label),
      };
}

/** A table that was deleted and created again is another table of the same name, so rows of the two do not belong together. */
function replacedReason({ queries }: RunFacts): IncompleteReason | undefined {
  const mixed = queries.filter(({ replacedTable }) => replacedTable !== undefined);
  const names = [...new Set(mixed.flatMap(({ replacedTable }) => replacedTable ?? []))];
  return names.length === 0
    ? undefined
    : {
        kind: 'anomalies',
        text: replacedWords(someLabels(names), names.length),
        queries: mixed.map(({ label }) => label),
      };
}

/** The labels of queries with keys that were never requested: of whole queries, or of some parts of a query. */
function labelsLeft({ queries, unread }: RunFacts): readonly string[] {
  const stopped = new Set(unread.flatMap(({ why, query }) => (why === 'stopped' ? query : [])));
  return queries.filter(({ state, label }) => isLeft(state) || stopped.has(label)).map(({ label }) => label);
}

function unreadReason(facts: RunFacts): IncompleteReason | undefined {
  const queries = labelsLeft(facts);
  if (facts.stop !== undefined) {
    const cancelled = facts.stop.kind === 'cancelled';
    const why = facts.stop.text ?? (cancelled ? 'Cancelled.' : 'The budget for rows or bytes is used up.');
    const left =
      queries.length === 0
        ? ''
        : ` ${queryCount(queries.length)} not read to the end (${someLabels(queries)}).`;
    return { kind: facts.stop.kind, text: `${why}${left}`, queries };
  }
  return queries.length === 0
    ? undefined
    : {
        kind: 'unread',
        text: `${queryCount(queries.length)} not read to the end (${someLabels(queries)}). Run again to read them.`,
        queries,
      };
}

function uncheckedReason(facts: RunFacts): IncompleteReason | undefined {
  const unchecked = facts.guards.filter(({ state }) => state === 'failed' || state === 'waiting');
  const queries = unchecked.map((guard) => guard.label);
  if (unchecked.length === 0) return undefined;
  const failure = unchecked.find((guard) => guard.failure !== undefined)?.failure;
  const isAskedAgain = unchecked.some(
    ({ isOutOfReach, isFinal }) => isOutOfReach !== true && isFinal !== true,
  );
  return {
    kind: failure === undefined ? 'unread' : 'failed',
    text: `Could not check for rows outside the plan (${someLabels(queries)})${failure === undefined ? '.' : `: ${failure}`}${isAskedAgain ? ' Continue checks again.' : ''}`,
    queries,
  };
}

function arrivalNoteOf(facts: RunFacts): string | undefined {
  const { windowTo, readAtMs, firstReadAtMs = readAtMs } = facts;
  // The secondary shows the table as of its last sync. 0 means that this is unknown, for which there is a reason of its own.
  const syncMs = oldestSyncMs(facts.queries) ?? 0;
  const asOfMs = syncMs > 0 ? Math.min(syncMs, firstReadAtMs) : firstReadAtMs;
  if (lagReason(facts) !== undefined) return undefined;
  if (windowTo === undefined || windowTo <= ticksFromUnixMs(asOfMs - ARRIVAL_MARGIN_MS)) return undefined;
  const untilTicks = windowTo + BigInt(ARRIVAL_MARGIN_MS) * TICKS_PER_MS;
  return `Late rows possible until ${secondText(untilTicks)}: writers may send rows up to ${ARRIVAL_MARGIN_MS / 60_000} min late, so run again then.`;
}

function lagReason(facts: RunFacts): IncompleteReason | undefined {
  const lag = secondaryLag(facts.queries, facts.windowTo);
  return lag === undefined ? undefined : { kind: 'secondary-lag', ...lag };
}

function absentNoteOf({ queries }: RunFacts): string | undefined {
  const names = [...new Set(queries.flatMap(({ absentTable }) => absentTable ?? []))];
  if (names.length === 0) return undefined;
  const tables = names.length === 1 ? 'Table' : 'Tables';
  return `${tables} ${someLabels(names)} ${names.length === 1 ? 'does' : 'do'} not exist: no rows there.`;
}

function present(reasons: readonly (IncompleteReason | undefined)[]): readonly IncompleteReason[] {
  return reasons.filter((reason) => reason !== undefined);
}

function countedOf(facts: RunFacts): Counted {
  const arrivalNote = arrivalNoteOf(facts);
  const absentNote = absentNoteOf(facts);
  const isLagSaid = facts.phase === 'ended' && lagReason(facts) !== undefined;
  const secondaryNote = secondaryNoteOf(facts.queries, facts.secondaryFailure, isLagSaid);
  const filterNote = keptRowsNote(facts.unjudgedRows, facts.rowsBesideWindow);
  const tables = new Set(facts.queries.map(({ tableName }) => tableName)).size;
  return {
    rows: facts.rows,
    ...queryCounts(facts.queries, facts.isUnprefixed),
    ...(tables > 1 ? { tables } : {}),
    firstReadAtMs: facts.firstReadAtMs,
    readAtMs: facts.readAtMs,
    arrivalNote,
    absentNote,
    secondaryNote,
    filterNote,
    splitNote: facts.splitNote,
    schemeNote: facts.schemeNote,
  };
}

/**
 * Decides what a result may claim. Stopped: the user or a budget ended the run early. Incomplete: rows are known to be missing, because a
 * query failed or was not read to its end, or a coverage check found a row outside the plan. Unverifiable: rows could be missing, because
 * continuation headers are hidden or a coverage check has no answer.
 */
export function completenessState(facts: RunFacts): Completeness {
  const counted = countedOf(facts);
  if (facts.phase === 'running') return { ...counted, state: 'running' };
  const isShort = facts.queries.some(({ state }) => isLeft(state));
  const unchecked = uncheckedReason(facts);
  const missing = present([failedReason(facts), outsideSasReason(facts), outsideReason(facts)]);
  const doubts = present([
    lagReason(facts),
    headersReason(facts),
    anomaliesReason(facts),
    replacedReason(facts),
    unchecked,
  ]);
  const unread = present([unreadReason(facts)]);
  const isFinal = facts.stop?.isFinal === true;
  const rest = {
    ...counted,
    unread: isFinal ? facts.unread.map((range) => ({ ...range, resumable: false })) : facts.unread,
    resumable: !isFinal && facts.unread.some(({ resumable }) => resumable),
  };
  if (facts.stop !== undefined && (labelsLeft(facts).length > 0 || unchecked !== undefined)) {
    return { ...rest, state: 'stopped', reasons: [...unread, ...missing, ...doubts] };
  }
  if (isShort || missing.length > 0) {
    const left = facts.stop === undefined ? unread : [];
    return { ...rest, state: 'incomplete', reasons: [...missing, ...left, ...doubts] };
  }
  return doubts.length > 0
    ? { ...rest, state: 'unverifiable', reasons: doubts }
    : { ...counted, state: 'complete' };
}
