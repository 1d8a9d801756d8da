import type { RunState } from '../../../../state/run/runState.ts';

/** What the requests of one planned query cost, counted as all requests are. */
export interface QueryCosts {
  readonly requests: number;
  /** Requests that were sent again, whosever fault it was. */
  readonly retries: number;
  /** Of every answer, also of those that did not count. */
  readonly bytes: number;
  /** Slowest time to the first byte, milliseconds. */
  readonly slowestMs: number | undefined;
}

export const NO_COSTS: QueryCosts = { requests: 0, retries: 0, bytes: 0, slowestMs: undefined };

/** By the index of the query. */
export function queryCosts(requests: RunState['requests']): ReadonlyMap<number, QueryCosts> {
  const costs = new Map<number, QueryCosts>();
  for (const { kind, queryIndex, attempt, bytes = 0, startedAtMs, headersAtMs } of requests) {
    if (kind !== 'query') continue;
    const { slowestMs, ...before } = costs.get(queryIndex) ?? NO_COSTS;
    costs.set(queryIndex, {
      requests: before.requests + 1,
      retries: before.retries + (attempt > 0 ? 1 : 0),
      bytes: before.bytes + bytes,
      slowestMs: headersAtMs === undefined ? slowestMs : Math.max(headersAtMs - startedAtMs, slowestMs ?? 0),
    });
  }
  return costs;
}
