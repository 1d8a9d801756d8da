/*
 * What is usual. A stretch of columns is judged by the rows that it should have: no fewer than `least`, no more than `outside`.
 *
 * - All rows together should go on as beside the stretch (`usualByNeighbours`). A side that falls towards the stretch is continued
 *   in a straight line, so a night that comes slowly is expected to be quiet.
 * - A prefix should write its own share of what the others write (`usualByOthers`). So an outage, a night or a burst of all is
 *   usual for each of them. Prefix 62 of the demo wrote 3 of every 190 rows for an hour. In the next hour the others went on, so 180
 *   of its rows were due (`least`), and none came: it is silent. Prefix 11 has no row either, but it never had one. Its share is 0,
 *   so nothing is due, and it is not silent: nobody uses it.
 * - What is as quiet at the same hour of most other days, or on the same day of most other weeks, is regular (`recurs`).
 *
 * How much counts vary by themselves is not assumed here: `scan.ts` measures it on the other stretches.
 */
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { DiagnosisView } from './finding.ts';
import { neighbourDispersion, type Sum, summing, sumOf } from './statistics.ts';
import { activeCounts } from './view.ts';

/** Columns [from, to). */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What is usual for one prefix, or for all, in the active columns. Numbers are rows, unless another unit is told. */
export interface Usual {
  readonly counts: ArrayLike<number>;
  /** Rows in columns [from, to). */
  readonly written: Sum;
  /** Rows that columns [from, to) should have at least. */
  readonly least: Sum;
  /** Rows that they should have at most: as at all other times. */
  readonly outside: Sum;
  /** Rows to tell as expected: as `least`, without continuing a fall. */
  readonly expected: Sum;
  /** How many times as much counts vary from one column to the next as chance alone makes them. */
  readonly dispersion: number;
  /** `least` of one column is never above this: narrow stretches of few rows need no look. */
  readonly fastest: number;
  /** How long columns [from, to) are, in columns in which rows are written as usual. */
  readonly time: Sum;
}

const LEAST_SIDE = 2;
/** A fall is one if the two parts of a side differ by this many standard deviations of Poisson counts. */
const FALL_DEVIATIONS = 1.5;
/** A night with a long flat end still has this share of the rate beside it. */
const LEAST_CONTINUED = 1 / 16;

/**
 * Rows per column beside an edge, in `width` columns or as many as there are, `by` columns away. The column at the edge is left out,
 * because the stretch may share it. `sign`: -1 before the edge, 1 after it. 0 if there are too few columns to tell.
 */
function rateBeside(
  written: Sum,
  columns: number,
  edge: number,
  sign: number,
  width: number,
  by = 0,
): number {
  const near = edge + sign * (1 + by);
  const far = near + sign * width;
  const from = Math.max(0, Math.min(near, far));
  const to = Math.min(columns, Math.max(near, far));
  return to - from >= LEAST_SIDE ? written(from, to) / (to - from) : 0;
}

/** Usual for all rows together, by their counts per column. */
export function usualByNeighbours(counts: ArrayLike<number>): Usual {
  const columns = counts.length;
  const written = summing(counts);
  const all = written(0, columns);
  const widthOf = (length: number) => Math.max(LEAST_SIDE, Math.min(columns >> 2, Math.ceil(length / 3)));
  /** The rate beside the stretch; if it is falling, extrapolated to the middle of the stretch. */
  const continued = (edge: number, sign: number, length: number): number => {
    const width = widthOf(length);
    const inner = rateBeside(written, columns, edge, sign, width);
    const end = edge + sign * (1 + 2 * width);
    if (end < 0 || end > columns) return inner;
    const outer = rateBeside(written, columns, edge, sign, width, width);
    const fall = Math.max(0, outer - inner - FALL_DEVIATIONS * Math.sqrt((outer + inner) / width));
    const steps = (length / 2 + width / 2 + 1) / width;
    return Math.max(inner - fall * steps, inner * LEAST_CONTINUED);
  };
  const outsideOf = (from: number, to: number) =>
    (all - written(from, to)) / Math.max(1, columns - (to - from));
  // Before the first row, and up to the last one, nothing is known to be missing. After the last one there is one side.
  const quieter =
    (rateOf: (edge: number, sign: number, length: number) => number): Sum =>
    (from, to) => {
      const width = to - from;
      if (from === 0 || to === columns) return 0;
      const outside = outsideOf(from, Math.min(to, columns));
      const before = Math.min(outside, rateOf(from, -1, width));
      return width * (to > columns ? before : Math.min(before, rateOf(to, 1, width)));
    };
  return {
    counts,
    written,
    dispersion: neighbourDispersion(counts),
    time: (from, to) => to - from,
    fastest: Number.POSITIVE_INFINITY,
    least: quieter(continued),
    expected: quieter((edge, sign, length) => rateBeside(written, columns, edge, sign, widthOf(length))),
    outside: (from, to) => outsideOf(from, to) * (to - from),
  };
}

