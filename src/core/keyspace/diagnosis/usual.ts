/*
 * What is usual. A stretch of time is judged by the rows that it should have: no fewer than `due`, no more than `outside`.
 *
 * - All rows together should keep the rate that they have beside the stretch, on its quieter side (`usualOfAll`).
 * - A prefix should write its own share of what the others write (`usualOfEach`). So an outage, a night or a burst of all is usual
 *   for each of them. Prefix 62 of the demo wrote 3 of every 190 rows for an hour. In the next hour the others went on, so 180 of
 *   its rows were due, and none came: it is silent. Prefix 11 has no row either, but it never had one. Its share is 0, so nothing
 *   is due, and it is not silent: nobody uses it.
 * - What is as quiet at the same hour of most other days, or on the same day of most other weeks, is regular (`recurs`).
 *
 * How much counts vary by themselves is not assumed here: `scan.ts` measures it on the other stretches.
 */
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { DiagnosisView, RowPause } from './finding.ts';
import { neighbourDispersion, type Sum, summing } from './statistics.ts';
import { activeCounts, activeRows, arePassing } from './view.ts';

/** Columns [from, to) from the first active one; with fractions where the times of rows tell. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A stretch without rows; `exact` if the rows beside it are known. */
export interface Pause extends Stretch {
  readonly exact?: RowPause;
}

/** What is usual for one row of the map, or for all. Each `Sum` is rows in columns [from, to), unless another unit is told. */
export interface Usual {
  /** Undefined: all rows together. */
  readonly row: number | undefined;
  readonly columns: number;
  readonly counts: ArrayLike<number>;
  /** Columns with rows. */
  readonly used: number;
  readonly written: Sum;
  /** Rows that there should be at least. */
  readonly due: Sum;
  /** Rows that there should be at most: as at all other times. */
  readonly outside: Sum;
  /** How long it is, in columns in which rows are written as usual. */
  readonly time: Sum;
  /** How many times as much counts vary from one column to the next as chance alone makes them. */
  readonly dispersion: number;
  readonly pauses: readonly Pause[];
}

const LEAST_SIDE = 2;
/**
 * Rows per column beside an edge, in `width` columns or as many as there are. The column at the edge is left out, because the stretch may
 * share it. `sign`: -1 before the edge, 1 after it. 0 if there are too few columns to tell.
 */
function rateBeside(
  { written, columns }: Pick<Usual, 'written' | 'columns'>,
  edge: number,
  sign: number,
  width: number,
): number {
  const near = edge + sign;
  const far = near + sign * width;
  const from = Math.max(0, Math.min(near, far));
  const to = Math.min(columns, Math.max(near, far));
  return to - from >= LEAST_SIDE ? written(from, to) / (to - from) : 0;
}

/** The stretches without rows up to `end`: as the rows tell, and else the empty columns. */
function pausesOf(
  view: DiagnosisView,
  counts: ArrayLike<number>,
  known: readonly RowPause[],
  end = counts.length,
) {
  const { grid, active } = view;
  const columnOf = (ticks: bigint) => Number(ticks - grid.from) / Number(grid.bucketTicks) - active.from;
  const exact = known
    .map(
      (one): Pause => ({
        from: columnOf(one.from),
        to: one.isOpen ? end : columnOf(one.to),
        exact: one,
      }),
    )
    .filter(({ from, to }) => from > 0 && to > from && to <= end);
  const empty: Pause[] = [];
  for (let at = 0; at < end; at++) {
    const from = at;
    while (at < end && !counts[at]) at++;
    if (at > from && !exact.some((one) => one.from < at && one.to > from)) empty.push({ from, to: at });
  }
  return [...exact, ...empty];
}

/** Agents send every few minutes, so rows younger than this may still be on their way. */
const USUAL_LATE_SECONDS = 600;

/** The column up to which rows were looked for and have surely arrived: beyond the last row if the map goes on to now. */
export function arrivedColumn({ grid, facts, active, cellSeconds }: DiagnosisView): number {
  if (facts.nowTicks === undefined || facts.spansRowsOnly === true) return active.to - active.from;
  const now = Number(facts.nowTicks - grid.from) / Number(grid.bucketTicks);
  const late = Math.max(USUAL_LATE_SECONDS, facts.lag?.p99Seconds ?? 0) / cellSeconds;
  return Math.floor(Math.min(grid.columnCount, now - late)) - active.from;
}

