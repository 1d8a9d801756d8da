import { type ReactNode, useMemo, useRef } from 'react';
import type { ModelInput, ModelResult, ModelStep } from '../../../core/keyspace/model/modelTypes.ts';
import { ACCOUNT_TARGET_PER_SECOND } from '../../../core/keyspace/target.ts';
import { secondsText } from '../../../core/words.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { formatCount } from '../../../ui/format.ts';
import { timeAcross, viewportTime } from '../../../ui/cellmap/mapGeometry.ts';
import { useElementSize } from '../../../ui/useElementSize.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import css from '../map/keyspace.module.css';
import type { MapData } from '../../shared/map/mapData.ts';
import { viewportOfZoom, zoomInto } from '../../shared/map/zoomView.ts';

const WIDTH = 600;
const HEIGHT = 56;
/** Height of the marks for splits and moves, below the areas. */
const MARKS = 4;

interface LoadStripProps {
  readonly result: ModelResult;
  readonly input: ModelInput;
  readonly data: MapData;
  /** Writes per second at the full height of the strip, which is the same for all compared designs. */
  readonly most: number;
}

/** The time that the map above shows, in seconds since the start. */
function useLoadSpan({ data, input }: LoadStripProps): LoadSpan {
  const { zoom } = useStore(useServices().keyspace);
  const { grid, whole } = data;
  const { columns } = viewportOfZoom(grid, zoomInto(whole, grid.rowCount, zoom));
  const { from, to } = viewportTime(grid, columns);
  const secondsOf = (ticks: bigint): number => Number(ticks - input.fromTicks) / Number(TICKS_PER_SECOND);
  return { fromSeconds: secondsOf(from), toSeconds: secondsOf(to) };
}

/**
 * Attempted and stored writes per second as areas, over the time that the map shows. The gap between them is what gets 503. A mark below
 * the areas shows each split and move.
 */
export function LoadStrip(props: LoadStripProps): ReactNode {
  const { result, input, data, most } = props;
  const { steps, events, firstRefusalSeconds } = result;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(frame);
  const across = timeAcross(width, data.labels);
  const span = useLoadSpan(props);
  const { fromSeconds, toSeconds } = span;
  const [offered, stored] = useMemo(() => {
    const area = (rateOf: (step: ModelStep) => number): string => {
      const rates = highestRates(steps, input.durationSeconds, { fromSeconds, toSeconds }, WIDTH, rateOf);
      return stairPath(
        rates.map((rate) => rate / most),
        WIDTH,
        HEIGHT,
      );
    };
    // If nothing is refused, the two areas are the same, and without this the colour of the lower one would show at the edge.
    const tried = area((step) => (step.refusedPerSecond > 0 ? step.offeredPerSecond : 0));
    return [tried, area((step) => step.storedPerSecond)];
  }, [steps, input.durationSeconds, fromSeconds, toSeconds, most]);
  const x = (seconds: number): number => ((seconds - fromSeconds) / (toSeconds - fromSeconds)) * WIDTH;
  const marks = events.filter((at) => at >= fromSeconds && at < toSeconds);
  const words = stripWords(result);
  return (
    <figure className={css.load}>
      <div ref={frame} className={css.loadFrame}>
        <span className={css.loadTop} style={{ width: Math.max(0, across.left - 8) }}>
          {formatCount(Math.round(most))}/s
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT + MARKS}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words}
          style={{ left: across.left, width: across.width }}
        >
          <path d={offered} className={css.offered} />
          <path d={stored} className={css.stored} />
          {firstRefusalSeconds !== undefined && firstRefusalSeconds >= fromSeconds && (
            <line
              x1={x(firstRefusalSeconds)}
              x2={x(firstRefusalSeconds)}
              y1={0}
              y2={HEIGHT}
              className={css.onset}
            />
          )}
          <path
            d={marks.map((atSeconds) => `M${x(atSeconds).toFixed(1)},${HEIGHT}v${MARKS}`).join('')}
            className={css.acts}
          />
        </svg>
      </div>
      <figcaption>
        <span className={css.storedKey}>stored</span> <span className={css.offeredKey}>refused with 503</span>{' '}
        {words}
      </figcaption>
    </figure>
  );
}

function stripWords({ steps, splits, moves, events, firstRefusalSeconds }: ModelResult): string {
  const peak = steps.reduce((most, { offeredPerSecond }) => Math.max(most, offeredPerSecond), 0);
  const onset =
    firstRefusalSeconds === undefined ? '' : `; first 503 after ${secondsText(firstRefusalSeconds)}`;
  const acts = splits + moves;
  const listed = acts > events.length ? `, the first ${formatCount(events.length)}` : '';
  const below = acts === 0 ? '' : `; ${formatCount(acts)} splits and moves as marks below${listed}`;
  return `Writes per second with retries: at most ${formatCount(Math.round(peak))} (account target ${formatCount(ACCOUNT_TARGET_PER_SECOND)})${onset}${below}.`;
}

interface LoadSpan {
  /** Seconds since the start of the simulation; may be negative. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/**
 * The highest rate of all steps in each of `parts` equal parts of a span, or 0 if there is none. A step lasts until the next one begins,
 * and the last step until the end.
 */
export function highestRates(
  steps: readonly ModelStep[],
  endSeconds: number,
  { fromSeconds, toSeconds }: LoadSpan,
  parts: number,
  rateOf: (step: ModelStep) => number,
): Float64Array {
  const rates = new Float64Array(parts);
  const perPart = (toSeconds - fromSeconds) / parts;
  for (const [at, step] of steps.entries()) {
    const end = steps[at + 1]?.atSeconds ?? endSeconds;
    if (end <= fromSeconds || step.atSeconds >= toSeconds) continue;
    const first = Math.max(0, Math.floor((step.atSeconds - fromSeconds) / perPart + 1e-9));
    const last = Math.min(parts - 1, Math.ceil((end - fromSeconds) / perPart - 1e-9) - 1);
    const rate = rateOf(step);
    for (let part = first; part <= last; part++) rates[part] = Math.max(rates[part] as number, rate);
  }
  return rates;
}

/** An SVG path of filled stairs that stand on the bottom of a box. `shares` are their heights, 0..1 of the box, from left to right. */
export function stairPath(shares: Float64Array, width: number, height: number): string {
  const step = width / Math.max(1, shares.length);
  let path = `M0,${height}`;
  let before = -1;
  for (const [at, share] of shares.entries()) {
    if (share === before) continue;
    const x = (at * step).toFixed(1);
    const y = (height - Math.min(1, share) * height).toFixed(1);
    path += `${at === 0 ? '' : `H${x}`}V${y}`;
    before = share;
  }
  return `${path}H${width}V${height}Z`;
}
