/*
 * What writers do to an instant before it becomes a key, and what follows for windows of time. This file alone reads the
 * fields of a scheme that say so: `rounding`, `chosenRounding`, `usualRoundingTicks` and `ownsClock`.
 */

import { clampTicks, MAX_TICKS, TICKS_PER_DAY } from '../../time/ticks.ts';
import { floorTo } from './digits.ts';
import type { KeyPart, KeyRangeOptions, KeyScheme, TickSpan } from './scheme.ts';

type RoundingFields = Pick<KeyScheme, 'chosenRounding' | 'usualRoundingTicks' | 'ownsClock' | 'rounding'>;

/** Whether the scheme's writers choose an interval to round to. */
export function takesRounding({ chosenRounding }: RoundingFields): boolean {
  return chosenRounding !== undefined;
}

/** Whether the scheme's own `ranges` and `encode` apply a chosen interval, because its writer does not round down. */
export function roundsItself({ chosenRounding }: RoundingFields): boolean {
  return chosenRounding === 'own';
}

/** Whether the keys state instants to the tick, if no interval is chosen. */
export function isTickExact({ rounding }: RoundingFields): boolean {
  return rounding === 'exact';
}

/** What keys are rounded to: the chosen interval, else the usual one; undefined: only to what the key can hold. */
export function roundingInForce(
  { usualRoundingTicks }: RoundingFields,
  chosen: bigint | undefined,
): bigint | undefined {
  return chosen ?? usualRoundingTicks;
}

/**
 * Whether all writers begin their intervals at the same instants. Every epoch that times are counted from is a whole day
 * (0001, 1601, 1970, 2000), but not a whole week, nor whole in a writer's local time.
 */
export function hasCommonStart({ ownsClock }: RoundingFields, step: bigint): boolean {
  return TICKS_PER_DAY % step === 0n && ownsClock !== true;
}

/** What the keys can tell apart if no interval is chosen, in ticks; undefined if the keys of `at` do not say. */
export function keyGrain(scheme: KeyScheme, at: bigint, part: Exclude<KeyPart, 'table'>): bigint | undefined {
  if (isTickExact(scheme)) return 1n;
  const keys = scheme.encode?.(clampTicks(at), {});
  const key = part === 'row' ? keys?.rowKey : keys?.partitionKey;
  const span = key === undefined ? undefined : scheme.read(key, part, {})?.window;
  return span === undefined ? undefined : span.to - span.from;
}

/** The chosen interval; undefined if it does not change the keys, because they are already rounded to a multiple of it. */
export function coarserThanGrain(chosen: bigint | undefined, grain: bigint | undefined): bigint | undefined {
  const isFiner = chosen === undefined || (grain !== undefined && grain % chosen === 0n);
  return isFiner ? undefined : chosen;
}

/** Whether keys are the start of intervals that begin at known instants: with a chosen interval, or as the scheme has it. */
export function roundsDown(scheme: RoundingFields, chosen: bigint | undefined): boolean {
  if (chosen === undefined) return scheme.rounding.startsWith('floor');
  return !roundsItself(scheme) && hasCommonStart(scheme, chosen);
}

/** The instants that a key may stand for: `width` from its time on, and `width` before it if its writer may round up. */
export function widestBucket(scheme: RoundingFields, ticks: bigint, width: bigint): TickSpan {
  const isTwoSided = roundsItself(scheme) || scheme.ownsClock === true;
  return { from: isTwoSided ? ticks - width : ticks, to: ticks + width };
}

/** The first number above all ticks: a window may end there, and then includes the last tick. */
const END_OF_TIME = MAX_TICKS + 1n;

function clampEnd(value: bigint): bigint {
  if (value < 0n) return 0n;
  return value > END_OF_TIME ? END_OF_TIME : value;
}

/** A window of UTC in the time of the keys: moved by the writer's clock, unless the scheme does that itself. */
export function windowOfKeys(
  { ownsClock }: RoundingFields,
  window: TickSpan,
  { clockOffsetTicks = 0n }: KeyRangeOptions,
): TickSpan {
  const shift = ownsClock === true ? 0n : clockOffsetTicks;
  return { from: clampEnd(window.from + shift), to: clampEnd(window.to + shift) };
}

/**
 * The instants that writers round a window's instants down to. If they may begin their intervals at different instants,
 * this reaches back by one interval.
 */
export function roundedWindow(scheme: RoundingFields, window: TickSpan, step: bigint): TickSpan {
  if (!hasCommonStart(scheme, step)) return { from: clampEnd(window.from - step + 1n), to: window.to };
  return { from: floorTo(window.from, step), to: clampEnd(floorTo(window.to - 1n, step) + step) };
}
