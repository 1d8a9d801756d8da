/*
 * Finds outages and silences in the times of the rows themselves, without columns: the longest times between neighbouring rows. An
 * outage of minutes in a list of a day is narrower than a column of the map, but misses hundreds of rows.
 */
import { TICKS_PER_SECOND, TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import type { RowPause } from './finding.ts';
import { lnUnusual, tailOf, unusual } from './pauseTail.ts';
import { isSignificant } from './statistics.ts';

const DAY = 86_400 * TICKS_PER_SECOND_F64;
const HOUR = 3600 * TICKS_PER_SECOND_F64;
/** An outage must lack at least this many rows. */
const LEAST_OF_ALL = 30;
/** A silence of one row of the map must lack at least this many table rows. */
const LEAST_OF_ONE = 20;
/** Fewer times, or times of one map row, do not show how long pauses usually are. */
const LEAST_TIMES = 60;
/** The rate beside a pause is that of the time before and after it, each this many times as long. */
const SIDES = 4;
/** The time is cut into so many parts, and so many of the longest pauses of each are looked at: a night does not hide the day's. */
const PARTS = 64;
const PER_PART = 8;
/** A pause recurs if one day or week before or after there are at most this share of the expected rows. */
const RECURS_SHARE = 0.3;
/** A pause this long may be a night if the list shows no other day at that hour. */
const NIGHT = 3 * HOUR;
/** Shorter pauses are no outage. */
const SHORTEST = 2 * TICKS_PER_SECOND_F64;
/** Longer pauses (weekends, holidays) are judged by the columns of the map. */
const LONGEST = 20 * HOUR;
/** With more pauses than this, pausing is how the table is used, and none is an outage. */
const MOST_OF_ALL = 2;
const MOST_OF_ONE = 1;

/** Rows with times in ticks from `baseTicks`; NaN: none. Only the first `count` entries are used. */
export interface TimedGroups {
  readonly count: number;
  readonly baseTicks: bigint;
  readonly offsets: Float64Array;
  /** Row of the map of each row; one that is not below `groupCount` belongs to none. */
  readonly groups: ArrayLike<number>;
  readonly groupCount: number;
  /** The writer's rounding of times in ticks; undefined: exact. */
  readonly stepTicks?: bigint | undefined;
}

interface Pause {
  /** Times of the rows before and after, in ticks from the base. */
  readonly from: number;
  readonly to: number;
  /** Rows that the time from one row to the next usually has; with rounded times, each step has some. */
  readonly expected: number;
  /** True if no row followed. */
  readonly isOpen: boolean;
}

/** Number of sorted values below a value. */
function below(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of times in sorted values: what is no time is at the end. */
function timesIn(sorted: Float64Array): number {
  let count = sorted.length;
  while (Number.isNaN(sorted[count - 1])) count--;
  return count;
}

/** The same for a value that is above all values before `from`: fast if it is near. */
function belowFrom(sorted: Float64Array, value: number, from: number): number {
  let [low, stride] = [from, 1];
  while ((sorted[low + stride - 1] ?? value) < value) {
    low += stride;
    stride *= 2;
  }
  let high = Math.min(sorted.length, low + stride - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The indexes after which the longest steps of each part of the values follow. */
function longestSteps(values: Float64Array): readonly number[] {
  const first = values[0] as number;
  const perPart = ((values.at(-1) as number) - first) / PARTS;
  // Rounding may put a value behind the last part.
  const kept = Array.from({ length: PARTS + 1 }, (): number[] => []);
  /** By part: no longer steps are kept. */
  const least = new Float64Array(PARTS + 1);
  const stepAt = (at: number) => (values[at + 1] as number) - (values[at] as number);
  for (let at = 0; at + 1 < values.length; at++) {
    const step = stepAt(at);
    if (step <= 0) continue;
    const part = Math.floor(((values[at] as number) - first) / perPart);
    if (step <= (least[part] as number)) continue;
    const list = kept[part] as number[];
    list.push(at);
    list.sort((a, b) => stepAt(b) - stepAt(a));
    list.length = Math.min(list.length, PER_PART);
    if (list.length === PER_PART) least[part] = stepAt(list[PER_PART - 1] as number);
  }
  return kept.flat();
}

/** Values per unit in the quieter of the two sides of a step. Beside the first and the last value, the other side counts. */
function rateBeside(values: Float64Array, at: number, step: number): number {
  const [before, after] = [values[at] as number, values[at + 1] as number];
  const wide = SIDES * (after - before);
  const left = Math.min(wide, before - (values[0] as number) + step);
  const right = Math.min(wide, (values.at(-1) as number) - after + step);
  return Math.min(
    (at + 1 - below(values, before + step - left)) / Math.max(1, left),
    (below(values, after + right) - at) / Math.max(1, right),
  );
}

/**
 * The longest pauses of times by a clock, whose values are those of the times, with the rows that each misses. `rows` are rows of
 * their own: what follows them is the end. `step` is the rounding in the unit of the clock; 0: none.
 */
function pausesOf(times: Float64Array, clock: Float64Array, rows: number, step: number): readonly Pause[] {
  return longestSteps(clock).map((at) => {
    const rate = rateBeside(clock, at, step);
    const expected = rate * ((clock[at + 1] as number) - (clock[at] as number));
    return {
      from: times[at] as number,
      to: times[at + 1] as number,
      rate,
      expected,
      isOpen: at + 1 === rows,
    };
  });
}

/** Whether normal use explains the silence: it is also there one day or week away, or the list has no such time and it may be a night. */
function mayBeUse(times: Float64Array, from: number, to: number, expected: number): boolean {
  if (to - from > LONGEST || to - from < SHORTEST) return true;
  const [first, last] = [times[0] as number, times.at(-1) as number];
  const seen = [-DAY, DAY, -7 * DAY, 7 * DAY].filter((by) => from + by >= first && to + by <= last);
  const rows = (by: number) => below(times, to + by) - below(times, from + by);
  return seen.some((by) => rows(by) <= RECURS_SHARE * expected) || (seen.length === 0 && to - from >= NIGHT);
}

/** The pause for the diagnosis, in whole seconds that hold no row. Undefined if nights or habits of use explain it. */
function named(
  { baseTicks, stepTicks = 0n }: TimedGroups,
  times: Float64Array,
  pause: Pause & { readonly lnP: number },
): RowPause | undefined {
  const step = Number(stepTicks);
  const { from, to, expected, lnP, isOpen } = pause;
  if (mayBeUse(times, from + step, to, expected)) return undefined;
  const begin = baseTicks + BigInt(Math.round(from + step)) + TICKS_PER_SECOND - 1n;
  const end = baseTicks + BigInt(Math.round(to));
  return {
    from: begin - (begin % TICKS_PER_SECOND),
    to: end - (end % TICKS_PER_SECOND),
    expected: (expected * (to - from - step)) / (to - from),
    lnP,
    ...(isOpen && { isOpen }),
  };
}

/** Outages of all rows: none or few pauses that miss far more rows than any other. */
function ofAll(timed: TimedGroups, all: Float64Array): readonly RowPause[] {
  return unusual(pausesOf(all, all, all.length, Number(timed.stepTicks ?? 0n)), MOST_OF_ALL, LEAST_OF_ALL)
    .map((pause) => named(timed, all, pause))
    .filter((pause) => pause !== undefined);
}

/** Sorted times by group. */
function timesByGroup({ count, offsets, groups, groupCount }: TimedGroups): readonly Float64Array[] {
  const isTimed = (at: number) => (groups[at] as number) < groupCount && !Number.isNaN(offsets[at]);
  // The next place of each group, in the end its end.
  const places = new Uint32Array(groupCount + 1);
  for (let at = 0; at < count; at++) if (isTimed(at)) (places[(groups[at] as number) + 1] as number)++;
  for (let group = 1; group <= groupCount; group++) (places[group] as number) += places[group - 1] as number;
  const times = new Float64Array(places[groupCount] as number);
  for (let at = 0; at < count; at++) {
    if (!isTimed(at)) continue;
    const group = groups[at] as number;
    times[places[group] as number] = offsets[at] as number;
    (places[group] as number)++;
  }
  return Array.from({ length: groupCount }, (_, group) =>
    times.subarray(group === 0 ? 0 : places[group - 1], places[group]).sort(),
  );
}

/**
 * Pauses of one group by a clock that ticks with each row of the others, so that outages, nights and bursts of all are no silence of
 * one. Its values are the numbers of rows of others before.
 */
function ownPauses(own: Float64Array, all: Float64Array): readonly Pause[] {
  if (own.length < LEAST_TIMES) return [];
  // The last row of all ends a pause that is still open.
  const times = new Float64Array(own.length + 1).fill(all.at(-1) as number);
  times.set(own);
  const clock = new Float64Array(times.length);
  let [before, ownBefore] = [0, 0];
  for (let at = 0; at < times.length; at++) {
    const time = times[at] as number;
    before = belowFrom(all, time, before);
    if (time !== times[at - 1]) ownBefore = at;
    clock[at] = before - ownBefore;
  }
  return pausesOf(times, clock, own.length, 0);
}

/** Silences of single groups while the others write. */
function ofGroups(timed: TimedGroups, all: Float64Array): readonly RowPause[] {
  const byGroup = timesByGroup(timed);
  const pauses = byGroup.map((own) => ownPauses(own, all));
  const odd = pauses.map((own) => unusual(own, MOST_OF_ONE, LEAST_OF_ONE)[0]);
  const usual = pauses.flatMap((own, row) => own.filter(({ from }) => from !== odd[row]?.from));
  const others = tailOf(usual.map(({ expected }) => expected));
  return odd.flatMap((pause, row) => {
    if (pause === undefined) return [];
    const lnP = Math.max(pause.lnP, lnUnusual(pause.expected, others));
    if (!isSignificant(lnP, byGroup.length)) return [];
    const found = named(timed, byGroup[row] as Float64Array, { ...pause, lnP });
    return found === undefined ? [] : [{ row, ...found }];
  });
}

/**
 * The times in which no row at all, or none of a group, was written although many were expected. Only pauses that are sure: neither
 * as long as others, nor at the same hour of another day. O(n log n).
 */
export function pauseFacts(timed: TimedGroups): readonly RowPause[] {
  const sorted = timed.offsets.slice(0, timed.count).sort();
  const all = sorted.subarray(0, timesIn(sorted));
  if (all.length < LEAST_TIMES || all[0] === all.at(-1)) return [];
  return [...ofAll(timed, all), ...(timed.groupCount > 1 ? ofGroups(timed, all) : [])];
}
