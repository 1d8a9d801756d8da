import { larger, smaller } from '../../bigints.ts';
import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { newRowTime, rowTimeTicks, ticksText } from '../../keys/base/digits.ts';
import { keyRanges } from '../../keys/keyRanges.ts';
import { exactKey, intersectSpans, isInSpan, spanOf } from '../../keys/base/keySpan.ts';
import { cutPrefixedKey, PREFIXED_TICKS_AT } from '../../keys/forms/prefixedKey.ts';
import { roundingInForce } from '../../keys/base/rounding.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import { UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import type { ProbeRequest, ProbeRow } from './probeTypes.ts';

/*
 * Positions are ticks in key order. If a group's keys ascend with time, its positions are ticks; if they descend (MaxValue -
 * ticks), they are -ticks. So all searches run upwards through the keys.
 */

/** The keys that a request covers. */
export type AskSpan = Pick<ProbeRequest, 'partition' | 'row'>;

/**
 * Times that are searched: 1970 .. 2200. Within them the keys of every scheme, even ten-digit Unix seconds, are in order of time.
 */
const FIRST_TICKS = UNIX_EPOCH_TICKS;
/** 2200-01-01T00:00:00Z */
const END_TICKS = 693_937_152_000_000_000n;

/** A group of rows in order of time, and how to request a part of it. */
export interface TimeAxis {
  readonly isDescending: boolean;
  /** Key times are whole multiples of this many ticks, by the scheme; 1 means exact. */
  readonly grain: bigint;
  /** The lowest position, and one past the highest. */
  readonly from: bigint;
  readonly to: bigint;
  /** The position of a row; undefined if its keys hold no time. */
  readonly positionOf: (row: ProbeRow) => bigint | undefined;
  readonly ticksOf: (position: bigint) => bigint;
  /** All keys of the group from a position on. */
  readonly spanFrom: (position: bigint) => AskSpan;
  /** The keys of the group in positions [from, to). */
  readonly spanOf: (from: bigint, to: bigint) => AskSpan;
}

/** The time in a row's keys; undefined if there is none, or if it is outside 1970 .. 2200. */
export function rowTicks(scheme: KeyScheme, row: ProbeRow): bigint | undefined {
  const time = newRowTime();
  if (!scheme.rowTime(row.partitionKey, row.rowKey, time)) return undefined;
  const ticks = rowTimeTicks(time);
  return ticks >= FIRST_TICKS && ticks < END_TICKS ? ticks : undefined;
}

/** The key span of a scheme for times [from, to), in the key that holds the time. */
function timeSpan(scheme: KeyScheme, key: ProbeRow, isInRow: boolean, from: bigint, to: bigint): KeySpan {
  const textBefore = isInRow ? undefined : scheme.textBefore?.(key.partitionKey);
  if (!isInRow && textBefore === undefined && cutPrefixedKey(key.partitionKey) !== undefined) {
    // Uses the digits themselves, not the writer's rounding, so that a request is exact to the tick.
    const prefix = key.partitionKey.slice(0, PREFIXED_TICKS_AT);
    return { from: prefix + ticksText(from, 19, false), to: prefix + ticksText(to, 19, false) };
  }
  const ranges = keyRanges(
    scheme.id,
    { from, to },
    {
      volume: 1,
      unprefixed: true,
      ...(isInRow ? { partitionKey: key.partitionKey } : {}),
      textBefore,
    },
  );
  // Schemes with prefixes also have ranges for prefixes, which are not meant here. Schemes that begin a new table every few
  // days have a range for each table.
  const own = ranges.filter(({ prefix }) => prefix === undefined);
  const spans = (own.length > 0 ? own : ranges.slice(0, 1)).map((range) =>
    isInRow ? range.row : range.partition,
  );
  const [first = {}] = spans;
  return spans.reduce<KeySpan>((all, span = {}) => hull(all, span), first);
}

/** The smallest span that holds both. */
function hull(a: KeySpan, b: KeySpan): KeySpan {
  const from = a.from === undefined || b.from === undefined || a.from < b.from ? a.from : b.from;
  const to = a.to === undefined || b.to === undefined || a.to > b.to ? a.to : b.to;
  return spanOf(b.from === undefined ? undefined : from, b.to === undefined ? undefined : to);
}

/** The RowKeys that a scheme expects in a row's partition, if that row's key is among them. */
function rowHome(scheme: KeyScheme, row: ProbeRow): KeySpan {
  const homes = scheme.homes({ partitionKey: row.partitionKey }) ?? [];
  return homes.find((home) => home.row !== undefined && isInSpan(row.rowKey, home.row))?.row ?? {};
}

/**
 * Builds the axis of a group: of `partition` (the keys of a prefix or a run, time in the PartitionKey) or of a single partition
 * (time in the RowKey). `first` is any of its rows. `cut` limits the keys that are requested.
 */
export function timeAxis(
  scheme: KeyScheme,
  first: ProbeRow,
  partition: KeySpan,
  {
    isInRow,
    cut = {},
    grain: ownGrain,
  }: { readonly isInRow: boolean; readonly cut?: KeySpan; readonly grain?: bigint | undefined },
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
  const usual = ownGrain ?? roundingInForce(scheme, undefined) ?? 1n;
  const grain = (rowTicks(scheme, first) ?? 0n) % usual === 0n ? usual : 1n;
  const positionOf = (row: ProbeRow): bigint | undefined => {
    const ticks = rowTicks(scheme, row);
    return ticks === undefined ? undefined : isDescending ? -ticks : ticks;
  };
  const from = (position: bigint): KeySpan => spanOf(texts(position, end).from, undefined);
  return {
    isDescending,
    grain,
    from: isDescending ? 1n - END_TICKS : FIRST_TICKS,
    to: end,
    positionOf,
    ticksOf,
    spanFrom: (position) => place(from(position)),
    spanOf: (from, to) => place(texts(from, to)),
  };
}

function clamp(ticks: bigint): bigint {
  return smaller(larger(ticks, FIRST_TICKS), END_TICKS);
}
