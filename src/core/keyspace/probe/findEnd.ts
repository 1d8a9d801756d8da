import type { ProbeAnswer, ProbeRequest, ProbeRow } from './probeTypes.ts';
import type { AskSpan, TimeAxis } from './timeAxis.ts';

/** Positions of a group (timeAxis.ts), half-open. */
export interface PositionSpan {
  readonly from: bigint;
  readonly to: bigint;
}

/** A request without its number; `positions`: those it asks about, where it is about time. */
export type Ask = Omit<ProbeRequest, 'id'> & { readonly positions?: PositionSpan };
/** A search: yields what to ask, is given the answer, returns what it found. */
export type Search<T> = Generator<Ask, T, ProbeAnswer>;

export interface FoundEnd {
  /** Position of the last row in key order, as far as it is known. */
  readonly position: bigint;
  readonly isExact: boolean;
  readonly requests: number;
  /** What the positions seen are whole multiples of, ticks from the first on. */
  readonly grain: bigint;
  /** Ticks in which the last rows seen lie, so many of them; 0: none seen. */
  readonly stride: bigint;
  readonly rowsPerStride: number;
}

/** Where the end of another group of the table is: those of one table mostly end at about the same time. */
export interface NearEnd {
  readonly position: bigint;
  /** Ticks before it that hold some dozens of rows. */
  readonly margin: bigint;
  /** A group holds few enough rows for one page. */
  readonly isSmall: boolean;
}

export interface EndLimits {
  /** Requests. */
  readonly most: number;
  /** A position after which rows are unlikely (now), asked about instead of leaping over it. */
  readonly hint?: bigint;
  readonly near?: NearEnd;
  /** Rows behind the first one that were read before, and whether more follow. */
  readonly seen?: ProbeAnswer;
}

/** Rows asked for while the end is far: an answer that is not full ends the search. */
const PAGE = 50;
/** The same, in a search that has become long: ten times the rows save three questions. */
const LARGE_PAGE = 500;
const LONG_SEARCH = 12;
/** The most that the service gives in one answer: asked for when the end is near. */
const WHOLE_PAGE = 1000;
/** Rows thought to be left for which a whole page is asked, as a share of what one holds. */
const NEAR_SHARE = 0.7;
/** 1 s: a first page may lie within one tick of rounded times. */
const LEAST_GALLOP_TICKS = 10_000_000n;
/** Questions in vain, one after another, after which distances are measured anew. */
const MISSES = 3;
/** Steps of the gallop, as a factor of the distance from the first row. */
const GALLOP = 16n;

function gcd(first: bigint, second: bigint): bigint {
  let [a, b] = [first, second];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The integer square root, rounded down; above 2^53 only nearly (it picks a point to ask at). */
function roughRoot(value: bigint): bigint {
  return BigInt(Math.floor(Math.sqrt(Number(value))));
}

/** What is known of the end while it is looked for. */
class EndSearch {
  readonly axis: TimeAxis;
  /** What distances are measured from: the first row, or the last one known after several questions in vain. */
  anchor: bigint;
  /** The furthest row seen. */
  lastRow: ProbeRow;
  low: bigint;
  /** No row lies at or after it. */
  high: bigint;
  isHighKnown = false;
  isDone = false;
  requests = 0;
  /** Common divisor of all distances between positions: what the writer rounds to, or a multiple. */
  private step = 0n;
  /** The end of the last page with rows: so many rows on so many ticks. */
  private rowsPerStride = 0;
  private stride = 0n;
  private misses = 0;
  /** Rows that an answer holds at most: some services end one long before it is full. */
  private mostRows = WHOLE_PAGE;
  /** The last question brought no later time: more rows of one time than a page holds. */
  isStuck = false;

  constructor(axis: TimeAxis, first: ProbeRow, position: bigint) {
    this.axis = axis;
    this.anchor = position;
    this.lastRow = first;
    this.low = position;
    this.high = axis.to;
  }

  /** Takes an answer; false where it held no row. */
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

  /** Nothing lies at or after a position. */
  miss(at: bigint): void {
    // The answer was complete, but of what follows `at` alone.
    this.isDone = false;
    this.high = at;
    this.isHighKnown = true;
    this.misses++;
    // After several questions in vain the end is near the last row: distances are measured from there, by ratio.
    if (this.misses % MISSES === 0 && this.high - this.low > this.stride * GALLOP)
      this.anchor = this.low - (this.stride > this.grain ? this.stride : this.grain);
  }

  /** Density at the end of a page: of its second half, since its first may lie before a gap. */
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

  /** Rows thought to lie before `high`, by the density last seen. */
  get rowsLeft(): number {
    if (this.stride === 0n) return Number.POSITIVE_INFINITY;
    return (this.rowsPerStride * Number(this.high - this.low)) / Number(this.stride);
  }

  /** Whether no bucket lies between the furthest row and `high`, or a whole page may hold all that does. */
  get isNear(): boolean {
    if (this.isStuck) return true;
    return (
      this.isHighKnown && (this.high - this.low <= this.grain || this.rowsLeft <= NEAR_SHARE * this.mostRows)
    );
  }

  /** What positions are whole multiples of from `first` on, as far as the rows show it. */
  get grain(): bigint {
    return this.step > 0n ? this.step : this.axis.grain;
  }

  /** Between the two bounds: by ratio of the distance while that is large, then in the middle; on the writer's grid. */
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

/** The keys behind a row; or those after all rows of its time, where these fill pages. */
function askRest({ axis, lastRow, low, isStuck }: EndSearch, top: number): Ask {
  return isStuck
    ? ask(axis, axis.spanAfter(lastRow), top, low + 1n)
    : ask(axis, axis.spanBehind(lastRow), top, low + 1n);
}

/**
 * The last row of a group in key order. There is no descending scan: looked for where other groups end, or galloping from the first
 * row on until a question comes back empty, then bisection; done when an answer holds the end. Exact unless the requests run out.
 * @yields what to ask
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
 * Until the end lies between two bounds, or is found: with what was read before, where other groups end, behind the first row.
 * @yields what to ask
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
 * Looks a little before the end of another group, and further back while nothing is there.
 * @yields what to ask
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
 * Leaps until nothing follows.
 * @yields what to ask
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
