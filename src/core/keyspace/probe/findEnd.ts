import type { ProbeAnswer, ProbeRequest, ProbeRow } from './probeTypes.ts';
import type { AskSpan, TimeAxis } from './timeAxis.ts';
import { gcd } from '../../bigints.ts';

/** A half-open range of positions within a group (see timeAxis.ts). */
export interface PositionSpan {
  readonly from: bigint;
  readonly to: bigint;
}

/** A request without its number. `positions` is the range that it covers, if it is about time. */
export type Ask = Omit<ProbeRequest, 'id'> & { readonly positions?: PositionSpan | undefined };
/** A search as a generator: it yields a request, receives the answer, and returns what it found. */
export type Search<T> = Generator<Ask, T, ProbeAnswer>;

export interface FoundEnd {
  /** Position of the last row in key order, as far as it is known. */
  readonly position: bigint;
  readonly isExact: boolean;
  readonly requests: number;
  /** All positions seen are whole multiples of this many ticks after the first. */
  readonly grain: bigint;
  /** Ticks between the last `rowsPerStride` rows that were seen; 0 if there are none. */
  readonly stride: bigint;
  readonly rowsPerStride: number;
}

/** Where another group of the table ends. Groups of one table usually end at about the same time. */
export interface NearEnd {
  readonly position: bigint;
  /** Ticks before that end which hold a few dozen rows. */
  readonly margin: bigint;
  /** True if the group is likely to fit into one page. */
  readonly isSmall: boolean;
}

export interface EndLimits {
  /** Maximum number of requests. */
  readonly most: number;
  /** A position after which rows are unlikely (now). The search tries it instead of leaping over it. */
  readonly hint?: bigint;
  readonly near?: NearEnd | undefined;
  /** Rows after the first one that were already read, and whether more follow. */
  readonly seen?: ProbeAnswer | undefined;
}

/** Rows per request while the end is far. A page that is not full ends the search. */
const PAGE = 50;
/** Rows per request once the search has taken long: ten times the rows save about three requests. */
const LARGE_PAGE = 500;
const LONG_SEARCH = 12;
/** The maximum page of the service, requested near the end. */
const WHOLE_PAGE = 1000;
/** A whole page is requested once the rows left are estimated at this share of a page. */
const NEAR_SHARE = 0.7;
/** 1 s: with rounded times, the first page may be within one tick. */
const LEAST_GALLOP_TICKS = 10_000_000n;
/** After this many requests in a row without a result, distances are measured from another point. */
const MISSES = 3;
/** Each leap multiplies the distance from the first row by this. */
const GALLOP = 16n;

/** The integer square root, rounded down. Only approximate above 2^53, which is enough to choose a position. */
function roughRoot(value: bigint): bigint {
  return BigInt(Math.floor(Math.sqrt(Number(value))));
}

/** What is known about the end of a group during the search. */
class EndSearch {
  readonly axis: TimeAxis;
  /** Distances are measured from here: from the first row, or from the last known one after several requests without a result. */
  anchor: bigint;
  /** The latest row seen. */
  lastRow: ProbeRow;
  low: bigint;
  /** No row is at or after this position. */
  high: bigint;
  isHighKnown = false;
  isDone = false;
  requests = 0;
  /** Common divisor of all distances between positions: the writer's rounding, or a multiple. */
  private step = 0n;
  /** Number of rows at the end of the last page, which span `stride` ticks. */
  private rowsPerStride = 0;
  private stride = 0n;
  private misses = 0;
  /** The largest page that the service returns. Some services end pages long before they are full. */
  private mostRows = WHOLE_PAGE;
  /** True if the last answer had no later time: one time has more rows than a page holds. */
  isStuck = false;

  constructor(axis: TimeAxis, first: ProbeRow, position: bigint) {
    this.axis = axis;
    this.anchor = position;
    this.lastRow = first;
    this.low = position;
    this.high = axis.to;
  }

  /** Takes an answer; returns false if it had no row. */
  take(answer: ProbeAnswer, top: number): boolean {
    if (!answer.hasMore) this.isDone = true;
    else if (answer.rows.length > 0 && answer.rows.length < top)
      this.mostRows = Math.min(this.mostRows, answer.rows.length);
    const before = this.low;
    const positions: bigint[] = [];
    for (const row of answer.rows) {
      const position = this.axis.positionOf(row);
      if (position === undefined) continue;
      this.step = gcd(this.step, position > this.low ? position - this.low : this.low - position);
      positions.push(position);
      if (position < this.low) continue;
      this.low = position;
      this.lastRow = row;
    }
    this.measure(positions);
    if (answer.rows.length > 0) this.misses = 0;
    this.isStuck = answer.rows.length > 0 && before === this.low;
    return answer.rows.length > 0;
  }

  /** Records that there is no row at or after a position. */
  miss(at: bigint): void {
    // The answer was complete, but only for keys from `at` on.
    this.isDone = false;
    this.high = at;
    this.isHighKnown = true;
    this.misses++;
    // After several requests without a result, the end is near the last row, so distances are now measured from there.
    if (this.misses % MISSES === 0 && this.high - this.low > this.stride * GALLOP)
      this.anchor = this.low - (this.stride > this.grain ? this.stride : this.grain);
  }

  /** Measures the density in the second half of a page, because a gap may be in the first half. */
  private measure(positions: readonly bigint[]): void {
    for (const from of [positions.length >> 1, 0]) {
      const stride = (positions.at(-1) ?? 0n) - (positions[from] ?? 0n);
      if (stride <= 0n) continue;
      this.stride = stride;
      this.rowsPerStride = positions.length - from;
      return;
    }
  }

  get page(): number {
    return this.requests > LONG_SEARCH ? LARGE_PAGE : PAGE;
  }

