import { inBlocks } from '../../inBlocks.ts';
import type { RowMask, TimeColumn } from '../order/timeColumn.ts';
import { type BucketedRows, bucketRows } from './bucketRows.ts';
import { CellSums } from './cellSums.ts';
import type {
  BucketChoice,
  ChartAnswer,
  ChartSeries,
  ChartWindow,
  LeftOut,
  Statistic,
} from './chartTypes.ts';
import { IS_NUMBER, LeftOutRows, type NumberColumn, STEP } from './numberColumn.ts';
import {
  cellsOfLines,
  groupCells,
  type GroupLines,
  groupLines,
  groupSizes,
  type RowGroups,
} from './rowGroups.ts';
import type { Steps } from '../../steps.ts';

export interface AggregateRequest {
  readonly times: TimeColumn;
  /** How many rows of the store to look at, from the first on. */
  readonly rowCount: number;
  readonly window?: ChartWindow;
  /** The rows that count. */
  readonly mask?: RowMask;
  readonly buckets: BucketChoice;
  readonly statistic: Statistic;
  /** Undefined: the rows themselves are counted. */
  readonly numbers?: NumberColumn | undefined;
  /** True if every row has a number: then the sum of a bucket without rows is zero. */
  readonly isOfEveryRow?: boolean;
  /** Undefined: one series of all rows. */
  readonly groups?: RowGroups | undefined;
  /** How many groups have a series of their own; the others share one. */
  readonly top: number;
}

const PERCENTS: Partial<Readonly<Record<Statistic, number>>> = { p50: 50, p90: 90, p95: 95, p99: 99 };

/** The most groups x buckets that are counted in one pass over the rows. */
const MOST_GROUP_CELLS = 2 ** 18;

/** One series of all rows. */
const ONE_LINE: GroupLines = { lineOf: new Uint32Array(1), labels: [{ kind: 'all' }], rows: [0] };

/**
 * A statistic over time, by group. A cell is one bucket of one series; each series has one more, for the whole window.
 * @yields after a few thousand rows
 */
export function* aggregate(request: AggregateRequest): Steps<ChartAnswer> {
  const { times, rowCount, window, numbers, groups } = request;
  const bucketed = yield* bucketRows(times, rowCount, window, request.buckets, request.mask);
  const { bucketCount } = bucketed.buckets;
  // With few groups, one pass counts both their sizes and their buckets, which keeps up with a drag.
  const isFew = groups !== undefined && groups.groupCount * bucketCount <= MOST_GROUP_CELLS;
  const byGroup = isFew && numbers === undefined ? yield* groupCells(bucketed, groups, rowCount) : undefined;
  const lines =
    groups === undefined
      ? { ...ONE_LINE, rows: [bucketed.inside] }
      : groupLines(groups, byGroup?.sizes ?? (yield* groupSizes(bucketed, groups, rowCount)), request.top);
  const { lineOf } = lines;
  const lineAt =
    groups === undefined ? () => 0 : (row: number): number => lineOf[groups.groupAt(row)] as number;
  const cells = new Cells(request, { ...bucketed, bucketCount }, { lines: lines.labels.length, lineAt });
  yield* cells.compute(byGroup && cellsOfLines(byGroup.cells, lines, bucketCount));
  const { buckets, isWidened, outside } = bucketed;
  return {
    ...buckets,
    isWidened,
    series: lines.labels.map((label, line) => ({
      label,
      rows: lines.rows[line] as number,
      ...cells.seriesOf(line),
    })),
    outside,
    leftOut: numbers === undefined ? [] : cells.leftOut,
    rowCount,
  };
}

