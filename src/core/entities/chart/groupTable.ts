import type { KeyPartColumn } from '../columns/keyParts.ts';
import { inBlocks } from '../../inBlocks.ts';
import type { Interval } from '../../time/ticks.ts';
import { joinTicks, type TimeBuckets } from '../order/timeBuckets.ts';
import type { RowMask, TimeColumn } from '../order/timeColumn.ts';
import { type StatisticByLine, statisticByLine } from './aggregate.ts';
import { bucketRows } from './bucketRows.ts';
import type { GroupLabel, LeftOut, Statistic } from './chartTypes.ts';
import type { NumberColumn } from './numberColumn.ts';
import type { RowGroups } from './rowGroups.ts';
import type { Steps } from '../../steps.ts';

/** The rows that share a value, or a pair of values. */
export interface Group {
  /** One for each column that rows are grouped by. */
  readonly labels: readonly GroupLabel[];
  /** The rank of each of these values among those of its column. */
  readonly places: readonly number[];
  /** All rows of the group, and those that are selected. */
  readonly all: number;
  readonly selected: number;
  /** Selected rows that are errors. */
  readonly errors: number;
  /** Times of the first and the last selected row, in ticks of 100 ns; undefined: none has a time. */
  readonly first: bigint | undefined;
  readonly last: bigint | undefined;
  /** One for each requested statistic. NaN: no selected row has a number. A bigint: a Double cannot hold the number exactly. */
  readonly values: readonly (number | bigint)[];
}

export interface GroupTable {
  /** Those with the most selected rows first; if these are equal, those with the most rows. If `isRanked`: those with the greatest number. */
  readonly groups: readonly Group[];
  /** Groups with selected rows, listed or not. */
  readonly selectedGroups: number;
  /** The groups that are not listed, and their rows. */
  readonly others: { readonly groups: number; readonly all: number; readonly selected: number };
  readonly buckets: TimeBuckets;
  /** Rows over time: those of group g in bucket b are at g * bucketCount + b. */
  readonly allOverTime: Uint32Array;
  readonly selectedOverTime: Uint32Array;
  /** For each statistic: selected rows without a number, by reason; most rows first. */
  readonly leftOut: readonly (readonly LeftOut[])[];
  /** How many rows were looked at. */
  readonly rowCount: number;
  /** Parts of keys that rows can be grouped by. */
  readonly keyParts: readonly KeyPartColumn[];
}

export interface GroupTableRequest {
  readonly times: TimeColumn;
  /** How many rows to look at, from the first of the store on. */
  readonly rowCount: number;
  readonly mask: RowMask;
  /** The rows that are counted at all; undefined: all. */
  readonly counted?: RowMask;
  /** What rows are grouped by; with two, by each pair that occurs. */
  readonly parts: readonly RowGroups[];
  readonly isError: ((row: number) => boolean) | undefined;
  readonly statistics: readonly { readonly numbers: NumberColumn; readonly statistic: Statistic }[];
  /** The time range of `allOverTime`; undefined: from the first to the last row. */
  readonly window: Interval | undefined;
  readonly mostBuckets: number;
  readonly mostGroups: number;
  /** Lists the groups with the greatest first statistic, not those with the most rows. */
  readonly isRanked: boolean;
}

/**
 * Counts rows by the values of one or two columns.
 * @yields after a few thousand rows
 */
export function* groupTable(request: GroupTableRequest): Steps<Omit<GroupTable, 'keyParts'>> {
  const { times, rowCount, mask, statistics } = request;
  const groups = yield* pairs(request.parts, rowCount);
  const counts = yield* countGroups(request, groups);
  const order = Array.from(counts.all.keys()).filter((group) => counts.all[group] !== 0);
  const at = (list: ArrayLike<number>, group: number): number => list[group] as number;
  const ranks = yield* ranksOf(request, groups);
  order.sort(
    (a, b) =>
      (ranks && byRank(ranks, a, b)) ||
      at(counts.selected, b) - at(counts.selected, a) ||
      at(counts.all, b) - at(counts.all, a),
  );
  const listed = order.slice(0, request.mostGroups);
  const rest = order.slice(request.mostGroups);
  const lineOf = new Uint32Array(groups.count).fill(listed.length);
  for (const [line, group] of listed.entries()) lineOf[group] = line;
  const lineAt = (row: number): number => at(lineOf, at(groups.groupOf, row));

  const bucketed = yield* bucketRows(times, rowCount, request.window, { most: request.mostBuckets });
  const { bucketCount } = bucketed.buckets;
  const allOverTime = new Uint32Array(listed.length * bucketCount);
  const selectedOverTime = new Uint32Array(allOverTime.length);
  const { groupOf } = groups;
  const { bucketOf } = bucketed;
  const { counted } = request;
  yield* inBlocks(rowCount, (from, to) => {
    for (let row = from; row < to; row++) {
      const line = lineOf[groupOf[row] as number] as number;
      const bucket = bucketOf[row] as number;
      if (bucket < 0 || line >= listed.length) continue;
      if (counted !== undefined && counted[row] !== 1) continue;
      const cell = line * bucketCount + bucket;
      allOverTime[cell] = (allOverTime[cell] as number) + 1;
      if (mask === undefined || mask[row] === 1)
        selectedOverTime[cell] = (selectedOverTime[cell] as number) + 1;
    }
  });

  const found: StatisticByLine[] = [];
  for (const each of statistics)
    found.push(yield* statisticByLine({ ...each, rowCount, mask, lineAt, lines: listed.length + 1 }));
  const sum = (list: ArrayLike<number>): number => rest.reduce((total, group) => total + at(list, group), 0);
  return {
    groups: listed.map((group, line) => ({
      ...groups.valuesOf(group),
      all: at(counts.all, group),
      selected: at(counts.selected, group),
      errors: at(counts.errors, group),
      first: ticksOf(times, at(counts.first, group)),
      last: ticksOf(times, at(counts.last, group)),
      values: found.map(({ values }) => values[line] ?? Number.NaN),
    })),
    selectedGroups: order.filter((group) => at(counts.selected, group) > 0).length,
    others: { groups: rest.length, all: sum(counts.all), selected: sum(counts.selected) },
    buckets: bucketed.buckets,
    allOverTime,
    selectedOverTime,
    leftOut: found.map(({ leftOut }) => leftOut),
    rowCount,
  };
}

