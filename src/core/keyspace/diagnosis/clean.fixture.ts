import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { type CellGrid, COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { gaussian, poisson, seededRandom } from '../seededRandom.ts';
import { partitionFacts } from './facts.ts';
import type { DiagnosisInput, KeyspaceFacts } from './finding.ts';

/** 2026-01-01T00:00:00Z */
export const NEW_YEAR = 639_028_224_000_000_000n;
/** 2026-01-05T00:00:00Z */
const MONDAY = NEW_YEAR + 4n * 864_000_000_000n;

export interface CleanShape {
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

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** Ways in which healthy tables are written. */
export const CLEAN_FAMILIES = [
  'poisson',
  'diurnal',
  'lognormal cells',
  'negative binomial',
  'common wander',
  'own wander',
  'random batches',
  'even batches',
  'working hours',
  'weekdays',
  'even timers',
  'jittered timers',
  'rounded',
  'few rows',
  'growth',
] as const;
export type CleanFamily = (typeof CLEAN_FAMILIES)[number];

interface Layout {
  readonly rows: number;
  readonly columns: number;
  readonly cellSeconds: number;
  readonly mean: number;
}

type Counting = (row: number, column: number) => number;

/** A random series that drifts: normal values with deviation 1, each correlated 0.95 (or `memory`) with the previous one. */
function wander(random: () => number, length: number, memory: number): Float64Array {
  let value = gaussian(random);
  return Float64Array.from({ length }, () => {
    const now = value;
    value = memory * value + Math.sqrt(1 - memory * memory) * gaussian(random);
    return now;
  });
}

function secondOfDay({ cellSeconds }: Layout, column: number): number {
  return (column * cellSeconds) % 86_400;
}

/** Counts of rows that timers write at a fixed interval, `jitter` being the random share of that interval. */
function timers(layout: Layout, random: () => number, jitter: number): Counting {
  const { rows, columns, cellSeconds } = layout;
  const counts = new Uint32Array(rows * columns);
  const every = cellSeconds * pick(random, [0.03, 0.117, 0.183, 0.25, 0.75, 0.75, 1.017, 1.167, 1.4, 0.6]);
  const areTogether = random() < 0.5;
  for (let row = 0; row < rows; row++) {
    const phase = areTogether ? 0.01 * row : random() * every;
    for (let time = phase; time < columns * cellSeconds; time += every) {
      const column = Math.floor((time + jitter * every * random()) / cellSeconds);
      if (column < columns) counts[row * columns + column] = (counts[row * columns + column] ?? 0) + 1;
    }
  }
  return (row, column) => counts[row * columns + column] ?? 0;
}

/** Returns how many entities a row has in a column, for one family. */
function countingOf(family: CleanFamily, layout: Layout, random: () => number): Counting {
  const { rows, columns, mean } = layout;
  const spread = pick(random, [0, 0.2, 0.5]);
  const rates = Array.from({ length: rows }, () => mean * Math.exp(spread * gaussian(random)));
  const rateOf = (row: number) => rates[row] ?? mean;
  const ofRate =
    (rate: Counting): Counting =>
    (row, column) =>
      poisson(random, rate(row, column));
  const deviation = pick(random, [0.5, 1, 1.5]);
  switch (family) {
    case 'lognormal cells':
      return ofRate((row) => rateOf(row) * Math.exp(deviation * gaussian(random) - deviation ** 2 / 2));
    case 'negative binomial': {
      // Gamma-distributed rates of shape 1 or 2, made as sums of exponentials.
      const shape = pick(random, [1, 2]);
      const gamma = () =>
        Array.from({ length: shape }, () => -Math.log(1 - random())).reduce((sum, part) => sum + part, 0) /
        shape;
      return ofRate((row) => rateOf(row) * gamma());
    }
    case 'common wander': {
      const walk = wander(random, columns, pick(random, [0.8, 0.95]));
      return ofRate((row, column) => rateOf(row) * Math.exp((walk[column] ?? 0) - 0.5));
    }
    case 'own wander': {
      const walks = rates.map(() => wander(random, columns, 0.95));
      return ofRate((row, column) => rateOf(row) * Math.exp((walks[row]?.[column] ?? 0) - 0.5));
    }
    case 'random batches': {
      const share = pick(random, [0.02, 0.05, 0.2]);
      return () => (random() < share ? 50 : 0);
    }
    case 'even batches': {
      const every = pick(random, [5, 12, 24]);
      const phases = rates.map(() => Math.floor(random() * every));
      return (row, column) => (column % every === phases[row] ? 20 : 0);
    }
    case 'working hours':
    case 'weekdays': {
      const ramp = pick(random, [0, 3600]);
      const begin = 9 * 3600;
      const end = 17 * 3600;
      return ofRate((row, column) => {
        const second = secondOfDay(layout, column);
        const isWeekend = Math.floor((column * layout.cellSeconds) / 86_400) % 7 >= 5;
        const inside = Math.min(second - begin, end - second);
        const share = ramp === 0 ? Number(inside >= 0) : Math.min(1, Math.max(0, inside / ramp));
        if (family === 'working hours') return rateOf(row) * share;
        return isWeekend ? 0 : rateOf(row) * (1 - 0.7 * Math.cos((2 * Math.PI * second) / 86_400));
      });
    }
    case 'even timers':
      return timers(layout, random, 0);
    case 'jittered timers':
      return timers(layout, random, pick(random, [0.1, 0.2, 0.5]));
    case 'rounded': {
      // Key times are rounded to 1.2 columns, so some columns are empty.
      const isEdge = (column: number) => Math.floor(column / 1.2) !== Math.floor((column - 1) / 1.2);
      return ofRate((row, column) => (isEdge(column) ? rateOf(row) : 0));
    }
    case 'few rows':
      return ofRate(() => 30 / (rows * columns));
    case 'growth':
      return ofRate((row, column) => rateOf(row) * (0.2 + (2 * column) / columns));
    default:
      return ofRate(rateOf);
  }
}

function layoutOf(family: CleanFamily, random: () => number): Layout {
  const rows = pick(random, [1, 2, 3, 5, 10, 10, 24]);
  const mean = pick(random, [0.1, 0.5, 2, 5, 10, 60]);
  const isOfDays = family === 'working hours' || family === 'weekdays';
  const cellSeconds = isOfDays ? pick(random, [900, 1800, 3600]) : pick(random, [30, 60, 300]);
  const columns = isOfDays ? 336 : pick(random, [60, 144, 300]);
  return { rows, columns, cellSeconds, mean };
}

/** A healthy table of one family. */
export function cleanOf(family: CleanFamily, seed: number): DiagnosisInput {
  if (family === 'diurnal') return cleanTable(seed);
  const random = seededRandom(seed * 104_729 + CLEAN_FAMILIES.indexOf(family));
  const layout = layoutOf(family, random);
  const { rows, columns, cellSeconds } = layout;
  const bucketTicks = BigInt(cellSeconds) * TICKS_PER_SECOND;
  const grid = emptyGrid({ rowCount: rows, columnCount: columns, from: MONDAY, bucketTicks }, COUNTED);
  const count = countingOf(family, layout, random);
  for (let at = 0; at < grid.counts.length; at++)
    grid.counts[at] = count(Math.floor(at / columns), at % columns);
  const isKnown = family === 'rounded' && random() < 0.5;
  return inputOf(grid, 'prefix', isKnown ? { roundingTicks: (bucketTicks * 6n) / 5n } : {});
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
