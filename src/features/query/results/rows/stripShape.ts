import type { TimeSeries } from '../../../../core/entities/views/timeSeries.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';

/** Height of the drawing; its width is one for each bucket. */
export const STRIP_HEIGHT = 100;
/** Bars leave a gap, where there is room for one. */
const BAR_WIDTH = 0.84;
/** The lowest bar that is still seen, of rows and of errors: a few errors among many rows matter most. */
const LEAST_BAR = 4;
const LEAST_ERRORS = 8;

export interface StripShape {
  /** SVG paths: all rows, and those that are errors. */
  readonly rows: string;
  readonly errors: string;
  /** Rows in the highest bucket. */
  readonly max: number;
}

function bars(counts: Uint32Array, max: number, least: number): string {
  const parts: string[] = [];
  for (const [at, count] of counts.entries()) {
    if (count === 0) continue;
    const height = Math.max(least, (count / max) * STRIP_HEIGHT);
    parts.push(`M${at} ${STRIP_HEIGHT}v${-Number(height.toFixed(2))}h${BAR_WIDTH}V${STRIP_HEIGHT}z`);
  }
  return parts.join('');
}

/** Rows over time as two shapes; both on the same scale. */
export function stripShape({ totals, marked }: Pick<TimeSeries, 'totals' | 'marked'>): StripShape {
  const max = totals.reduce((most, count) => Math.max(most, count), 0);
  return {
    rows: bars(totals, max, LEAST_BAR),
    errors: marked === undefined ? '' : bars(marked, max, LEAST_ERRORS),
    max,
  };
}

/** The bucket under a place of the strip, 0 at its left edge and 1 at its right one. */
export function bucketAt(share: number, bucketCount: number): number {
  return Math.max(0, Math.min(bucketCount - 1, Math.floor(share * bucketCount)));
}

/** Two buckets and all between them, in whichever order. */
export interface BucketRange {
  readonly anchor: number;
  readonly end: number;
}

/** The time of a range of buckets. */
export function rangeWindow(
  { from, bucketTicks }: Pick<TimeSeries, 'from' | 'bucketTicks'>,
  { anchor, end }: BucketRange,
): TickSpan {
  const first = BigInt(Math.min(anchor, end));
  const last = BigInt(Math.max(anchor, end)) + 1n;
  return { from: from + first * bucketTicks, to: from + last * bucketTicks };
}

/** What a range of buckets holds. */
export function rangeCounts(
  { totals, marked }: Pick<TimeSeries, 'totals' | 'marked'>,
  { anchor, end }: BucketRange,
): { readonly rows: number; readonly errors: number } {
  const sum = (counts: Uint32Array | undefined): number =>
    counts
      ?.subarray(Math.min(anchor, end), Math.max(anchor, end) + 1)
      .reduce((total, count) => total + count, 0) ?? 0;
  return { rows: sum(totals), errors: sum(marked) };
}

/** Where a key moves the cursor, with Shift its free end; undefined: not a key of the strip. */
export function movedRange(
  key: string,
  isShift: boolean,
  range: BucketRange | undefined,
  bucketCount: number,
): BucketRange | undefined {
  const at = range?.end ?? 0;
  const to = new Map([
    ['ArrowLeft', range === undefined ? at : at - 1],
    ['ArrowRight', range === undefined ? at : at + 1],
    ['PageUp', at - 10],
    ['PageDown', at + 10],
    ['Home', 0],
    ['End', bucketCount - 1],
  ]).get(key);
  if (to === undefined || bucketCount === 0) return undefined;
  const end = Math.max(0, Math.min(bucketCount - 1, to));
  return { anchor: isShift ? (range?.anchor ?? end) : end, end };
}
