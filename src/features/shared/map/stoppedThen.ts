import { type CellGrid, columnsOfTime } from '../../../core/keyspace/map/cellGrid.ts';
import type { FindingCells } from '../../../core/keyspace/diagnosis/finding.ts';
import { TICKS_PER_MINUTE } from '../../../core/time/ticks.ts';

/**
 * Rows of the map stopped together if they stopped at most this far apart. For a shorter silence it is a quarter of its length, but at
 * least one column.
 */
const NEAR = 5n * TICKS_PER_MINUTE;
/** If a row of the map would usually write fewer rows than this during the silence, having none may be chance. */
const LEAST_MISSING = 3;

/** Rows of the map that stopped at the same time as another. */
export interface StoppedThen {
  readonly rows: readonly number[];
  /** How many other rows of the map wrote before the silence and went on during it. */
  readonly continuing: number;
  /** The interval that holds the last rows of those that stopped, in ticks. */
  readonly from: bigint;
  readonly to: bigint;
}

/** Which other rows of a map stopped at about the beginning of a silence, and wrote nothing until it ended. */
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
