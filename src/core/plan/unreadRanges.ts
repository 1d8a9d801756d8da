import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { rangesAfter } from './rangeSplit.ts';
import type { CheckState, ReadProgress } from './readState.ts';
import { type SasKeys, splitByReach } from './sasReach.ts';
import type { EntityKey } from '../keys/base/entityKey.ts';

/**
 * Why a result does not answer for a key range.
 * `failed`: it was given up.
 * `stopped`: it was not started, or stopped midway.
 * `outside-sas`: the SAS does not reach it.
 * `unproven`: it seemed to have ended, but the header that would announce more is hidden.
 * `anomalies`: it was partly read, but rows were mixed up or the table was deleted meanwhile, so others may be missing.
 * `lagging`: it was read from a secondary that may lack rows.
 * `outside-plan`: it was not planned, and a row was found there.
 * `unchecked`: it was not planned, and was not checked.
 */
export type UnreadWhy =
  | 'failed'
  | 'stopped'
  | 'outside-sas'
  | 'unproven'
  | 'anomalies'
  | 'lagging'
  | 'outside-plan'
  | 'unchecked';

/**
 * Why the end of a query is not proven.
 * `hidden`: a continuation token that was expected could not be read.
 * `unanswered`: the request that would prove it got no answer.
 * `not-read-on`: tokens are readable now, but the last page may have hidden one, and the run or the query ended before reading on.
 * `cannot-read-on`: the last page may have hidden one, and no filter can ask for what follows.
 * `unknown`: there are too few rows, so checking again would not help.
 */
export type UnprovenWhy = 'hidden' | 'cannot-read-on' | 'unanswered' | 'not-read-on' | 'unknown';

/**
 * A key range that the result does not answer for. Except for `anomalies` and `lagging`, the result holds no row of it. Read and unread
 * ranges together are what was requested, with no gap and no overlap.
 */
export interface UnreadRange {
  /** The label of its planned query or coverage check. */
  readonly query: string;
  readonly tableName: string;
  readonly partition: KeySpan;
  readonly row?: KeySpan | undefined;
  readonly why: UnreadWhy;
  readonly resumable: boolean;
}

/** A part of a query, and how far it was read. A query that was never cut has one part. Parts are in key order, without overlap. */
export interface PartCoverage {
  readonly range: TableKeyRange;
  readonly state: ReadProgress;
  /** Set if the keys after its last key were handed to other parts. */
  readonly isCut?: boolean | undefined;
  readonly rows: number;
  /** The greatest key that was read so far. */
  readonly lastKey?: EntityKey | undefined;
  /** Why its end is not proven, although it seemed done; undefined if it is proven. */
  readonly unproven?: UnprovenWhy | undefined;
  /** Set if Continue would fail in the same way, because no browser can send the request for the next page or the table does not exist. */
  readonly isFinal?: boolean | undefined;
}

/** What is known about one planned query of a run. */
export interface QueryCoverage {
  readonly label: string;
  readonly tableName: string;
  readonly range: TableKeyRange;
  /** Set if rows came out of order, twice or without matching, or if the table was deleted or created meanwhile. */
  readonly isOdd: boolean;
  /** Set if it was read from a secondary that may lack rows of the window. */
  readonly isLagging?: boolean;
  readonly parts: readonly PartCoverage[];
}

/** What is known about one coverage check. */
export interface GuardCoverage {
  readonly label: string;
  readonly tableName: string;
  readonly range: Pick<TableKeyRange, 'partition' | 'row'>;
  readonly state: CheckState;
  /** Why an empty answer proves nothing; undefined if it is proven. */
  readonly unproven?: UnprovenWhy | undefined;
  /** See PartCoverage. */
  readonly isFinal?: boolean | undefined;
}

interface Found {
  readonly ranges: readonly TableKeyRange[];
  readonly why: UnreadWhy;
  readonly resumable: boolean;
}

function unreadOfPart({ range, state, isCut, rows, lastKey, unproven, isFinal }: PartCoverage): Found[] {
  if (state === 'done' && (isCut === true || unproven === undefined)) return [];
  const ranges = rows === 0 || lastKey === undefined ? [range] : rangesAfter(range, lastKey);
  if (state === 'done') return [{ ranges, why: 'unproven', resumable: isProvable(unproven) }];
  return [{ ranges, why: state === 'failed' ? 'failed' : 'stopped', resumable: isFinal !== true }];
}

function isLeftOver({ state, isFinal }: PartCoverage): boolean {
  return state !== 'done' && isFinal !== true;
}

/** Whether an end is not proven, but Continue may still prove it. */
function isProvable(unproven: UnprovenWhy | undefined): boolean {
  return unproven !== undefined && unproven !== 'unknown' && unproven !== 'cannot-read-on';
}

/** Whether Continue reads on from the end of this part. */
function isOpenEnd({ state, isCut, unproven }: PartCoverage): boolean {
  return state === 'done' && isCut !== true && isProvable(unproven);
}

