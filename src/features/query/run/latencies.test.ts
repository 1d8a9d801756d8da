import { describe, expect, it } from 'vitest';
import { requestQuantileMs } from './latencies.ts';
import type { RunState } from '../../../state/run/runState.ts';

type Requests = RunState['requests'];

function answered(...durationsMs: readonly number[]): Requests {
  return durationsMs.map((durationMs, id) => ({
    id,
    kind: 'query',
    queryIndex: 0,
    page: 0,
    attempt: 0,
    lane: 0,
    queuedAtMs: 0,
    startedAtMs: 1000,
    sentAtUnixMs: 0,
    endedAtMs: 1000 + durationMs,
    status: 200,
  }));
}

describe('request quantile', () => {
  it('is the smallest duration that the share does not exceed', () => {
    const hundred = answered(...Array.from({ length: 100 }, (_, position) => 100 - position));
    expect(requestQuantileMs(hundred, 0.95)).toBe(95);
    expect(requestQuantileMs(hundred, 0)).toBe(1);
    expect(requestQuantileMs(hundred, 1)).toBe(100);
    expect(requestQuantileMs(answered(7), 0.95)).toBe(7);
  });

  it('leaves out what was not answered, and says nothing before the first answer', () => {
    const [first, ...rest] = answered(5, 50, 500);
    const waiting = rest.map(({ endedAtMs: _ended, status: _status, ...request }) => request);
    expect(requestQuantileMs(first === undefined ? [] : [first, ...waiting], 1)).toBe(5);
    expect(requestQuantileMs(waiting, 0.5)).toBeUndefined();
    expect(requestQuantileMs([], 0.5)).toBeUndefined();
  });
});
