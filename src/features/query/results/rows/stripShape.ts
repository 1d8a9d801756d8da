import type { TimeSeries } from '../../../../core/entities/views/timeSeries.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { windowWords } from '../../../../ui/text/windowWords.ts';
import { KEY_STEPS } from '../../../../ui/gestures.ts';
import { lackWords, type UnreadTime } from '../time/unreadSpans.ts';

/** The height of the drawing. Its width is the number of buckets. */
export const STRIP_HEIGHT = 100;
/** The height of the part below the line in which errors are drawn. It is missing if no row or every row is an error. */
const ERRORS_HEIGHT = 34;
/** The width of a bar, which leaves a gap to the next one. */
const BAR_WIDTH = 0.84;
/** The lowest visible height of a bar. */
const LEAST_BAR = 4;

/** Bars from `line`, at most `most` high, and upwards if `most` is negative. `of`: the counts whose maximum gives the highest bar. */
export function bars(counts: Uint32Array, line: number, most: number, of = counts): string {
  const max = of.reduce((highest, count) => Math.max(highest, count), 0);
  const parts: string[] = [];
  for (const [at, count] of counts.entries()) {
    if (count === 0) continue;
    // While rows arrive, the newest count of selected rows may exceed an older count of all rows.
    const height = Math.sign(most) * Math.max(LEAST_BAR, Math.min(1, count / max) * Math.abs(most));
    parts.push(`M${at} ${line}v${Number(height.toFixed(2))}h${BAR_WIDTH}V${line}z`);
  }
  return parts.join('');
}

/**
 * Rows over time, and the errors among them. If every row is an error, all are drawn as errors. `ofAll`: the counts of all rows, if the
 * others are of a selection.
 */
export function stripShape({ totals, marked }: Pick<TimeSeries, 'totals' | 'marked'>, ofAll?: Uint32Array) {
  const areErrors = marked !== undefined && totals.every((count, at) => count === marked[at]);
  const hasErrors = marked?.some((count) => count > 0) === true;
  const line = hasErrors && !areErrors ? STRIP_HEIGHT - ERRORS_HEIGHT : STRIP_HEIGHT;
  const rows = bars(totals, line, -line, ofAll);
  return {
    /** SVG path of all rows, behind the selected ones; empty if nothing is selected. */
    all: ofAll === undefined ? '' : bars(ofAll, line, -line),
    /**
     * SVG paths of rows above the line, and of errors below it. Errors have their own scale, because a few among many rows would be too flat
     * to see.
     */
    rows: hasErrors && areErrors ? '' : rows,
    errors: !hasErrors ? '' : areErrors ? rows : bars(marked, line, ERRORS_HEIGHT),
    /** The distance of the line from the top. */
    line,
  };
}

/** The bucket at a place in the strip, where 0 is its left edge and 1 its right edge. */
export function bucketAt(share: number, bucketCount: number): number {
  return Math.max(0, Math.min(bucketCount - 1, Math.floor(share * bucketCount)));
}

/** The two ends of a range of buckets, both included, in either order. */
export interface BucketRange {
  readonly anchor: number;
  readonly end: number;
}

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

/** What the texts about a part of the strip depend on. */
interface StripWords {
  readonly timeZone: string | undefined;
  /** Whether it is known which rows are errors. */
  readonly hasMark: boolean;
  /** The counts of all rows for each bucket, if the series is of a selection. */
  readonly ofAll?: Uint32Array | undefined;
  readonly unread: UnreadTime;
}

/** "2026-11-22T00:44:00.0000000Z to 00:45:00.0000000Z: 214 rows, 30 errors", or for a selection "3 selected of 214 rows". */
export function rangeWords(
  series: Pick<TimeSeries, 'from' | 'bucketTicks' | 'totals' | 'marked'>,
  range: BucketRange,
  { timeZone, hasMark, ofAll, unread }: StripWords,
): string {
  const window = rangeWindow(series, range);
  const { rows, errors } = rangeCounts(series, range);
  const lack = lackWords(window, unread);
  const none = lack === undefined ? 'no errors' : 'no errors read';
  const all = ofAll && rangeCounts({ totals: ofAll }, range).rows;
  // If the selection has no errors, the other rows may still have some.
  const isSaid = hasMark && (ofAll === undefined || errors > 0);
  const bad = isSaid ? `, ${errors === 0 ? none : formatPlural(errors, 'error')}` : '';
  const counts = all
    ? `${formatCount(rows)} selected of ${formatPlural(all, 'row')}`
    : formatPlural(rows, 'row');
  const words =
    lack === undefined
      ? `${counts}${bad}`
      : rows === 0
        ? `${counts}, but ${lack}`
        : `at least ${counts}${bad}; ${lack}`;
  return `${windowWords(window, timeZone)}: ${words}`;
}

/** The range after a key moved the cursor, or with Shift only its free end; undefined if the key has no meaning here. */
export function movedRange(
  key: string,
  isShift: boolean,
  range: BucketRange | undefined,
  bucketCount: number,
): BucketRange | undefined {
  const step = KEY_STEPS.get(key);
  if (step === undefined || bucketCount === 0) return undefined;
  // The first arrow key only shows the cursor.
  const to = range === undefined && Math.abs(step) === 1 ? 0 : (range?.end ?? 0) + step;
  const end = Math.max(0, Math.min(bucketCount - 1, to));
  return { anchor: isShift ? (range?.anchor ?? end) : end, end };
}
