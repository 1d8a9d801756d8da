import { fail, ok, type Result, type TextFault } from '../result.ts';
import { isoFromParts } from './civil.ts';
import { scanIso } from './isoScan.ts';

declare const ticksBrand: unique symbol;

/**
 * A number of 100 ns intervals since 0001-01-01T00:00:00Z, from 0 to 3155378975999999999, as in .NET's DateTime.Ticks.
 * @public
 */
export type Ticks = bigint & { readonly [ticksBrand]: 'Ticks' };

/**
 * DateTime.MinValue.Ticks: 0001-01-01T00:00:00.0000000Z.
 * @public
 */
export const MIN_TICKS = 0n as Ticks;
/**
 * DateTime.MaxValue.Ticks: 9999-12-31T23:59:59.9999999Z.
 * @public
 */
export const MAX_TICKS = 3155378975999999999n as Ticks;
/**
 * DateTime.UnixEpoch.Ticks: 1970-01-01T00:00:00Z.
 * @public
 */
export const UNIX_EPOCH_TICKS = 621355968000000000n as Ticks;
/**
 * FILETIME 0: 1601-01-01T00:00:00Z. This is also the earliest Edm.DateTime that the table service accepts.
 * @public
 */
export const FILETIME_EPOCH_TICKS = 504911232000000000n as Ticks;

const PLAUSIBLE_FROM = 627_667_488_000_000_000n; // 1990-01-01
const PLAUSIBLE_TO = 649_757_376_000_000_000n; // 2060-01-01

/** Whether a number looks like ticks from 1990 to 2060. Other numbers rarely have as many digits. */
export const isLikeTicks = (number: bigint): number is Ticks =>
  number >= PLAUSIBLE_FROM && number < PLAUSIBLE_TO;

/** TimeSpan.TicksPerMillisecond. */
export const TICKS_PER_MS = 10_000n;
/** TimeSpan.TicksPerSecond. */
export const TICKS_PER_SECOND = 10_000_000n;
/** TICKS_PER_SECOND as a double. */
export const TICKS_PER_SECOND_F64 = 10_000_000;
/** TimeSpan.TicksPerMinute. */
export const TICKS_PER_MINUTE = 600_000_000n;
/** TimeSpan.TicksPerHour. */
export const TICKS_PER_HOUR = 36_000_000_000n;
/** TimeSpan.TicksPerDay. */
export const TICKS_PER_DAY = 864_000_000_000n;

/** A fault as a RangeError, whose message says what is wrong, where (offset from 0), and the next step. */
function rangeError(fault: TextFault): RangeError {
  const next = fault.nextStep === undefined ? '' : ` ${fault.nextStep}`;
  return new RangeError(`${fault.message} (at position ${fault.from}).${next}`);
}

function unwrap<T>(result: Result<T, TextFault>): T {
  if (result.ok) return result.value;
  throw rangeError(result.error);
}

/** Checks that a number is a valid DateTime: 0 .. 3155378975999999999. A fault's offsets are positions in its decimal text. */
export function tryTicks(value: bigint): Result<Ticks, TextFault> {
  if (value >= MIN_TICKS && value <= MAX_TICKS) return ok(value as Ticks);
  const text = String(value);
  const reason =
    value < 0n ? 'before 0001-01-01T00:00:00Z (0)' : `after 9999-12-31T23:59:59.9999999Z (${MAX_TICKS})`;
  return fail({
    message: `${text} ticks are ${reason}`,
    from: 0,
    to: text.length,
    nextStep: `Ticks run from ${MIN_TICKS} to ${MAX_TICKS}.`,
  });
}

/** Like tryTicks, but throws RangeError. */
export function toTicks(value: bigint): Ticks {
  return unwrap(tryTicks(value));
}

/** The nearest number in 0 .. 3155378975999999999. Numbers outside lose their value. */
export function clampTicks(value: bigint): Ticks {
  if (value < MIN_TICKS) return MIN_TICKS;
  return value > MAX_TICKS ? MAX_TICKS : (value as Ticks);
}

/**
 * Like ticksToIso, but returns the fault.
 * @public
 */
export function tryTicksToIso(ticks: bigint): Result<string, TextFault> {
  const checked = tryTicks(ticks);
  if (!checked.ok) return checked;
  return ok(isoFromParts(Number(ticks / TICKS_PER_SECOND), Number(ticks % TICKS_PER_SECOND)));
}

/**
 * `yyyy-MM-ddTHH:mm:ss.fffffffZ`, always with 7 fraction digits (.NET "o" of a UTC time). Throws RangeError outside 0 .. MAX_TICKS.
 * @public
 */
export function ticksToIso(ticks: bigint): string {
  return unwrap(tryTicksToIso(ticks));
}

/**
 * Like isoToTicks, but returns the fault.
 * @public
 */
export function tryIsoToTicks(iso: string): Result<Ticks, TextFault> {
  const scanned = scanIso(iso, 'strict');
  if (!scanned.ok) return scanned;
  return ok(ticksFromParts(scanned.value.seconds, scanned.value.fraction));
}

/**
 * The ticks of `yyyy-MM-ddTHH:mm:ss[.f{1,7}]` followed by `Z` or an offset `+hh:mm` / `+hhmm`, which is converted to UTC. Throws RangeError
 * with position and reason for anything else: a date alone or a missing zone does not state an instant; second 60, hour 24 and an eighth
 * fraction digit cannot be held, and are refused rather than cut. For typed input, see parseTimeInput.
 * @public
 */
export function isoToTicks(iso: string): Ticks {
  return unwrap(tryIsoToTicks(iso));
}

/**
 * Like invertTicks, but returns the fault.
 * @public
 */
export function tryInvertTicks(ticks: bigint): Result<Ticks, TextFault> {
  const checked = tryTicks(ticks);
  return checked.ok ? ok((MAX_TICKS - ticks) as Ticks) : checked;
}

/**
 * DateTime.MaxValue.Ticks - ticks, which puts the newest first in key order. Inverting twice gives the same ticks. Throws RangeError out of
 * range.
 * @public
 */
export function invertTicks(ticks: bigint): Ticks {
  return unwrap(tryInvertTicks(ticks));
}

/**
 * Ticks from whole seconds since 0001-01-01T00:00:00Z (0 .. 315537897599) and ticks within the second (0 .. 9999999). The caller must have
 * checked both ranges.
 */
export function ticksFromParts(seconds: number, fraction: number): Ticks {
  return (BigInt(seconds) * TICKS_PER_SECOND + BigInt(fraction)) as Ticks;
}

/** Converts Unix milliseconds, such as those of Date.now(), to ticks; clamped to 0 .. MAX_TICKS. */
export function ticksFromUnixMs(unixMs: number): Ticks {
  return clampTicks(UNIX_EPOCH_TICKS + BigInt(Math.floor(unixMs)) * TICKS_PER_MS);
}

/** A half-open span of time in ticks (100 ns since 0001-01-01T00:00:00Z): `from` is included, `to` is not. */
export interface Interval {
  readonly from: Ticks;
  readonly to: Ticks;
}

/**
 * The window to use for a time axis; undefined if an end of the window is open. On an axis to the year 1 or 9999, all rows would be one
 * line at the edge, so the axis then goes from the first row to the last.
 */
export function axisSpan(window: Interval | undefined): Interval | undefined {
  return window === undefined || window.from <= MIN_TICKS || window.to >= MAX_TICKS ? undefined : window;
}