export interface StatisticByLine {
  /** By line. NaN: no row has a number. A bigint: a Double cannot hold the number exactly. */
  readonly values: readonly (number | bigint)[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * A statistic of the selected rows of each line, whatever their time.
 * @yields after a few thousand rows
 */
export function* statisticByLine({
  mask,
  lines,
  lineAt,
  ...request
}: Pick<AggregateRequest, 'rowCount' | 'mask' | 'statistic'> & {
  readonly numbers: NumberColumn;
  /** How many lines there are; `lineAt` gives the line of each row. */
  readonly lines: number;
  readonly lineAt: (row: number) => number;
}): Steps<StatisticByLine> {
  const bucketOf = new Int16Array(request.rowCount);
  if (mask !== undefined)
    for (let row = 0; row < request.rowCount; row++) bucketOf[row] = mask[row] === 1 ? 0 : -1;
  const cells = new Cells(
    request,
    { bucketCount: 1, bucketOf, seconds: new Float64Array(1) },
    { lines, lineAt },
  );
  yield* cells.compute();
  return {
    values: Array.from({ length: lines }, (_, line) => cells.overallOf(line)),
    leftOut: cells.leftOut,
  };
}

/**
 * The rows that have a number, ordered by it.
 * @yields after a few thousand rows
 */
function* rowsByValue(numbers: NumberColumn, rowCount: number): Steps<Uint32Array> {
  const { values, distinct } = numbers;
  const next = new Uint32Array(distinct + 2);
  for (let row = 0; row < rowCount; row++) {
    const after = (values[row] as number) + 1;
    next[after] = (next[after] as number) + 1;
    if (row % STEP === STEP - 1) yield undefined;
  }
  for (let value = 1; value < next.length; value++)
    next[value] = (next[value] as number) + (next[value - 1] as number);
  const rows = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const value = values[row] as number;
    rows[next[value] as number] = row;
    next[value] = (next[value] as number) + 1;
    if (row % STEP === STEP - 1) yield undefined;
  }
  // Rows without a value are last.
  return rows.subarray(0, distinct === 0 ? 0 : next[distinct - 1]);
}

/** What the cells are computed of, and how rows fall into buckets. */
type CellsRequest = Pick<AggregateRequest, 'rowCount' | 'statistic' | 'numbers' | 'isOfEveryRow'>;
type CellBuckets = Pick<BucketedRows, 'bucketOf' | 'seconds'> & { readonly bucketCount: number };

/** Computes the statistic of each cell. */
class Cells {
  private readonly request: CellsRequest;
  private readonly bucketed: CellBuckets;
  private readonly lineAt: (row: number) => number;
  /** How many cells a series has: its buckets, and one for the whole window. */
  private readonly width: number;
  private readonly counts: Uint32Array;
  private readonly values: Float64Array;
  /** By cell: exact numbers that a Double cannot hold. */
  private readonly exact = new Map<number, bigint>();
  private readonly left: LeftOutRows | undefined;

  constructor(
    request: CellsRequest,
    bucketed: CellBuckets,
    { lines, lineAt }: { readonly lines: number; readonly lineAt: (row: number) => number },
  ) {
    this.request = request;
    this.bucketed = bucketed;
    this.lineAt = lineAt;
    this.width = bucketed.bucketCount + 1;
    const cells = this.width * lines;
    this.counts = new Uint32Array(cells);
    this.values = new Float64Array(cells).fill(Number.NaN);
    this.left = request.numbers && new LeftOutRows(request.numbers);
  }

  get leftOut() {
    return this.left?.list() ?? [];
  }

  /**
   * @param counted rows by cell, if they are counted already
   * @yields after a few thousand rows
   */
  *compute(counted?: Uint32Array): Steps<void> {
    const { statistic, numbers } = this.request;
    if (counted !== undefined) {
      this.counts.set(counted);
      this.fromCounts();
    } else if (numbers === undefined || statistic === 'count') {
      yield* this.eachRow(numbers && ((row) => this.hasAnyValue(numbers, row)));
      this.fromCounts();
    } else if (statistic === 'distinct') {
      yield* this.eachRow((row) => this.hasAnyValue(numbers, row));
      yield* this.distinct(numbers);
    } else {
      const sums =
        statistic === 'sum' || statistic === 'rate' || statistic === 'average'
          ? new CellSums(this.counts.length)
          : undefined;
      yield* this.eachRow((row) => this.hasNumber(numbers, row), sums);
      if (sums !== undefined) this.fromSums(sums);
      else yield* this.ranked(numbers, statistic);
    }
  }

