/*
 * Finds outages and silences in the times of the rows themselves, without columns: the longest times between neighbouring rows. An
 * outage of minutes in a list of a day is narrower than a column of the map, but misses hundreds of rows.
 */
import { TICKS_PER_SECOND, TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import type { RowPause } from './finding.ts';
import { lnUnusual, unusual } from './pauseTail.ts';
import { isSignificant } from './statistics.ts';

const DAY = 86_400 * TICKS_PER_SECOND_F64;
const HOUR = 3600 * TICKS_PER_SECOND_F64;
/** An outage must miss at least this many rows. */
const LEAST_OF_ALL = 30;
/** A silence of one row of the map must miss at least this many rows. */
const LEAST_OF_ONE = 20;
/** With fewer times, or rows of one kind, nothing shows how long pauses usually are. */
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
/** Shorter ones are no outage. */
const SHORTEST = 2 * TICKS_PER_SECOND_F64;
/** Longer ones (weekends, holidays) are judged by the columns of the map. */
const LONGEST = 20 * HOUR;
/** Up to so many outages are told apart from how a table is used. */
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
  /** Of the row before, in ticks from the base. */
  readonly before: number;
  readonly after: number;
  /** Rows per unit beside it. */
  readonly rate: number;
  /** Rows that the time from one row to the next usually has; with rounded times, each step has some. */
  readonly expected: number;
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

/** The indexes after which the longest steps of each part of the values follow. */
function longestSteps(values: Float64Array): readonly number[] {
  const first = values[0] as number;
  const span = (values.at(-1) as number) - first;
  const kept: number[][] = Array.from({ length: PARTS }, () => []);
  const step = (at: number) => (values[at + 1] as number) - (values[at] as number);
  for (let at = 0; at + 1 < values.length; at++) {
    if (step(at) <= 0) continue;
    const part = Math.min(PARTS - 1, Math.floor((((values[at] as number) - first) / span) * PARTS));
    const list = kept[part] as number[];
    if (list.length === PER_PART && step(at) <= step(list[PER_PART - 1] as number)) continue;
    let place = list.length;
    while (place > 0 && step(list[place - 1] as number) < step(at)) place--;
    list.splice(place, 0, at);
    list.length = Math.min(list.length, PER_PART);
  }
  return kept.flat();
}

/** Values per unit in the quieter of the two sides of a step. A side that the values do not reach is left out. */
function rateBeside(values: Float64Array, at: number, step: number): number {
  const [before, after] = [values[at] as number, values[at + 1] as number];
  const wide = SIDES * (after - before);
  const [first, last] = [values[0] as number, values.at(-1) as number];
  const left = Math.min(wide, before - first + step);
  const right = Math.min(wide, last - after + step);
  const rates: number[] = [];
  if (left >= wide / 2 || right < wide / 2)
    rates.push((at + 1 - below(values, before + step - left)) / Math.max(1, left));
  if (right >= wide / 2 || left < wide / 2)
    rates.push((below(values, after + right) - at - 1) / Math.max(1, right));
  return Math.min(...rates);
}

/** The pause after a value, with the rows that it misses. */
function pauseAt(values: Float64Array, at: number, step: number): Pause {
  const [before, after] = [values[at] as number, values[at + 1] as number];
  const rate = rateBeside(values, at, step);
  return { before, after, rate, expected: rate * (after - before) };
}

/** The longest pauses of sorted times, with the rows that each misses. `step` is the rounding in the unit of the values; 0: none. */
function pausesOf(values: Float64Array, step: number): readonly Pause[] {
  return longestSteps(values).map((at) => pauseAt(values, at, step));
}

/** Whether the rows are as silent one day or week before or after, or no such time is in the list and the pause may be a night. */
function mayBeUse(times: Float64Array, from: number, to: number, expected: number): boolean {
  if (to - from > LONGEST || to - from < SHORTEST) return true;
  const [first, last] = [times[0] as number, times.at(-1) as number];
  const seen = [-DAY, DAY, -7 * DAY, 7 * DAY].filter((by) => from + by >= first && to + by <= last);
  const rows = (by: number) => below(times, to + by) - below(times, from + by);
  return seen.some((by) => rows(by) <= RECURS_SHARE * expected) || (seen.length === 0 && to - from >= NIGHT);
}

/** Sorted times of all rows that have one. */
function sortedTimes(offsets: Float64Array): Float64Array {
  return offsets.filter((offset) => !Number.isNaN(offset)).sort();
}

/** Whole seconds inside a pause of seconds, so that none of them holds a row. */
function secondsInside(
  baseTicks: bigint,
  from: number,
  to: number,
): { readonly from: bigint; readonly to: bigint } {
  const begin = baseTicks + BigInt(Math.round(from)) + TICKS_PER_SECOND - 1n;
  const end = baseTicks + BigInt(Math.round(to));
  return { from: begin - (begin % TICKS_PER_SECOND), to: end - (end % TICKS_PER_SECOND) };
}

/** Outages of all rows: none or few pauses that miss far more rows than any other. */
function ofAll({ baseTicks, stepTicks }: TimedGroups, times: Float64Array): readonly RowPause[] {
  const step = Number(stepTicks ?? 0n);
  const pauses = pausesOf(times, step);
  const odd = unusual(pauses, MOST_OF_ALL, LEAST_OF_ALL);
  return odd
    .filter(({ before, after, expected }) => !mayBeUse(times, before + step, after, expected))
    .map(({ before, after, rate, lnP }) => ({
      ...secondsInside(baseTicks, before + step, after),
      expected: rate * (after - before - step),
      lnP,
    }));
}

/** Sorted times by group. */
function timesByGroup({ count, offsets, groups, groupCount }: TimedGroups): readonly Float64Array[] {
  const sizes = new Uint32Array(groupCount + 1);
  for (let at = 0; at < count; at++) {
    const group = Math.min(groupCount, groups[at] as number);
    if (!Number.isNaN(offsets[at])) sizes[group] = (sizes[group] as number) + 1;
  }
  const times = Array.from(sizes, (size) => new Float64Array(size));
  sizes.fill(0);
  for (let at = 0; at < count; at++) {
    const group = Math.min(groupCount, groups[at] as number);
    if (Number.isNaN(offsets[at])) continue;
    (times[group] as Float64Array)[sizes[group] as number] = offsets[at] as number;
    sizes[group] = (sizes[group] as number) + 1;
  }
  return times.slice(0, groupCount).map((own) => own.sort());
}

interface OwnPause extends Pause {
  readonly group: number;
  /** Times of the rows before and after it. */
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
}

/**
 * Pauses of one group by a clock that ticks with each row of the others, so that outages, nights and bursts of all are no silence of
 * one. Its values are the numbers of rows of others before; times of the rows beside each pause come with it.
 */
function ownPauses(group: number, own: Float64Array, all: Float64Array): readonly OwnPause[] {
  // The last row of all ends a pause that is still open.
  const times = new Float64Array(own.length + 1).fill(all.at(-1) as number);
  times.set(own);
  const clock = times.map((time, at) => below(all, time) - (at < own.length ? below(own, time) : at));
  return longestSteps(clock).map((at) => ({
    group,
    ...pauseAt(clock, at, 0),
    from: times[at] as number,
    to: times[at + 1] as number,
    isOpen: at + 1 === own.length,
  }));
}

/** Silences of single groups while the others write. */
function ofGroups(timed: TimedGroups, all: Float64Array): readonly RowPause[] {
  const step = Number(timed.stepTicks ?? 0n);
  const byGroup = timesByGroup(timed);
  const pauses = byGroup.map((own, group) => (own.length < LEAST_TIMES ? [] : ownPauses(group, own, all)));
  const odd = pauses.map((own) => unusual(own, MOST_OF_ONE, LEAST_OF_ONE));
  const rest = pauses.flatMap((own, group) =>
    own.filter((pause) => !odd[group]?.some(({ before }) => before === pause.before)),
  );
  const expected = rest.map((pause) => pause.expected);
  return odd.flat().flatMap((pause) => {
    const { group, from, to, isOpen } = pause;
    const lnP = Math.max(pause.lnP, lnUnusual(pause.expected, expected));
    const own = byGroup[group] as Float64Array;
    if (!isSignificant(lnP, byGroup.length) || mayBeUse(own, from + step, to, pause.expected)) return [];
    const times = secondsInside(timed.baseTicks, from + step, to);
    return [{ row: group, ...times, expected: pause.expected, lnP, ...(isOpen && { isOpen }) }];
  });
}

/**
 * The times in which no row at all, or none of a group, was written although many were expected. Only pauses that are sure: neither
 * as long as others, nor at the same hour of another day. O(n log n).
 */
export function pauseFacts(timed: TimedGroups): readonly RowPause[] {
  const all = sortedTimes(timed.offsets.subarray(0, timed.count));
  if (all.length < LEAST_TIMES || all[0] === all.at(-1)) return [];
  return [...ofAll(timed, all), ...(timed.groupCount > 1 ? ofGroups(timed, all) : [])];
}
