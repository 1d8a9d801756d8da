// Imports only the constructor: the package's main file brings WebAssembly and compression, which the page's policy forbids and nothing
// here needs.
import { constructorFromBucketSize } from 'hdr-histogram-js/dist/JsHistogramFactory.js';

const MICROSECONDS = 1000;
/** One hour. Longer latencies count as this. */
const MOST_MS = 3_600_000;
/** Two significant digits, which makes percentiles right to 1 %. */
const DIGITS = 2;

const Histogram = constructorFromBucketSize(32);

/** The percentiles that are shown, as shares. */
export const PERCENTILES = [0.5, 0.95, 0.99] as const;

/** Latencies from 1 µs to an hour, in milliseconds, in a high dynamic range histogram, which loses no peak. */
export class Latencies {
  private readonly histogram = new Histogram(1, MOST_MS * MICROSECONDS, DIGITS);

  get count(): number {
    return this.histogram.totalCount;
  }

  add(ms: number): void {
    this.histogram.recordValue(Math.round(Math.min(MOST_MS, Math.max(0, ms)) * MICROSECONDS));
  }

  /** The latency in milliseconds that a share (0 to 1) of all latencies does not exceed; 0 if there are none. */
  at(share: number): number {
    return this.count === 0 ? 0 : this.histogram.getValueAtPercentile(share * 100) / MICROSECONDS;
  }

  reset(): void {
    this.histogram.reset();
  }
}
