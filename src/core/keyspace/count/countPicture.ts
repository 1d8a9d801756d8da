import { csvCell } from '../../csv.ts';
import { COUNTED, READING } from '../map/cellGrid.ts';
import { type CountMap, countMap } from './countGrid.ts';
import { type KeyCounts, type PartitionSizes, partitionSizes } from './keyCounts.ts';

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
