import { TICKS_PER_SECOND, TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { type CellGrid, COUNTED, columnsOfTime, ESTIMATED } from '../map/cellGrid.ts';
import {
  type DiagnosisInput,
  type DiagnosisRule,
  type DiagnosisView,
  EXTENTS,
  type Finding,
  type FindingCells,
} from './finding.ts';
import { HISTORICAL_PARTITION_TARGET_PER_SECOND, PARTITION_TARGET_PER_SECOND } from '../target.ts';
import { capital, rowCountWords } from '../../words.ts';
import { gcd } from '../../bigints.ts';
import { coarsen } from '../map/coarsen.ts';

/**
 * Key times up to 5 min ahead of now do not count as future: the clocks of well-kept machines differ by less, and agents write
 * the minute that has begun.
 */
export const FUTURE_TOLERANCE_TICKS = 300n * TICKS_PER_SECOND;

/** Rows whose cells were all counted or estimated. */
function judgedRows({ rowCount, columnCount, states }: CellGrid): readonly number[] {
  const isRead = (row: number) => {
    for (let at = row * columnCount; at < (row + 1) * columnCount; at++)
      if (states[at] !== COUNTED && states[at] !== ESTIMATED) return false;
    return true;
  };
  return Array.from({ length: rowCount }, (_, row) => row).filter(isRead);
}

/**
 * The columns from the first to the last one with entities, without those in the future: a few rows from a wrong clock would
 * otherwise make the time before them look like a gap.
 */
function activeColumns({ grid, facts }: DiagnosisInput, totals: Float64Array): { from: number; to: number } {
  const ahead =
    facts.nowTicks === undefined
      ? grid.columnCount
      : columnsOfTime(grid, { from: grid.from, to: facts.nowTicks + FUTURE_TOLERANCE_TICKS }).to;
  let from = 0;
  let to = grid.columnCount;
  while (totals[from] === 0) from++;
  // If everything is in the future (due times, for example), it is judged as it is.
  if (from < ahead) to = Math.min(to, ahead);
  while (to > from && totals[to - 1] === 0) to--;
  return { from, to };
}

/** Builds the values that several rules need. Only rows whose cells were all counted or estimated count. */
export function diagnosisView(input: DiagnosisInput): DiagnosisView {
  const { grid } = input;
  const { rowCount, columnCount, counts } = grid;
  const rowTotals = new Float64Array(rowCount);
  const columnTotals = new Float64Array(columnCount);
  const judged = judgedRows(grid);
  for (const row of judged) {
    for (let column = 0; column < columnCount; column++) {
      const count = counts[row * columnCount + column] as number;
      rowTotals[row] = (rowTotals[row] as number) + count;
      columnTotals[column] = (columnTotals[column] as number) + count;
    }
  }
  return {
    ...input,
    judged,
    rowTotals,
    columnTotals,
    total: rowTotals.reduce((sum, count) => sum + count, 0),
    active: activeColumns(input, columnTotals),
    cellSeconds: Number(grid.bucketTicks) / TICKS_PER_SECOND_F64,
  };
}

/** Whether enough of the table was read for a rule. */
export function readsEnough({ needs }: DiagnosisRule, { facts: { reads } }: DiagnosisView): boolean {
  if (needs === undefined) return true;
  return reads !== undefined && EXTENTS.indexOf(reads) >= EXTENTS.indexOf(needs);
}

/** What a rule finds; nothing if it needs more of the table than was read. */
export function findingsOf(rule: DiagnosisRule, view: DiagnosisView): readonly Finding[] {
  return readsEnough(rule, view) ? rule.find(view) : [];
}

/** Entities per second that one partition serves. */
export function partitionTarget({ facts }: DiagnosisInput): number {
  return facts.partitionTargetPerSecond ?? PARTITION_TARGET_PER_SECOND;
}

/**
 * Whether a rate reaches the historical target of one partition, or the target in `facts` if that is lower. Below it a load is
 * no fault, however uneven it is.
 */
export function isNearTarget(view: DiagnosisInput, perSecond: number): boolean {
  return perSecond >= Math.min(HISTORICAL_PARTITION_TARGET_PER_SECOND, partitionTarget(view));
}

/** Rows per second if this many rows are spread over all active columns. */
export function meanRate({ active, cellSeconds }: DiagnosisView, rows: number): number {
  return rows / Math.max(1, (active.to - active.from) * cellSeconds);
}

/** Judged rows with entities. */
export function activeRows(view: DiagnosisView): readonly number[] {
  return [...view.rowTotals.keys()].filter((row) => (view.rowTotals[row] as number) > 0);
}

/** "21,509 rows", "an estimated 21,509 rows": all rows of the map. */
export function totalWords({ grid, total }: DiagnosisView): string {
  return `${grid.states.includes(ESTIMATED) ? 'an estimated ' : ''}${rowCountWords(total)}`;
}

/** The counts of a row in the active columns. */
export function activeCounts(view: DiagnosisView, row: number): Uint32Array {
  const { grid, active } = view;
  const start = row * grid.columnCount;
  return grid.counts.subarray(start + active.from, start + active.to);
}

/** The cells of columns [from, to), for some rows or for all. */
export function cellsOf(
  view: DiagnosisView,
  columns: { readonly from: number; readonly to: number },
  rows?: readonly number[],
): FindingCells {
  const { from, bucketTicks } = view.grid;
  return {
    rows,
    from: from + BigInt(columns.from) * bucketTicks,
    to: from + BigInt(columns.to) * bucketTicks,
  };
}

/** "prefixes": what the rows of the map are called. */
export function rowsName({ rowsAre }: Pick<DiagnosisInput, 'rowsAre'>): string {
  return rowsAre === 'prefix' ? 'prefixes' : `${rowsAre}s`;
}

/** "prefix 37", "partition orders": the name of a row inside a sentence. */
export function rowNameInside(view: Pick<DiagnosisInput, 'rowsAre' | 'labels'>, row: number): string {
  const label = view.labels[row] as string;
  return `${view.rowsAre} ${label.length > 60 ? `${label.slice(0, 57)}...` : label}`;
}

/** "Prefix 37": the name of a row at the start of a sentence or title. */
export function rowName(view: Pick<DiagnosisInput, 'rowsAre' | 'labels'>, row: number): string {
  return capital(rowNameInside(view, row));
}

/** Up to this many rows or stretches of one kind get a finding each; more are joined into one. */
export const MOST_ALONE = 3;
const MOST_NAMED = 3;

/** "prefixes 3, 5, 8 and 4 more". */
export function rowsNamed(view: Pick<DiagnosisInput, 'rowsAre' | 'labels'>, rows: readonly number[]): string {
  const labels = rows
    .slice(0, MOST_NAMED)
    .map((row) => rowNameInside(view, row).slice(view.rowsAre.length + 1));
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  return `${rows.length === 1 ? view.rowsAre : rowsName(view)} ${labels.join(', ')}${more}`;
}

/**
 * Whether each row of the map is a partition for one time, or a range of such partitions. Writes to it end when its time is
 * over, so its silence or burst means nothing.
 */
export function arePassing({ rowsAre, facts }: DiagnosisInput): boolean {
  const areKeys = rowsAre === 'partition' || rowsAre === 'range';
  return areKeys && (facts.timeSource === 'partition' || facts.timeSource === 'both');
}

/** If fewer columns have rows, their spacing means nothing. */
const LEAST_COLUMNS = 6;

/** The greatest common divisor of the distances between columns with rows; 1 if too few columns have any. */
function spacing(grid: CellGrid): number {
  const { rowCount, columnCount, counts } = grid;
  let first = -1;
  let step = 0n;
  let seen = 0;
  for (let column = 0; column < columnCount; column++) {
    let row = 0;
    while (row < rowCount && counts[row * columnCount + column] === 0) row++;
    if (row === rowCount) continue;
    if (first < 0) first = column;
    step = gcd(step, BigInt(column - first));
    seen++;
  }
  return seen < LEAST_COLUMNS ? 1 : Math.max(1, Number(step));
}

/**
 * Widens columns to the writer's rounding. In narrower columns, rounded times leave regular holes, which are neither a period of
 * the load nor gaps. If the rounding is unknown, the regular holes reveal it.
 */
export function onWritersGrid(input: DiagnosisInput): DiagnosisInput {
  const { grid, facts } = input;
  const { roundingTicks: rounding = 0n } = facts;
  // A whole number of roundings and of columns: with a rounding of 5 and columns of 2, the new width is 10.
  const known = rounding > grid.bucketTicks ? Number(rounding / gcd(rounding, grid.bucketTicks)) : 1;
  const columnsPer = Math.max(known, spacing(grid));
  if (columnsPer <= 1) return input;
  return { ...input, grid: coarsen(grid, columnsPer) };
}
