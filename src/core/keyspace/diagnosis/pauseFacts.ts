/*
 * Finds outages and silences in the times of the rows themselves, without columns: the longest times between neighbouring rows. An
 * outage of minutes in a list of a day is narrower than a column of the map, but misses hundreds of rows. Its edges are rows.
 */
import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import type { RowPause } from './finding.ts';
import { fitsPowerLaw, isSure, unusual } from './scan.ts';

const HOUR = 3600 * TICKS_PER_SECOND_F64;
const DAY = 24 * HOUR;
/** A pause of all, or of one row of the map, lacks at least this many table rows. */
const LEAST_OF_ALL = 30;
const LEAST_OF_ONE = 20;
/** Fewer times do not show how long pauses usually are. */
const LEAST_TIMES = 60;
/** The rate beside a pause is that of the time before and after it, each this many times as long. */
const SIDE = 2;
/** The time is cut into so many parts, and so many of the longest pauses of each are looked at: a night does not hide the day's. */
const PARTS = 64;
const PER_PART = 8;
/** A pause recurs on a day, or in a week, that has at most this share of the expected rows at that time. */
const RECURS_SHARE = 0.3;
/** A pause this long may be a night if the list shows no other day at that hour. */
const NIGHT = 3 * HOUR;
/** Shorter pauses are no outage; longer ones (weekends, holidays) are judged by the columns of the map. */
const SHORTEST = 2 * TICKS_PER_SECOND_F64;
const LONGEST = 20 * HOUR;
/** With more pauses than this, pausing is how the table, or one row of the map, is used. */
const MOST_OF_ALL = 8;
const MOST_OF_ONE = 2;

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
  /** Rows that the time between them usually has: of none, also ln of the likelihood ratio (`scan.ts`). */
  readonly ratio: number;
  /** True if no row followed. */
  readonly isOpen: boolean;
}

/**
 * The times in which no row at all, or none of a group, was written although many were expected; none at the same hour of
 * most other days. Those that are as long as others have ln P = 0: they tell nothing but where a stretch begins and ends. So does the
 * open one of all that the last row begins. O(n log n).
 */
export function pauseFacts(timed: TimedGroups): readonly RowPause[] {
  const sorted = timed.offsets.slice(0, timed.count).sort();
  let count = sorted.length;
  while (Number.isNaN(sorted[count - 1])) count--;
  const all = sorted.subarray(0, count);
  if (all.length < LEAST_TIMES || all[0] === all.at(-1)) return [];
  const ofAll = oddOf(
    timed,
    all,
    pausesOf(all, all, all.length, Number(timed.stepTicks ?? 0n)),
    MOST_OF_ALL,
    LEAST_OF_ALL,
  );
  return [
    ...[...ofAll.odd, ...ofAll.long].map((pause) => named(timed, pause)),
    ...(timed.groupCount > 1 ? ofGroups(timed, all) : []),
    afterLast(timed, all.at(-1) as number),
  ];
}

/** The pause of all after the last row: how long it is, the rows cannot tell. */
function afterLast(timed: TimedGroups, last: number): RowPause {
  const pause = named(timed, { from: last, to: last, ratio: 0, lnP: 0, isOpen: true });
  return { ...pause, to: pause.from };
}

/** Silences of single groups while the others write. */
function ofGroups(timed: TimedGroups, all: Float64Array): readonly RowPause[] {
  return timesByGroup(timed).flatMap((own, row) => {
    const pauses = ownPauses(own, all, Number(timed.stepTicks ?? 0n));
    const { odd, long } = oddOf(timed, own, pauses, MOST_OF_ONE, LEAST_OF_ONE);
    const sure = odd.filter(({ lnP }) => isSure(lnP + Math.log(timed.groupCount)));
    return [...sure, ...long].map((pause) => ({ row, ...named(timed, pause) }));
  });
}

/** The pauses that are far longer than the rest and not daily; and others that are long, which only tell where a stretch begins and ends. */
function oddOf(
  { stepTicks = 0n }: TimedGroups,
  times: Float64Array,
  pauses: readonly Pause[],
  most: number,
  least: number,
) {
  const step = Number(stepTicks);
  const sorted = pauses.toSorted((a, b) => b.ratio - a.ratio);
  const judged = sorted.filter((pause) => pause.ratio < least || !mayBeUse(times, pause, step));
  const found = unusual(judged, most);
  const others = Float64Array.from(judged.slice(found.length), ({ ratio }) => ratio);
  const odd = found.filter(
    ({ ratio, from, to }) => ratio >= least && to - from - step >= SHORTEST && !fitsPowerLaw(ratio, others),
  );
  const long = sorted
    .filter(({ ratio, from }) => ratio >= least && odd.every((one) => one.from !== from))
    .slice(0, most - odd.length);
  return { odd, long: long.map((pause) => ({ ...pause, lnP: 0 })) };
}

