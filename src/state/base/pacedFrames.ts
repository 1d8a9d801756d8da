import type { TablesEnv } from '../../tables/base/env.ts';

/** Calls back when the next picture may be drawn. */
export type NextFrame = (draw: () => void) => void;

/**
 * Frames with at least `everyMs` between them. A picture of a run takes longer than a frame, and its requests are sent by
 * the same thread: sixty a second would leave no time for them.
 */
export function pacedFrames(
  nextFrame: NextFrame,
  everyMs: number,
  env: Pick<TablesEnv, 'monotonicMs' | 'setTimer'>,
): NextFrame {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (draw) => {
    const ask = (): void =>
      nextFrame(() => {
        lastMs = env.monotonicMs();
        draw();
      });
    const waitMs = lastMs + everyMs - env.monotonicMs();
    if (waitMs > 0) env.setTimer(ask, waitMs);
    else ask();
  };
}
