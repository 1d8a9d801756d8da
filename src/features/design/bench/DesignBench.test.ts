import { describe, expect, it } from 'vitest';
import { requestTime } from './DesignBench.tsx';

const request = (ms: number | undefined, more: { kind?: 'query' | 'guard'; status?: number } = {}) => ({
  kind: 'query' as const,
  status: 200,
  startedAtMs: 1000,
  ...(ms === undefined ? {} : { endedAtMs: 1000 + ms }),
  ...more,
});

describe('the measured time of a request', () => {
  it('is the median of the pages that arrived', () => {
    expect(requestTime([request(90), request(10), request(20.4)])).toEqual({ medianMs: 20, requests: 3 });
    const others = [request(undefined), request(5000, { status: 503 }), request(1, { kind: 'guard' })];
    expect(requestTime([request(90), ...others])).toEqual({ medianMs: 90, requests: 1 });
    expect(requestTime(others)).toBeUndefined();
  });

  it('is never 0, which would meet every hope', () => {
    expect(requestTime([request(0.2)])?.medianMs).toBe(1);
  });
});
