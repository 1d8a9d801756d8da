import { type LoggedRequest, serviceMs } from './requestLog.ts';

interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The costs of all requests of a run. Durations are in milliseconds. */
export interface RequestSummary {
  readonly requests: number;
  /** Requests before which the browser sent a CORS preflight, which is one more request to the service. */
  readonly preflights: number;
  readonly bytes: number;
  /** Requests that were sent again. */
  readonly retries: number;
  /** The sum of all waits before retries, over all queries. */
  readonly retryWaitMs: number;
  /** Answers with status 429 or 503. */
  readonly throttled: number;
  readonly failed: number;
  readonly emptyPages: number;
  /** From sending to the first byte, for all answers, including errors; undefined before the first answer. */
  readonly service: Quantiles | undefined;
  /** From sending to the last byte. */
  readonly whole: Quantiles | undefined;
  /** The time that requests waited in this page for a lane, which is not part of the above. */
  readonly queued: Quantiles | undefined;
}

/** The smallest of the sorted values that at least `share` (0..1) of them do not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function quantiles(values: readonly number[]): Quantiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: quantile(sorted, 1) };
}

export function requestSummary(requests: readonly LoggedRequest[]): RequestSummary {
  const records = requests.map(({ record }) => record);
  const count = (outcome: LoggedRequest['outcome']): number =>
    requests.filter((request) => request.outcome === outcome).length;
  const waits = records.flatMap(({ retryWaitMs }) => (retryWaitMs === undefined ? [] : [retryWaitMs]));
  return {
    requests: records.length,
    preflights: records.filter(({ preflight }) => preflight === true).length,
    bytes: records.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    retries: records.filter(({ attempt }) => attempt > 0).length,
    retryWaitMs: waits.reduce((sum, ms) => sum + ms, 0),
    throttled: count('throttled'),
    failed: count('failed'),
    emptyPages: count('empty'),
    service: quantiles(records.flatMap((record) => serviceMs(record) ?? [])),
    whole: quantiles(
      records.flatMap(({ startedAtMs, endedAtMs, status }) =>
        endedAtMs === undefined || status === undefined ? [] : [endedAtMs - startedAtMs],
      ),
    ),
    queued: quantiles(records.map(({ queuedAtMs, startedAtMs }) => startedAtMs - queuedAtMs)),
  };
}
