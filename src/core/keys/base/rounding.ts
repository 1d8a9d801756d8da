/*
 * What writers do to an instant before it becomes a key, and what that means for time windows. Only this file reads what entries and
 * codecs say about it.
 */

import { larger } from '../../bigints.ts';
import type { KeyScheme } from './keyScheme.ts';
import { durationText } from '../../time/durationText.ts';
import { clampTicks, MAX_TICKS, TICKS_PER_DAY, TICKS_PER_MS, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { floorTo } from './digits.ts';
import type { KeyPart, KeyRangeOptions, KeyReading, TickSpan } from './scheme.ts';

/** Intervals that writers round to. */
export const USUAL_ROUNDINGS: readonly bigint[] = [60n, 300n, 900n, 3600n, 86_400n].map(
  (seconds) => seconds * TICKS_PER_SECOND,
);

type RoundingFields = Pick<KeyScheme, 'entry' | 'time'>;

/** How times are rounded, in words. */
export function roundingWords({ entry, time }: RoundingFields): string {
  if (entry.rounding !== undefined || time === undefined) return entry.rounding ?? 'none';
  return time.step === 1n ? 'exact' : `floor to ${durationText(time.step)}`;
}

/** Whether anybody may write such keys, or agents that are told an interval: keyRanges rounds down for them. */
function isRoundedDown({ entry: { either, volume } }: RoundingFields): boolean {
  return volume !== undefined || (either !== undefined && either !== 'orders');
}

/** Whether the scheme's writers choose an interval to round to. If not, keyRanges still covers a chosen one, and says that it reads more. */
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

/** What keys are rounded to: the chosen interval, else the usual one; undefined: only to what the key can hold. */
export function roundingInForce(scheme: RoundingFields, chosen: bigint | undefined): bigint | undefined {
  if (chosen !== undefined || !(isRoundedDown(scheme) || roundsItself(scheme))) return chosen;
  const { isTicks, step } = scheme.time ?? {};
  return isTicks === true && step === 1n ? undefined : step;
}

/**
 * Whether all writers begin their intervals at the same instants. All epochs from which times are counted are whole days (0001,
 * 1601, 1970, 2000), but not whole weeks, and not midnight in every local time.
 */
export function hasCommonStart(scheme: RoundingFields, step: bigint): boolean {
  return TICKS_PER_DAY % step === 0n && !ownsClock(scheme);
}

/** The instants that a reading's window holds. One that ends with the last tick of 9999 holds it, although no instant follows. */
export function heldBy(reading: KeyReading | undefined): TickSpan | undefined {
  const { window } = reading ?? {};
  return window?.to === MAX_TICKS ? { from: window.from, to: END_OF_TIME } : window;
}

/** The smallest difference between two key times if no interval is chosen, in ticks; undefined if the keys of `at` do not tell. */
export function keyGrain(scheme: KeyScheme, at: bigint, part: Exclude<KeyPart, 'table'>): bigint | undefined {
  if (isTickExact(scheme)) return 1n;
  const keys = scheme.encode?.(clampTicks(at), {});
  const key = part === 'row' ? keys?.rowKey : keys?.partitionKey;
  const span = key === undefined ? undefined : heldBy(scheme.read(key, part, {}));
  return span === undefined ? undefined : span.to - span.from;
}

/** The chosen interval; undefined if it does not change the keys, because they are already rounded to a multiple of it. */
export function coarserThanGrain(chosen: bigint | undefined, grain: bigint | undefined): bigint | undefined {
  const isFiner = chosen === undefined || (grain !== undefined && grain % chosen === 0n);
  return isFiner ? undefined : chosen;
}

/** Whether keys hold the start of intervals that begin at known instants, by a chosen interval or by the scheme. */
export function roundsDown(scheme: RoundingFields, chosen: bigint | undefined): boolean {
  if (chosen === undefined) return roundingWords(scheme).startsWith('floor');
  return !roundsItself(scheme) && hasCommonStart(scheme, chosen);
}

/** The instants that a key can mean: `width` from its time on, and `width` before it if its writer may round up. */
export function widestBucket(scheme: RoundingFields, ticks: bigint, width: bigint): TickSpan {
  const isTwoSided = roundsItself(scheme) || ownsClock(scheme);
  return { from: isTwoSided ? ticks - width : ticks, to: ticks + width };
}

/** The first number above all ticks. A window that ends here includes the last tick. */
const END_OF_TIME = MAX_TICKS + 1n;

function clampEnd(value: bigint): bigint {
  if (value < 0n) return 0n;
  return value > END_OF_TIME ? END_OF_TIME : value;
}

/** The instants that a time read from the keys of a row can mean, half-open. `chosen`: the rounding of the query. */
export function instantsOf(scheme: KeyScheme, ticks: bigint, chosen: bigint | undefined): TickSpan {
  // The RowKey holds the event, to the millisecond at least; only the PartitionKey is rounded.
  if (scheme.timeSource === 'both') return { from: ticks, to: ticks + TICKS_PER_MS };
  const grain = keyGrain(scheme, ticks, scheme.timeSource === 'row' ? 'row' : 'partition') ?? 1n;
  const rounding = roundingInForce(scheme, chosen) ?? 1n;
  return widestBucket(scheme, ticks, larger(grain, rounding));
}

/** Converts a UTC window to the time of the keys: shifted by the writer's clock, unless the scheme does that itself. */
export function windowOfKeys(
  scheme: RoundingFields,
  window: TickSpan,
  { clockOffsetTicks = 0n }: KeyRangeOptions,
): TickSpan {
  const shift = ownsClock(scheme) ? 0n : clockOffsetTicks;
  return { from: clampEnd(window.from + shift), to: clampEnd(window.to + shift) };
}

/**
 * The rounded-down instants of a window. If writers may begin their intervals at different instants, it begins one interval
 * earlier.
 */
export function roundedWindow(scheme: RoundingFields, window: TickSpan, step: bigint): TickSpan {
  if (!hasCommonStart(scheme, step)) return { from: clampEnd(window.from - step + 1n), to: window.to };
  return { from: floorTo(window.from, step), to: clampEnd(floorTo(window.to - 1n, step) + step) };
}
