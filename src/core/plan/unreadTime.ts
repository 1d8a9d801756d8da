import { larger } from '../bigints.ts';
import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { keysBeginningWith } from '../keys/base/keySpan.ts';
import { roundingInForce, widestBucket } from '../keys/base/rounding.ts';
import type { KeyPart, KeySpan, TableKeyRange, TickSpan } from '../keys/base/scheme.ts';
import { TIME_KINDS } from '../keys/base/segmentBuild.ts';
import { MAX_TICKS, TICKS_PER_SECOND } from '../time/ticks.ts';

/** All instants that keys can hold. */
const EVER: TickSpan = { from: 0n, to: MAX_TICKS + 1n };

/** A bound of a range that holds a time. */
interface Edge {
  /** The time of the bound. */
  readonly at: bigint;
  /** The times that rows with this key can have. */
  readonly time: TickSpan;
  /** Whether all rows with earlier keys have times before `at`. It is false if a query was cut in the middle of a bucket. */
  readonly isClear: boolean;
  /** The text before the last time in the key. Only keys that begin with the same text sort by time. */
  readonly before: string;
  readonly isDescending: boolean;
}

/** Splits a bound into the digits at its end and the text before them. */
const LAST_DIGITS = /^(.*?)(\d+)$/s;

/** The time in a bound, and the text before it. `isKey`: the bound is a key that the scheme reads. */
type BoundTime = TickSpan & Pick<Edge, 'before' | 'isDescending'> & { readonly isKey: boolean };

/** The text before the last time in a key, and whether later times have smaller keys. */
function keyOrder(scheme: KeyScheme, key: string, part: KeyPart): Pick<Edge, 'before' | 'isDescending'> {
  const segments = scheme.segments(key, part) ?? [];
  const last = segments.findLastIndex(({ kind }) => TIME_KINDS.has(kind));
  const other = segments.findLastIndex(({ kind }, at) => at < last && !TIME_KINDS.has(kind));
  const before = segments.slice(0, other + 1).map(({ text }) => text);
  return {
    before: before.join(''),
    isDescending:
      last < 0 ? scheme.order === 'descending' : segments[last]?.kind.startsWith('inverted') === true,
  };
}

/**
 * The time in a bound. If no writer of the scheme would make such a key, its digits alone are read. Examples are WAD ticks that are not at
 * a whole minute, or ticks with additional digits, where a query was cut.
 */
function boundTime(scheme: KeyScheme, key: string, part: KeyPart): BoundTime | undefined {
  const { ticks, window } = scheme.read(key, part, {}) ?? {};
  const time = window ?? (ticks === undefined ? undefined : { from: ticks, to: ticks + 1n });
  if (time !== undefined) return { ...time, ...keyOrder(scheme, key, part), isKey: true };
  const [, before, digits = ''] = LAST_DIGITS.exec(key) ?? [];
  if (before === undefined) return undefined;
  const [width] = scheme.time?.isTicks === true && scheme.time.widths !== 'any' ? scheme.time.widths : [];
  const into = { seconds: 0, fraction: 0 };
  const isRead = [key, before + digits.slice(0, width)].some((text) =>
    part === 'row' ? scheme.rowTime('', text, into) : scheme.rowTime(text, '', into),
  );
  if (!isRead) return undefined;
  const from = BigInt(into.seconds) * TICKS_PER_SECOND + BigInt(into.fraction);
  return { from, to: from + 1n, before, isDescending: scheme.order === 'descending', isKey: false };
}

/** The time at a bound. A U+0000 at its end only tells on which side of the key the bound is. */
function edgeOf(
  scheme: KeyScheme,
  bound: string | undefined,
  part: KeyPart,
  roundingTicks: bigint | undefined,
): Edge | undefined {
  if (bound === undefined) return undefined;
  const key = bound.endsWith('\u0000') ? bound.slice(0, -1) : bound;
  const own = boundTime(scheme, key, part);
  if (own === undefined) return undefined;
  const { from: at, before, isDescending } = own;
  const known = own.to - at;
  const rounding = roundingInForce(scheme, roundingTicks) ?? 1n;
  const width = larger(known, rounding);
  const time = widestBucket(scheme, at, width);
  const isOnGrid = own.isKey && time.from === at && at % width === 0n;
  return { at, time, isClear: isOnGrid && key.length === bound.length, before, isDescending };
}

function allBeginWith({ from = '', to }: KeySpan, text: string): boolean {
  const end = keysBeginningWith(text).to;
  return text === '' || (from.startsWith(text) && (end === undefined || (to !== undefined && to <= end)));
}

/** The time between two bounds. An undefined one is open. */
function between(from: bigint | undefined, to: bigint | undefined): TickSpan {
  return { from: from ?? EVER.from, to: to ?? EVER.to };
}

function spanTime(
  scheme: KeyScheme,
  span: KeySpan,
  part: KeyPart,
  roundingTicks: bigint | undefined,
): TickSpan | undefined {
  const low = edgeOf(scheme, span.from, part, roundingTicks);
  const high = edgeOf(scheme, span.to, part, roundingTicks);
  const known = low ?? high;
  // Keys with another text before the time begin anew: those of another device may be older or newer than both bounds.
  if (known === undefined || !allBeginWith(span, known.before)) return undefined;
  if (known.isDescending) return between(high?.time.from, low?.time.to);
  return between(low?.time.from, high?.isClear === true ? high.at : high?.time.to);
}

/**
 * The time that rows in a key range can have: half-open, and never too narrow. A bound without a time counts as open. `roundingTicks`: the
 * rounding that the user chose; undefined if it is the scheme's own. Undefined if the keys do not show a time.
 */
export function timeOfRange(
  scheme: KeyScheme,
  { partition, row = {} }: Pick<TableKeyRange, 'partition' | 'row'>,
  roundingTicks?: bigint,
): TickSpan | undefined {
  if (scheme.order === 'none') return undefined;
  const { timeSource } = scheme;
  const ofPartition = timeSource === 'partition' || timeSource === 'both';
  const ofRow = timeSource === 'row' || timeSource === 'both';
  return (
    (ofPartition ? spanTime(scheme, partition, 'partition', roundingTicks) : undefined) ??
    (ofRow ? spanTime(scheme, row, 'row', roundingTicks) : undefined)
  );
}

/** The part of a time that lies within a window, which contains all rows of a result. */
export function clippedTo(time: TickSpan, window: TickSpan | undefined): TickSpan {
  if (window === undefined) return time;
  const from = time.from > window.from ? time.from : window.from;
  const to = time.to < window.to ? time.to : window.to;
  // A rounded key may hold a time just outside the window that its rows are in.
  return from < to ? { from, to } : window;
}
