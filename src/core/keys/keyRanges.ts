import { durationText } from '../time/durationText.ts';
import { MAX_TICKS, TICKS_PER_DAY } from '../time/ticks.ts';
import type { KeyRangeOptions, KeyScheme, KeySpan, TableKeyRange, TickSpan } from './base/scheme.ts';
import { schemeById } from './schemeRegistry.ts';

/** The first number that is no DateTime: a window's `to` may be it, so that the last tick can be asked for. */
const END_OF_TIME = MAX_TICKS + 1n;

function clamp(value: bigint): bigint {
  if (value < 0n) return 0n;
  return value > END_OF_TIME ? END_OF_TIME : value;
}

/**
 * Whether every writer begins its intervals at the same instants. All zeros that time is counted from are whole days
 * (0001, 1601, 1970, 2000), but not whole weeks, nor whole in the local time of a writer.
 */
function hasCommonGrid(scheme: KeyScheme, step: bigint): boolean {
  return TICKS_PER_DAY % step === 0n && scheme.ownsClock !== true;
}

/**
 * The instants that rows of a window may be written as where their writer rounds down to `step`: whole intervals; where
 * it is unknown when these begin, one interval back.
 */
function roundedWindow(window: TickSpan, step: bigint, isCommon: boolean): TickSpan {
  if (!isCommon) return { from: clamp(window.from - step + 1n), to: window.to };
  const last = window.to - 1n;
  return { from: window.from - (window.from % step), to: clamp(last - (last % step) + step) };
}

function isSameSpan(a: KeySpan | undefined, b: KeySpan | undefined): boolean {
  return a?.from === b?.from && a?.to === b?.to;
}

function areSameRanges(a: readonly TableKeyRange[], b: readonly TableKeyRange[]): boolean {
  return (
    a.length === b.length &&
    a.every((range, index) => {
      const other = b[index];
      return (
        range.tableName === other?.tableName &&
        isSameSpan(range.partition, other?.partition) &&
        isSameSpan(range.row, other?.row)
      );
    })
  );
}

/** Why ranges that follow a rounding read more than the window asks for; undefined where they do not. */
function roundingReason(scheme: KeyScheme, step: bigint, isCommon: boolean): string | undefined {
  const words = durationText(step);
  if (scheme.takesRounding !== true) {
    return `The writer of this scheme does not round to ${words}: whole intervals of it are read all the same, which may be more than the window.`;
  }
  return isCommon
    ? undefined
    : `Intervals of ${words} begin where the writer counts from: one more is read before the window.`;
}

/** The ranges of a window whose writer rounds to `step`, for every scheme that does not round in its own way. */
function roundedRanges(
  scheme: KeyScheme,
  window: TickSpan,
  options: KeyRangeOptions,
  step: bigint,
): readonly TableKeyRange[] {
  const isCommon = hasCommonGrid(scheme, step);
  const ranges = scheme.ranges(roundedWindow(window, step, isCommon), options);
  const reason = roundingReason(scheme, step, isCommon);
  if (reason === undefined) return ranges;
  const plain = scheme.ranges(window, options);
  if (areSameRanges(plain, ranges)) return plain;
  return ranges.map((range) => ({
    ...range,
    exact: false,
    reason: range.reason === undefined ? reason : `${range.reason} ${reason}`,
  }));
}

/**
 * The one owner of window -> key ranges: the rows whose key's bucket meets [from, to), in ascending key order, one range
 * for each prefix and table. An empty window has none. Ranges of a scheme that cannot be exact cover the window, with
 * `exact: false` and the reason. A rounding widens the window to whole intervals of it, in every scheme; one
 * that the keys' own grain is a whole multiple of changes nothing.
 * Throws RangeError for an unknown scheme or a rounding below one tick.
 * @public
 */
export function keyRanges(
  schemeId: string,
  interval: TickSpan,
  options: KeyRangeOptions = {},
): readonly TableKeyRange[] {
  const scheme = schemeById(schemeId);
  if (scheme === undefined) throw new RangeError(`There is no key scheme "${schemeId}".`);
  const { roundingTicks } = options;
  if (roundingTicks !== undefined && roundingTicks < 1n) {
    throw new RangeError(`A rounding of ${roundingTicks} ticks is none: it is at least 1.`);
  }
  const shift = scheme.ownsClock === true ? 0n : (options.clockOffsetTicks ?? 0n);
  const window = { from: clamp(interval.from + shift), to: clamp(interval.to + shift) };
  if (window.from >= window.to) return [];
  const ranges =
    roundingTicks === undefined || scheme.ownsRounding === true
      ? scheme.ranges(window, options)
      : roundedRanges(scheme, window, options, roundingTicks);
  return ranges.map(withUnknownPartition);
}

const UNKNOWN_PARTITION =
  'The PartitionKey is not known: every partition is read, a scan, and rows of other writers may be among them.';

/** A range of row keys over all partitions covers the writer's rows; which partitions are its own it cannot say. */
function withUnknownPartition(range: TableKeyRange): TableKeyRange {
  const { partition, row, reason } = range;
  const isOpen = partition.from === undefined && partition.to === undefined;
  const hasRow = row?.from !== undefined || row?.to !== undefined;
  if (!isOpen || !hasRow) return range;
  return {
    ...range,
    exact: false,
    reason: reason === undefined ? UNKNOWN_PARTITION : `${reason} ${UNKNOWN_PARTITION}`,
  };
}
