import { anomalyWords, keptRowsNote, type OddRows, replacedWords } from './anomalyWords.ts';
import { continuationText, type OtherTables } from './continuationWords.ts';
import type { Derived } from './derived.ts';
import { countText } from '../words.ts';
import { queryCounts, type UnprefixedQueries } from './queryCounts.ts';
import { oldestSyncMs, type SecondaryFacts, secondaryLag, secondaryNoteOf } from './secondaryNote.ts';
import { secondText } from '../time/formatInstant.ts';
import { ticksFromUnixMs, type Ticks, TICKS_PER_MS } from '../time/ticks.ts';
import { ARRIVAL_MARGIN_MS, type CheckState, isLeft, type ReadState } from './readState.ts';
import type { UnprovenWhy, UnreadRange } from './unreadRanges.ts';

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
  /** A sentence, with the next step. */
  readonly text: string;
  /** Labels of the planned queries and coverage checks concerned. */
  readonly queries: readonly string[];
}

/** What the counts of a result refer to. */
export interface Counted {
  readonly rows: number;
  readonly queriesDone: number;
  readonly queriesAsked: number;
  /** Number of tables, if several: every table is read for each prefix. */
  readonly tables?: number | undefined;
  /** Set if the keys have no prefixes. */
  readonly unprefixed?: UnprefixedQueries;
  /**
   * When the first page was requested, milliseconds since the Unix epoch: rows that arrived later may be missing.
   * Default `readAtMs`.
   */
  readonly firstReadAtMs?: number | undefined;
  /** Milliseconds since the Unix epoch, when the last page arrived. */
  readonly readAtMs: number;
  /** Set if the window ends so late that rows may still arrive. */
  readonly arrivalNote?: string | undefined;
  /** Set if tables that the window named do not exist. */
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

/** What is missing from a result that is not Complete. */
export interface Unread {
  readonly reasons: readonly IncompleteReason[];
  /** The unread key ranges, by query, in key order. Empty only if no key shows which they are. */
  readonly unread: readonly UnreadRange[];
  /** Whether Continue can read or check some of it. */
  readonly resumable: boolean;
}

/** Whether a result holds every matching row. Every count, chart and export carries one. */
export type Completeness =
  | (Counted & { readonly state: 'running' })
  | (Counted & { readonly state: 'complete' })
  /** For results made from others: as complete as its sources. */
  | (Counted & { readonly state: 'derived'; readonly derived: Derived })
  | (Counted & Unread & { readonly state: 'incomplete' | 'unverifiable' | 'stopped' });

/** What the engine knows about one planned query. */
export interface QueryRunFacts extends SecondaryFacts {
  /** PlannedQuery.prefix */
  readonly prefix?: number | undefined;
  /** PlannedQuery.tableName */
  readonly tableName?: string;
  /** `outside`: the SAS reaches none of its keys, so finding no rows proves nothing. */
  readonly state: Exclude<ReadState, 'unverified'>;
  /** Set if its table does not exist and need not exist: then it holds no rows. */
  readonly absentTable?: string | undefined;
  /** The SAS does not reach some of its keys. */
  readonly isCutBySas?: boolean | undefined;
  /** The service sent rows out of order, twice, or not matching the query. */
  readonly isOdd?: boolean | undefined;
  /** Some end of it is not proven. */
  readonly isUnproven?: boolean | undefined;
  /** Its table, if it was deleted or created while being read. */
  readonly replacedTable?: string | undefined;
  /** What happened and the next step; for `failed`. */
  readonly failure?: string | undefined;
}

/** What the engine knows about one coverage check. */
export interface GuardRunFacts {
  /** GuardQuery.label */
  readonly label: string;
  readonly state: CheckState;
  /** The key that was found; for `hit`. */
  readonly foundKey?: string | undefined;
  /** For `failed`. */
  readonly failure?: string | undefined;
  /** Its empty answer is not proven. */
  readonly isUnproven?: boolean | undefined;
  /** The SAS does not reach all of its keys: checking again would not help. */
  readonly isOutOfReach?: boolean;
  /** No browser can send the request, or the table does not exist: Continue would fail in the same way. */
  readonly isFinal?: boolean | undefined;
}

/** All facts that decide what a result may claim. */
export interface RunFacts {
  /** Whether pages may still arrive. */
  readonly phase: 'running' | 'ended';
  readonly rows: number;
  readonly queries: readonly QueryRunFacts[];
  readonly guards: readonly GuardRunFacts[];
  /** Key ranges that an ended run did not read (`unreadRanges`). */
  readonly unread: readonly UnreadRange[];
  /** False if any end of the run is not proven by a continuation token read at or after it. */
  readonly headersExposed: boolean;
  /** Why `headersExposed` is false. Default `hidden`. */
  readonly continuation?: 'readable' | UnprovenWhy | undefined;
  /** Whether another table could be asked whether tokens are readable. Default `listed`. */
  readonly otherTables?: OtherTables | undefined;
  /** Rows out of order, repeated or not matching the query; default none. */
  readonly anomalies?: OddRows;
  /** The property filter, as typed. */
  readonly filter?: string | undefined;
  /** `Counted.splitNote` */
  readonly splitNote?: string | undefined;
  /** `Counted.schemeNote` */
  readonly schemeNote?: string | undefined;
  /** The scheme of the plan has no prefixes. */
  readonly isUnprefixed?: boolean | undefined;
  /** Rows that could not be checked against the filter; default none. */
  readonly unjudgedRows?: number;
  /** Rows outside the window, from ranges wider than the window; default none. */
  readonly rowsBesideWindow?: number;
  /** The keys that the SAS reaches, in words; undefined if all. */
  readonly sasKeys?: string | undefined;
  /** Why the run ended early. `text`: which budget, with the next step. `isFinal`: it cannot be continued. */
  readonly stop?:
    | {
        readonly kind: 'budget' | 'cancelled';
        readonly text?: string;
        readonly isFinal?: boolean | undefined;
      }
    | undefined;
  /** When the first page was requested, milliseconds since the Unix epoch; default `readAtMs`. */
  readonly firstReadAtMs?: number;
  /** Milliseconds since the Unix epoch, when the last page arrived (the start, before the first). */
  readonly readAtMs: number;
  /** End of the window, exclusive; undefined if the plan has none. */
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

/** The service silently omits rows that the SAS does not reach. */
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

/** Names all queries with an unproven end, even those whose ranges are unread for another reason, such as a lagging copy. */
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

/** A table deleted and created again is another table of the same name: its rows do not belong together. */
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

/** Queries with keys that were never requested: whole queries, or parts of a query whose other parts failed. */
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
  // The secondary shows the table as of its last sync. 0 means unknown, which has its own reason.
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
 * Decides what a result may claim. Stopped: the user or a budget ended the run early. Incomplete: rows are known to be
 * missing (a query failed or is unread, or a coverage check found a row outside the plan). Unverifiable: rows could be
 * missing, because continuation headers are hidden or a coverage check has no answer.
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