  seriesOf(line: number): Omit<ChartSeries, 'label' | 'rows'> {
    const from = line * this.width;
    const to = from + this.width - 1;
    const own = [...this.exact].filter(([cell]) => cell >= from && cell <= to);
    return {
      values: this.values.slice(from, to),
      counts: this.counts.slice(from, to),
      overall: this.values[to] as number,
      exact: new Map(own.map(([cell, value]) => [cell - from, value])),
    };
  }

  /** The statistic of a line over the whole window. */
  overallOf(line: number): number | bigint {
    const cell = (line + 1) * this.width - 1;
    return this.exact.get(cell) ?? (this.values[cell] as number);
  }

  /**
   * Counts rows that pass, by cell.
   * @yields after a few thousand rows
   */
  private *eachRow(passes: ((row: number) => boolean) | undefined, sums?: CellSums): Steps<void> {
    const { counts, lineAt, width } = this;
    const { rowCount, numbers } = this.request;
    const { bucketOf, bucketCount } = this.bucketed;
    yield* inBlocks(rowCount, (from, to) => {
      for (let row = from; row < to; row++) {
        const bucket = bucketOf[row] as number;
        if (bucket < 0 || (passes !== undefined && !passes(row))) continue;
        const first = lineAt(row) * width;
        counts[first + bucket] = (counts[first + bucket] as number) + 1;
        if (sums !== undefined && numbers !== undefined) this.addTo(sums, numbers, row, first);
      }
    });
    for (let first = 0; first < counts.length; first += width)
      counts[first + bucketCount] = counts.subarray(first, first + bucketCount).reduce((a, b) => a + b, 0);
  }

  private addTo(sums: CellSums, numbers: NumberColumn, row: number, first: number): void {
    const value = numbers.values[row] as number;
    const major = numbers.majors[value] as number;
    for (const cell of [first + (this.bucketed.bucketOf[row] as number), first + this.width - 1]) {
      if (numbers.whole[value] === 1) sums.addWhole(cell, major, numbers.minors[value] ?? 0);
      else sums.addDouble(cell, major);
    }
  }

  private firstCell(row: number): number {
    return this.lineAt(row) * this.width;
  }

  private hasNumber({ values, distinct, reasons }: NumberColumn, row: number): boolean {
    const value = values[row] as number;
    const is = value < distinct && reasons[value] === IS_NUMBER;
    if (!is) this.left?.add(value);
    return is;
  }

  private hasAnyValue(numbers: NumberColumn, row: number): boolean {
    const value = numbers.values[row] as number;
    const is = value < numbers.distinct && countsAsValue(numbers, value);
    if (!is) this.left?.add(value);
    return is;
  }

  private secondsOf(cell: number): number {
    const { seconds } = this.bucketed;
    return seconds[cell % this.width] ?? seconds.reduce((sum, each) => sum + each, 0);
  }

  private fromCounts(): void {
    const isRate = this.request.statistic === 'rate';
    for (let cell = 0; cell < this.counts.length; cell++) {
      const count = this.counts[cell] as number;
      const seconds = isRate ? this.secondsOf(cell) : 1;
      this.values[cell] = seconds > 0 ? count / seconds : Number.NaN;
    }
  }

  private fromSums(sums: CellSums): void {
    const { statistic, isOfEveryRow = false } = this.request;
    for (let cell = 0; cell < this.counts.length; cell++) {
      const count = this.counts[cell] as number;
      if (count === 0 && (!isOfEveryRow || statistic === 'average')) continue;
      const { nearest, exact } = sums.sum(cell);
      if (statistic === 'average') this.values[cell] = averageOf(nearest, exact, count);
      else if (statistic === 'rate') this.values[cell] = nearest / this.secondsOf(cell);
      else this.set(cell, nearest, exact);
    }
  }

