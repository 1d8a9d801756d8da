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

/** Requests for one end at most. */
const MOST_REQUESTS = 25;
/** Rows per request while the end is far, and once the search has taken long: more rows save some requests. */
const PAGE = 30;
const LARGE_PAGE = 300;
const LONG_SEARCH = 10;
/** All rows are requested once this share of a large page is thought to hold them. */
const NEAR_SHARE = 0.7;
/** 1 s: with rounded times, the first page may be within one tick. */
const LEAST_LEAP = 10_000_000n;
/** Each leap multiplies the distance by this. */
const LEAP = 16n;
/** After this many requests in a row without a row, distances are measured from the last row, not from the first one. */
const MISSES = 3;

/**
 * Finds the last row of a group in key order. The service cannot scan backwards, so the search first looks a little before where
 * other groups end, and farther and farther back; or leaps from the first row until an answer is empty. Then it bisects, until an
 * answer contains the end. What it learns is in the group.
 * @yields the next request
 */
export function* findEnd(group: GroupState, axis: TimeAxis, near: NearEnd | undefined): Search<void> {
  if (group.ends?.first.isExact !== true) {
    // Only a later row is known, or the first key has no time: the next ones may.
    const { rows, hasMore } = yield { ...axis.spanFrom(axis.from), top: PAGE };
    group.learn(axis, rows, !hasMore);
  }
  const search: EndSearch = { back: near?.margin, leap: LEAST_LEAP, misses: 0, isStuck: false };
  for (let asked = 0; asked < MOST_REQUESTS; asked++) {
    const low = group.ends?.last;
    if (low === undefined || low.isExact) return;
    const { at, top } = nextPlace(search, group, axis, near, low.at, asked > LONG_SEARCH);
    const { rows, hasMore }: ProbeAnswer = yield { ...axis.spanFrom(at), top };
    group.learn({ from: at, to: axis.to }, rows, !hasMore);
    search.isStuck = hasMore && group.ends?.last.at === low.at;
    search.misses = rows.length === 0 ? search.misses + 1 : 0;
    if (rows.length > 0) search.back = undefined;
  }
}

interface Place {
  readonly at: bigint;
  readonly top: number;
}

interface EndSearch {
  /** How far before the end of other groups it looks next; undefined once a row was found. */
  back: bigint | undefined;
  leap: bigint;
  /** Consecutive requests that found no row. */
  misses: number;
  /** True if one time has more rows than a page holds. */
  isStuck: boolean;
}

/** Where to look next. `low` is the last row so far. */
function nextPlace(
  search: EndSearch,
  group: GroupState,
  axis: TimeAxis,
  near: NearEnd | undefined,
  low: bigint,
  isLong: boolean,
): Place {
  const { back } = search;
  if (search.isStuck) return { at: low + axis.grain, top: LARGE_PAGE };
  const { high, stride, rowsLeft } = tailOf(group, axis, low);
  const guess = near === undefined || back === undefined ? low : near.position + 1n - back;
  if (back !== undefined && guess > low && guess < high) {
    search.back = back * LEAP;
    return { at: guess, top: LARGE_PAGE };
  }
  const top = isLong ? LARGE_PAGE : PAGE;
  const anchor = search.misses >= MISSES ? low - stride - axis.grain : (group.ends?.first.at ?? low);
  if (high >= axis.to) {
    search.leap = larger(search.leap * LEAP, (low - anchor) * 2n);
    return { at: smaller(larger(anchor + search.leap, low + 1n), axis.to - 1n), top };
  }
  const isNear = high - low <= axis.grain || rowsLeft <= NEAR_SHARE * LARGE_PAGE;
  return isNear ? { at: low + 1n, top: LARGE_PAGE } : { at: middleOf(anchor, low, high, axis.grain), top };
}

interface Tail {
  readonly high: bigint;
  readonly stride: bigint;
  readonly rowsLeft: number;
}

/** Where no row is any more, how far the last rows are apart, and how many may be left before `high`. */
function tailOf({ known }: GroupState, axis: TimeAxis, low: bigint): Tail {
  const tail = known.spans.at(-1);
  const high = tail !== undefined && tail.to >= axis.to ? tail.from : axis.to;
  const positions = known.spans.findLast((span) => span.positions.length > 0)?.positions ?? [];
  // A gap may be in the first half of an answer.
  const recent = positions.slice(-PAGE / 2);
  const stride = low - (recent.at(0) ?? low);
  // One row tells nothing: the next ones may be all.
  const rate = stride > 0n ? recent.length / Number(stride) : recent.length < 2 ? 0 : Infinity;
  const rowsLeft = rate * Number(high - low);
  return { high, stride, rowsLeft };
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
