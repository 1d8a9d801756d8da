import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { dateText, SECONDS_PER_DAY, timeOfDayText } from '../../core/time/civil.ts';
import { TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';

/** A mark on a time axis. Its label is exact, because marks are only at whole steps. */
export interface AxisMark {
  readonly ticks: bigint;
  /** "21:17", "21:17:30", "21:17:30.25", or "11-20" if steps are days. */
  readonly label: string;
  /** "2026-11-20" on the first mark and on the first mark of each day; undefined on others. */
  readonly day?: string;
  /** "-05:00" on the first mark after a clock change, so that a repeated hour can be told apart. */
  readonly zone?: string;
}

function decades(unit: bigint, below: bigint): readonly bigint[] {
  const steps: bigint[] = [];
  for (let size = unit; size < below; size *= 10n) steps.push(size, size * 2n, size * 5n);
  return steps;
}

function times(unit: bigint, counts: readonly bigint[]): readonly bigint[] {
  return counts.map((count) => count * unit);
}

/** Readable steps. All divide a day or are whole days, so that midnight is always a mark. */
const STEPS: readonly bigint[] = [
  ...decades(1n, TICKS_PER_SECOND),
  ...times(TICKS_PER_SECOND, [1n, 2n, 5n, 10n, 15n, 30n]),
  ...times(TICKS_PER_MINUTE, [1n, 2n, 5n, 10n, 15n, 30n]),
  ...times(TICKS_PER_HOUR, [1n, 2n, 3n, 6n, 12n]),
  ...times(TICKS_PER_DAY, [1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n]),
  ...decades(1000n * TICKS_PER_DAY, 10_000_000n * TICKS_PER_DAY),
];

/** The smallest step that gives at most `maxMarks` marks. */
export function axisStep(window: TickSpan, maxMarks: number): bigint {
  const span = window.to - window.from;
  const most = BigInt(Math.max(1, Math.floor(maxMarks)));
  return STEPS.find((step) => span <= step * most) ?? STEPS.at(-1) ?? TICKS_PER_DAY;
}

function offsetTicks(ticks: bigint, clock: ZoneClock | undefined): bigint {
  if (clock === undefined || clock.isUtc) return 0n;
  return BigInt(clock.offsetSeconds(Number(ticks / TICKS_PER_SECOND))) * TICKS_PER_SECOND;
}

/** Fraction digits that a step needs; none from a second up. */
function fractionDigits(step: bigint): number {
  let digits = 0;
  for (let unit = TICKS_PER_SECOND; step % unit !== 0n; unit /= 10n) digits += 1;
  return digits;
}

/**
 * "HH:mm:ss.fffffff" without the trailing zeros that all times at whole steps share. A time that is not at a whole step is not
 * shortened.
 */
export function shortTime(timeOfDay: string, step: bigint): string {
  const digits = fractionDigits(step);
  const length = step % TICKS_PER_MINUTE === 0n ? 5 : digits === 0 ? 8 : 9 + digits;
  return /[1-9]/.test(timeOfDay.slice(length)) ? timeOfDay : timeOfDay.slice(0, length);
}

function timeLabel(localTicks: bigint, step: bigint): string {
  const seconds = Number(localTicks / TICKS_PER_SECOND);
  const fraction = Number(localTicks % TICKS_PER_SECOND);
  return shortTime(timeOfDayText(seconds % SECONDS_PER_DAY, fraction), step);
}

/** The first instant in (from, to] with the offset of `to`, to the second. The offset must change exactly once in between. */
function changeBetween(from: bigint, to: bigint, clock: ZoneClock | undefined): bigint {
  const after = offsetTicks(to, clock);
  let [low, high] = [from / TICKS_PER_SECOND, to / TICKS_PER_SECOND];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (offsetTicks(middle * TICKS_PER_SECOND, clock) === after) high = middle;
    else low = middle;
  }
  return high * TICKS_PER_SECOND;
}

/* Whole steps of the wall clock, each with the local time that it shows. A repeated hour has its steps twice. */
function* wholeSteps(window: TickSpan, step: bigint, clock: ZoneClock | undefined) {
  let from = window.from;
  let isChanged = false;
  for (;;) {
    const offset = offsetTicks(from, clock);
    let local = ((from + offset + step - 1n) / step) * step;
    for (; ; local += step) {
      const ticks = local - offset;
      const end = ticks < window.to ? ticks : window.to;
      if (end > from && offsetTicks(end, clock) !== offset) {
        from = changeBetween(from, end, clock);
        isChanged = true;
        break;
      }
      if (ticks >= window.to) return;
      yield { ticks, local, offset, isChanged };
      isChanged = false;
      from = ticks;
    }
  }
}

function zoneText(offset: bigint): string {
  const minutes = Math.abs(Number(offset / TICKS_PER_MINUTE));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0n ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * At most `maxMarks` marks for a window (a few more if the clock is set back), at whole steps of the zone's wall clock. `clock`
 * undefined: UTC.
 */
export function axisMarks(window: TickSpan, maxMarks: number, clock?: ZoneClock): readonly AxisMark[] {
  if (window.to <= window.from) return [];
  const step = axisStep(window, maxMarks);
  const marks: AxisMark[] = [];
  let lastDay = '';
  for (const { ticks, local, offset, isChanged } of wholeSteps(window, step, clock)) {
    const day = dateText(Number(local / TICKS_PER_DAY));
    const isSameDay = day === lastDay || (step >= TICKS_PER_DAY && day.slice(0, 4) === lastDay.slice(0, 4));
    marks.push({
      ticks,
      label: step >= TICKS_PER_DAY ? day.slice(5) : timeLabel(local, step),
      ...(isSameDay ? {} : { day }),
      ...(isChanged && step < TICKS_PER_DAY ? { zone: zoneText(offset) } : {}),
    });
    lastDay = day;
  }
  return marks;
}

/** Position of an instant in a window: 0 at `from`, 1 at `to` (lossy: a double). */
export function windowShare(window: TickSpan, ticks: bigint): number {
  const span = window.to - window.from;
  return span <= 0n ? 0 : Number(ticks - window.from) / Number(span);
}

/** Like `windowShare`, but an instant outside the window is placed at the nearer end. */
export function shareOf(window: TickSpan, ticks: bigint): number {
  return Math.max(0, Math.min(1, windowShare(window, ticks)));
}
