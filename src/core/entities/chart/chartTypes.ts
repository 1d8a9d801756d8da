import type { ColumnRef } from '../columns/columnRef.ts';
import type { Interval } from '../../time/ticks.ts';
import type { RowsOutside } from '../order/rowBuckets.ts';
import type { TimeBuckets } from '../order/timeBuckets.ts';

/** An instant of a row: the time in its keys (else the best known one), its Timestamp, or a property. */
export type InstantSource =
  | { readonly kind: 'key' }
  | { readonly kind: 'event' }
  | { readonly kind: 'arrival' }
  | { readonly kind: 'property'; readonly name: string };

/** The value that a chart shows. */
export type ChartValue =
  | { readonly kind: 'rows' }
  /** The size that the service counts for a row, from the properties that were read. */
  | { readonly kind: 'bytes' }
  | ({ readonly kind: 'property' } & ColumnRef)
  /** From one instant of a row to another, in ticks of 100 ns. */
  | { readonly kind: 'duration'; readonly from: InstantSource; readonly to: InstantSource };

/**
 * `rate`: rows per second, or the sum per second. `p50` to `p99`: nearest rank, the smallest value that at least so many percent
 * of the values do not exceed. It is always a value that a row has. `distinct`: different values of any type; 5 and 5.0 are one.
 */
export const STATISTICS = [
  'count',
  'rate',
  'sum',
  'average',
  'minimum',
  'maximum',
  'p50',
  'p90',
  'p95',
  'p99',
  'distinct',
] as const;
export type Statistic = (typeof STATISTICS)[number];

/** Why a row has no number here. `special`: NaN or an infinity, which no axis can show. */
export type LeftOutReason =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  /** The name occurs twice in the row. */
  | { readonly kind: 'twice' }
  | { readonly kind: 'special'; readonly text: 'NaN' | 'Infinity' | '-Infinity' }
  | { readonly kind: 'type'; readonly type: string };

export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly rows: number;
}

/** The value that the rows of a series share. */
export type GroupLabel =
  | { readonly kind: 'all' }
  | { readonly kind: 'value'; readonly text: string; readonly type?: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'twice' }
  /** All smaller groups together. */
  | { readonly kind: 'others'; readonly groups: number };

export interface ChartSeries {
  readonly label: GroupLabel;
  /** Rows of the group in the window, with or without a value. */
  readonly rows: number;
  /** By bucket; NaN: no row has a value there, which is not zero. */
  readonly values: Float64Array;
  /** By bucket: rows that count in `values`. */
  readonly counts: Uint32Array;
  /** The statistic over the whole window; NaN: no value. */
  readonly overall: number;
  /** Values that no Double holds exactly, by bucket; the index `bucketCount` stands for the whole window. */
  readonly exact: ReadonlyMap<number, bigint>;
}

/** A statistic over time. */
export interface ChartAnswer extends TimeBuckets {
  /** The chosen width would give more points than a chart shows, so a wider one was taken. */
  readonly isWidened: boolean;
  /** The series with the most rows first; the one of all other groups last. */
  readonly series: readonly ChartSeries[];
  readonly outside: RowsOutside;
  /** Rows in the window without a number, by reason; most rows first. */
  readonly leftOut: readonly LeftOut[];
  /** How many rows were looked at. */
  readonly rowCount: number;
}

/** The width of buckets: as wide as needed to have at most `most` buckets, or a given width. */
export type BucketChoice = { readonly most: number } | { readonly ticks: bigint };

/** The rows of a part of a picture, in which the selected rows are drawn in front of all rows in grey. */
export interface CountedRows {
  /** Selected rows. */
  readonly rows: number;
  /** All rows, selected or not. */
  readonly all: number;
}

/** A bin holds from <= value < to. */
export interface HistogramBin extends CountedRows {
  readonly from: number;
  readonly to: number;
}

export interface HistogramAnswer {
  readonly bins: readonly HistogramBin[];
  readonly leftOut: readonly LeftOut[];
  readonly rowCount: number;
}

/** Undefined: from the first to the last row's time. */
export type ChartWindow = Interval | undefined;
