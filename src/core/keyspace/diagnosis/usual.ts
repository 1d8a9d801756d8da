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

/** Columns [from, to), counted from the first active one. They have fractions where the exact times of rows are known. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A stretch without rows; `exact` if the rows beside it are known. */
export interface Pause extends Stretch {
  readonly exact?: RowPause;
}

/**
 * What is usual for one row of the map, or for all. Each `Sum` is a number of rows in columns [from, to), unless it says
 * otherwise.
 */
export interface Usual {
  /** Undefined: all rows together. */
  readonly row: number | undefined;
  readonly columns: number;
  readonly counts: ArrayLike<number>;
  /** How many columns have rows, and how many runs of such columns there are. */
  readonly used: number;
  readonly runs: number;
  readonly written: Sum;
  /** The least number of rows that there should be. */
  readonly due: Sum;
  /** The greatest number of rows that there should be, at the rate of all other times. */
  readonly outside: Sum;
  /** The length of the stretch, in columns in which rows are written as usual. */
  readonly time: Sum;
  /** How much more counts vary from one column to the next than by chance alone, as a factor of 1 or more. */
  readonly dispersion: number;
  readonly pauses: readonly Pause[];
}

const LEAST_SIDE = 2;
/**
 * Rows per column beside an edge, averaged over `width` columns or as many as there are. The column at the edge is left out,
 * because part of it may belong to the stretch. `sign`: -1 before the edge, 1 after it. 0 if there are too few columns to tell.
 */
function rateBeside(
  { written, columns }: Pick<Usual, 'written' | 'columns'>,
  edge: number,
  sign: number,
  width: number,
): number {
  const near = edge + sign;
  const length = Math.min(width, sign < 0 ? near : columns - near);
  if (length < LEAST_SIDE) return 0;
  const from = sign < 0 ? near - length : near;
  return written(from, Math.min(columns, from + length)) / length;
}

/**
 * The stretches without rows up to `end`: the pauses known from the times of rows, and runs of empty columns that overlap none
 * of these.
 */
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

/**
 * The column, counted from the first active one, up to which rows were queried and should have arrived. It lies beyond the last
 * row if the map goes on to now.
 */
export function arrivedColumn({ grid, facts, active, cellSeconds }: DiagnosisView): number {
  if (facts.nowTicks === undefined || facts.spansRowsOnly === true) return active.to - active.from;
  const now = Number(facts.nowTicks - grid.from) / Number(grid.bucketTicks);
  const late = Math.max(USUAL_LATE_SECONDS, facts.lag?.p99Seconds ?? 0) / cellSeconds;
  return Math.floor(Math.min(grid.columnCount, now - late)) - active.from;
}

function occupied(counts: Float64Array | Uint32Array): Pick<Usual, 'used' | 'runs'> {
  const isUsed = (at: number): boolean => (counts[at] ?? 0) > 0;
  const used = [...counts.keys()].filter(isUsed);
  return { used: used.length, runs: used.filter((at) => !isUsed(at - 1)).length };
}

/** What is usual for all rows together, by their counts per column. The time after the last row may be a pause, too. */
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
    ...occupied(counts),
    written,
    outside,
    time: (from, to) => to - from,
    dispersion: neighbourDispersion(counts),
    pauses: pausesOf(view, counts, known, Math.max(columns, arrivedColumn(view))),
    // A stretch that begins at the first row or ends at the last one has no rate beside it on that side, so nothing is known to
    // be missing. One that goes on beyond the last row is judged by the time before it.
    due: (from, to) => {
      if (from === 0 || to === columns) return 0;
      const before = Math.min(outside(from, to) / (to - from), beside(from, -1, to - from));
      return (to - from) * (to > columns ? before : Math.min(before, beside(to, 1, to - from)));
    },
  };
}

/**
 * The clock of a prefix runs by what the others write: it advances by 1 in a column in which they write as usual, and by 0
 * while they are silent. It advances at most this much per column, so that a burst of the others does not count as a long time.
 */
const FASTEST = 2;

/** A row of the map with fewer table rows shows no habits, and is not judged. */
const LEAST_ROWS = 20;

/**
 * What is usual for each row of the map with enough table rows, by what the others write. Empty if fewer than two have rows, or
 * if each ends with its time (`arePassing`). A row in its longest pause does not count among the others, so if nine of ten
 * stop, the tenth still shows that time passes. A pause that is mostly one of `outages`, in which all rows stopped, is no pause
 * of a single row.
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
      ...occupied(counts),
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
/**
 * A stretch recurs if, one cycle away, at least this share of what it lacks (or has too much) is lacking (or too much) as well.
 */
const RECURS_SHARE = 0.6;
/** Another cycle is compared only if the map shows at least this share of the stretch in it. */
const SHOWN_SHARE = 0.85;

/**
 * The same stretch whole cycles earlier and later, as far as the map shows it. What was before the first row is unknown. None
 * if a cycle is shorter than two columns.
 */
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
 * Whether a stretch is as low, or as high, on most of the other days, weeks or periods that the map shows; or whether all rows
 * are low on a weekend and the map shows no other. A single other one is enough, except for a low stretch that has not ended,
 * and except for weeks unless it is a weekend. `period` in seconds.
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
    // A pause narrower than a column hardly lowers the rate of its columns, so it is looked for by itself.
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

/** Lengths of a night in hours. One shorter than `sure` counts only if the load fades or returns slowly around it. */
const NIGHT = { least: 0.5, sure: 6, most: 20 };
/** How far beside a stretch the load is checked for a slow change, as a share of the length of the stretch. */
const SLOW_EDGE = 1 / 24;
/**
 * The load changes slowly if the rate beside the stretch is below these shares of the rate elsewhere: `one` on either side, or
 * `both` on average of the two sides.
 */
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

/** Whether the load fades or returns slowly around a quiet stretch, as when people come and go. */
export function isSlow(usual: Usual, { from, to }: Stretch): boolean {
  const { written, columns } = usual;
  const outside = (written(0, columns) - written(from, to)) / Math.max(1, columns - (to - from));
  const width = Math.max(LEAST_SIDE, Math.ceil((to - from) * SLOW_EDGE));
  const before = rateBeside(usual, from, -1, width);
  const after = to >= columns ? before : rateBeside(usual, to, 1, width);
  return Math.min(before, after) < SLOW.one * outside || (before + after) / 2 < SLOW.both * outside;
}

/**
 * Whether a stretch is a weekend (UTC): it begins between Friday 00:00 and Saturday noon, ends at Sunday noon or later, and
 * lasts at most 3.5 days.
 */
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
