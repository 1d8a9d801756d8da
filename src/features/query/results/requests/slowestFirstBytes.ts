import type { RunState } from '../../../../state/run/runState.ts';

/** Slowest time to the first byte of each planned query, milliseconds, by index. */
export function slowestFirstBytes(requests: RunState['requests']): ReadonlyMap<number, number> {
  const slowest = new Map<number, number>();
  for (const request of requests) {
    if (request.kind !== 'query' || request.headersAtMs === undefined) continue;
    const ms = request.headersAtMs - request.startedAtMs;
    slowest.set(request.queryIndex, Math.max(ms, slowest.get(request.queryIndex) ?? 0));
  }
  return slowest;
}