  private set(cell: number, nearest: number, exact: bigint | undefined): void {
    this.values[cell] = nearest;
    if (exact !== undefined && !Number.isSafeInteger(nearest)) this.exact.set(cell, exact);
  }

  /**
   * Minimum, maximum and percentiles: the value at a rank, found while going through rows from the smallest value up.
   * @yields after a few thousand rows
   */
  private *ranked(numbers: NumberColumn, statistic: Statistic): Steps<void> {
    const { bucketOf } = this.bucketed;
    const seen = new Uint32Array(this.counts.length);
    const wanted = this.counts.map((count) => rankOf(statistic, count));
    const rows = yield* rowsByValue(numbers, this.request.rowCount);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const value = numbers.values[row] as number;
      const bucket = bucketOf[row] as number;
      if (bucket >= 0 && numbers.reasons[value] === IS_NUMBER) {
        const first = this.firstCell(row);
        for (const cell of [first + bucket, first + this.width - 1]) {
          seen[cell] = (seen[cell] as number) + 1;
          if (seen[cell] === wanted[cell]) this.setValue(cell, numbers, value);
        }
      }
      if (at % STEP === STEP - 1) yield undefined;
    }
  }

  private setValue(cell: number, { majors, minors, whole }: NumberColumn, value: number): void {
    const major = majors[value] as number;
    const isExact = whole[value] === 1 && !Number.isSafeInteger(major);
    this.set(cell, major, isExact ? BigInt(major) + BigInt(minors[value] ?? 0) : undefined);
  }

  /** @yields after a few thousand rows */
  private *distinct(numbers: NumberColumn): Steps<void> {
    const { bucketOf } = this.bucketed;
    const found = new Uint32Array(this.counts.length);
    const last = new Int32Array(this.counts.length).fill(-1);
    const rows = yield* rowsByValue(numbers, this.request.rowCount);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const value = numbers.values[row] as number;
      const bucket = bucketOf[row] as number;
      if (bucket >= 0 && countsAsValue(numbers, value)) {
        const rank = numbers.ranks?.[value] ?? value;
        const first = this.firstCell(row);
        for (const cell of [first + bucket, first + this.width - 1]) {
          if (last[cell] === rank) continue;
          last[cell] = rank;
          found[cell] = (found[cell] as number) + 1;
        }
      }
      if (at % STEP === STEP - 1) yield undefined;
    }
    for (let cell = 0; cell < found.length; cell++) this.values[cell] = found[cell] as number;
  }
}

/** Whether a row has one value, of any type. If the name occurs twice, it is unknown which value counts, so none does. */
function countsAsValue({ reasons, reasonNames, isComputed }: NumberColumn, value: number): boolean {
  const reason = reasons[value] as number;
  if (reason === IS_NUMBER) return true;
  if (isComputed) return false;
  const kind = reasonNames[reason]?.kind;
  return kind === 'special' || kind === 'type';
}

/** The rank of the value that the statistic takes, from 1 for the smallest; 0: there is none. */
function rankOf(statistic: Statistic, count: number): number {
  if (statistic === 'minimum') return Math.min(1, count);
  if (statistic === 'maximum') return count;
  return Math.ceil(((PERCENTS[statistic] ?? 0) * count) / 100);
}

/** The double that is nearest to the average, if the sum is an exact double: then it is rounded only once. */
function averageOf(nearest: number, exact: bigint | undefined, count: number): number {
  if (exact === undefined || Number.isSafeInteger(nearest)) return nearest / count;
  const divisor = BigInt(count);
  return Number(exact / divisor) + Number(exact % divisor) / count;
}
