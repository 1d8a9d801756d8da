/*
 * Recognizes nights, weekends and timers: times without rows that recur are normal use, not an incident.
 */
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { DiagnosisView } from './finding.ts';

const DAY_SECONDS = 86_400;
/** A day comes first: where a week is on the map, nights are there several times. */
const CYCLES_SECONDS = [DAY_SECONDS, 7 * DAY_SECONDS];
/** Share of a range that must be on the map, and be as empty, one cycle before or after. */
const LEAST_SHARE = 0.85;
/** How far edges may differ from those one cycle before, as a share of the range. */
const EDGE_SHARE = 0.15;
/** Hours of a night that no other night on the map confirms. */
const NIGHT_HOURS = { least: 6, most: 20 };

/** Columns [from, to). */
export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

/** What a quiet range is compared with. */
export interface Rhythm {
  /** From the first column with rows to the one after the last, for one row of the map or for all. */
  readonly active: ColumnRange;
  /** Columns whose counts are known. Silence before the first row is known; columns before the map are not. */
  readonly known: ColumnRange;
  /** Whether a known column is quiet. */
  readonly isQuiet: (column: number) => boolean;
}

type Cells = Pick<DiagnosisView, 'cellSeconds' | 'grid'>;

/** The known columns: all of the map, up to now. */
export function knownColumns({
  grid,
  facts,
  active,
}: Pick<DiagnosisView, 'grid' | 'facts' | 'active'>): ColumnRange {
  if (facts.nowTicks === undefined) return { from: 0, to: grid.columnCount };
  const past = Number((facts.nowTicks - grid.from) / grid.bucketTicks);
  return { from: 0, to: Math.max(active.to, Math.min(grid.columnCount, past)) };
}

/**
 * Whether an empty (or quiet) range recurs with the day or the week. Only columns that are known in another cycle count as
 * evidence.
 */
export function recurs({ cellSeconds }: Cells, range: ColumnRange, rhythm: Rhythm): boolean {
  const length = range.to - range.from;
  return CYCLES_SECONDS.some((seconds) => {
    const shift = Math.round(seconds / cellSeconds);
    if (shift < 2 || length >= shift) return false;
    const like = new Set([...alike(range, -shift, rhythm), ...alike(range, shift, rhythm)]);
    return like.size >= length * LEAST_SHARE;
  });
}

/** The columns of a range that are known and quiet one cycle away, if nearly all known ones are. */
function alike({ from, to }: ColumnRange, by: number, { active, known, isQuiet }: Rhythm): readonly number[] {
  const near = Math.max(1, Math.round((to - from) * EDGE_SHARE));
  // Before the first row and after the last one everything is quiet. It is the same quiet if it ends, or begins, at the same
  // hour.
  const endsAlike = to === known.to ? active.from >= to + by - near : Math.abs(to + by - active.from) <= near;
  const beginsAlike = Math.abs(from + by - active.to) <= near;
  const columns: number[] = [];
  let seen = 0;
  for (let column = from; column < to; column++) {
    const other = column + by;
    if (other < known.from || other >= known.to) continue;
    seen++;
    const isQuietThere = other < active.from ? endsAlike : other >= active.to ? beginsAlike : isQuiet(other);
    if (isQuietThere) columns.push(column);
  }
  return columns.length >= seen * LEAST_SHARE ? columns : [];
}

/**
 * Whether a range may be a night if no other is on the map: it is as long as one, and rows begin or end at about the same hour a
 * day before or after.
 */
export function mayBeNight({ cellSeconds }: Cells, { from, to }: ColumnRange, { active }: Rhythm): boolean {
  const hours = ((to - from) * cellSeconds) / 3600;
  const day = DAY_SECONDS / cellSeconds;
  const near = Math.max(1, (to - from) * EDGE_SHARE);
  return (
    hours >= NIGHT_HOURS.least &&
    hours <= NIGHT_HOURS.most &&
    (Math.abs(to - day - active.from) <= near || Math.abs(from + day - active.to) <= near)
  );
}

/** Whether a range covers one Saturday and Sunday (UTC), give or take half a day at each end. */
export function isWeekend({ grid, cellSeconds }: Cells, { from, to }: ColumnRange): boolean {
  const length = (to - from) * cellSeconds;
  if (length < 1.5 * DAY_SECONDS || length > 3.5 * DAY_SECONDS) return false;
  const start = Number(grid.from / TICKS_PER_SECOND) + from * cellSeconds;
  // 0001-01-01 was a Monday.
  const sinceMonday = ((start % (7 * DAY_SECONDS)) + 7 * DAY_SECONDS) % (7 * DAY_SECONDS);
  const saturdayNoon = 5.5 * DAY_SECONDS;
  return (
    sinceMonday <= saturdayNoon && sinceMonday >= 4 * DAY_SECONDS && sinceMonday + length >= 6.5 * DAY_SECONDS
  );
}

/** Whether at least three ranges have similar lengths and similar distances: a timer. */
export function areEven(ranges: readonly ColumnRange[]): boolean {
  if (ranges.length < 3) return false;
  const lengths = ranges.map(({ from, to }) => to - from);
  const steps = ranges.slice(1).map(({ from }, at) => from - (ranges[at]?.from ?? 0));
  return isNarrow(lengths, 0.25) && isNarrow(steps, 0.1);
}

function isNarrow(values: readonly number[], share: number): boolean {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return most - least <= Math.max(1, share * most);
}
