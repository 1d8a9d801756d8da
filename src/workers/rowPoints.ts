import { encodeUtf8 } from '../core/entities/bytes/utf8.ts';
import type { RunRows } from '../core/rows/runRows.ts';
import { type PointNaming, type RecognizedNames, recognizePoints } from '../core/series/pointNames.ts';
import { PointPages, rowTimes, sourceOf } from '../core/series/pointPages.ts';
import { noCounts, pointsOfRow, type UnpivotCounts } from '../core/series/unpivot.ts';

/** How to read points of a series from the properties of rows. */
export interface PointsRequest {
  readonly naming: PointNaming;
  /** How much time a row covers, in ticks; undefined if unknown. */
  readonly rowTicks?: bigint | undefined;
  /** The PartitionKey for points of rows that name no source. */
  readonly unnamed: string;
  /** No more points than this are made. */
  readonly mostPoints: number;
}

export interface PointsReceipt {
  readonly rows: number;
  readonly points: number;
  /** How many rows were not read, because there would have been too many points. */
  readonly rowsLeft: number;
  /** The time of the earliest row, in ticks; undefined if no row has one. */
  readonly firstTicks?: bigint;
  readonly counts: UnpivotCounts;
}

/** How many rows are examined to recognize the names of points. */
const SAMPLE = 200;

function keysOf(rows: RunRows, most: number) {
  return Array.from({ length: Math.min(most, rows.count) }, (_, row) => rows.entity(row));
}

/** How the names of the properties give the times of points; undefined if they do not look like points. */
export function recognizeRows(rows: RunRows): RecognizedNames | undefined {
  const sample = keysOf(rows, SAMPLE);
  const times = rowTimes(sample);
  if (times === undefined) return undefined;
  const named = sample.flatMap((entity) => {
    const ticks = times(entity);
    return ticks === undefined
      ? []
      : [{ ticks, names: entity.properties.map(({ name }) => name), source: sourceOf(entity) }];
  });
  return recognizePoints(named);
}

/**
 * The points of all rows, in pages of rows of their own.
 * @yields after each row: a page if one is full
 */
export function* pointsOfRows(
  rows: RunRows,
  { naming, rowTicks, unnamed, mostPoints }: PointsRequest,
): Generator<Uint8Array<ArrayBuffer> | undefined, PointsReceipt, undefined> {
  const times = rowTimes(keysOf(rows, SAMPLE));
  const pages = new PointPages(unnamed);
  const counts = noCounts();
  let firstTicks: bigint | undefined;
  let row = 0;
  for (; row < rows.count && pages.count < mostPoints; row += 1) {
    const entity = rows.entity(row);
    const ticks = times?.(entity);
    if (ticks !== undefined && (firstTicks === undefined || ticks < firstTicks)) firstTicks = ticks;
    pages.add(entity, pointsOfRow({ entity, ticks }, naming, rowTicks, counts));
    let page = pages.take(false);
    for (; page !== undefined; page = pages.take(false)) yield encodeUtf8(page);
    yield undefined;
  }
  for (let page = pages.take(true); page !== undefined; page = pages.take(true)) yield encodeUtf8(page);
  const sure = { rows: row, points: pages.count, rowsLeft: rows.count - row, counts };
  return firstTicks === undefined ? sure : { ...sure, firstTicks };
}