/** Usual for all rows together, by their counts per column. What is after the last row may be a pause, too. */
export function usualOfAll(view: DiagnosisView, known: readonly RowPause[]): Usual {
  const { active, columnTotals } = view;
  const counts = columnTotals.subarray(active.from, active.to);
  const [columns, written] = [counts.length, summing(counts)];
  const all = { written, columns };
  const outside: Sum = (from, to) => {
    const end = Math.min(to, columns);
    return ((written(0, columns) - written(from, end)) / Math.max(1, columns - (end - from))) * (to - from);
  };
  const beside = (edge: number, sign: number, length: number) =>
    rateBeside(all, edge, sign, Math.max(LEAST_SIDE, Math.min(columns >> 2, Math.ceil(length / 3))));
  return {
    row: undefined,
    columns,
    counts,
    used: counts.filter(Boolean).length,
    written,
    outside,
    time: (from, to) => to - from,
    dispersion: neighbourDispersion(counts),
    pauses: pausesOf(view, counts, known, Math.max(columns, arrivedColumn(view))),
    // Before the first row, and up to the last one, nothing is known to be missing. After the last one there is one side.
    due: (from, to) => {
      if (from === 0 || to === columns) return 0;
      const before = Math.min(outside(from, to) / (to - from), beside(from, -1, to - from));
      return (to - from) * (to > columns ? before : Math.min(before, beside(to, 1, to - from)));
    },
  };
}

/**
 * The clock of a prefix runs by what the others write: 1 a column in which they write as usual, 0 while they are silent. It runs at
 * most this fast, so that a burst of the others does not count as a long time.
 */
const FASTEST = 2;

/** A row of the map with fewer table rows shows no habits, and is not judged. */
const LEAST_ROWS = 20;

/**
 * Usual for each row of the map with enough table rows, by what the others write; none if each ends with its time. A row in its longest pause does not count among
 * these others: if nine of ten stop, the tenth still shows that time passes. `outages`: of all, so no pause of one row.
 */
export function usualOfEach(
  view: DiagnosisView,
  outages: readonly Stretch[],
  known: (row: number) => readonly RowPause[],
): readonly Usual[] {
  const { active, columnTotals } = view;
  const rows = arePassing(view) ? [] : activeRows(view);
  if (rows.length < 2) return [];
  const columns = active.to - active.from;
  const used = summing(columnTotals.subarray(active.from, active.to).map((count) => Number(count > 0)));
  const written = new Float64Array(columns);
  const due = new Float64Array(columns);
  const shares = rows.map((row) => {
    const counts = activeCounts(view, row);
    const first = firstUsed(counts);
    const isOwn = ({ from, to }: Stretch) =>
      from >= first &&
      outages.every((all) => (Math.min(to, all.to) - Math.max(from, all.from)) * 2 < to - from);
    const pauses = pausesOf(view, counts, known(row)).filter(isOwn);
    const longest = pauses.reduce(
      (most, one) => (used(one.from, one.to) > used(most.from, most.to) ? one : most),
      {
        from: first,
        to: first,
      },
    );
    const total = view.rowTotals[row] as number;
    const rate = total / Math.max(1, columns - first - used(longest.from, longest.to));
    const isAlive = (at: number) => at >= first && (at + 1 <= longest.from || at >= longest.to);
    for (let at = first; at < columns; at++) {
      if (!isAlive(at)) continue;
      written[at] = (written[at] as number) + (counts[at] as number);
      due[at] = (due[at] as number) + rate;
    }
    return { row, counts, first, pauses, longest, total, rate, isAlive };
  });
  return shares.flatMap(({ row, counts, first, pauses, longest, total, rate, isAlive }) => {
    if (total < LEAST_ROWS) return [];
    const time = summing(
      written.map((all, at) => {
        const own = isAlive(at) ? 1 : 0;
        const dueOfOthers = (due[at] as number) - own * rate;
        if (at < first || dueOfOthers <= 1e-9) return 0;
        return Math.min(FASTEST, (all - own * (counts[at] as number)) / dueOfOthers);
      }),
    );
    const own = summing(counts);
    const alive = time(0, columns) - time(longest.from, longest.to);
    const perTime = alive <= 0 ? 0 : total / alive;
    return {
      row,
      columns,
      counts,
      used: counts.filter(Boolean).length,
      written: own,
      time,
      due: (from, to) => perTime * time(from, to),
      outside: (from, to) => {
        const here = time(from, to);
        return ((total - own(from, to)) / Math.max(1, time(0, columns) - here)) * here;
      },
      dispersion: neighbourDispersion(counts),
      pauses,
    };
  });
}

/** The first column with rows; the end if there is none. */
function firstUsed(counts: ArrayLike<number>): number {
  let first = 0;
  while (counts[first] === 0) first++;
  return first;
}

const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 7 * DAY_SECONDS;
/** A stretch recurs if it misses, or exceeds, at least this share as much one day later. */
const RECURS_SHARE = 0.6;
/** Share of the time one cycle away that the map must show. */
const SHOWN_SHARE = 0.85;

