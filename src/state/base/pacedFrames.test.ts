import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../tables/base/virtualClock.fixture.ts';
import { pacedFrames } from './pacedFrames.ts';

const FRAME_MS = 16;

describe('paced frames', () => {
  it('draws the first picture with the next frame, others at a distance, and none is lost', async () => {
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

    // Nothing was drawn for a while, so it draws at once again.
    const quietMs = clock.nowMs();
    next(() => drawnAtMs.push(clock.nowMs()));
    await clock.advance(FRAME_MS);
    expect(drawnAtMs.at(-1)).toBe(quietMs + FRAME_MS);
  });
});
