import type { RequestRecord } from './requestLog.ts';

/** A request that was answered after 40 ms, with what a test adds. */
export function record(id: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const startedAtMs = more.startedAtMs ?? 1000 + id * 100;
  return {
    id,
    kind: 'query',
    queryIndex: 0,
    page: 0,
    attempt: 0,
    lane: id % 6,
    queuedAtMs: startedAtMs,
    startedAtMs,
    sentAtUnixMs: Date.UTC(2026, 10, 20, 21, 0, 0, id),
    ...more,
  };
}

export function answered(id: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const { startedAtMs, ...sent } = record(id, more);
  return {
    startedAtMs,
    headersAtMs: startedAtMs + 40,
    endedAtMs: startedAtMs + 45,
    decodedAtMs: startedAtMs + 47,
    status: 200,
    rows: 200,
    bytes: 5000,
    hasContinuation: false,
    ...sent,
  };
}

export function throttled(id: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const { startedAtMs, ...sent } = record(id, more);
  return {
    startedAtMs,
    endedAtMs: startedAtMs + 10,
    status: 503,
    requestId: 'b5a1',
    fault: {
      kind: 'throttled',
      status: 503,
      code: 'ServerBusy',
      message: 'The service is busy.',
      nextStep: 'Wait.',
    },
    retryWaitMs: 420,
    retryReason: 'HTTP 503 ServerBusy',
    ...sent,
  };
}
