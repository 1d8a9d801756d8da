import { csvCell } from '../../csv.ts';
import { COUNTED, READING, type CellGrid, emptyGrid, type StateCode } from '../map/cellGrid.ts';
import {
  type KeyCounts,
  type PartitionSizes,
  partitionSizes,
  type CountState,
  NO_HOUR,
} from './keyCounts.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { inLabelOrder } from '../map/grouping.ts';

/** The page lists this many partitions; the CSV file holds `MOST_PARTITIONS`. */
export const LISTED_PARTITIONS = 100;

/** What a page shows of a count. */
export interface CountPicture extends PartitionSizes {
  readonly schemeId: string;
  readonly rows: number;
  /** Undefined if only keys are read. */
  readonly bytes: number | undefined;
  readonly partitions: number;
  /** Undefined if no key holds a time. */
  readonly map: CountMap | undefined;
}

/** What to show of `counts`. `isOver`: every row was counted. `most`: partitions to list. */
export function countPicture(counts: KeyCounts, isOver: boolean, most: number): CountPicture {
  const state = counts.state();
  const { largest, rest } = partitionSizes(state);
  const bytes = largest.reduce((sum, [, , own]) => sum + own, rest.bytes);
  return {
    schemeId: state.schemeId,
    rows: state.rows,
    bytes: state.withBytes ? bytes : undefined,
    partitions: largest.length + rest.partitions,
    largest: largest.slice(0, most),
    rest,
    map: countMap(state, isOver ? COUNTED : READING),
  };
}

/** Partitions as CSV (RFC 4180). The summed partitions share one line without a key. */
export function partitionsCsv({
  largest,
  rest,
  bytes,
}: PartitionSizes & Pick<CountPicture, 'bytes'>): string {
  const of = (name: string, ...counts: readonly [partitions: number, rows: number, bytes: number]) =>
    [name, ...(bytes === undefined ? counts.slice(0, -1) : counts)].join(',');
  const lines = largest.map(([name, rows, own]) => of(csvCell(name, true), 1, rows, own));
  if (rest.partitions > 0) lines.push(of('', rest.partitions, rest.rows, rest.bytes));
  const head = bytes === undefined ? [] : ['Bytes'];
  return [['PartitionKey', 'Partitions', 'Rows', ...head].join(','), ...lines, ''].join('\r\n');
}

const HOUR_TICKS = 3600n * TICKS_PER_SECOND;
const MOST_COLUMNS = 2000;

/** The map of a count. */
interface CountMap {
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
