import { csvCell } from '../../csv.ts';
import { COUNTED, READING } from '../map/cellGrid.ts';
import { type CountMap, countMap } from './countGrid.ts';
import { type KeyCounts, type PartitionSizes, partitionSizes } from './keyCounts.ts';

/** Partitions that a page lists; a file holds all that are kept. */
export const LISTED_PARTITIONS = 100;

/** What a page shows of a count. */
export interface CountPicture extends PartitionSizes {
  readonly schemeId: string;
  readonly rows: number;
  readonly partitions: number;
  /** Undefined: no key tells a time. */
  readonly map: CountMap | undefined;
}

/** `isOver`: every row was counted. `most`: partitions by name. */
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

/** RFC 4180. The smaller partitions are one line without a key. */
export function partitionsCsv({ largest, rest }: PartitionSizes): string {
  const lines = largest.map(([name, rows]) => `${csvCell(name, true)},1,${rows}`);
  if (rest.partitions > 0) lines.push(`,${rest.partitions},${rest.rows}`);
  return ['PartitionKey,Partitions,Rows', ...lines, ''].join('\r\n');
}
