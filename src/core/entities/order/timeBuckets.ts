import { ceilDiv } from '../../bigints.ts';
import { TICKS_PER_SECOND, type Interval } from '../../time/ticks.ts';
import type { TimeColumn } from './timeColumn.ts';
import type { Steps } from '../../steps.ts';

/** More points would slow a chart down. */
export const MOST_POINTS = 600;

/** Units of time, in ticks of 100 ns. */
const MILLISECOND = 10_000n;
const SECOND = TICKS_PER_SECOND;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;

/** Widths that people read at a glance; each divides the next clock unit or calendar day. */
const WIDTHS: readonly bigint[] = [
  1n,
  10n,
  100n,
  1000n,
  ...[1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n].map((count) => count * MILLISECOND),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((count) => count * SECOND),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((count) => count * MINUTE),
  ...[1n, 2n, 3n, 6n, 12n].map((count) => count * HOUR),
  ...[1n, 2n, 7n, 14n, 28n, 91n, 182n, 364n].map((count) => count * DAY),
];

/** An instant as whole seconds since 0001-01-01T00:00:00Z and ticks within the second: exact in doubles. */
export interface SplitTicks {
  readonly seconds: number;
  readonly fraction: number;
}

export function splitTicks(ticks: bigint): SplitTicks {
  return { seconds: Number(ticks / TICKS_PER_SECOND), fraction: Number(ticks % TICKS_PER_SECOND) };
}

export function joinTicks(seconds: number, fraction: number): bigint {
  return BigInt(seconds) * TICKS_PER_SECOND + BigInt(fraction);
}

/** Bucket i is [from + i * width, from + (i + 1) * width), in ticks; `from` is a multiple of the width. */
export interface TimeBuckets {
  readonly from: bigint;
  readonly bucketTicks: bigint;
  readonly bucketCount: number;
}

/** The time that all buckets together cover. */
export function spanOf({ from, bucketTicks, bucketCount }: TimeBuckets): TimeSpan {
  return { from, to: from + bucketTicks * BigInt(bucketCount) };
}

/** At most `most` (at least 1) buckets of a readable width that cover a window; none for an empty window. */
export function timeBuckets(
  window: { readonly from: bigint; readonly to: bigint },
  most: number,
): TimeBuckets {
  if (window.to <= window.from) return { from: window.from, bucketTicks: 1n, bucketCount: 0 };
  const limit = Math.max(1, Math.floor(most));
  for (const width of WIDTHS) {
    const buckets = cover(window, width);
    if (buckets.bucketCount <= limit) return buckets;
  }
  let width = 364n * DAY;
  for (;;) {
    width *= 2n;
    const buckets = cover(window, width);
    // Buckets are aligned to the year 1, so in the end one bucket holds all of time.
    if (buckets.bucketCount <= limit) return buckets;
  }
}

/** Buckets of the given width, or of a wider one if there would be more than `most`. None for an empty window. */
export function bucketsOfWidth(
  window: { readonly from: bigint; readonly to: bigint },
  width: bigint,
  most: number,
): TimeBuckets {
  if (window.to <= window.from) return timeBuckets(window, most);
  const asked = cover(window, width);
  return asked.bucketCount <= most ? asked : timeBuckets(window, most);
}

function cover(window: { readonly from: bigint; readonly to: bigint }, width: bigint): TimeBuckets {
  const from = (window.from / width) * width;
  return { from, bucketTicks: width, bucketCount: Number(ceilDiv(window.to - from, width)) };
}

export const BEFORE_WINDOW = -1;
export const AFTER_WINDOW = -2;

/** Finds the bucket of a time, or the side of the window it is on. Exact to the tick. */
export class BucketFinder {
  private readonly window: { readonly from: SplitTicks; readonly to: SplitTicks };
  private readonly startSeconds: number;
  private readonly startFraction: number;
  private readonly widthTicks: number;
  private readonly edgeSeconds: Float64Array;
  private readonly edgeFraction: Uint32Array;
  private readonly last: number;

  constructor(window: Interval | { readonly from: bigint; readonly to: bigint }, buckets: TimeBuckets) {
    this.window = { from: splitTicks(window.from), to: splitTicks(window.to) };
    const start = splitTicks(buckets.from);
    this.startSeconds = start.seconds;
    this.startFraction = start.fraction;
    this.widthTicks = Number(buckets.bucketTicks);
    this.last = buckets.bucketCount - 1;
    this.edgeSeconds = new Float64Array(buckets.bucketCount);
    this.edgeFraction = new Uint32Array(buckets.bucketCount);
    for (let index = 0; index < buckets.bucketCount; index++) {
      const edge = splitTicks(buckets.from + BigInt(index) * buckets.bucketTicks);
      this.edgeSeconds[index] = edge.seconds;
      this.edgeFraction[index] = edge.fraction;
    }
  }

  /** Bucket number, BEFORE_WINDOW or AFTER_WINDOW. `seconds` must not be NaN. */
  find(seconds: number, fraction: number): number {
    const { from, to } = this.window;
    if (isBefore(seconds, fraction, from.seconds, from.fraction)) return BEFORE_WINDOW;
    if (this.last < 0 || !isBefore(seconds, fraction, to.seconds, to.fraction)) return AFTER_WINDOW;
    // The product is inexact beyond 28 years; the exact edges correct it.
    const ticks = (seconds - this.startSeconds) * 10_000_000 + (fraction - this.startFraction);
    let index = Math.min(this.last, Math.max(0, Math.floor(ticks / this.widthTicks)));
    while (index > 0 && this.isBeforeEdge(seconds, fraction, index)) index--;
    while (index < this.last && !this.isBeforeEdge(seconds, fraction, index + 1)) index++;
    return index;
  }

  private isBeforeEdge(seconds: number, fraction: number, edge: number): boolean {
    return isBefore(seconds, fraction, this.edgeSeconds[edge] as number, this.edgeFraction[edge] as number);
  }
}

/** Whether one time is before another; false if either is NaN. */
export function isBefore(
  seconds: number,
  fraction: number,
  thanSeconds: number,
  thanFraction: number,
): boolean {
  return seconds < thanSeconds || (seconds === thanSeconds && fraction < thanFraction);
}

interface TimeSpan {
  readonly from: bigint;
  readonly to: bigint;
}

/** Rows between two yields of `spanSteps`. */
const STEP_ROWS = 8192;

/**
 * The smallest window that holds every row with a time; undefined if there is none.
 * @yields after a few thousand rows
 */
export function* spanSteps(times: TimeColumn, rowCount: number): Steps<TimeSpan | undefined> {
  let first = -1;
  let last = -1;
  const before = (a: number, b: number): boolean =>
    isBefore(times.secondsAt(a), times.fractionAt(a), times.secondsAt(b), times.fractionAt(b));
  for (let row = 0; row < rowCount; row++) {
    if (row % STEP_ROWS === STEP_ROWS - 1) yield undefined;
    if (Number.isNaN(times.secondsAt(row))) continue;
    if (first < 0 || before(row, first)) first = row;
    if (last < 0 || before(last, row)) last = row;
  }
  if (first < 0) return undefined;
  const ticksOf = (row: number): bigint => joinTicks(times.secondsAt(row), times.fractionAt(row));
  return { from: ticksOf(first), to: ticksOf(last) + 1n };
}
