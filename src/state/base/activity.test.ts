import { describe, expect, it } from 'vitest';
import { createActivity } from './activity.ts';

/** Frames that the test triggers. */
function rig() {
  const frames: (() => void)[] = [];
  const activity = createActivity((done) => void frames.push(done));
  let drawn = 0;
  /** Runs pending promises, and triggers frames until nobody waits for one. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      await Promise.resolve();
      const next = frames.shift();
      if (next !== undefined) drawn += 1;
      next?.();
    }
  };
  /** Whether an `idle()` has resolved by now. */
  const watch = (own?: number): (() => boolean) => {
    let isIdle = false;
    void activity.idle(own).then(() => {
      isIdle = true;
    });
    return () => isIdle;
  };
  return { activity, settle, watch, drawn: () => drawn };
}

describe('the work of the page', () => {
  it('ends two frames after the last piece has ended, and each piece counts as ended once', async () => {
    const { activity, settle, watch, drawn } = rig();
    const [first, second] = [activity.begin(), activity.begin()];
    const isIdle = watch();
    first();
    first();
    await settle();
    expect([isIdle(), activity.pending(), drawn()]).toEqual([false, 1, 0]);
    second();
    await settle();
    expect([isIdle(), activity.pending(), drawn()]).toEqual([true, 0, 2]);
  });

  it("is awaited by each caller as long as more is pending than the caller's own work", async () => {
    const { activity, settle, watch } = rig();
    const ends = [activity.begin(), activity.begin(), activity.begin()];
    const waits = [watch(0), watch(1), watch(2)];
    const seen: boolean[][] = [];
    for (const end of ends) {
      end();
      await settle();
      seen.push(waits.map((isIdle) => isIdle()));
    }
    expect(seen).toEqual([
      [false, false, true],
      [false, true, true],
      [true, true, true],
    ]);
  });

  it('continues if a piece begins within the two frames', async () => {
    const { activity, watch } = rig();
    const frames: (() => void)[] = [];
    const slow = createActivity((done) => void frames.push(done));
    const end = slow.begin();
    let isIdle = false;
    void slow.idle().then(() => {
      isIdle = true;
    });
    const turn = async (): Promise<void> => {
      for (let step = 0; step < 5; step++) await Promise.resolve();
    };
    end();
    await turn();
    frames.shift()?.();
    await turn();
    const late = slow.begin();
    frames.shift()?.();
    await turn();
    expect([isIdle, frames.length]).toEqual([false, 0]);
    late();
    for (let frame = 0; frame < 2; frame++) {
      await turn();
      expect(isIdle).toBe(false);
      frames.shift()?.();
    }
    await turn();
    expect(isIdle).toBe(true);
    expect(watch()()).toBe(false);
    expect(activity.pending()).toBe(0);
  });

  it('counts a promise until it is settled, either way', async () => {
    const { activity } = rig();
    const bad = activity.track(Promise.reject(new Error('no')));
    const good = activity.track(Promise.resolve(7));
    expect(activity.pending()).toBe(2);
    expect(await good).toBe(7);
    await expect(bad).rejects.toThrow('no');
    expect(activity.pending()).toBe(0);
  });
});
