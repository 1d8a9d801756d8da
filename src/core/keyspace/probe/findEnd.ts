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

function isEnd(answer: ProbeAnswer, top: number): boolean {
  return !answer.hasMore && answer.rows.length < top;
}

function gcd(first: bigint, second: bigint): bigint {
  let [a, b] = [first, second];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The integer square root, rounded down; above 2^53 only nearly (it picks a point to ask at). */
function roughRoot(value: bigint): bigint {
  return BigInt(Math.floor(Math.sqrt(Number(value))));
}

function isSameRow(a: ProbeRow, b: ProbeRow): boolean {
  return a.partitionKey === b.partitionKey && a.rowKey === b.rowKey;
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
  /** The last question brought nothing new: rounded keys begin before the position asked about. */
  private isStuck = false;

  constructor(axis: TimeAxis, first: ProbeRow, position: bigint) {
    this.axis = axis;
    this.anchor = position;
    this.lastRow = first;
    this.low = position;
    this.high = axis.to;
  }

  /** Takes an answer; false where it held no row. */
  take(answer: ProbeAnswer, top: number): boolean {
    if (isEnd(answer, top)) this.isDone = true;
    else if (answer.rows.length > 0 && answer.rows.length < top)
      this.mostRows = Math.min(this.mostRows, answer.rows.length);
    const before = this.lastRow;
    const positions: bigint[] = [];
    for (const row of answer.rows) {
      const position = this.axis.positionOf(row);
      if (position === undefined) continue;
      this.step = gcd(this.step, position > this.low ? position - this.low : this.low - position);
      positions.push(position);
      if (position < this.low || isSameRow(row, this.lastRow)) continue;
      this.low = position;
      this.lastRow = row;
    }
    this.measure(positions);
    if (answer.rows.length > 0) this.misses = 0;
    this.isStuck = answer.rows.length > 0 && before === this.lastRow;
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
    return { position: this.low, isExact: this.isDone, requests: this.requests, grain: this.grain };
  }
}

function ask(axis: TimeAxis, span: AskSpan, top: number, from: bigint): Ask {
  return { ...span, purpose: 'find end', top, positions: { from, to: axis.to } };
}

/** The keys from those of a row's own time on, or after them. */
function askRest(axis: TimeAxis, row: ProbeRow, top: number, position: bigint, isAfter: boolean): Ask {
  return isAfter
    ? ask(axis, axis.spanAfter(row), top, position + 1n)
    : ask(axis, axis.spanFrom(position), top, position);
}

/**
 * The last row of a group in key order. There is no descending scan: galloping from the first row on until a question
 * comes back empty, then bisection; done when an answer holds the end. `hint`: a position after which rows are unlikely (now),
 * asked about instead of leaping over it. Exact unless the requests run out.
 * @yields what to ask
 */
export function* findEnd(
  axis: TimeAxis,
  first: ProbeRow,
  limits: { readonly most: number; readonly hint?: bigint },
): Search<FoundEnd> {
  const position = axis.positionOf(first);
  if (position === undefined) return { position: axis.from, isExact: false, requests: 0, grain: axis.grain };
  const search = new EndSearch(axis, first, position);
  search.requests++;
  search.take(yield askRest(axis, first, PAGE, position, true), PAGE);
  yield* gallop(search, limits);
  let askedFrom: bigint | undefined;
  while (!search.isDone && search.requests < limits.most) {
    search.requests++;
    if (search.isNear) {
      const { low, lastRow } = search;
      search.take(yield askRest(axis, lastRow, WHOLE_PAGE, low, low === askedFrom), WHOLE_PAGE);
      askedFrom = low;
      continue;
    }
    const at = search.middle();
    const { page } = search;
    if (!search.take(yield ask(axis, axis.spanFrom(at), page, at), page)) search.miss(at);
  }
  return search.end;
}

/**
 * Leaps until nothing follows.
 * @yields what to ask
 */
function* gallop(search: EndSearch, limits: { readonly most: number; readonly hint?: bigint }): Search<void> {
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
