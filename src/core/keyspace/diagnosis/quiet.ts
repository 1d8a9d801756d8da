/*
 * Recognizes quiet times that may be normal use: a night if no other night is on the map, or one pause of a writer that pauses
 * often. They look like an outage and the data cannot tell them apart. So they become a note that says "quiet", never a fault.
 */
import type { DiagnosisView } from './finding.ts';
import { lnWait } from './ownNull.ts';
import { knownColumns, type ColumnRange } from './rhythm.ts';
import { median } from './statistics.ts';

const DAY_SECONDS = 86_400;
/** Hours of a night. One shorter than `sure` must also begin or end slowly. */
const NIGHT_HOURS = { least: 3, sure: 6, most: 20 };
/** A quiet time begins or ends slowly if the rate beside it is below this share of the usual rate. */
const SLOW_SHARE = 0.5;
/** Width of the edge beside a quiet time, as a share of its length. */
const EDGE_SHARE = 1 / 24;
const LEAST_EDGE = 2;
/** If this share of the same hours on another day is on the map, that day tells whether the quiet recurs. */
const SEEN_SHARE = 0.5;

/** Other pauses of at least this share of the length count as similar. */
const LIKE_SHARE = 1 / 3;
/** Edges of pauses closer than this share of the pause count as simultaneous. */
const TOGETHER_SHARE = 0.1;
const MOST_ALIKE = 3;
/** From this many pauses on, their lengths tell how long the longest may be. A longer one happens in one list of a hundred. */
const MANY = 4;
const LN_ALPHA = Math.log(1e-2);
/** The logarithms of pause lengths are taken to vary by at least this. */
const LEAST_SPREAD = 0.25;
/** A run of empty cells is a pause, and not chance, above this plus the logarithm of the number of cells. */
const LN_CHANCE = 3;

/** Whether a range is as long as a night, and the map shows no other day at these hours. */
export function isNightLong(view: DiagnosisView, { from, to }: ColumnRange): boolean {
  const { active, cellSeconds } = view;
  const hours = hoursOf(view, { from, to });
  if (hours < NIGHT_HOURS.least || hours > NIGHT_HOURS.most) return false;
  const known = knownColumns(view);
  const [first, last] = [Math.max(active.from, known.from), Math.min(active.to, known.to)];
  const day = Math.round(DAY_SECONDS / cellSeconds);
  const seen = (by: number) => Math.max(0, Math.min(to + by, last) - Math.max(from + by, first));
  return Math.max(seen(-day), seen(day)) < (to - from) * SEEN_SHARE;
}

function hoursOf({ cellSeconds }: DiagnosisView, { from, to }: ColumnRange): number {
  return ((to - from) * cellSeconds) / 3600;
}

/**
 * Whether a gap of all rows may be such a night. A gap of a few hours with sharp edges is not, because people come and go slowly.
 */
export function isUnseenNight(view: DiagnosisView, gap: ColumnRange): boolean {
  if (!isNightLong(view, gap)) return false;
  const { active, columnTotals } = view;
  const { from, to } = gap;
  if (hoursOf(view, gap) >= NIGHT_HOURS.sure) return true;
  const usual = median(columnTotals.subarray(active.from, active.to).filter((count) => count > 0));
  const width = Math.max(LEAST_EDGE, Math.ceil((to - from) * EDGE_SHARE));
  const rate = (start: number, end: number) =>
    columnTotals.subarray(start, end).reduce((sum, count) => sum + count, 0) / Math.max(1, end - start);
  const edges = [rate(Math.max(active.from, from - width), from), rate(to, Math.min(active.to, to + width))];
  return edges.some((edge) => edge < usual * SLOW_SHARE);
}

/** How many rows must be missing before a run of empty cells counts as a pause, on a map of this many cells. */
export function leastMissing(cells: number): number {
  return LN_CHANCE + Math.log(Math.max(1, cells));
}

/** Whether two pauses have one cause: both edges (or with `either`, one of them) are close to each other. */
export function areTogether(a: ColumnRange, b: ColumnRange, edges: 'both' | 'either'): boolean {
  const near = Math.max(1, Math.min(a.to - a.from, b.to - b.from) * TOGETHER_SHARE);
  const [from, to] = [Math.abs(a.from - b.from) <= near, Math.abs(a.to - b.to) <= near];
  return edges === 'both' ? from && to : from || to;
}

/**
 * Whether a pause is usual among `pauses` that have other causes: some are nearly as long, or their lengths vary so much that one
 * this long may follow (their tail is taken as a power law).
 */
export function isUsualPause(
  { from, to }: ColumnRange,
  pauses: readonly ColumnRange[],
  leastAlike: number,
): boolean {
  const long = to - from;
  const others = pauses.map((pause) => pause.to - pause.from);
  const alike = others.filter((length) => length >= long * LIKE_SHARE).length;
  if (alike >= leastAlike) return true;
  if (others.length < MANY) return false;
  const least = Math.min(...others);
  const logs = others.map((length) => Math.max(LEAST_SPREAD, Math.log(length / least)));
  const lnP = lnWait(Math.log(long / least), logs);
  return lnP > LN_ALPHA;
}

/** How many similar pauses make one usual. With few rows, a quarter of their number. */
export function leastAlike(rows: number): number {
  return Math.min(MOST_ALIKE, Math.ceil(rows / 4));
}
