import type { TimeSeries } from '../../core/entities/views/timeSeries.ts';

/** One line of a chart: a group, or the total. */
export interface SeriesLine {
  readonly label: string;
  /** CSS colour token. */
  readonly color: string;
  readonly counts: Uint32Array;
  readonly total: number;
}

/** Colours of the groups, in order of size; the one for all others is grey. */
const GROUP_COLORS = [1, 2, 3, 4, 5, 6, 7].map((number) => `var(--series-${number})`);
const OTHERS_COLOR = 'var(--series-8)';

/** The lines of a series: its groups where it was asked by group, else the total. */
export function seriesLines(series: TimeSeries): readonly SeriesLine[] {
  if (series.groups.length === 0) {
    const total = series.totals.reduce((sum, count) => sum + count, 0);
    return [{ label: 'all rows', color: 'var(--bar)', counts: series.totals, total }];
  }
  return series.groups.map((group, position) => ({
    label: group.label === '' ? '(no prefix)' : group.label,
    color: group.others ? OTHERS_COLOR : (GROUP_COLORS[position % GROUP_COLORS.length] ?? OTHERS_COLOR),
    counts: group.counts,
    total: group.total,
  }));
}

/** A bucket as recharts takes it. Lines are found by position, never by a name that came from the table. */
export interface SeriesPoint {
  /** In buckets from the start: where the step begins. */
  readonly position: number;
  /** Whose counts these are. */
  readonly bucket: number;
  readonly counts: readonly number[];
}

/**
 * The points of a chart drawn in steps: one for each bucket, and one more that closes the last step with the same
 * counts, without which the last bucket would have no width.
 */
export function seriesPoints(lines: readonly SeriesLine[], bucketCount: number): readonly SeriesPoint[] {
  if (bucketCount === 0) return [];
  return Array.from({ length: bucketCount + 1 }, (_, position) => {
    const bucket = Math.min(position, bucketCount - 1);
    return { position, bucket, counts: lines.map((line) => line.counts[bucket] ?? 0) };
  });
}

/** The lines of one point, the most rows first; equal ones in the order of the chart. */
export function tipLines(
  lines: readonly SeriesLine[],
  counts: readonly number[],
): readonly { readonly line: SeriesLine; readonly count: number }[] {
  return lines
    .map((line, at) => ({ line, count: counts[at] ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
}
