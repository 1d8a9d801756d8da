import { type CellGrid, columnsOfTime } from '../../../core/keyspace/map/cellGrid.ts';
import type { FindingCells } from '../../../core/keyspace/diagnosis/finding.ts';
import { TICKS_PER_MINUTE } from '../../../core/time/ticks.ts';

/** What stops so long before or after another stops with it; a quarter of a shorter silence, but at least a column. */
const NEAR = 5n * TICKS_PER_MINUTE;
/** A row of the map that writes this few rows in such a time may as well have none by chance. */
const LEAST_MISSING = 3;

/** Rows of the map that stopped when another did. */
export interface StoppedThen {
  readonly rows: readonly number[];
  /** How many others wrote before the silence and in it. */
  readonly continuing: number;
  /** In which time the last rows of these are. */
  readonly from: bigint;
  readonly to: bigint;
}

/** Which other rows of a map have their last row in the same minutes as the one of a silence, and none until it ends. */
export function stoppedThen(grid: CellGrid, { rows: silent = [], from, to }: FindingCells): StoppedThen {
  const quarter = (to - from) / 4n;
  const most = quarter < NEAR ? quarter : NEAR;
  const near = grid.bucketTicks > most ? grid.bucketTicks : most;
  const [begin, end] = [from - near, from + near];
  const then = columnsOfTime(grid, { from: begin, to: end });
  const silence = columnsOfTime(grid, { from: end, to: to > end ? to : end });
  const counts = grid.all ?? grid.counts;
  const sum = (row: number, first: number, last: number): number =>
    counts
      .slice(row * grid.columnCount + first, row * grid.columnCount + last)
      .reduce((all, one) => all + one, 0);
  const others = Array.from({ length: grid.rowCount }, (_, row) => row).filter(
    (row) => !silent.includes(row) && sum(row, 0, then.to) > 0,
  );
  const rows = others.filter((row) => {
    const perColumn = sum(row, 0, then.to) / Math.max(1, then.to);
    return (
      sum(row, then.from, then.to) > 0 &&
      sum(row, silence.from, silence.to) === 0 &&
      perColumn * (silence.to - silence.from) >= LEAST_MISSING
    );
  });
  const continuing = others.filter((row) => sum(row, silence.from, silence.to) > 0).length;
  return { rows, continuing, from: begin, to: end };
}
