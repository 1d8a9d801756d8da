import { TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../time/ticks.ts';

/** A request: the first row of a range of keys, by its number, at or after an instant. */
export interface NewestQuestion {
  readonly range: number;
  readonly from: bigint;
}

/** The first row: when it was written, as its key says; `unread`: there is one, but its key does not say. */
export type FirstRow = bigint | 'unread' | 'none';

export interface NewestFound {
  /** The newest row that was seen; others may follow until `before`. Undefined: no key said its time. */
  readonly seen: bigint | undefined;
  /** None of the searched ranges has a row from this instant on. */
  readonly before: bigint;
}

export interface NewestOptions {
  /** How many ranges there are. */
  readonly ranges: number;
  readonly now: bigint;
  /** Rows after this are ignored: they come from a wrong clock, or are a constant such as DateTime.MaxValue. */
  readonly limit: bigint;
  /** How exact the answer must be. */
  readonly precision: bigint;
}

/** How far back to look, tried in order. An active table has a row within the first step. */
const BACK = [
  10n * TICKS_PER_MINUTE,
  2n * TICKS_PER_HOUR,
  TICKS_PER_DAY,
  14n * TICKS_PER_DAY,
  200n * TICKS_PER_DAY,
  3650n * TICKS_PER_DAY,
];

type Search<T> = Generator<NewestQuestion, T, FirstRow>;

/** The newest instant with a known row, and the instant from which there is none. */
interface Bracket {
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * Finds the newest rows of ranges whose keys ascend with time, by asking for the first row from some instant on: the service cannot
 * be asked for the last. About 12 requests for the first range and one for each other whose rows are not newer. Undefined: no range
 * has a row before `limit`.
 * @yields the next question; `next` takes its answer
 */
export function* searchNewest(options: NewestOptions): Search<NewestFound | undefined> {
  let before: bigint | undefined;
  let seen: bigint | undefined;
  for (let range = 0; range < options.ranges; range += 1) {
    const ask = function* (from: bigint): Search<bigint | undefined> {
      const row = yield { range, from };
      if (row === 'none') return undefined;
      if (row !== 'unread' && (seen === undefined || row > seen)) seen = row;
      // A key may state the start of an interval that holds the instant.
      return row === 'unread' || row < from ? from : row;
    };
    // In the other ranges, only rows newer than that matter.
    const found = yield* bracket(ask, before ?? 0n, options);
    if (found !== undefined) before = yield* narrow(ask, found, options.precision);
  }
  return before === undefined ? undefined : { seen, before };
}

type Ask = (from: bigint) => Search<bigint | undefined>;

/**
 * Whether there is a row from `after` on, and a bracket around the time of the last one.
 * @yields questions
 */
function* bracket(ask: Ask, after: bigint, { now, limit }: NewestOptions): Search<Bracket | undefined> {
  const first = after >= limit ? undefined : yield* ask(after);
  if (first === undefined) return undefined;
  let high = limit;
  for (const from of [now, ...BACK.map((back) => now - back)]) {
    if (from <= first) break;
    const low = yield* ask(from);
    if (low !== undefined) return { low, high };
    high = from;
  }
  return { low: first, high };
}

/**
 * Narrows a bracket by bisection; returns its end.
 * @yields questions
 */
function* narrow(ask: Ask, found: Bracket, precision: bigint): Search<bigint> {
  let { low, high } = found;
  while (high - low > precision) {
    const middle = low + (high - low) / 2n;
    const next: bigint | undefined = yield* ask(middle);
    if (next === undefined) high = middle;
    else low = next;
  }
  return high;
}

/** At most `most` of `count` indexes, spread evenly, with the first and the last. */
export function spreadOver(count: number, most: number): readonly number[] {
  const taken = Math.min(count, most);
  return Array.from({ length: taken }, (_, at) =>
    taken === 1 ? 0 : Math.round((at * (count - 1)) / (taken - 1)),
  );
}
