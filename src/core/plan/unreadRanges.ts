import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { rangesAfter, splitRange } from './rangeSplit.ts';
import type { SasKeys } from './sasReach.ts';
import type { EntityKey } from '../keys/base/entityKey.ts';

/**
 * Why a result does not answer for a stretch of keys.
 * `failed`: given up. `stopped`: not asked, or left midway. `outside-sas`: the SAS does not reach it. `unproven`: it looked
 * like the end, but the header that would say that more follows is hidden. `anomalies`: some of its rows were read, but the
 * service mixed them up, or the table was deleted meanwhile, so others may be missing. `lagging`: read from a copy that may lack rows. `outside-plan`: beside the planned keys, where a row was found.
 * `unchecked`: beside the planned keys, where nobody looked.
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
 * Why nothing shows that what looked like an end is one. `hidden`: a continuation that must have been there could not be
 * read. `unanswered`: nobody could ask. `unknown`: too few rows to show it, so that asking again would not help.
 */
export type UnprovenWhy = 'hidden' | 'unanswered' | 'unknown';

/**
 * A stretch of keys that a result does not answer for. But for `anomalies` and `lagging`, no row of it is in the result, and what was
 * asked for is what was read and these, with no gap and no overlap.
 */
export interface UnreadRange {
  /** Label of the planned query or guard that it belongs to. */
  readonly query: string;
  readonly tableName: string;
  readonly partition: KeySpan;
  readonly row?: KeySpan;
  readonly why: UnreadWhy;
  /** Whether the run can be continued there. */
  readonly resumable: boolean;
}

/** A stretch of a query as far as it was read; a query that was never cut has one. In the order of keys, none overlaps. */
export interface ReadStretch {
  readonly range: TableKeyRange;
  readonly state: 'done' | 'failed' | 'unread';
  /** What lay behind its last key went to other stretches. */
  readonly isCut?: boolean;
  readonly rows: number;
  /** Its greatest key so far. */
  readonly lastKey?: EntityKey;
  /** Done as it seemed, and nothing shows that no more follows; undefined: its end is proven. */
  readonly unproven?: UnprovenWhy;
}

/** What is known of one planned query. */
export interface QueryReading {
  readonly label: string;
  readonly tableName: string;
  readonly range: TableKeyRange;
  /** Rows came in wrong order, twice or unasked, or from a table that was deleted or created meanwhile. */
  readonly isOdd: boolean;
  /** It was read from a copy that may lack rows of the window. */
  readonly isLagging?: boolean;
  readonly stretches: readonly ReadStretch[];
}

/** What is known of one guard. */
export interface GuardReading {
  readonly label: string;
  readonly tableName: string;
  readonly range: Pick<TableKeyRange, 'partition' | 'row'>;
  readonly state: 'clear' | 'hit' | 'failed' | 'unread';
  /** An empty answer that proves nothing; undefined: it is proven. */
  readonly unproven?: UnprovenWhy;
}

interface Found {
  readonly ranges: readonly TableKeyRange[];
  readonly why: UnreadWhy;
  readonly resumable: boolean;
}

function unreadOfStretch({ range, state, isCut, rows, lastKey, unproven }: ReadStretch): Found[] {
  if (state === 'done' && (isCut === true || unproven === undefined)) return [];
  const ranges = rows === 0 || lastKey === undefined ? [range] : rangesAfter(range, lastKey);
  if (state === 'done') return [{ ranges, why: 'unproven', resumable: unproven !== 'unknown' }];
  return [{ ranges, why: state === 'failed' ? 'failed' : 'stopped', resumable: true }];
}

function unreadOfQuery(query: QueryReading): readonly Found[] {
  const { range, isOdd, isLagging, stretches } = query;
  const isLost = stretches.some(({ rows, lastKey }) => rows > 0 && lastKey === undefined);
  // Where rows came at the wrong place, no key tells what was read.
  if (isOdd || isLost || isLagging === true) {
    const resumable = stretches.some(({ state }) => state !== 'done');
    return [{ ranges: [range], why: isOdd || isLost ? 'anomalies' : 'lagging', resumable }];
  }
  return stretches.flatMap(unreadOfStretch);
}

/** What of a range a SAS reaches, and what not; in the order of keys. */
export function splitByReach(
  range: TableKeyRange,
  keys: SasKeys | undefined,
): { readonly inside: readonly TableKeyRange[]; readonly outside: readonly TableKeyRange[] } {
  if (keys === undefined) return { inside: [range], outside: [] };
  const { fromPartition, fromRow = '', toPartition, toRow } = keys;
  const low =
    fromPartition === undefined
      ? { before: [], after: [range] }
      : splitRange(range, { partitionKey: fromPartition, rowKey: fromRow });
  if (toPartition === undefined) return { inside: low.after, outside: low.before };
  // Both ends of a SAS are included.
  const end =
    toRow === undefined
      ? { partitionKey: `${toPartition}\u0000`, rowKey: '' }
      : { partitionKey: toPartition, rowKey: `${toRow}\u0000` };
  const high = low.after.map((each) => splitRange(each, end));
  return {
    inside: high.flatMap(({ before }) => before),
    outside: [...low.before, ...high.flatMap(({ after }) => after)],
  };
}

function rangeOf(
  { label, tableName }: Pick<QueryReading, 'label' | 'tableName'>,
  { partition, row }: TableKeyRange,
  why: UnreadWhy,
  resumable: boolean,
): UnreadRange {
  return {
    query: label,
    tableName,
    partition,
    ...(row === undefined ? {} : { row }),
    why,
    resumable,
  };
}

const GUARD_WHYS = {
  clear: 'unproven',
  hit: 'outside-plan',
  failed: 'unchecked',
  unread: 'unchecked',
} as const;

/** A clear answer that may be proven when it is asked for again. */
function isUnprovenYet({ state, unproven }: GuardReading): boolean {
  return state === 'clear' && (unproven === 'hidden' || unproven === 'unanswered');
}

function unreadOfGuard(guard: GuardReading, keys: SasKeys | undefined): readonly UnreadRange[] {
  const { state, unproven } = guard;
  const { inside, outside } = splitByReach({ ...guard.range, exact: true }, keys);
  const isAsked = state === 'failed' || state === 'unread' || isUnprovenYet(guard);
  const found = state === 'clear' && unproven === undefined ? [] : inside;
  return [
    ...found.map((range) => rangeOf(guard, range, GUARD_WHYS[state], isAsked)),
    ...outside.map((range) => rangeOf(guard, range, 'outside-sas', false)),
  ];
}

/**
 * All stretches of keys that an ended run does not answer for, by query, then by guard, each in the order of keys.
 * `keys`: what the SAS reaches, undefined for all; the service passes over the rest without a word.
 */
export function unreadRanges(
  queries: readonly QueryReading[],
  guards: readonly GuardReading[],
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