/**
 * The first statistic of every group, if groups are ranked by it; groups without a number are last.
 * @yields after a few thousand rows
 */
function* ranksOf(
  { isRanked, statistics: [first], rowCount, mask }: GroupTableRequest,
  { groupOf, count }: NumberedGroups,
): Steps<Ranks | undefined> {
  if (!isRanked || first === undefined) return undefined;
  const lineAt = (row: number): number => groupOf[row] as number;
  const { values } = yield* statisticByLine({ ...first, rowCount, mask, lineAt, lines: count });
  return values.map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
}

type Ranks = readonly (number | bigint)[];

/** Orders the greatest first. Comparing a Double with a bigint loses no digits. */
function byRank(ranks: Ranks, a: number, b: number): number {
  const [first, second] = [ranks[a] as number, ranks[b] as number];
  return Number(first < second) - Number(first > second);
}

/** The most pairs for which an array is used; it then takes 16 MiB. */
const MOST_DENSE = 2 ** 22;

interface NumberedGroups {
  readonly count: number;
  /** The group of each row. */
  readonly groupOf: Uint32Array;
  readonly valuesOf: (group: number) => Pick<Group, 'labels' | 'places'>;
}

/**
 * Groups rows by one column, or by those pairs of values of two columns that occur.
 * @yields after a few thousand rows
 */
function* pairs([first, second]: readonly RowGroups[], rowCount: number): Steps<NumberedGroups> {
  if (first === undefined) throw new RangeError('Rows are grouped by one column at least.');
  const groupOf = new Uint32Array(rowCount);
  const seconds = second?.groupCount ?? 1;
  // An array of all pairs is used if it is small, because it is read for each of up to a million rows.
  const isDense = first.groupCount * seconds <= MOST_DENSE;
  const dense = new Int32Array(isDense ? first.groupCount * seconds : 0).fill(-1);
  const sparse = new Map<number, number>();
  const keys: number[] = [];
  const groupAt = (row: number): number => {
    const key = first.groupAt(row) * seconds + (second?.groupAt(row) ?? 0);
    const known = isDense ? (dense[key] as number) : (sparse.get(key) ?? -1);
    if (known >= 0) return known;
    const group = keys.push(key) - 1;
    if (isDense) dense[key] = group;
    else sparse.set(key, group);
    return group;
  };
  yield* inBlocks(rowCount, (from, to) => {
    for (let row = from; row < to; row++) groupOf[row] = groupAt(row);
  });
  return {
    count: keys.length,
    groupOf,
    valuesOf: (group) => {
      const key = keys[group] as number;
      const [place, other] = [Math.floor(key / seconds), key % seconds];
      if (second === undefined) return { labels: [first.labelOf(place)], places: [place] };
      return { labels: [first.labelOf(place), second.labelOf(other)], places: [place, other] };
    },
  };
}

const NO_ROW = -1;

/** @yields after a few thousand rows */
function* countGroups(
  { times, rowCount, mask, counted, isError }: GroupTableRequest,
  groups: NumberedGroups,
) {
  const all = new Uint32Array(groups.count);
  const selected = new Uint32Array(groups.count);
  const errors = new Uint32Array(groups.count);
  /** The rows with the earliest and the latest time in each group, and the seconds of these times. */
  const first = new Int32Array(groups.count).fill(NO_ROW);
  const last = new Int32Array(groups.count).fill(NO_ROW);
  const least = new Float64Array(groups.count).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(groups.count).fill(Number.NEGATIVE_INFINITY);
  const { groupOf } = groups;
  const { secondsAt, fractionAt } = times;
  const isBelow = (row: number, than: number): boolean => fractionAt(row) < fractionAt(than);
  yield* inBlocks(rowCount, (from, to) => {
    for (let row = from; row < to; row++) {
      if (counted !== undefined && counted[row] !== 1) continue;
      const group = groupOf[row] as number;
      all[group] = (all[group] as number) + 1;
      if (mask !== undefined && mask[row] !== 1) continue;
      selected[group] = (selected[group] as number) + 1;
      if (isError?.(row) === true) errors[group] = (errors[group] as number) + 1;
      // Seconds are NaN without a time, which is neither less nor more than any other.
      const seconds = secondsAt(row);
      const [low, high] = [least[group] as number, most[group] as number];
      if (seconds < low || (seconds === low && isBelow(row, first[group] as number))) {
        least[group] = seconds;
        first[group] = row;
      }
      if (seconds > high || (seconds === high && isBelow(last[group] as number, row))) {
        most[group] = seconds;
        last[group] = row;
      }
    }
  });
  return { all, selected, errors, first, last };
}

function ticksOf(times: TimeColumn, row: number): bigint | undefined {
  return row === NO_ROW ? undefined : joinTicks(times.secondsAt(row), times.fractionAt(row));
}
