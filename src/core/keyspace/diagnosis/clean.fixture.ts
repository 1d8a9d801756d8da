import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { type CellGrid, COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { gaussian, poisson, seededRandom } from '../seededRandom.ts';
import { partitionFacts } from './facts.ts';
import type { DiagnosisInput, KeyspaceFacts } from './finding.ts';

/** 2026-01-01T00:00:00Z */
export const NEW_YEAR = 639_028_224_000_000_000n;

interface CleanShape {
  readonly rows: number;
  readonly columns: number;
  readonly cellSeconds: number;
  /** Mean entities in a cell. */
  readonly mean: number;
  /** How much the rows' rates differ: standard deviation of their logarithm. */
  readonly spread: number;
  /** How far the rate falls at night, 0..1. */
  readonly night: number;
  readonly seed: number;
}

/** A grid of Poisson counts whose rows have different rates and share one daily shape. */
export function cleanGrid(shape: CleanShape): CellGrid {
  const random = seededRandom(shape.seed);
  const grid = emptyGrid(
    {
      rowCount: shape.rows,
      columnCount: shape.columns,
      from: NEW_YEAR,
      bucketTicks: BigInt(shape.cellSeconds) * TICKS_PER_SECOND,
    },
    COUNTED,
  );
  const phase = random();
  for (let row = 0; row < shape.rows; row++) {
    const rate = shape.mean * Math.exp(shape.spread * gaussian(random));
    for (let column = 0; column < shape.columns; column++) {
      const day = (column * shape.cellSeconds) / 86_400 + phase;
      const now = rate * (1 - shape.night * Math.sin(2 * Math.PI * day));
      grid.counts[row * shape.columns + column] = poisson(random, now);
    }
  }
  return grid;
}

/** The input that the rules get for a grid of all rows of a table. */
export function inputOf(
  grid: CellGrid,
  rowsAre: DiagnosisInput['rowsAre'] = 'prefix',
  facts: KeyspaceFacts = {},
): DiagnosisInput {
  const labels = Array.from({ length: grid.rowCount }, (_, row) => String(row));
  return { grid, labels, rowsAre, facts: { reads: 'every partition', ...facts } };
}

/** Poisson counts at the rate that a row has in a column. */
export function tableOf(
  shape: Pick<CleanShape, 'rows' | 'columns' | 'cellSeconds'> & { readonly from?: bigint },
  random: () => number,
  rate: (row: number, column: number) => number,
  facts: KeyspaceFacts = {},
): DiagnosisInput {
  const { rows: rowCount, columns: columnCount, cellSeconds, from = NEW_YEAR } = shape;
  const bucketTicks = BigInt(cellSeconds) * TICKS_PER_SECOND;
  const grid = emptyGrid({ rowCount, columnCount, from, bucketTicks }, COUNTED);
  for (let at = 0; at < grid.counts.length; at++)
    grid.counts[at] = poisson(random, rate(Math.floor(at / columnCount), at % columnCount));
  return inputOf(grid, 'prefix', facts);
}

export function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** A healthy table with facts: few or many prefixes, some unused, of any size and daily shape. */
export function cleanTable(seed: number): DiagnosisInput {
  const random = seededRandom(seed * 7919);
  const rows = pick(random, [1, 2, 3, 5, 10, 10, 24, 40]);
  const grid = cleanGrid({
    rows,
    columns: pick(random, [30, 60, 144, 288, 500]),
    cellSeconds: pick(random, [60, 60, 300, 900, 3600]),
    mean: pick(random, [0.02, 0.1, 0.5, 2, 10, 60, 400]),
    spread: pick(random, [0, 0.2, 0.5, 0.7]),
    night: pick(random, [0, 0.3, 0.6, 0.9, 1]),
    seed,
  });
  for (let row = 0; row < rows; row++) {
    // A prefix that no writer uses.
    if (random() < 0.2) grid.counts.fill(0, row * grid.columnCount, (row + 1) * grid.columnCount);
  }
  const totals = Array.from({ length: rows }, (_, row) =>
    grid.counts
      .subarray(row * grid.columnCount, (row + 1) * grid.columnCount)
      .reduce((sum, count) => sum + count, 0),
  );
  const total = totals.reduce((sum, count) => sum + count, 0);
  const isByPartition = random() < 0.3;
  // One partition per prefix and time, as the agents write them, or one per row of the map.
  const sizes = isByPartition ? totals : grid.counts;
  const partitions = partitionFacts(
    Array.from(sizes, (_, at) => `p${at}`),
    sizes,
  );
  const facts: KeyspaceFacts = {
    nowTicks: grid.from + BigInt(grid.columnCount) * grid.bucketTicks,
    partitions: (partitions?.count ?? 0) < 2 ? undefined : partitions,
    lag: {
      rows: total,
      medianSeconds: 60 + 200 * random(),
      p99Seconds: 900,
      maxSeconds: 4000,
      lateRows: Math.floor(total / 2000),
    },
    writers: totals.map((count, row) => ({ label: `vm_${row}`, rows: count })),
    twins: { pairs: 0, rows: total },
    future: [],
    timeSource: isByPartition ? 'row' : 'partition',
    roundingTicks: 60n * TICKS_PER_SECOND,
  };
  return inputOf(grid, isByPartition ? 'partition' : 'prefix', facts);
}
