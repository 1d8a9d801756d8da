import type { RunState } from '../../../../state/run/runState.ts';

/** The costs of the requests for one planned query, counted in the same way as for all requests. */
export interface QueryCosts {
  readonly requests: number;
  /** Requests that were sent again, whatever the reason. */
  readonly retries: number;
  /** Bytes of all answers, including those that did not count. */
  readonly bytes: number;
  /** The longest time to the first byte, in milliseconds. */
  readonly slowestMs: number | undefined;
}

export const NO_COSTS: QueryCosts = { requests: 0, retries: 0, bytes: 0, slowestMs: undefined };

/** Costs by the index of the planned query. */
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
