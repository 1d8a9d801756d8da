import { runSteps } from '../../steps.ts';
import type { Interval } from '../../time/ticks.ts';
import { countBuckets, rowBuckets, type RowsOutside } from '../order/rowBuckets.ts';
import { MOST_POINTS, spanSteps, type TimeBuckets, timeBuckets } from '../order/timeBuckets.ts';
import type { RowMask, TimeChoice, TimedRows } from '../order/timeColumn.ts';

/** Rows per bucket of time. Bucket i is [from + i * bucketTicks, from + (i + 1) * bucketTicks). */
export interface TimeSeries extends TimeBuckets {
  readonly totals: Uint32Array;
  readonly outside: RowsOutside;
  /** Rows per bucket whose property has one of the values of `mark`. */
  readonly marked?: Uint32Array | undefined;
}

export interface SeriesRequest {
  /** Undefined: from the first to the last row's time. */
  readonly window?: Interval | undefined;
  /** Maximum number of buckets, 1 to 600. */
  readonly buckets: number;
  readonly time?: TimeChoice;
  /** Also counts, in each bucket, the rows with one of these values, for example errors. */
  readonly mark?: { readonly property: string; readonly texts: readonly string[] } | undefined;
}

/**
 * Counts rows over time.
 * @param isMarked whether a row has a value of `mark`
 * @param mask the rows that are counted. The buckets are those of all rows, so that the pictures of all rows and of these lie over each
 * other
 */
export function timeSeries(
  rows: TimedRows,
  request: SeriesRequest,
  isMarked?: (row: number) => boolean,
  mask?: RowMask,
): TimeSeries {
  const times = rows.times(request.time ?? 'event');
  const window = request.window ?? runSteps(spanSteps(times, rows.rowCount)) ?? { from: 0n, to: 0n };
  const buckets = timeBuckets(window, Math.min(MOST_POINTS, request.buckets));
  const bucketOf = runSteps(rowBuckets(times, rows.rowCount, window, buckets));
  const { totals, outside } = countBuckets(bucketOf, buckets.bucketCount, mask);
  const marked = isMarked && new Uint32Array(buckets.bucketCount);
  if (marked)
    for (let row = 0; row < rows.rowCount; row++) {
      const bucket = bucketOf[row] as number;
      if (bucket >= 0 && (mask === undefined || mask[row] === 1) && isMarked(row))
        marked[bucket] = (marked[bucket] as number) + 1;
    }
  return { ...buckets, totals, outside, marked };
}
