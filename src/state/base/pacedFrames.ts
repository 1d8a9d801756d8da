import type { TablesEnv } from '../../tables/base/env.ts';

/** Calls back when the next picture may be drawn. */
export type NextFrame = (draw: () => void) => void;

/** Pictures may take this share of the time. */
const MOST_SHARE = 1 / 4;
/** However long pictures take, the next one follows after this many milliseconds. */
const MOST_MS = 500;

/**
 * Frames with at least `everyMs` between them, and more if a picture takes long: on a slow or busy computer, pictures of a run would
 * leave no time for its requests, which are sent by the same thread.
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
    // React draws after the change and before the next task.
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
