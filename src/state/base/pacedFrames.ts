import type { TablesEnv } from '../../tables/base/clock.ts';

/** Calls back when the next picture may be drawn. */
export type NextFrame = (draw: () => void) => void;

/** The largest share of the time that drawing may take. */
const MOST_SHARE = 1 / 4;
/** However long drawing takes, the next picture follows after at most this many milliseconds. */
const MOST_MS = 500;

/**
 * Frames at least `everyMs` apart, and further apart if drawing takes long. Otherwise, on a slow or busy computer,
 * drawing would leave no time for the run's requests, which are sent from the same thread.
 */
export function pacedFrames(
  nextFrame: NextFrame,
  everyMs: number,
  env: Pick<TablesEnv, 'monotonicMs' | 'setTimer'>,
): NextFrame {
  let nextMs = Number.NEGATIVE_INFINITY;
  const drawn = (draw: () => void): void => {
    const startedMs = env.monotonicMs();
    nextMs = startedMs + everyMs;
    draw();
    // React renders after the change and before the next task.
    env.setTimer(() => {
      const tookMs = env.monotonicMs() - startedMs;
      nextMs = startedMs + Math.max(everyMs, Math.min(tookMs / MOST_SHARE, MOST_MS));
    }, 0);
  };
  return (draw) => {
    const ask = (): void => nextFrame(() => drawn(draw));
    const waitMs = nextMs - env.monotonicMs();
    if (waitMs > 0) env.setTimer(ask, waitMs);
    else ask();
  };
}
