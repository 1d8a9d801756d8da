import { sumOf } from '../diagnosis/statistics.ts';

/**
 * How often a client retries after a 503: after 1, 2, 4, ... s, and then it gives up. Source: `@azure/core-rest-pipeline`, the
 * pipeline of @azure/data-tables: 3 retries, 1 s doubled each time, at most 64 s. Its jitter is left out.
 */
export const CLIENT_RETRIES = 3;
const FIRST_DELAY_SECONDS = 1;
const MOST_DELAY_SECONDS = 64;
/** Sums of fractions of a second may differ by this much. What is due at the edge of two steps always belongs to the later one. */
const SAME_SECONDS = 1e-6;

/** Writes of one moment that wait for their next try. */
interface Waiting {
  /** When they were first written, in seconds after the start. Their keys hold this time. */
  readonly atSeconds: number;
  /** Number of refused tries. */
  readonly refusals: number;
  readonly dueSeconds: number;
  /** By row of the map. */
  readonly counts: Float64Array;
}

/** Writes that are tried in a step. */
export interface Tried {
  readonly atSeconds: number;
  readonly refusals: number;
  readonly counts: Float64Array;
}

/** Seconds to the next try after this many refusals, at least 1. */
function delaySeconds(refusals: number): number {
  return Math.min(MOST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** (refusals - 1));
}

/** Holds refused writes until they are stored or given up. */
export class RetryQueue {
  private readonly mostRetries: number;
  private waiting: Waiting[] = [];
  /** Writes given up so far. */
  givenUp = 0;
  /** Writes that were refused at first and stored later. */
  recovered = 0;

  /** `mostRetries` is 0 or more. */
  constructor(mostRetries: number) {
    this.mostRetries = mostRetries;
  }

  /** Number of writes that wait for a retry. */
  get waitingCount(): number {
    return this.waiting.reduce((total, { counts }) => total + sumOf(counts), 0);
  }

  /** Removes and returns what is due before this second, oldest writes first. */
  due(untilSeconds: number): readonly Tried[] {
    const until = untilSeconds - SAME_SECONDS;
    const due = this.waiting.filter(({ dueSeconds }) => dueSeconds < until);
    if (due.length > 0) this.waiting = this.waiting.filter(({ dueSeconds }) => dueSeconds >= until);
    return due.toSorted((a, b) => a.atSeconds - b.atSeconds);
  }

  /** Takes the result of a try: `stored` of its counts, by row. The rest waits or is given up. */
  settle(tried: Tried, stored: Float64Array, nowSeconds: number): void {
    const storedCount = sumOf(stored);
    const leftCount = sumOf(tried.counts) - storedCount;
    if (tried.refusals > 0) this.recovered += storedCount;
    if (leftCount === 0) return;
    if (tried.refusals >= this.mostRetries) {
      this.givenUp += leftCount;
      return;
    }
    const left = tried.counts.map((count, row) => count - (stored[row] as number));
    const refusals = tried.refusals + 1;
    const dueSeconds = nowSeconds + delaySeconds(refusals);
    this.waiting.push({ atSeconds: tried.atSeconds, refusals, dueSeconds, counts: left });
  }
}

/** Sums counts by row. */
export function sumOfCounts(all: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(all[0]?.length ?? 0);
  for (const counts of all) {
    for (let row = 0; row < counts.length; row++) sums[row] = (sums[row] as number) + (counts[row] as number);
  }
  return sums;
}

/**
 * Divides what a step stores in each row among its tries, in proportion to what the partitions take of each try: a server cannot
 * tell a retry from a first try. Results are whole entities, at most as many as the try has.
 */
export function shareStored(
  tries: readonly Tried[],
  taken: readonly Float64Array[],
  stored: Float64Array,
): readonly Float64Array[] {
  if (tries.length === 1) return [stored];
  const sums = sumOfCounts(taken);
  const left = Float64Array.from(stored);
  const shares = taken.map((counts) =>
    counts.map((count, row) => {
      const all = sums[row] as number;
      const share = all === 0 ? 0 : Math.floor((count * (stored[row] as number)) / all);
      left[row] = (left[row] as number) - share;
      return share;
    }),
  );
  // Distributes the remainder of the division, at most one for each try.
  for (const [at, share] of shares.entries()) {
    const counts = tries[at]?.counts ?? share;
    for (let row = 0; row < share.length; row++) {
      const more = Math.min(left[row] as number, (counts[row] as number) - (share[row] as number));
      share[row] = (share[row] as number) + more;
      left[row] = (left[row] as number) - more;
    }
  }
  return shares;
}
