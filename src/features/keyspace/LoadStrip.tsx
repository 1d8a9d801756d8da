import { type ReactNode, useMemo } from 'react';
import type { ModelInput, ModelResult } from '../../core/keyspace/model/modelTypes.ts';
import { ACCOUNT_TARGET_PER_SECOND } from '../../core/keyspace/target.ts';
import { secondsText } from '../../core/keyspace/words.ts';
import { formatCount } from '../../ui/format.ts';
import css from './keyspace.module.css';

const WIDTH = 600;
const HEIGHT = 56;
/** Marks of splits and moves stand below the areas. */
const MARKS = 4;

/**
 * Tried and stored writes a second as areas, over the time of the simulation: the gap between them is what gets 503. Below, a mark
 * for each split and move.
 */
export function LoadStrip({
  result,
  input,
}: {
  readonly result: ModelResult;
  readonly input: ModelInput;
}): ReactNode {
  const { steps, events, firstRefusalSeconds } = result;
  const most = useMemo(
    () => steps.reduce((peak, { offeredPerSecond }) => Math.max(peak, offeredPerSecond), 1),
    [steps],
  );
  const offered = useMemo(() => areaOf(steps.map((step) => step.offeredPerSecond / most)), [steps, most]);
  const stored = useMemo(() => areaOf(steps.map((step) => step.storedPerSecond / most)), [steps, most]);
  const x = (seconds: number): number => (seconds / input.durationSeconds) * WIDTH;
  const onset =
    firstRefusalSeconds === undefined ? '' : `; first 503 after ${secondsText(firstRefusalSeconds)}`;
  const acts = events.length === 0 ? '' : `; ${formatCount(events.length)} splits and moves as marks below`;
  const words = `Writes a second, retries included: at most ${formatCount(Math.round(most))} tried (account target ${formatCount(ACCOUNT_TARGET_PER_SECOND)})${onset}${acts}.`;
  return (
    <figure className={css.load}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + MARKS}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        <path d={offered} className={css.offered} />
        <path d={stored} className={css.stored} />
        {firstRefusalSeconds !== undefined && (
          <line
            x1={x(firstRefusalSeconds)}
            x2={x(firstRefusalSeconds)}
            y1={0}
            y2={HEIGHT}
            className={css.onset}
          />
        )}
        <path
          d={events.map(({ atSeconds }) => `M${x(atSeconds).toFixed(1)},${HEIGHT}v${MARKS}`).join('')}
          className={css.acts}
        />
      </svg>
      <figcaption>
        <span className={css.storedKey}>stored</span> <span className={css.offeredKey}>refused with 503</span>{' '}
        {words}
      </figcaption>
    </figure>
  );
}

/** A filled line, one point a pixel at most: the highest of the steps that share it. */
function areaOf(shares: readonly number[]): string {
  const points = Array.from({ length: Math.min(WIDTH, shares.length) }, (_, at) => {
    const from = Math.floor((at * shares.length) / Math.min(WIDTH, shares.length));
    const to = Math.max(from + 1, Math.floor(((at + 1) * shares.length) / Math.min(WIDTH, shares.length)));
    return Math.max(...shares.slice(from, to));
  });
  const x = (at: number): string => ((at * WIDTH) / Math.max(1, points.length - 1)).toFixed(1);
  const line = points.map((share, at) => `L${x(at)},${(HEIGHT - share * (HEIGHT - 2)).toFixed(1)}`).join('');
  return `M0,${HEIGHT}${line}L${WIDTH},${HEIGHT}Z`;
}