/**
 * Whether normal use explains a pause: it is also there on most other days or weeks, or the list has no such time and it may be a
 * night. Only one other day is enough for a pause that has ended (`recurs` in `usual.ts`).
 */
function mayBeUse(times: Float64Array, { from: before, to, ratio, isOpen }: Pause, step: number): boolean {
  const from = before + step;
  if (to - from > LONGEST) return true;
  const [first, last] = [times[0] as number, times.at(-1) as number];
  const isAlike = (by: number) => below(times, to + by) - below(times, from + by) <= RECURS_SHARE * ratio;
  const shownBy = (cycle: number): readonly number[] => {
    const [earlier, later] = [Math.floor((from - first) / cycle), Math.floor((last - to) / cycle)];
    return Array.from({ length: earlier + later + 1 }, (_, at) => (at - earlier) * cycle).filter(Boolean);
  };
  const isUse = (shown: readonly number[], least: number) => {
    const alike = shown.filter(isAlike).length;
    return alike * 2 > shown.length && alike >= least;
  };
  const days = shownBy(DAY);
  if (days.length === 0) return to - from >= NIGHT;
  return isUse(days, isOpen ? 2 : 1) || isUse(shownBy(7 * DAY), 2);
}

/** The pause for the diagnosis. */
function named(
  { baseTicks, stepTicks = 0n }: TimedGroups,
  { from, to, ratio, lnP, isOpen }: Pause & { readonly lnP: number },
): RowPause {
  // An exact time has its tick.
  const step = Math.max(1, Number(stepTicks));
  return {
    from: baseTicks + BigInt(Math.round(from + step)),
    to: baseTicks + BigInt(Math.round(to)),
    expected: ratio,
    lnP,
    ...(isOpen && { isOpen }),
  };
}

/** Number of sorted values below a value, of which the first `from` are. Fast if it is near. */
function below(sorted: Float64Array, value: number, from = 0): number {
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

/**
 * The longest pauses between rows, and the rows that each misses, by a clock that may run unevenly: `clock` is its value at each of
 * `times`. The first `rows` of these are rows; one that follows is the end of what was looked at. `unit`: the rounding of times, in
 * units of the clock.
 */
function pausesOf(times: Float64Array, clock: Float64Array, rows: number, unit: number): readonly Pause[] {
  return longestSteps(clock).flatMap((at) => {
    const step = (clock[at + 1] as number) - (clock[at] as number) - unit;
    if (step <= 0) return [];
    return {
      from: times[at] as number,
      to: times[at + 1] as number,
      ratio: rateBeside(clock, at, step, unit) * step,
      isOpen: at + 1 === rows,
    };
  });
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

/**
 * Values per unit beside a step, in the quieter of its two sides. Each side is that of `SIDE` steps, or what there is; beside the first
 * and the last value, the other side counts. A value stands for `unit`.
 */
function rateBeside(values: Float64Array, at: number, step: number, unit: number): number {
  const [before, after] = [values[at] as number, values[at + 1] as number];
  const lower = Math.max(values[0] as number, before - SIDE * step);
  const upper = Math.min(values.at(-1) as number, after + SIDE * step);
  // Rounded times stand for all of their step; of exact ones, the first is where the time begins.
  const whole = unit > 0 ? 1 : 0;
  const rate = (rows: number, span: number) =>
    span + unit > 0 ? rows / (span + unit) : Number.POSITIVE_INFINITY;
  const left = rate(at + whole - below(values, lower), before - lower);
  return Math.min(left, rate(below(values, upper + 1) - at - 2 + whole, upper - after));
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
function ownPauses(own: Float64Array, all: Float64Array, step: number): readonly Pause[] {
  if (own.length < LEAST_TIMES) return [];
  // The last row of all ends a pause that is still open.
  const times = new Float64Array(own.length + 1).fill(all.at(-1) as number);
  times.set(own);
  const clock = new Float64Array(times.length);
  let [before, ownBefore] = [0, 0];
  for (let at = 0; at < times.length; at++) {
    const time = times[at] as number;
    before = below(all, time, before);
    if (time !== times[at - 1]) ownBefore = at;
    clock[at] = before - ownBefore;
  }
  const [first, last] = [times[0] as number, times.at(-1) as number];
  const span = (clock.at(-1) as number) - (clock[0] as number);
  // Rounded times tick together.
  return pausesOf(times, clock, own.length, last > first ? (step * span) / (last - first) : 0);
}
