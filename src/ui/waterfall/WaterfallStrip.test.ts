import { describe, expect, it } from 'vitest';
import { overviewOf } from './WaterfallStrip.tsx';
import type { WaterfallRequest } from './tracks.ts';

function request(sentAtMs: number, endedAtMs: number | undefined, outcome: WaterfallRequest['outcome']) {
  return { queuedAtMs: 0, sentAtMs, endedAtMs, outcome, lane: 0, group: 0, name: '', note: '' };
}

describe('the strip above a waterfall', () => {
  it('counts what is in flight, and marks where something went wrong', () => {
    const run = [
      request(0, 25, 'answered'),
      request(10, 45, 'throttled'),
      request(50, 75, 'failed'),
      request(60, undefined, 'open'),
    ];
    const { inFlight, trouble, most } = overviewOf(run, 10, 100);
    expect([...inFlight]).toEqual([1, 2, 1.5, 1, 0.5, 1, 2, 1.5, 1, 1]);
    expect([...trouble]).toEqual([0, 0, 0, 0, 1, 0, 0, 2, 0, 0]);
    expect(most).toBe(2);
  });

  it('is empty for a run without requests', () => {
    expect(overviewOf([], 3, 0)).toEqual({
      inFlight: new Float64Array(3),
      trouble: new Uint8Array(3),
      most: 1,
    });
  });
});
