import type { DigestRequest, KeyDigests } from './rowDigests.ts';
import type { Steps } from '../../steps.ts';

/** Two rows that were paired, one of each result. */
export interface RowPair {
  readonly here: number;
  readonly there: number;
}

/**
 * What the comparison of two results found. A row that occurs twice in one and once in the other counts once as in both and once as in one
 * only.
 */
export interface KeyComparison {
  readonly both: number;
  /** Numbers of the rows that only this result has, ascending. */
  readonly onlyHere: Uint32Array<ArrayBuffer>;
  readonly onlyThere: Uint32Array<ArrayBuffer>;
  /**
   * Rows that both results have, but with different values: their numbers, ascending, and the first pairs of them. Undefined: values were
   * not compared.
   */
  readonly changed?:
    | {
        readonly here: Uint32Array<ArrayBuffer>;
        readonly there: Uint32Array<ArrayBuffer>;
        readonly pairs: readonly RowPair[];
      }
    | undefined;
}

export interface CompareRequest extends DigestRequest {
  readonly other: KeyDigests;
}

/** `here` is the result whose rows were compared with the digests of another. */
export interface ComparedRows {
  readonly comparison: KeyComparison;
  /** How many rows `here` has. */
  readonly rowCount: number;
  /** The properties of `here` whose values were compared. */
  readonly valueNames?: readonly string[];
}

/** How many pairs of rows with different values are kept as examples. */
const MOST_EXAMPLES = 20;
/** Digests between two yields. */
const STEP = 8192;

/** Collects the rows of all pairs, and as examples the pairs with the lowest row numbers. */
class Pairs {
  readonly here = new RowList();
  readonly there = new RowList();
  readonly first: RowPair[] = [];

  add(pair: RowPair): void {
    this.here.add(pair.here);
    this.there.add(pair.there);
    const { first: pairs } = this;
    if (pairs.length === MOST_EXAMPLES && pair.here > (pairs[MOST_EXAMPLES - 1] as RowPair).here) return;
    const after = pairs.findIndex(({ here }) => here > pair.here);
    pairs.splice(after < 0 ? pairs.length : after, 0, pair);
    if (pairs.length > MOST_EXAMPLES) pairs.pop();
  }
}

/** A list of row numbers that grows as needed. */
class RowList {
  private rows = new Uint32Array(1024);
  private count = 0;

  add(row: number): void {
    if (this.count === this.rows.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows[this.count++] = row;
  }

  ascending(): Uint32Array<ArrayBuffer> {
    return this.rows.slice(0, this.count).sort();
  }
}

function valueAt({ values }: KeyDigests, place: number): number {
  return values?.[place] ?? 0;
}

function placesByValue(digests: KeyDigests, from: number, to: number): ReadonlyMap<number, number[]> {
  const places = new Map<number, number[]>();
  for (let place = from; place < to; place++) {
    const value = valueAt(digests, place);
    const known = places.get(value);
    if (known === undefined) places.set(value, [place]);
    else known.push(place);
  }
  return places;
}

/** Pairs rows that have the same key. Rows with equal values are paired first, so that the pairs which are left really differ. */
class ValuePairs {
  readonly changed = new Pairs();
  private readonly here: KeyDigests;
  private readonly there: KeyDigests;

  constructor(here: KeyDigests, there: KeyDigests) {
    this.here = here;
    this.there = there;
  }

  /**
   * Pairs the digests [at, atEnd) here with [other, otherEnd) there, which all have one key, and returns how many pairs there are. The rows
   * left over are in one result only.
   */
  pair(
    [at, atEnd]: readonly [number, number],
    [other, otherEnd]: readonly [number, number],
    onlyHere: RowList,
    onlyThere: RowList,
  ): number {
    if (atEnd - at === 1 && otherEnd - other === 1) {
      if (valueAt(this.here, at) !== valueAt(this.there, other)) this.change(at, other);
      return 1;
    }
    const left = placesByValue(this.there, other, otherEnd);
    const unequal: number[] = [];
    let both = 0;
    for (let place = at; place < atEnd; place++) {
      if (left.get(valueAt(this.here, place))?.shift() === undefined) unequal.push(place);
      else both++;
    }
    const others = [...left.values()].flat().toSorted((a, b) => a - b);
    for (const [index, place] of unequal.entries()) {
      const match = others[index];
      if (match === undefined) onlyHere.add(this.here.rows[place] as number);
      else {
        both++;
        this.change(place, match);
      }
    }
    for (const place of others.slice(unequal.length)) onlyThere.add(this.there.rows[place] as number);
    return both;
  }

  private change(place: number, other: number): void {
    this.changed.add({ here: this.here.rows[place] as number, there: this.there.rows[other] as number });
  }
}

/**
 * Finds which rows are in both results.
 * @yields after some thousand digests
 */
export function* compareDigests(here: KeyDigests, there: KeyDigests): Steps<KeyComparison> {
  const [onlyHere, onlyThere] = [new RowList(), new RowList()];
  const values =
    here.values === undefined || there.values === undefined ? undefined : new ValuePairs(here, there);
  let both = 0;
  let steps = 0;
  for (let at = 0, other = 0; at < here.rows.length || other < there.rows.length; ) {
    const order = compareAt(here, at, there, other);
    if (order < 0) onlyHere.add(here.rows[at++] as number);
    else if (order > 0) onlyThere.add(there.rows[other++] as number);
    else if (values === undefined) {
      both++;
      at++;
      other++;
    } else {
      const [atEnd, otherEnd] = [endOfKey(here, at), endOfKey(there, other)];
      both += values.pair([at, atEnd], [other, otherEnd], onlyHere, onlyThere);
      at = atEnd;
      other = otherEnd;
    }
    if (++steps % STEP === 0) yield undefined;
  }
  return {
    both,
    onlyHere: onlyHere.ascending(),
    onlyThere: onlyThere.ascending(),
    changed: values && {
      here: values.changed.here.ascending(),
      there: values.changed.there.ascending(),
      pairs: values.changed.first,
    },
  };
}

/** Where the digests of the next key begin. */
function endOfKey({ high, low, rows }: KeyDigests, at: number): number {
  let end = at + 1;
  while (end < rows.length && high[end] === high[at] && low[end] === low[at]) end++;
  return end;
}

/** Negative: the digest here is the lower one, or there is none left in the other list. */
function compareAt(here: KeyDigests, at: number, there: KeyDigests, other: number): number {
  if (other >= there.rows.length) return -1;
  if (at >= here.rows.length) return 1;
  const high = (here.high[at] as number) - (there.high[other] as number);
  return high === 0 ? (here.low[at] as number) - (there.low[other] as number) : high;
}
