import type { KeyScheme } from './base/keyScheme.ts';
import { durationText } from '../time/durationText.ts';
import type { KeyRangeOptions, TableKeyRange, TickSpan } from './base/scheme.ts';
import { hasCommonStart, roundedWindow, roundsItself, takesRounding, windowOfKeys } from './base/rounding.ts';
import { schemeById } from './schemeRegistry.ts';

function spansOf(ranges: readonly TableKeyRange[]): string {
  return JSON.stringify(ranges.map(({ tableName, partition, row = {} }) => [tableName, partition, row]));
}

/** A sentence that says why the ranges for a chosen interval read more than the window; undefined if they do not. */
function roundingReason(scheme: KeyScheme, step: bigint): string | undefined {
  const words = durationText(step);
  if (!takesRounding(scheme)) {
    return `The writer of this scheme does not round to ${words}, so whole intervals of that length are read, which may be more than the window.`;
  }
  return hasCommonStart(scheme, step)
    ? undefined
    : `Intervals of ${words} begin where the writer counts from, so one more interval is read before the window.`;
}

/** The ranges of a window if the writer rounds down to `step`. */
function roundedRanges(
  scheme: KeyScheme,
  window: TickSpan,
  options: KeyRangeOptions,
  step: bigint,
): readonly TableKeyRange[] {
  const ranges = scheme.ranges(roundedWindow(scheme, window, step), options);
  const reason = roundingReason(scheme, step);
  if (reason === undefined) return ranges;
  const plain = scheme.ranges(window, options);
  if (spansOf(plain) === spansOf(ranges)) return plain;
  return ranges.map((range) => ({
    ...range,
    exact: false,
    reason: range.reason === undefined ? reason : `${range.reason} ${reason}`,
  }));
}

/**
 * The key ranges that contain every row whose bucket overlaps the window [from, to). There is one range for each prefix and table, in
 * ascending key order, and none for an empty window. Ranges that cannot be exact contain more than the window, have `exact: false` and say
 * why. A chosen rounding widens the window to whole intervals, in every scheme; it changes nothing if the scheme's keys are whole multiples
 * of it anyway. Throws RangeError for an unknown scheme or a rounding below one tick.
 * @public
 */
export function keyRanges(
  schemeId: string,
  interval: TickSpan,
  options: KeyRangeOptions = {},
): readonly TableKeyRange[] {
  const scheme = schemeById(schemeId);
  if (scheme === undefined)
    throw new RangeError(`There is no key scheme "${schemeId}": use an id of KEY_SCHEMES.`);
  const { roundingTicks } = options;
  if (roundingTicks !== undefined && roundingTicks < 1n) {
    throw new RangeError(`A rounding of ${roundingTicks} ticks is not possible: use at least 1 tick.`);
  }
  const window = windowOfKeys(scheme, interval, options);
  if (window.from >= window.to) return [];
  const ranges =
    roundingTicks === undefined || roundsItself(scheme)
      ? scheme.ranges(window, options)
      : roundedRanges(scheme, window, options, roundingTicks);
  return ranges.map(withUnknownPartition);
}

const UNKNOWN_PARTITION =
  'The PartitionKey is not known: every partition is read, a scan, and rows of other writers may be among them.';

/** A range of RowKeys in all partitions may also contain rows of other writers, so it is never exact. */
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
