import { newRowTime, rowTimeTicks, ticksText } from '../../keys/base/digits.ts';
import { keyRanges } from '../../keys/keyRanges.ts';
import { exactKey, isInSpan } from '../../keys/base/keySpan.ts';
import { cutPrefixedKey, PREFIXED_TICKS_AT } from '../../keys/forms/prefixedKey.ts';
import { roundingInForce } from '../../keys/base/rounding.ts';
import type { KeyScheme, KeySpan } from '../../keys/base/scheme.ts';
import { UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import type { ProbeRequest, ProbeRow } from './probeTypes.ts';

/*
 * Positions: ticks in the order of keys. In a group whose keys ascend with time a position is the ticks, in one whose keys
 * descend (MaxValue - ticks) it is -ticks, so that all searches run upwards through the keys.
 */

/** The keys a request asks for: the part of ProbeRequest that says where. */
export type AskSpan = Pick<ProbeRequest, 'partition' | 'row'>;

/** Times looked for: 1970 .. 2200. Ten-digit Unix seconds, as all schemes, order by time within. */
const FIRST_TICKS = UNIX_EPOCH_TICKS;
/** 2200-01-01T00:00:00Z */
const END_TICKS = 693_937_152_000_000_000n;

/** A group of rows whose keys are in order of time, and how to ask for a part of it. */
export interface TimeAxis {
  readonly isDescending: boolean;
  /** Ticks that the group's key times are whole multiples of, as the scheme has it; 1: exact. */
  readonly grain: bigint;
  /** Lowest position, one past the highest. */
  readonly from: bigint;
  readonly to: bigint;
  /** The position of a row; undefined where its keys state no time. */
  readonly positionOf: (row: ProbeRow) => bigint | undefined;
  readonly ticksOf: (position: bigint) => bigint;
  /** All keys of the group from a position on. */
  readonly spanFrom: (position: bigint) => AskSpan;
  /** All keys of the group behind a row; where the time is in the PartitionKey, those of other partitions. */
  readonly spanBehind: (row: ProbeRow) => AskSpan;
  /** All keys of the group after those of a row's own time. */
  readonly spanAfter: (row: ProbeRow) => AskSpan;
  /** The keys of the group in positions [from, to). */
  readonly spanOf: (from: bigint, to: bigint) => AskSpan;
  /** Rows of a row's own time, from that row on (exclusive); undefined where it has none. */
  readonly restOfBucket: (row: ProbeRow) => AskSpan | undefined;
}

/** The instant that a row's keys state; undefined where they state none, or one outside 1970 .. 2200. */
export function rowTicks(scheme: KeyScheme, row: ProbeRow): bigint | undefined {
  const time = newRowTime();
  if (!scheme.rowTime(row.partitionKey, row.rowKey, time)) return undefined;
  const ticks = rowTimeTicks(time);
  return ticks >= FIRST_TICKS && ticks < END_TICKS ? ticks : undefined;
}

/** The spans of a scheme's keys for times [from, to), in the key that holds the time. */
function timeSpan(scheme: KeyScheme, key: ProbeRow, isInRow: boolean, from: bigint, to: bigint): KeySpan {
  if (!isInRow && cutPrefixedKey(key.partitionKey) !== undefined) {
    // The digits themselves, whatever the writer rounds to: a question is exact to the tick.
    const prefix = key.partitionKey.slice(0, PREFIXED_TICKS_AT);
    return { from: prefix + ticksText(from, 19, false), to: prefix + ticksText(to, 19, false) };
  }
  const ranges = keyRanges(
    scheme.id,
    { from, to },
    { volume: 1, unprefixed: true, ...(isInRow ? { partitionKey: key.partitionKey } : {}) },
  );
  // Schemes with prefixes have ranges for these, too.
  const range = ranges.find(({ prefix }) => prefix === undefined) ?? ranges[0];
  return (isInRow ? range?.row : range?.partition) ?? {};
}

/** A span of keys with these bounds, where they are given. */
export function keySpanOf(from: string | undefined, to: string | undefined): KeySpan {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Keys in both spans. */
export function intersectSpans(a: KeySpan, b: KeySpan): KeySpan {
  const from = a.from === undefined || (b.from !== undefined && b.from > a.from) ? b.from : a.from;
  const to = a.to === undefined || (b.to !== undefined && b.to < a.to) ? b.to : a.to;
  return keySpanOf(from, to);
}

/** The span of a scheme's RowKeys in one partition, where a row lies in it. */
function rowHome(scheme: KeyScheme, row: ProbeRow): KeySpan {
  const homes = scheme.homes({ partitionKey: row.partitionKey }) ?? [];
  return homes.find((home) => home.row !== undefined && isInSpan(row.rowKey, home.row))?.row ?? {};
}

/**
 * The axis of a group: rows of `partition` (a prefix's or a run's keys, the time in the PartitionKey), or of one exact
 * partition (the time in the RowKey). `first` is any row of it. `cut`: the only keys, of those that hold the time, that are
 * asked about.
 */
export function timeAxis(
  scheme: KeyScheme,
  first: ProbeRow,
  partition: KeySpan,
  { isInRow, cut = {} }: { readonly isInRow: boolean; readonly cut?: KeySpan },
): TimeAxis {
  const isDescending = scheme.order === 'descending';
  const home = intersectSpans(isInRow ? rowHome(scheme, first) : partition, cut);
  const ticksOf = (position: bigint): bigint => (isDescending ? -position : position);
  const place = (span: KeySpan): AskSpan =>
    isInRow
      ? { partition: exactKey(first.partitionKey), row: intersectSpans(span, home) }
      : { partition: intersectSpans(span, home) };
  const texts = (from: bigint, to: bigint): KeySpan => {
    const [earliest, latest] = isDescending ? [1n - to, 1n - from] : [from, to];
    return timeSpan(scheme, first, isInRow, clamp(earliest), clamp(latest));
  };
  const end = isDescending ? 1n - FIRST_TICKS : END_TICKS;
  const usual = roundingInForce(scheme, undefined) ?? 1n;
  const grain = (rowTicks(scheme, first) ?? 0n) % usual === 0n ? usual : 1n;
  const positionOf = (row: ProbeRow): bigint | undefined => {
    const ticks = rowTicks(scheme, row);
    return ticks === undefined ? undefined : isDescending ? -ticks : ticks;
  };
  const behind = (row: ProbeRow): KeySpan => ({ from: `${isInRow ? row.rowKey : row.partitionKey}\u0000` });
  const from = (position: bigint): KeySpan => keySpanOf(texts(position, end).from, undefined);
  return {
    isDescending,
    grain,
    from: isDescending ? 1n - END_TICKS : FIRST_TICKS,
    to: end,
    positionOf,
    ticksOf,
    spanFrom: (position) => place(from(position)),
    spanBehind: (row) => place(behind(row)),
    spanAfter: (row) => {
      const rest = behind(row);
      const position = positionOf(row);
      // Many RowKeys may begin with one time: all of them are passed over.
      return place(isInRow && position !== undefined ? intersectSpans(rest, from(position + grain)) : rest);
    },
    spanOf: (from, to) => place(texts(from, to)),
    restOfBucket: (row) => {
      const rest = { from: `${row.rowKey}\u0000` };
      if (!isInRow) return { partition: exactKey(row.partitionKey), row: rest };
      const position = positionOf(row);
      return position === undefined
        ? undefined
        : place(intersectSpans(rest, texts(position, position + grain)));
    },
  };
}

function clamp(ticks: bigint): bigint {
  if (ticks < FIRST_TICKS) return FIRST_TICKS;
  return ticks > END_TICKS ? END_TICKS : ticks;
}
