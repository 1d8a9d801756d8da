import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import { isoToTicks, TICKS_PER_MINUTE } from '../../core/time/ticks.ts';

const NINE_PM = isoToTicks('2026-11-20T21:00:00Z');

/** A matrix of whole minutes from 2026-11-20T21:00Z, a row for each label, from its rows of counts. */
export function minuteMatrix(counts: Readonly<Record<string, readonly number[]>>): KeyspaceMatrix {
  const rows = Object.values(counts);
  const columnCount = rows[0]?.length ?? 0;
  const flat = Uint32Array.from(rows.flat());
  return {
    labels: Object.keys(counts),
    askedLabels: rows.length,
    sharedLabels: 0,
    rowCount: rows.length,
    columnCount,
    from: NINE_PM,
    bucketTicks: TICKS_PER_MINUTE,
    counts: flat,
    max: Math.max(0, ...flat),
    rowTotals: Uint32Array.from(rows, (row) => row.reduce((sum, count) => sum + count, 0)),
    columnTotals: Uint32Array.from({ length: columnCount }, (_, column) =>
      rows.reduce((sum, row) => sum + (row[column] ?? 0), 0),
    ),
    rowOutside: new Uint32Array(rows.length),
    outside: { before: 0, after: 0, withoutTime: 0 },
  };
}
