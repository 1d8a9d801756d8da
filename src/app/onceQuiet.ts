import type { Activity } from '../state/base/activity.ts';
import type { TablesEnv } from '../tables/base/clock.ts';

/** How long the page must have been idle, with no key or button pressed. */
export const QUIET_MS = 2000;

export type OnceQuiet = (run: () => void) => void;

const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Delayed work takes the processor for a few hundred milliseconds. If it ran while the user types, each key would have to wait for it. */
export function onceQuiet(
  activity: Pick<Activity, 'idle'>,
  {
    setTimer,
    monotonicMs,
  }: Pick<TablesEnv, 'monotonicMs'> & {
    readonly setTimer: (run: () => void, ms: number) => unknown;
  },
  page: Pick<EventTarget, 'addEventListener'>,
): OnceQuiet {
  let inputAtMs = Number.NEGATIVE_INFINITY;
  const note = (): void => void (inputAtMs = monotonicMs());
  for (const type of INPUTS) page.addEventListener(type, note, { capture: true, passive: true });
  return (run) => {
    const look = (): void =>
      void activity.idle().then(() => {
        const restMs = inputAtMs + QUIET_MS - monotonicMs();
        if (restMs > 0) setTimer(look, restMs);
        else run();
      });
    void activity.idle().then(() => setTimer(look, QUIET_MS));
  };
}
