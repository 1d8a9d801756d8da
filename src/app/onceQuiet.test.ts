import { describe, expect, it } from 'vitest';
import { onceQuiet, QUIET_MS } from './onceQuiet.ts';

/** A page on a virtual clock, with a user who presses keys at these times. */
function page(keysAtMs: readonly number[], busyUntilMs = 0) {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const keys = new EventTarget();
  const setTimer = (run: () => void, ms: number): void => void timers.push({ atMs: nowMs + ms, run });
  const idle = (): Promise<void> =>
    nowMs >= busyUntilMs
      ? Promise.resolve()
      : new Promise((resolve) => setTimer(resolve, busyUntilMs - nowMs));
  const whenQuiet = onceQuiet({ idle }, { setTimer, monotonicMs: () => nowMs }, keys);
  for (const atMs of keysAtMs) setTimer(() => keys.dispatchEvent(new Event('keydown')), atMs);
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  /** When the work began, in milliseconds. */
  return async (): Promise<number | undefined> => {
    const ran: number[] = [];
    whenQuiet(() => void ran.push(nowMs));
    await settle();
    while (ran.length === 0 && timers.length > 0) {
      nowMs = Math.min(...timers.map(({ atMs }) => atMs));
      const due = timers.filter(({ atMs }) => atMs === nowMs);
      timers = timers.filter(({ atMs }) => atMs !== nowMs);
      for (const { run } of due) run();
      await settle();
    }
    return ran[0];
  };
}

describe('onceQuiet', () => {
  it('runs after two seconds with nothing to do', async () => {
    expect(await page([])()).toBe(QUIET_MS);
  });

  it('waits for work of the page first', async () => {
    expect(await page([], 700)()).toBe(700 + QUIET_MS);
  });

  it('does not run while somebody types: two seconds after the last key', async () => {
    const keys = Array.from({ length: 50 }, (_, key) => 500 + key * 150);
    expect(await page(keys)()).toBe(500 + 49 * 150 + QUIET_MS);
  });

  it('is not delayed by a key pressed long ago', async () => {
    expect(await page([10, 900], 5000)()).toBe(5000 + QUIET_MS);
  });
});