/**
 * The clock of a prefix runs by what the others write: 1 a column in which they write as usual, 0 while they are silent. It runs at
 * most this fast, so that a burst of the others does not count as a long time.
 */
const FASTEST = 2;

/** The first column with rows; the end if there is none. */
function firstUsed(counts: ArrayLike<number>): number {
  let first = 0;
  while (counts[first] === 0) first++;
  return first;
}

interface Share {
  readonly counts: Uint32Array;
  readonly first: number;
  /** Its longest time without rows while others wrote. */
  readonly pause: Stretch;
  /** Rows in a column in which others write as usual. */
  readonly rate: number;
}

/**
 * The share of a row of the map, from its first rows on; none if all its rows are in the future. `used`: 1 for columns with rows of
 * anyone.
 */
function shareOf(counts: Uint32Array, used: Sum): Share {
  const first = firstUsed(counts);
  let pause = { from: first, to: first };
  let last = first;
  for (let at = first + 1; at <= counts.length; at++) {
    if (at < counts.length && counts[at] === 0) continue;
    if (used(last + 1, at) > used(pause.from, pause.to)) pause = { from: last + 1, to: at };
    last = at;
  }
  const columns = counts.length - first - used(pause.from, pause.to);
  return { counts, first, pause, rate: sumOf(counts) / Math.max(1, columns) };
}

/**
 * Returns what is usual for each of some rows of the map, by what the others write. A row in its longest pause does not count among
 * these others: if nine of ten stop, the tenth still shows that time passes.
 */
export function usualByOthers(view: DiagnosisView, rows: readonly number[]): readonly Usual[] {
  const { active, columnTotals } = view;
  const columns = active.to - active.from;
  const used = summing(columnTotals.subarray(active.from, active.to).map((count) => Number(count > 0)));
  const shares = rows.map((row) => shareOf(activeCounts(view, row), used));
  const written = new Float64Array(columns);
  const due = new Float64Array(columns);
  const isAlive = ({ first, pause }: Share, at: number) => at >= first && (at < pause.from || at >= pause.to);
  for (const share of shares)
    for (let at = 0; at < columns; at++) {
      if (!isAlive(share, at)) continue;
      written[at] = (written[at] as number) + (share.counts[at] as number);
      due[at] = (due[at] as number) + share.rate;
    }
  return shares.map((share) => {
    const beats = new Float64Array(columns);
    for (let at = share.first; at < columns; at++) {
      const own = isAlive(share, at);
      const dueOfOthers = (due[at] as number) - (own ? share.rate : 0);
      const byOthers = (written[at] as number) - (own ? (share.counts[at] as number) : 0);
      if (dueOfOthers > 1e-9) beats[at] = Math.min(FASTEST, byOthers / dueOfOthers);
    }
    const clock = summing(beats);
    const ownSum = summing(share.counts);
    const total = ownSum(0, columns);
    const time = clock(0, columns) - clock(share.pause.from, share.pause.to);
    const rate = time <= 0 ? 0 : total / time;
    const least = summing(beats.map((beat) => rate * beat));
    const outside: Sum = (from, to) => {
      const here = clock(from, to);
      return ((total - ownSum(from, to)) / Math.max(1, clock(0, columns) - here)) * here;
    };
    return {
      counts: share.counts,
      written: ownSum,
      least,
      outside,
      expected: least,
      dispersion: neighbourDispersion(share.counts),
      time: clock,
      fastest: FASTEST * rate,
    };
  });
}

const DAY_SECONDS = 86_400;
/** A stretch recurs if it misses, or exceeds, at least this share as much one day later. */
const RECURS_SHARE = 0.6;
/** Share of the time one cycle away that the map must show. */
const SHOWN_SHARE = 0.85;
/** Hours of a night. A shorter one than `sure` also begins or ends slowly. */
const NIGHT = { least: 0.5, sure: 6, most: 20 };
/** A load fades slowly if it is already below its usual rate in this share of the length beside the stretch. */
const SLOW_EDGE = 1 / 24;
/** Share of the usual rate: on one side, and on both on average. */
const SLOW = { one: 0.5, both: 0.75 };

const WEEK_SECONDS = 7 * DAY_SECONDS;

