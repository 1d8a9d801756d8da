/*
 * What writers do to an instant before it becomes a key, and what that means for time windows. No other file interprets what entries and
 * codecs say about rounding.
 */

import { larger } from '../../bigints.ts';
import type { KeyScheme } from './keyScheme.ts';
import { durationText } from '../../time/durationText.ts';
import { clampTicks, MAX_TICKS, TICKS_PER_DAY, TICKS_PER_MS, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { floorTo } from './digits.ts';
import type { KeyPart, KeyRangeOptions, KeyReading, TickSpan } from './scheme.ts';

/** Intervals that writers commonly round to, from a minute to a day. */
export const USUAL_ROUNDINGS: readonly bigint[] = [60n, 300n, 900n, 3600n, 86_400n].map(
  (seconds) => seconds * TICKS_PER_SECOND,
);

type RoundingFields = Pick<KeyScheme, 'entry' | 'time'>;

/** How times are rounded, in words. */
export function roundingWords({ entry, time }: RoundingFields): string {
  if (entry.rounding !== undefined || time === undefined) return entry.rounding ?? 'none';
  return time.step === 1n ? 'exact' : `floor to ${durationText(time.step)}`;
}

/**
 * Whether such keys may be rounded down to an interval of the user's choice: anybody may write them, or agents whose interval is
 * configured.
 */
function isRoundedDown({ entry: { either, volume } }: RoundingFields): boolean {
  return volume !== undefined || (either !== undefined && either !== 'orders');
}

/**
 * Whether the writers of a scheme choose the interval to round to. For other schemes keyRanges still covers a chosen interval, and says
 * that it reads more than needed.
 */
export function takesRounding(scheme: RoundingFields): boolean {
  return roundsItself(scheme) || (isRoundedDown(scheme) && (scheme.time?.orders.length ?? 0) > 0);
}

/** Whether the scheme's own `ranges` and `encode` apply a chosen interval, because its writer does not round down. */
export function roundsItself({ time }: RoundingFields): boolean {
  return time?.rounds === 'own';
}

/** Whether the scheme's own `ranges` apply the writer's clock. */
function ownsClock({ time }: RoundingFields): boolean {
  return time?.rounds === 'clock';
}

/** Whether the keys are exact to the tick if no interval is chosen. */
export function isTickExact(scheme: RoundingFields): boolean {
  return roundingWords(scheme) === 'exact';
}

/**
 * The interval that keys are rounded to: the chosen one, else the scheme's usual one. Undefined if they are only as coarse as their text.
 */
export function roundingInForce(scheme: RoundingFields, chosen: bigint | undefined): bigint | undefined {
  if (chosen !== undefined || !(isRoundedDown(scheme) || roundsItself(scheme))) return chosen;
  const { isTicks, step } = scheme.time ?? {};
  return isTicks === true && step === 1n ? undefined : step;
}

/**
 * Whether all writers begin their intervals at the same instants. Every epoch from which times are counted is at midnight UTC (0001, 1601,
 * 1970, 2000), so this holds for intervals that divide a day. Weeks begin on different days, and days in local time at different instants.
 */
export function hasCommonStart(scheme: RoundingFields, step: bigint): boolean {
  return TICKS_PER_DAY % step === 0n && !ownsClock(scheme);
}

/**
 * The instants in a reading's window. Its end cannot lie above the last tick of 9999, so a window that ends there is meant to include that
 * tick.
 */
export function heldBy(reading: KeyReading | undefined): TickSpan | undefined {
  const { window } = reading ?? {};
  return window?.to === MAX_TICKS ? { from: window.from, to: END_OF_TIME } : window;
}

/**
 * The smallest difference in ticks between two times in keys, if no interval is chosen. `at`: an instant whose key is looked at. Undefined
 * if that key does not tell.
 */
export function keyGrain(scheme: KeyScheme, at: bigint, part: Exclude<KeyPart, 'table'>): bigint | undefined {
  if (isTickExact(scheme)) return 1n;
  const keys = scheme.encode?.(clampTicks(at), {});
  const key = part === 'row' ? keys?.rowKey : keys?.partitionKey;
  const span = key === undefined ? undefined : heldBy(scheme.read(key, part, {}));
  return span === undefined ? undefined : span.to - span.from;
}

/** The chosen interval; undefined if choosing it changes nothing, because the keys are already rounded to a multiple of it. */
export function coarserThanGrain(chosen: bigint | undefined, grain: bigint | undefined): bigint | undefined {
  const isFiner = chosen === undefined || (grain !== undefined && grain % chosen === 0n);
  return isFiner ? undefined : chosen;
}

/** Whether keys hold the start of an interval, and the instants at which these intervals begin are known. */
export function roundsDown(scheme: RoundingFields, chosen: bigint | undefined): boolean {
  if (chosen === undefined) return roundingWords(scheme).startsWith('floor');
  return !roundsItself(scheme) && hasCommonStart(scheme, chosen);
}

/** The instants that a key can stand for: `width` from its time on, and `width` before it if the writer may round up. */
export function widestBucket(scheme: RoundingFields, ticks: bigint, width: bigint): TickSpan {
  const isTwoSided = roundsItself(scheme) || ownsClock(scheme);
  return { from: isTwoSided ? ticks - width : ticks, to: ticks + width };
}

/** The first number above all ticks. A window that ends here includes the last tick of 9999. */
const END_OF_TIME = MAX_TICKS + 1n;

function clampEnd(value: bigint): bigint {
  if (value < 0n) return 0n;
  return value > END_OF_TIME ? END_OF_TIME : value;
}

/** The instants that a time read from a row's keys can stand for, half-open. `chosen`: the rounding of the query. */
export function instantsOf(scheme: KeyScheme, ticks: bigint, chosen: bigint | undefined): TickSpan {
  // Only the PartitionKey is rounded; the RowKey holds the time of the event, at least to the millisecond.
  if (scheme.timeSource === 'both') return { from: ticks, to: ticks + TICKS_PER_MS };
  const grain = keyGrain(scheme, ticks, scheme.timeSource === 'row' ? 'row' : 'partition') ?? 1n;
  const rounding = roundingInForce(scheme, chosen) ?? 1n;
  return widestBucket(scheme, ticks, larger(grain, rounding));
}

/** Converts a window from UTC to the time in the keys, which the writer's clock shifts, unless the scheme does that itself. */
export function windowOfKeys(
  scheme: RoundingFields,
  window: TickSpan,
  { clockOffsetTicks = 0n }: KeyRangeOptions,
): TickSpan {
  const shift = ownsClock(scheme) ? 0n : clockOffsetTicks;
  return { from: clampEnd(window.from + shift), to: clampEnd(window.to + shift) };
}

/**
 * A window, widened to whole intervals. If writers may begin their intervals at different instants, only its start moves, by one tick less
 * than an interval.
 */
export function roundedWindow(scheme: RoundingFields, window: TickSpan, step: bigint): TickSpan {
  if (!hasCommonStart(scheme, step)) return { from: clampEnd(window.from - step + 1n), to: window.to };
  return { from: floorTo(window.from, step), to: clampEnd(floorTo(window.to - 1n, step) + step) };
}