/** The stretches whole cycles before and after that the map shows. What is before the first row is unknown. */
function othersOf(
  view: DiagnosisView,
  usual: Usual,
  { from, to }: Stretch,
  seconds: number,
): readonly Stretch[] {
  const cycle = seconds / view.cellSeconds;
  if (cycle < 2) return [];
  const last = Math.max(usual.columns, arrivedColumn(view));
  const first = firstUsed(usual.counts);
  const shown: Stretch[] = [];
  for (const sign of [-1, 1])
    for (let many = Math.ceil((to - from) / cycle); ; many++) {
      const shift = sign * many * cycle;
      const other = { from: Math.max(first, from + shift), to: Math.min(last, to + shift) };
      if (other.to - other.from < (to - from) * SHOWN_SHARE) break;
      shown.push(other);
    }
  return shown;
}

/**
 * Whether a stretch is as low, or as high, at most of the other days, weeks or periods that the map shows; or is a weekend, and the map
 * shows no other. Only one other day, or one other weekend, is enough for a stretch that has ended. `period` in seconds.
 */
export function recurs(
  view: DiagnosisView,
  usual: Usual,
  one: Stretch & { readonly count: number; readonly expected: number },
  period?: number,
): boolean {
  const { written, columns, pauses } = usual;
  const { from, to, count, expected } = one;
  const isLow = count < expected;
  const like = (expected + RECURS_SHARE * (count - expected)) / (to - from);
  const isAlike = (other: Stretch) => {
    const rate =
      (other.from < columns ? written(other.from, Math.min(columns, other.to)) : 0) / (other.to - other.from);
    // A pause that is narrower than a column.
    const isPause = pauses.some(
      (pause) =>
        Math.min(pause.to, other.to) - Math.max(pause.from, other.from) >= RECURS_SHARE * (to - from),
    );
    return isLow ? rate <= like || isPause : rate >= like;
  };
  const weekend = isWeekend(view, one);
  const cycles = [DAY_SECONDS, WEEK_SECONDS];
  if (weekend && isLow && usual.row === undefined && othersOf(view, usual, one, WEEK_SECONDS).length === 0)
    return true;
  return (period === undefined ? cycles : [period, ...cycles]).some((cycle) => {
    const shown = othersOf(view, usual, one, cycle);
    const alike = shown.filter(isAlike).length;
    const isOneEnough = !(isLow && to >= columns) && (cycle !== WEEK_SECONDS || weekend);
    return alike * 2 > shown.length && (alike > 1 || isOneEnough);
  });
}

/** Hours of a night. A shorter one than `sure` also begins or ends slowly. */
const NIGHT = { least: 0.5, sure: 6, most: 20 };
/** A load fades slowly if it is already below its usual rate in this share of the length beside the stretch. */
const SLOW_EDGE = 1 / 24;
/** Share of the usual rate: on one side, and on both on average. */
const SLOW = { one: 0.5, both: 0.75 };

/**
 * Whether a quiet stretch may be a night: the map shows no other day at these hours, and it is as long as one, or the load comes or
 * goes slowly around it.
 */
export function mayBeNight(view: DiagnosisView, usual: Usual, stretch: Stretch): boolean {
  const hours = ((stretch.to - stretch.from) * view.cellSeconds) / 3600;
  const isShown = [DAY_SECONDS, WEEK_SECONDS].some(
    (cycle) => othersOf(view, usual, stretch, cycle).length > 0,
  );
  if (hours < NIGHT.least || hours > NIGHT.most || isShown) return false;
  return hours >= NIGHT.sure || isSlow(usual, stretch);
}

/** Whether the load comes or goes slowly around a quiet stretch, as people do. */
export function isSlow(usual: Usual, { from, to }: Stretch): boolean {
  const { written, columns } = usual;
  const outside = (written(0, columns) - written(from, to)) / Math.max(1, columns - (to - from));
  const width = Math.max(LEAST_SIDE, Math.ceil((to - from) * SLOW_EDGE));
  const before = rateBeside(usual, from, -1, width);
  const after = to >= columns ? before : rateBeside(usual, to, 1, width);
  return Math.min(before, after) < SLOW.one * outside || (before + after) / 2 < SLOW.both * outside;
}

/** Whether a stretch covers one Saturday and Sunday (UTC), give or take half a day at each end. */
function isWeekend({ grid, cellSeconds, active }: DiagnosisView, { from, to }: Stretch): boolean {
  const length = (to - from) * cellSeconds;
  // 0001-01-01 was a Monday.
  const sinceMonday =
    (Number(grid.from / TICKS_PER_SECOND) + (active.from + from) * cellSeconds) % WEEK_SECONDS;
  return (
    length <= 3.5 * DAY_SECONDS &&
    sinceMonday >= 4 * DAY_SECONDS &&
    sinceMonday <= 5.5 * DAY_SECONDS &&
    sinceMonday + length >= 6.5 * DAY_SECONDS
  );
}
