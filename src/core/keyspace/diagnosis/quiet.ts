/*
 * Quiet that may be how the table is used: a night of which no other is seen, or one pause of writers that pause again and again.
 * It looks like an outage, and the data alone cannot tell them apart. So it is a note that says "quiet", and never a fault.
 */
import type { DiagnosisView } from './finding.ts';
import { lnWait } from './ownNull.ts';
import { knownColumns, type Stretch } from './rhythm.ts';
import { median } from './statistics.ts';

const DAY_SECONDS = 86_400;
/** A night's length. A shorter one must also begin or end slowly; one of six hours and more may do so at any pace. */
const NIGHT_HOURS = { least: 3, sure: 6, most: 20 };
/** A quiet that begins or ends below this share of the usual rate does so slowly. */
const SLOW_SHARE = 0.5;
/** Share of the quiet that defines the edge beside it. */
const EDGE_SHARE = 1 / 24;
const LEAST_EDGE = 2;
/** From this share of a quiet on, columns one day away tell whether it recurs. */
const SEEN_SHARE = 0.5;

/** Other pauses at least this share as long are like it. */
const LIKE_SHARE = 1 / 3;
/** How near to each other edges of pauses are that happen together, as a share of the pause. */
const TOGETHER_SHARE = 0.1;
const MOST_ALIKE = 3;
/** From so many pauses on, their lengths tell how long the longest may be; a longer one happens in one list of a hundred. */
const MANY = 4;
const LN_ALPHA = Math.log(1e-2);
/** No pauses are more alike than this (logarithm of their lengths). */
const LEAST_SPREAD = 0.25;
/** ln of the chance that a run of empty cells anywhere on the map is no pause but chance. */
const LN_CHANCE = 3;

/** Whether a stretch is as long as a night, and the list shows no other day at these hours. */
export function isNightLong(view: DiagnosisView, { from, to }: Stretch): boolean {
  const { active, cellSeconds } = view;
  const hours = hoursOf(view, { from, to });
  if (hours < NIGHT_HOURS.least || hours > NIGHT_HOURS.most) return false;
  const known = knownColumns(view);
  const [first, last] = [Math.max(active.from, known.from), Math.min(active.to, known.to)];
  const day = Math.round(DAY_SECONDS / cellSeconds);
  const seen = (by: number) => Math.max(0, Math.min(to + by, last) - Math.max(from + by, first));
  return Math.max(seen(-day), seen(day)) < (to - from) * SEEN_SHARE;
}

function hoursOf({ cellSeconds }: DiagnosisView, { from, to }: Stretch): number {
  return ((to - from) * cellSeconds) / 3600;
}

/** The same of a gap of all rows. One of a few hours with sharp edges is no night: people come and go slowly. */
export function isUnseenNight(view: DiagnosisView, gap: Stretch): boolean {
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

/** Rows that must be missing before a run of empty cells is a pause, on a map of so many cells. */
export function leastMissing(cells: number): number {
  return LN_CHANCE + Math.log(Math.max(1, cells));
}

/** Whether both edges of two pauses, or (`either`) one of them, are so near each other that they have one cause. */
export function areTogether(a: Stretch, b: Stretch, edges: 'both' | 'either'): boolean {
  const near = Math.max(1, Math.min(a.to - a.from, b.to - b.from) * TOGETHER_SHARE);
  const [from, to] = [Math.abs(a.from - b.from) <= near, Math.abs(a.to - b.to) <= near];
  return edges === 'both' ? from && to : from || to;
}

/**
 * Whether such a pause is usual among `pauses`, none of which has the same cause: some are nearly as long, or they are so unlike
 * each other that one this long may follow (their tail taken as a power law).
 */
export function isUsualPause({ from, to }: Stretch, pauses: readonly Stretch[], leastAlike: number): boolean {
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

/** So many pauses nearly as long make one usual: of few rows a quarter as many as there are rows. */
export function leastAlike(rows: number): number {
  return Math.min(MOST_ALIKE, Math.ceil(rows / 4));
}