function unreadOfQuery(query: QueryCoverage): readonly Found[] {
  const { range, isOdd, isLagging, parts } = query;
  const isLost = parts.some(({ rows, lastKey }) => rows > 0 && lastKey === undefined);
  // If rows came out of order, the last key does not tell what was read.
  if (isOdd || isLost || isLagging === true) {
    const resumable = parts.some((part) => isLeftOver(part) || (!isOdd && isOpenEnd(part)));
    return [{ ranges: [range], why: isOdd || isLost ? 'anomalies' : 'lagging', resumable }];
  }
  return parts.flatMap(unreadOfPart);
}

function rangeOf(
  { label, tableName }: Pick<QueryCoverage, 'label' | 'tableName'>,
  { partition, row }: TableKeyRange,
  why: UnreadWhy,
  resumable: boolean,
): UnreadRange {
  return { query: label, tableName, partition, row, why, resumable };
}

const GUARD_WHYS = {
  clear: 'unproven',
  hit: 'outside-plan',
  failed: 'unchecked',
  waiting: 'unchecked',
} as const;

/** Whether repeating the check may prove an empty answer. */
function isUnprovenYet({ state, unproven }: GuardCoverage): boolean {
  return state === 'clear' && isProvable(unproven);
}

function unreadOfGuard(guard: GuardCoverage, keys: SasKeys | undefined): readonly UnreadRange[] {
  const { state, unproven } = guard;
  const { inside, outside } = splitByReach({ ...guard.range, exact: true }, keys);
  const isLeft = state === 'failed' || state === 'waiting';
  const isAsked = (isLeft && guard.isFinal !== true) || isUnprovenYet(guard);
  const found = state === 'clear' && unproven === undefined ? [] : inside;
  return [
    ...found.map((range) => rangeOf(guard, range, GUARD_WHYS[state], isAsked)),
    ...outside.map((range) => rangeOf(guard, range, 'outside-sas', false)),
  ];
}

/**
 * All key ranges that an ended run does not answer for: those of queries first, then those of coverage checks, each in key order. `keys`:
 * what the SAS reaches; undefined if it reaches all. The service silently omits rows outside it.
 */
export function unreadRanges(
  queries: readonly QueryCoverage[],
  guards: readonly GuardCoverage[],
  keys: SasKeys | undefined,
): readonly UnreadRange[] {
  return [
    ...queries.flatMap((query) => [
      ...unreadOfQuery(query).flatMap(({ ranges, why, resumable }) =>
        ranges
          .flatMap((range) => splitByReach(range, keys).inside)
          .map((range) => rangeOf(query, range, why, resumable)),
      ),
      ...splitByReach(query.range, keys).outside.map((range) => rangeOf(query, range, 'outside-sas', false)),
    ]),
    ...guards.flatMap((guard) => unreadOfGuard(guard, keys)),
  ];
}

const CONTINUATION_HIDDEN =
  'CORS hides the continuation headers, so more pages may exist. Expose x-ms-* in the CORS rule of the account, then continue.';

/** Whether the credential can list tables besides those of the run, or why not. */
export type OtherTables = 'listed' | 'not listed' | 'SAS of one table' | 'address of one table';

/** What to do if no table of a run has enough rows to show a continuation token. */
const TOO_FEW_STEP: Readonly<Record<OtherTables, string>> = {
  listed: 'No other table that was tried has more. Run again when one has.',
  'not listed': 'This SAS may not list other tables. A SAS with the permission List can check it.',
  'SAS of one table': 'This SAS reads one table. A SAS for the account can check it.',
  'address of one table':
    'You are connected to one table. Connect to the account without a table name to check it.',
};

/** Why the ends of a run are not proven, with the next step. */
const CONTINUATION_WORDS: Readonly<Record<'readable' | Exclude<UnprovenWhy, 'unknown'>, string>> = {
  readable: CONTINUATION_HIDDEN,
  hidden: CONTINUATION_HIDDEN,
  'cannot-read-on':
    'A last page may not be the last: CORS may have hidden its continuation token, and no filter can ask for what follows. Run the query again.',
  unanswered:
    'Whether CORS hides the continuation headers could not be checked, so more pages may exist. Continue checks it.',
  'not-read-on':
    'A last page may not be the last: CORS may have hidden its continuation token for a while, and the query failed or the run ended before reading on. Continue reads on.',
};

/** A sentence on why the end of a query is not proven, with the next step. */
export function continuationText(
  continuation: 'readable' | UnprovenWhy = 'hidden',
  otherTables: OtherTables = 'listed',
): string {
  return continuation === 'unknown'
    ? `A table with fewer than 2 rows does not show whether there are more pages. ${TOO_FEW_STEP[otherTables]}`
    : CONTINUATION_WORDS[continuation];
}
