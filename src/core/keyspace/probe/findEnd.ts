import type { GroupState } from './groupState.ts';
import { larger, smaller } from '../../bigints.ts';
import type { ProbeAnswer, Search } from './probeTypes.ts';
import type { TimeAxis } from './timeAxis.ts';

/** Where another group of the table ends. Groups of one table usually end at about the same time. */
export interface NearEnd {
  readonly position: bigint;
  /** Ticks before that end which hold a few dozen rows. */
  readonly margin: bigint;
}

/** Tables in use end about now. */
export function recentEnd(nowTicks: bigint): NearEnd {
  return { position: nowTicks, margin: 60n * LEAST_LEAP };
}

/** The search for one end gives up after about this many requests. */
const MOST_REQUESTS = 25;
const PAGE = 200;
/** If at most this many rows are thought to be left, a single page should hold them. */
const NEAR_ROWS = 140;
/** Only the last rows of an answer tell how close together rows are, because a gap may be in its first part. */
const RECENT_ROWS = 15;
/** 1 s: with rounded times, the first page may be within one tick. */
const LEAST_LEAP = 10_000_000n;
/** Each leap multiplies the distance by this. */
const LEAP = 16n;
/** After this many empty answers in succession, distances are measured from the last rows, not from the first one. */
const MISSES = 3;

/**
 * Finds the last row of a group in key order. The service cannot scan backwards, so the search first looks a little before where
 * other groups end, and farther and farther back. Then it leaps from the first row until an answer is empty, and bisects until an
 * answer contains the end. What it learns is in the group.
 * @yields the next request
 */
export function* findEnd(group: GroupState, axis: TimeAxis, near: NearEnd | undefined): Search<void> {
  // The first row is not known for sure: only a later one is, or the first key has no time while the next ones may.
  if (group.ends?.first.isExact !== true) yield* learnFrom(axis.from, group, axis);
  const search: EndSearch = { asked: 0, misses: 0, leap: LEAST_LEAP, isStuck: false };
  if (near !== undefined) yield* lookNear(near, search, group, axis);
  for (; search.asked < MOST_REQUESTS; search.asked++) {
    const low = group.ends?.last;
    if (low === undefined || low.isExact) return;
    const { rows, hasMore } = yield* learnFrom(placeAfter(low.at, search, group, axis), group, axis);
    search.isStuck = hasMore && group.ends?.last.at === low.at;
    search.misses = rows.length === 0 ? search.misses + 1 : 0;
  }
}

interface EndSearch {
  asked: number;
  /** Consecutive requests that found no row. */
  misses: number;
  leap: bigint;
  /** True if one time has more rows than a page holds. */
  isStuck: boolean;
}

/**
 * Looks farther and farther before the end of other groups, until a row is found.
 * @yields the next request
 */
function* lookNear(near: NearEnd, search: EndSearch, group: GroupState, axis: TimeAxis): Search<void> {
  for (let back = near.margin; search.misses === search.asked; back *= LEAP) {
    const at = near.position + 1n - back;
    const low = group.ends?.last;
    if (low === undefined || low.isExact || at <= low.at || at >= endOf(group, axis)) return;
    search.asked += 1;
    if ((yield* learnFrom(at, group, axis)).rows.length === 0) search.misses += 1;
  }
}

/** Where to look next. `low` is the last row so far. */
function placeAfter(low: bigint, search: EndSearch, group: GroupState, axis: TimeAxis): bigint {
  if (search.isStuck) return low + axis.grain;
  const high = endOf(group, axis);
  const { positions = [] } = group.known.spans.findLast((span) => span.positions.length > 0) ?? {};
  const recent = positions.slice(-RECENT_ROWS);
  const stride = low - (recent[0] ?? low);
  const anchor = search.misses >= MISSES ? low - stride - axis.grain : (group.ends?.first.at ?? low);
  if (high >= axis.to) {
    search.leap = larger(search.leap * LEAP, (low - anchor) * 2n);
    return smaller(larger(anchor + search.leap, low + 1n), axis.to - 1n);
  }
  // A single row does not tell how close together rows are, and the next page may hold all that is left.
  const isNear = recent.length < 2 || Number(high - low) * recent.length <= Number(stride) * NEAR_ROWS;
  return isNear || high - low <= axis.grain ? low + 1n : middleOf(anchor, low, high, axis.grain);
}

function* learnFrom(from: bigint, group: GroupState, axis: TimeAxis): Search<ProbeAnswer> {
  const answer = yield { ...axis.spanFrom(from), top: PAGE };
  group.learn({ from, to: axis.to }, answer.rows, !answer.hasMore);
  return answer;
}

/** The position from which on no row is left. */
function endOf({ known }: GroupState, axis: TimeAxis): bigint {
  const tail = known.spans.at(-1);
  return tail !== undefined && tail.to >= axis.to ? tail.from : axis.to;
}

/** The geometric mean of the distances while they differ much, then the middle; on the writer's grid. */
function middleOf(anchor: bigint, low: bigint, high: bigint, grain: bigint): bigint {
  const [near, far] = [low - anchor, high - anchor];
  const isWide = near > 0n && far > near * 4n;
  const distance = isWide
    ? BigInt(Math.floor(Math.sqrt(Number(near)) * Math.sqrt(Number(far))))
    : near + (far - near) / 2n;
  const between = anchor + distance;
  const snapped = between - ((between - low) % grain);
  return smaller(larger(snapped, low + grain), high - 1n);
}
