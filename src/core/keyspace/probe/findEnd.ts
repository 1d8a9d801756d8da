import type { ProbeAnswer, ProbeRequest, ProbeRow } from './probeTypes.ts';
import type { AskSpan, TimeAxis } from './timeAxis.ts';

/** A request without its number. */
export type Ask = Omit<ProbeRequest, 'id'>;
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
/** The most that the service gives in one answer: asked for when the end is near. */
const WHOLE_PAGE = 1000;
/** Rows thought to be left for which a whole page is asked. */
const NEAR_ROWS = 700;
/** 1 s: a first page may lie within one tick of rounded times. */
const LEAST_GALLOP_TICKS = 10_000_000n;
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

/** What is known of the end while it is looked for. */
class EndSearch {
  readonly axis: TimeAxis;
  readonly first: bigint;
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
  private rowsPerStride = 0;
  private stride = 0n;

  constructor(axis: TimeAxis, first: ProbeRow, position: bigint) {
    this.axis = axis;
    this.first = position;
    this.lastRow = first;
    this.low = position;
    this.high = axis.to;
  }

  /** Takes an answer to a question from `from` on; false where it held no row. */
  take(answer: ProbeAnswer, top: number): boolean {
    if (isEnd(answer, top)) this.isDone = true;
    let seen = 0;
    let lowest: bigint | undefined;
    for (const row of answer.rows) {
      const position = this.axis.positionOf(row);
      if (position === undefined) continue;
      this.step = gcd(this.step, position > this.low ? position - this.low : this.low - position);
      lowest ??= position;
      seen++;
      if (position >= this.low) {
        this.low = position;
        this.lastRow = row;
      }
    }
    if (lowest !== undefined && this.low > lowest) {
      this.stride = this.low - lowest;
      this.rowsPerStride = seen;
    }
    return answer.rows.length > 0;
  }

  /** Rows thought to lie before `high`, by the density last seen. */
  get rowsLeft(): number {
    if (this.stride === 0n) return Number.POSITIVE_INFINITY;
    return (this.rowsPerStride * Number(this.high - this.low)) / Number(this.stride);
  }

  /** Whether no bucket lies between the furthest row and `high`, or a whole page may hold all that does. */
  get isNear(): boolean {
    return this.isHighKnown && (this.high - this.low <= this.grain || this.rowsLeft <= NEAR_ROWS);
  }

  /** What positions are whole multiples of from `first` on, as far as the rows show it. */
  get grain(): bigint {
    return this.step > 0n ? this.step : this.axis.grain;
  }

  /** Between the two bounds: by ratio of the distance while that is large, then in the middle; on the writer's grid. */
  middle(): bigint {
    const near = this.low - this.first;
    const far = this.high - this.first;
    const isWide = near > 0n && far > near * 4n;
    const distance = isWide ? roughRoot(near) * roughRoot(far) : near + (far - near) / 2n;
    const snapped = this.first + (distance / this.grain) * this.grain;
    return snapped <= this.low ? this.low + this.grain : snapped >= this.high ? this.high - 1n : snapped;
  }

  get end(): FoundEnd {
    return { position: this.low, isExact: this.isDone, requests: this.requests, grain: this.grain };
  }
}

function ask(span: AskSpan, top: number): Ask {
  return { ...span, purpose: 'find end', top };
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
  search.take(yield ask(axis.spanAfter(first), PAGE), PAGE);
  yield* gallop(search, limits);
  while (!search.isDone && search.requests < limits.most) {
    search.requests++;
    if (search.isNear) {
      search.take(yield ask(axis.spanAfter(search.lastRow), WHOLE_PAGE), WHOLE_PAGE);
      continue;
    }
    const at = search.middle();
    // An answer without rows is complete, but says only that nothing lies from here on.
    const answer = yield ask(axis.spanFrom(at), PAGE);
    if (!search.take(answer, PAGE)) {
      search.isDone = false;
      search.high = at;
    }
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
  const seen = search.low - search.first;
  let distance = (seen > LEAST_GALLOP_TICKS ? seen : LEAST_GALLOP_TICKS) * GALLOP;
  let isHintAsked = hint === undefined || hint <= search.first;
  while (!search.isDone && search.requests < limits.most) {
    let at = search.first + distance;
    if (at <= search.low) at = search.low + search.grain;
    if (!isHintAsked && hint !== undefined && at >= hint) {
      isHintAsked = true;
      at = hint > search.low ? hint : at;
    }
    if (at >= search.high) at = search.high - 1n;
    search.requests++;
    if (!search.take(yield ask(axis.spanFrom(at), PAGE), PAGE)) {
      search.isDone = false;
      search.high = at;
      search.isHighKnown = true;
      return;
    }
    distance *= GALLOP;
    if (distance < (search.low - search.first) * 2n) distance = (search.low - search.first) * 2n;
  }
}
