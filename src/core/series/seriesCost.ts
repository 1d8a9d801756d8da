import type { SeriesLayout } from './seriesLayout.ts';
import { keyLength, pointsPerRow, rowSpanTicks } from './seriesLayout.ts';
import {
  partitionsIn,
  rowsIn,
  type SeriesQueries,
  seriesQueries,
  type SeriesWindow,
} from './seriesQueries.ts';
import { ceilDiv, smaller } from '../bigints.ts';

/** Operations of an entity group transaction, all in one partition (Performing entity group transactions). */
export const MAX_TRANSACTION_ROWS = 100n;
/** Bytes of one transaction (same source): 4 MiB. */
const MAX_TRANSACTION_BYTES = 4n * 1024n * 1024n;

/** Bytes of a Double or an Int64. */
const VALUE_BYTES = 8n;

/**
 * Bytes of a stored row, by the service's own formula: 4, 2 for each character of the keys, and for each property 8, 2 for each character
 * of its name, and its value (Understanding Windows Azure Storage Billing, "Tables").
 */
export function rowBytes(keyCharacters: bigint, properties: bigint, nameCharacters: bigint): bigint {
  return 4n + 2n * keyCharacters + properties * (8n + 2n * nameCharacters + VALUE_BYTES);
}

/** What a layout costs for one window of one source. */
export interface SeriesCost {
  /** Points in the window if none are missing. */
  readonly points: bigint;
  readonly pointsPerRow: bigint;
  /** Rows stored in the window. */
  readonly rows: bigint;
  readonly partitions: bigint;
  /** Bytes of a full row. */
  readonly bytesPerRow: bigint;
  /** Bytes of all rows of the window. */
  readonly bytes: bigint;
  /** How the window is read. */
  readonly read: SeriesQueries;
  /** Entity group transactions that write the window, each in one partition: 100 rows and 4 MiB at most. */
  readonly transactions: bigint;
}

/** The only property of a basic layout. */
const BASIC_NAME = 'Value'.length;

function nameLength(layout: SeriesLayout): bigint {
  if (layout.kind === 'basic') return BigInt(BASIC_NAME);
  return BigInt(layout.namePrefix.length + String(pointsPerRow(layout) - 1n).length);
}

/** Rows that one transaction may hold. */
function rowsPerTransaction(bytesPerRow: bigint): bigint {
  const bySize = MAX_TRANSACTION_BYTES / bytesPerRow;
  return smaller(bySize, MAX_TRANSACTION_ROWS);
}

/** Throws RangeError for an empty window, or one outside the span of the keys. */
export function seriesCost(layout: SeriesLayout, asked: SeriesWindow): SeriesCost {
  const each = pointsPerRow(layout);
  const rows = rowsIn(layout, asked);
  const partitions = partitionsIn(layout, asked);
  const bytesPerRow = rowBytes(BigInt(keyLength(layout)), each, nameLength(layout));
  const points = rowsIn({ kind: 'basic', source: '', time: layout.time, stepTicks: layout.stepTicks }, asked);
  const perTransaction = rowsPerTransaction(bytesPerRow);
  const rowsPerPartition = layout.kind === 'basic' ? rows : layout.partitionTicks / rowSpanTicks(layout);
  const inPartition = smaller(rowsPerPartition, rows);
  return {
    points,
    pointsPerRow: each,
    rows,
    partitions,
    bytesPerRow,
    bytes: rows * bytesPerRow,
    read: seriesQueries(layout, asked),
    transactions: partitions * ceilDiv(inPartition, perTransaction),
  };
}
