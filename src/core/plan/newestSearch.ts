import { TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../time/ticks.ts';

/** A question for the service: what is the first row in a range (by its number) at or after an instant? */
export interface NewestQuestion {
  readonly range: number;
  readonly from: bigint;
}

/** The answer: the time in the first row's key, `unread` if its key does not show a time, or `none` if there is no row. */
export type FirstRow = bigint | 'unread' | 'none';

export interface NewestFound {
  /** The time of the newest row that was seen; newer ones may exist until `before`. Undefined if no key showed its time. */
  readonly seen: bigint | undefined;
  /** In the searched ranges, there is no row from this instant on. */
  readonly before: bigint;
}

export interface NewestOptions {
  /** The number of ranges. */
  readonly ranges: number;
  readonly now: bigint;
  /** Rows after this instant are ignored, because their clock was wrong or they hold a constant such as DateTime.MaxValue. */
  readonly limit: bigint;
  /** The largest acceptable error of the answer, in ticks. */
  readonly precision: bigint;
}

/** How far back to look, in this order. An active table has a row within the first step. */
const BACK = [
  10n * TICKS_PER_MINUTE,
  2n * TICKS_PER_HOUR,
  TICKS_PER_DAY,
  14n * TICKS_PER_DAY,
  200n * TICKS_PER_DAY,
  3650n * TICKS_PER_DAY,
];

type Search<T> = Generator<NewestQuestion, T, FirstRow>;

/** `low`: there is a row at this instant or later. `high`: from this instant on there is none. */
interface Bracket {
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * Finds the newest rows in ranges whose keys ascend with time. The service cannot be asked for the last row, so it is asked for the first
 * row from some instant on. The first range takes about 12 requests; each other range takes one, unless it has newer rows. Undefined if no
 * range has a row before `limit`.
 * @yields the next question; pass the answer to `next`
 */
export function* searchNewest(options: NewestOptions): Search<NewestFound | undefined> {
  let before: bigint | undefined;
  let seen: bigint | undefined;
  for (let range = 0; range < options.ranges; range += 1) {
    const ask = function* (from: bigint): Search<bigint | undefined> {
      const row = yield { range, from };
      if (row === 'none') return undefined;
      if (row !== 'unread' && (seen === undefined || row > seen)) seen = row;
      // A rounded key may state the start of an interval, which is before the requested instant.
      return row === 'unread' || row < from ? from : row;
    };
    // In each further range, only rows newer than those found before matter.
    const found = yield* bracket(ask, before ?? 0n, options);
    if (found !== undefined) before = yield* narrow(ask, found, options.precision);
  }
  return before === undefined ? undefined : { seen, before };
}

type Ask = (from: bigint) => Search<bigint | undefined>;

/**
 * A bracket around the time of the last row from `after` on; undefined if there is no such row.
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
 * Narrows a bracket by bisection, and returns its end.
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

/** At most `most` of `count` indexes, evenly spread, always with the first and the last. */
export function spreadOver(count: number, most: number): readonly number[] {
  const taken = Math.min(count, most);
  return Array.from({ length: taken }, (_, at) =>
    taken === 1 ? 0 : Math.round((at * (count - 1)) / (taken - 1)),
  );
}
