import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { type CellGrid, emptyGrid, type StateCode } from '../map/cellGrid.ts';
import { inLabelOrder } from '../map/grouping.ts';
import { type CountState, NO_HOUR } from './keyCounts.ts';

const HOUR_TICKS = 3600n * TICKS_PER_SECOND;
const MOST_COLUMNS = 2000;

/** The map of a count. */
export interface CountMap {
  readonly grid: CellGrid;
  readonly labels: readonly string[];
  readonly whole: { readonly from: bigint; readonly to: bigint };
  readonly withoutTime: number;
}

/** Rows by label and time, in columns of one or more whole hours; undefined if no key holds a time. */
export function countMap({ cells }: CountState, state: StateCode): CountMap | undefined {
  let [first, last] = [Infinity, -Infinity];
  let withoutTime = 0;
  for (const [, hours] of cells) {
    for (const [hour, rows] of hours) {
      if (hour === NO_HOUR) withoutTime += rows;
      else [first, last] = [Math.min(first, hour), Math.max(last, hour)];
    }
  }
  if (first === Infinity) return undefined;
  const width = Math.ceil((last - first + 1) / MOST_COLUMNS);
  const columnCount = Math.ceil((last - first + 1) / width);
  const labels = inLabelOrder(cells.map(([label]) => label));
  const from = BigInt(first) * HOUR_TICKS;
  const bucketTicks = BigInt(width) * HOUR_TICKS;
  const grid = emptyGrid({ rowCount: labels.length, columnCount, from, bucketTicks }, state);
  const rowOf = new Map(labels.map((label, row) => [label, row]));
  for (const [label, hours] of cells) {
    for (const [hour, rows] of hours) {
      if (hour === NO_HOUR) continue;
      const at = (rowOf.get(label) ?? 0) * columnCount + Math.floor((hour - first) / width);
      grid.counts[at] = (grid.counts[at] ?? 0) + rows;
    }
  }
  return { grid, labels, whole: { from, to: from + BigInt(columnCount) * bucketTicks }, withoutTime };
}