  /** Estimated rows before `high`, at the last density seen. */
  get rowsLeft(): number {
    if (this.stride === 0n) return Number.POSITIVE_INFINITY;
    return (this.rowsPerStride * Number(this.high - this.low)) / Number(this.stride);
  }

  /** True if there is no bucket between the latest row and `high`, or a whole page may hold all rows between. */
  get isNear(): boolean {
    if (this.isStuck) return true;
    return (
      this.isHighKnown && (this.high - this.low <= this.grain || this.rowsLeft <= NEAR_SHARE * this.mostRows)
    );
  }

  /** All positions are whole multiples of this after `first`, as far as the rows show. */
  get grain(): bigint {
    return this.step > 0n ? this.step : this.axis.grain;
  }

  /**
   * A position between the two bounds, on the writer's grid: the geometric mean of the distances while they differ much, then the
   * middle.
   */
  middle(): bigint {
    const near = this.low - this.anchor;
    const far = this.high - this.anchor;
    const isWide = near > 0n && far > near * 4n;
    const distance = isWide ? roughRoot(near) * roughRoot(far) : near + (far - near) / 2n;
    const between = this.anchor + distance;
    const snapped = between - ((between - this.low) % this.grain);
    return snapped <= this.low ? this.low + this.grain : snapped >= this.high ? this.high - 1n : snapped;
  }

  get end(): FoundEnd {
    const { low: position, isDone: isExact, requests, grain, stride, rowsPerStride } = this;
    return { position, isExact, requests, grain, stride, rowsPerStride };
  }
}

function ask(axis: TimeAxis, span: AskSpan, top: number, from: bigint): Ask {
  return { ...span, purpose: 'find end', top, positions: { from, to: axis.to } };
}

/** Requests the keys after the last row; or, if one time fills pages, the keys after all rows of that time. */
function askRest({ axis, lastRow, low, isStuck }: EndSearch, top: number): Ask {
  return isStuck
    ? ask(axis, axis.spanAfter(lastRow), top, low + 1n)
    : ask(axis, axis.spanBehind(lastRow), top, low + 1n);
}

/**
 * Finds the last row of a group in key order. The service cannot scan backwards, so the search first looks where other groups
 * end, or leaps from the first row until an answer is empty. Then it bisects, until an answer contains the end. Exact unless the
 * requests run out.
 * @yields the next request
 */
export function* findEnd(axis: TimeAxis, first: ProbeRow, limits: EndLimits): Search<FoundEnd> {
  const position = axis.positionOf(first);
  if (position === undefined)
    return {
      position: axis.from,
      isExact: false,
      requests: 0,
      grain: axis.grain,
      stride: 0n,
      rowsPerStride: 0,
    };
  const search = new EndSearch(axis, first, position);
  yield* firstSteps(search, limits);
  while (!search.isDone && search.requests < limits.most) {
    search.requests++;
    if (search.isNear) {
      search.take(yield askRest(search, WHOLE_PAGE), WHOLE_PAGE);
      continue;
    }
    const at = search.middle();
    const { page } = search;
    if (!search.take(yield ask(axis, axis.spanFrom(at), page, at), page)) search.miss(at);
  }
  return search.end;
}

/**
 * The first steps: uses what was already read, looks where other groups end, and leaps from the first row. Afterwards the end is
 * between two bounds, or found.
 * @yields the next request
 */
function* firstSteps(search: EndSearch, limits: EndLimits): Search<void> {
  const { seen = { rows: [], hasMore: true }, near } = limits;
  if (seen.rows.length > 0 || !seen.hasMore) search.take(seen, seen.rows.length);
  if (search.isDone) return;
  if (near?.isSmall === false) yield* fromNear(search, near, limits.most);
  if (search.isDone || search.isHighKnown) return;
  if (seen.rows.length < PAGE && search.requests === 0) {
    const top = near?.isSmall === true ? WHOLE_PAGE : PAGE;
    search.requests++;
    search.take(yield askRest(search, top), top);
  }
  yield* gallop(search, limits);
}

/**
 * Looks shortly before the end of another group, and farther back while that finds nothing.
 * @yields the next request
 */
function* fromNear(search: EndSearch, { position, margin }: NearEnd, most: number): Search<void> {
  const { axis } = search;
  for (let back = margin; search.requests < most; back *= GALLOP) {
    const at = position + 1n - back;
    if (at <= search.low) return;
    search.requests++;
    if (search.take(yield ask(axis, axis.spanFrom(at), LARGE_PAGE, at), LARGE_PAGE)) return;
    search.miss(at);
  }
}

/**
 * Leaps forward until nothing follows.
 * @yields the next request
 */
function* gallop(search: EndSearch, limits: EndLimits): Search<void> {
  const { axis } = search;
  const { hint } = limits;
  const seen = search.low - search.anchor;
  let distance = (seen > LEAST_GALLOP_TICKS ? seen : LEAST_GALLOP_TICKS) * GALLOP;
  let isHintAsked = hint === undefined || hint <= search.anchor;
  while (!search.isDone && search.requests < limits.most) {
    let at = search.anchor + distance;
    if (at <= search.low) at = search.low + search.grain;
    if (!isHintAsked && hint !== undefined && at >= hint) {
      isHintAsked = true;
      at = hint > search.low ? hint : at;
    }
    if (at >= search.high) at = search.high - 1n;
    search.requests++;
    if (!search.take(yield ask(axis, axis.spanFrom(at), PAGE, at), PAGE)) {
      search.miss(at);
      return;
    }
    distance *= GALLOP;
    if (distance < (search.low - search.anchor) * 2n) distance = (search.low - search.anchor) * 2n;
  }
}