/** The stretches whole cycles before and after that the map shows. What is before the first row is unknown. */
function othersOf(
  { cellSeconds, grid, active, facts }: DiagnosisView,
  { counts }: Usual,
  { from, to }: Stretch,
  cycleSeconds: number,
): readonly Stretch[] {
  const cycle = cycleSeconds / cellSeconds;
  if (cycle < 2) return [];
  const now =
    facts.nowTicks === undefined ? grid.columnCount : Number((facts.nowTicks - grid.from) / grid.bucketTicks);
  const last = Math.max(active.to, Math.min(grid.columnCount, now)) - active.from;
  const first = firstUsed(counts);
  const shown: Stretch[] = [];
  for (const sign of [-1, 1])
    for (let many = Math.ceil((to - from) / cycle); ; many++) {
      const shift = sign * Math.round(many * cycle);
      const other = { from: Math.max(first, from + shift), to: Math.min(last, to + shift) };
      if (other.to - other.from < (to - from) * SHOWN_SHARE) break;
      shown.push(other);
    }
  return shown;
}

interface Counted extends Stretch {
  readonly count: number;
  readonly expected: number;
}

/**
 * Whether a stretch is as low, or as high, at most of the other days, weeks or periods that the map shows. Only one other day, or
 * one other weekend, is enough for a stretch that has ended. `period` in seconds.
 */
export function recurs(
  view: DiagnosisView,
  usual: Usual,
  { from, to, count, expected }: Counted,
  period?: number,
): boolean {
  const { written, counts } = usual;
  const isLow = count < expected;
  const isOpen = isLow && to >= counts.length;
  const like = (expected + RECURS_SHARE * (count - expected)) / (to - from);
  const isAlike = (other: Stretch) => {
    const [first, last] = [other.from, Math.min(counts.length, other.to)];
    const rate = (first < last ? written(first, last) : 0) / (other.to - other.from);
    return isLow ? rate <= like : rate >= like;
  };
  const cycles = [DAY_SECONDS, WEEK_SECONDS];
  return (period === undefined ? cycles : [period, ...cycles]).some((cycle) => {
    const shown = othersOf(view, usual, { from, to }, cycle);
    const alike = shown.filter(isAlike).length;
    const isOneEnough = !isOpen && (cycle !== WEEK_SECONDS || isWeekend(view, { from, to }));
    return alike * 2 > shown.length && (alike > 1 || isOneEnough);
  });
}

/** Whether a stretch is a weekend, and the map shows no other one. */
export function isOnlyWeekend(view: DiagnosisView, usual: Usual, stretch: Stretch): boolean {
  return isWeekend(view, stretch) && othersOf(view, usual, stretch, WEEK_SECONDS).length === 0;
}

/**
 * Whether a quiet stretch may be a night: the map shows no other day at these hours, and it is as long as one, or the load comes or
 * goes slowly around it.
 */
export function mayBeNight(view: DiagnosisView, usual: Usual, stretch: Stretch): boolean {
  const hours = ((stretch.to - stretch.from) * view.cellSeconds) / 3600;
  if (hours < NIGHT.least || hours > NIGHT.most) return false;
  const isShown = [DAY_SECONDS, WEEK_SECONDS].some(
    (cycle) => othersOf(view, usual, stretch, cycle).length > 0,
  );
  if (isShown) return false;
  return hours >= NIGHT.sure || isSlow(usual, stretch);
}

/** Whether the load comes or goes slowly around a quiet stretch, as people do. */
export function isSlow({ written, counts }: Usual, { from, to }: Stretch): boolean {
  const columns = counts.length;
  const outside = (written(0, columns) - written(from, to)) / Math.max(1, columns - (to - from));
  const width = Math.max(LEAST_SIDE, Math.ceil((to - from) * SLOW_EDGE));
  const before = rateBeside(written, columns, from, -1, width);
  const after = rateBeside(written, columns, to, 1, width);
  return Math.min(before, after) < SLOW.one * outside || (before + after) / 2 < SLOW.both * outside;
}

/** Whether a stretch covers one Saturday and Sunday (UTC), give or take half a day at each end. */
function isWeekend({ grid, cellSeconds, active }: DiagnosisView, { from, to }: Stretch): boolean {
  const length = (to - from) * cellSeconds;
  if (length < 1.5 * DAY_SECONDS || length > 3.5 * DAY_SECONDS) return false;
  const start = Number(grid.from / TICKS_PER_SECOND) + (active.from + from) * cellSeconds;
  // 0001-01-01 was a Monday.
  const sinceMonday = start % (7 * DAY_SECONDS);
  return (
    sinceMonday >= 4 * DAY_SECONDS &&
    sinceMonday <= 5.5 * DAY_SECONDS &&
    sinceMonday + length >= 6.5 * DAY_SECONDS
  );
}
