import { timeBuckets } from '../../entities/order/timeBuckets.ts';
import {
  type CellGrid,
  columnsOfTime,
  COUNTED,
  emptyGrid,
  ESTIMATED,
  FAILED,
  READING,
  WAITING,
} from '../map/cellGrid.ts';
import type { ProbePicture, ProbeGroup } from './probeTypes.ts';
import { NO_ROWS } from './estimate.ts';
import { prefixText } from '../../keys/forms/prefixedKey.ts';
import type { SasKeys } from '../../plan/sasReach.ts';

/**
 * The probe's knowledge as grid cells: one row per group, at most `columns` columns, the same ones that a look at the window
 * samples. A cell of which every row was read is counted; one that was read in part is estimated; the others were not looked at.
 */
export function probeGrid(
  { groups, pending }: ProbePicture,
  window: { readonly from: bigint; readonly to: bigint },
  columns: number,
): CellGrid {
  const { from, bucketTicks, bucketCount: columnCount } = timeBuckets(window, columns);
  const grid = emptyGrid({ rowCount: groups.length, columnCount, from, bucketTicks }, WAITING);
  const { counts, states } = grid;
  const errors = new Float32Array(counts.length);
  const rowOf = new Map(groups.map(({ id }, row) => [id, row]));
  for (const { group, isFailed, ...time } of pending) {
    const start = (rowOf.get(group) ?? 0) * columnCount;
    const columns = columnsOfTime(grid, time);
    states.fill(isFailed ? FAILED : READING, start + columns.from, start + columns.to);
  }
  for (const [row, { rowsIn }] of groups.entries()) {
    for (let column = 0; column < columnCount; column++) {
      const start = from + BigInt(column) * bucketTicks;
      const cell = rowsIn(start, start + bucketTicks);
      if (cell === undefined) continue;
      const at = row * columnCount + column;
      counts[at] = Math.round(cell.rows);
      states[at] = cell.isCount ? COUNTED : ESTIMATED;
      errors[at] = cell.standardError;
    }
  }
  return states.includes(ESTIMATED) ? { ...grid, errors } : grid;
}

/** Numbers of prefixes by event volume (Microsoft, Windows Azure Diagnostics). Small has only one, so it has no empty ones. */
const VOLUMES: readonly number[] = [10, 100];

/**
 * Adds a row for each prefix that the event volume has and that was not found: those between two found prefixes, and the others
 * if the SAS reaches the whole table. One that nobody looked at is unknown; of the others it is proven that they hold no rows,
 * because the scan went from key to key.
 */
export function withAllPrefixes(
  groups: readonly ProbeGroup[],
  reach: SasKeys | undefined,
  unlooked: ReadonlySet<number>,
): readonly ProbeGroup[] {
  const numbers = groups.map(numberOf);
  const found = numbers.filter((number) => number !== undefined);
  const last = Math.max(...found);
  const volume = last > 0 ? VOLUMES.find((prefixes) => last < prefixes) : undefined;
  const [first] = found;
  if (volume === undefined || first === undefined) return groups;
  const own = new Map(numbers.map((number, at) => [number, groups[at]]));
  const [from, to] = reach === undefined ? [0, volume] : [first, last + 1];
  const { schemeId = '' } = own.get(first) ?? {};
  const rows = Array.from({ length: to - from }, (_, at): ProbeGroup => {
    const number = from + at;
    return own.get(number) ?? otherPrefix(number, schemeId, unlooked.has(number));
  });
  // Keys of another kind come before or after all prefixes.
  const start = numbers.indexOf(first);
  return [...groups.slice(0, start), ...rows, ...groups.slice(numbers.lastIndexOf(last) + 1)];
}

function numberOf({ kind, label }: ProbeGroup): number | undefined {
  return kind === 'prefix' ? Number(label) : undefined;
}

function otherPrefix(prefix: number, schemeId: string, isUnknown: boolean): ProbeGroup {
  const rows = isUnknown ? undefined : NO_ROWS;
  return {
    label: String(prefix),
    kind: 'prefix',
    presence: isUnknown ? 'unknown' : 'empty',
    schemeId,
    partitionKey: prefixText(prefix),
    gaps: [],
    hasStrangers: false,
    rows,
    rowsIn: () => rows,
  };
}
