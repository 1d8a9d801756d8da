import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../tables/base/virtualClock.fixture.ts';
import { pacedFrames } from './pacedFrames.ts';

const FRAME_MS = 16;

describe('paced frames', () => {
  it('draws the first picture with the next frame, spaces out the others, and loses none', async () => {
    const clock = createVirtualClock(() => Promise.reject(new Error('No request.')));
    const { env } = clock;
    const drawnAtMs: number[] = [];
    const next = pacedFrames((draw) => void env.setTimer(draw, FRAME_MS), 100, env);
    const again = (): void => {
      drawnAtMs.push(clock.nowMs());
      if (drawnAtMs.length < 4) next(again);
    };
    const startMs = clock.nowMs();
    next(again);
    await clock.advance(1000);
    expect(drawnAtMs.map((atMs) => atMs - startMs)).toEqual([16, 132, 248, 364]);

    // Nothing was drawn for a while, so the next frame is drawn at once.
    const quietMs = clock.nowMs();
    next(() => drawnAtMs.push(clock.nowMs()));
    await clock.advance(FRAME_MS);
    expect(drawnAtMs.at(-1)).toBe(quietMs + FRAME_MS);
  });

  it.each([
    [10, 100],
    [25, 100],
    [60, 240],
    [120, 480],
    [400, 500],
  ])('the picture after one that took %i ms is drawn %i ms after that one began', (tookMs, betweenMs) => {
    const thread = busyThread();
    const next = pacedFrames((draw) => thread.env.setTimer(draw, 0), 100, thread.env);
    const drawnAtMs: number[] = [];
    const again = (): void => {
      drawnAtMs.push(thread.env.monotonicMs());
      thread.work(tookMs);
      // A page arrives during the drawing, and another 5 ms later.
      if (drawnAtMs.length < 5) thread.env.setTimer(() => next(again), 5);
    };
    next(again);
    thread.run();
    expect(drawnAtMs.map((atMs, at) => atMs - (drawnAtMs[at - 1] ?? atMs)).slice(1)).toEqual(
      Array.from({ length: 4 }, () => betweenMs),
    );
  });
});

/** A thread on a virtual clock, on which work takes time and due timers wait for it. */
function busyThread() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  return {
    env: {
      monotonicMs: () => nowMs,
      setTimer: (run: () => void, ms: number) => timers.push({ atMs: nowMs + ms, run }),
    },
    work: (ms: number) => (nowMs += ms),
    run: () => {
      for (;;) {
        const [first] = timers.toSorted((a, b) => a.atMs - b.atMs);
        if (first === undefined) return;
        timers = timers.filter((timer) => timer !== first);
        nowMs = Math.max(nowMs, first.atMs);
        first.run();
      }
    },
  };
}
