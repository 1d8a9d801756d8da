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
  readonly partitions: number;
  /** Undefined: no key holds a time. */
  readonly map: CountMap | undefined;
}

/** What to show of `counts`. `isOver`: every row was counted. `most`: partitions to list. */
export function countPicture(counts: KeyCounts, isOver: boolean, most: number): CountPicture {
  const state = counts.state();
  const { largest, rest } = partitionSizes(state);
  return {
    schemeId: state.schemeId,
    rows: state.rows,
    partitions: largest.length + rest.partitions,
    largest: largest.slice(0, most),
    rest,
    map: countMap(state, isOver ? COUNTED : READING),
  };
}

/** Partitions as CSV (RFC 4180). The summed partitions share one line without a key. */
export function partitionsCsv({ largest, rest }: PartitionSizes): string {
  const lines = largest.map(([name, rows]) => `${csvCell(name, true)},1,${rows}`);
  if (rest.partitions > 0) lines.push(`,${rest.partitions},${rest.rows}`);
  return ['PartitionKey,Partitions,Rows', ...lines, ''].join('\r\n');
}
