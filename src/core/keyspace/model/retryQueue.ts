import { sumOf } from '../diagnosis/statistics.ts';

/*
 * A client retries after a 503: after 1, 2, 4, ... s, and then it gives up. Source: `@azure/core-rest-pipeline`, the pipeline of
 * @azure/data-tables: 3 retries, 1 s doubled each time, at most 64 s. Its jitter is left out.
 */
const FIRST_DELAY_SECONDS = 1;
const MOST_DELAY_SECONDS = 64;
/**
 * Rounding errors of summed seconds are smaller than this. Without the tolerance, a retry that is due exactly between two steps could
 * fall into either of them; it always belongs to the later one.
 */
const SAME_SECONDS = 1e-6;

/** Writes with the same time in their keys that are tried together in one step. */
export interface Tried {
  /** When they were first written, in seconds after the start. Their keys hold this time. */
  readonly atSeconds: number;
  /** Number of refused tries. */
  readonly refusals: number;
  /** Number of writes by row of the map; may be fractions. */
  readonly counts: Float64Array;
}

/** Writes that wait for their next try. */
interface Waiting extends Tried {
  readonly dueSeconds: number;
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

  constructor(mostRetries: number) {
    this.mostRetries = mostRetries;
  }

  /** Removes and returns the writes that are due before this second. */
  due(untilSeconds: number): readonly Tried[] {
    const until = untilSeconds - SAME_SECONDS;
    const due = this.waiting.filter(({ dueSeconds }) => dueSeconds < until);
    this.waiting = this.waiting.filter(({ dueSeconds }) => dueSeconds >= until);
    return due;
  }

  /**
   * Takes the outcome of a try. `shares`: the part (0..1) of the writes that was stored, by row. The other writes wait for a retry, or
   * are given up if there are no retries left.
   */
  settle({ refusals, atSeconds, counts }: Tried, shares: Float64Array, nowSeconds: number): void {
    const left = counts.map((count, row) => count * (1 - (shares[row] as number)));
    const leftCount = sumOf(left);
    if (refusals > 0) this.recovered += sumOf(counts) - leftCount;
    if (refusals >= this.mostRetries) this.givenUp += leftCount;
    else if (leftCount > 0) {
      const dueSeconds = nowSeconds + delaySeconds(refusals + 1);
      this.waiting.push({ atSeconds, refusals: refusals + 1, dueSeconds, counts: left });
    }
  }
}
