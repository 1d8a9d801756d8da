// The constructor alone: the package's own entry brings WebAssembly and compression, which no page here may run or needs.
import { constructorFromBucketSize } from 'hdr-histogram-js/dist/JsHistogramFactory.js';

const MICROSECONDS = 1000;
/** Longer ones count as this: an hour. */
const MOST_MS = 3_600_000;
/** Two digits: percentiles are right to 1 %. */
const DIGITS = 2;

const Histogram = constructorFromBucketSize(32);

/** The percentiles that are shown, as shares. */
export const PERCENTILES = [0.5, 0.95, 0.99] as const;

/** Latencies in milliseconds, from 1 µs to an hour, without loss of any peak: a high dynamic range histogram. */
export class Latencies {
  private readonly histogram = new Histogram(1, MOST_MS * MICROSECONDS, DIGITS);

  get count(): number {
    return this.histogram.totalCount;
  }

  add(ms: number): void {
    this.histogram.recordValue(Math.round(Math.min(MOST_MS, Math.max(0, ms)) * MICROSECONDS));
  }

  /** The latency in milliseconds that `share` (0..1) of all do not exceed; 0 for none. */
  at(share: number): number {
    return this.count === 0 ? 0 : this.histogram.getValueAtPercentile(share * 100) / MICROSECONDS;
  }

  reset(): void {
    this.histogram.reset();
  }
}
