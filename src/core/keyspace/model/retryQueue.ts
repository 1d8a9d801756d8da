/**
 * What a client does with a 503: it asks again after 1, 2, 4, ... s, some times, and gives up.
 * Source: `@azure/core-rest-pipeline`, the pipeline of @azure/data-tables: 3 retries, 1 s doubled each time, at most 64 s (its
 * jitter is left out).
 */
export const CLIENT_RETRIES = 3;
const FIRST_DELAY_SECONDS = 1;
const MOST_DELAY_SECONDS = 64;
/** Sums of fractions of a second differ by less: what is due at the edge of two steps belongs to the later one, always. */
const SAME_SECONDS = 1e-6;

/** Writes of one moment that wait for their next try. */
interface Waiting {
  /** Seconds after the start when they were first written: their keys hold it. */
  readonly atSeconds: number;
  /** Tries that were refused. */
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

/** Seconds to the next try after so many refusals, 1 and more. */
export function delaySeconds(refusals: number): number {
  return Math.min(MOST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** (refusals - 1));
}

function sum(counts: Float64Array): number {
  let total = 0;
  for (let row = 0; row < counts.length; row++) total += counts[row] as number;
  return total;
}

/** Refused writes until they are stored, or given up. */
export class RetryQueue {
  private readonly mostRetries: number;
  private waiting: Waiting[] = [];
  /** Writes given up so far. */
  givenUp = 0;
  /** Writes that were refused at first and stored later. */
  recovered = 0;

  /** `mostRetries`: 0 and more. */
  constructor(mostRetries: number) {
    this.mostRetries = mostRetries;
  }

  /** Writes that wait for another try. */
  get waitingCount(): number {
    return this.waiting.reduce((total, { counts }) => total + sum(counts), 0);
  }

  /** Takes out what is due before this second, oldest writes first. */
  due(untilSeconds: number): readonly Tried[] {
    const until = untilSeconds - SAME_SECONDS;
    const due = this.waiting.filter(({ dueSeconds }) => dueSeconds < until);
    if (due.length > 0) this.waiting = this.waiting.filter(({ dueSeconds }) => dueSeconds >= until);
    return due.toSorted((a, b) => a.atSeconds - b.atSeconds);
  }

  /** What came of a try at this second: `stored` of its counts, by row. */
  settle(tried: Tried, stored: Float64Array, nowSeconds: number): void {
    const storedCount = sum(stored);
    const leftCount = sum(tried.counts) - storedCount;
    if (tried.refusals > 0) this.recovered += storedCount;
    if (leftCount === 0) return;
    if (tried.refusals >= this.mostRetries) {
      this.givenUp += leftCount;
      return;
    }
    const left = tried.counts.map((count, row) => count - (stored[row] ?? 0));
    const refusals = tried.refusals + 1;
    const dueSeconds = nowSeconds + delaySeconds(refusals);
    // Writes of one second that are due together go on together.
    const same = this.waiting.find(
      (one) =>
        Math.abs(one.dueSeconds - dueSeconds) < SAME_SECONDS &&
        one.atSeconds === tried.atSeconds &&
        one.refusals === refusals,
    );
    if (same === undefined)
      this.waiting.push({ atSeconds: tried.atSeconds, refusals, dueSeconds, counts: left });
    else for (const [row, count] of left.entries()) same.counts[row] = (same.counts[row] ?? 0) + count;
  }
}

/** All of them together, by row. */
export function sumOfCounts(all: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(all[0]?.length ?? 0);
  for (const counts of all) {
    for (let row = 0; row < counts.length; row++) sums[row] = (sums[row] as number) + (counts[row] as number);
  }
  return sums;
}

/**
 * Shares what a step stores of each row among its tries, in proportion to what the partitions take of each: a server does not know a
 * retry from a first try. Whole entities, of a try no more than there are.
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
  // What is left of the division, at most one for each try.
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
