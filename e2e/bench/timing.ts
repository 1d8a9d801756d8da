/** Times of both sides for the same work, in milliseconds. */
export interface Timed {
  readonly oursMs: number;
  readonly baselineMs: number;
  /** Wrong results. If there are any, the times do not count. */
  readonly faults: readonly string[];
}

export function timeOf(work: () => void): number {
  const startedAtMs = performance.now();
  work();
  return performance.now() - startedAtMs;
}

/** The mean of the best quarter. This is the time on a machine that does nothing else, without depending on a single lucky round. */
export function bestQuarter(times: readonly number[]): number {
  const best = times.toSorted((a, b) => a - b).slice(0, Math.max(1, times.length >> 2));
  return best.reduce((sum, time) => sum + time, 0) / best.length;
}

/** Numbers below 2^32, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

interface PerformanceMemory {
  readonly usedJSHeapSize: number;
}

export function heapBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return (performance as Performance & { readonly memory?: PerformanceMemory }).memory?.usedJSHeapSize ?? 0;
}
