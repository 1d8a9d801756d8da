import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { type CellGrid, ESTIMATED, FAILED, IN_FLIGHT, NOT_ASKED } from '../../core/keyspace/map/cellGrid.ts';
import { type HeatScale, legendStops } from '../../core/keyspace/map/scale.ts';
import { formatCount, formatShare } from '../format.ts';
import { heatColors } from '../heatmap/heatColors.ts';
import { useThemeLook } from '../theme/themeColors.ts';
import css from './KeyMapLegend.module.css';

export interface KeyMapLegendProps {
  readonly scale: HeatScale;
  readonly grid: CellGrid;
  readonly targetPerSecond: number;
}

const BAR_PX = 200;
const STATE_WORDS = [
  [NOT_ASKED, 'not asked'],
  [IN_FLIGHT, 'reading'],
  [FAILED, 'failed'],
  [ESTIMATED, 'dotted: estimated'],
] as const;
const COUNT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, notation: 'compact' });

/** What each colour stands for at the brightness that is chosen: rows in a cell, or share of the target. */
export function KeyMapLegend({ scale, grid, targetPerSecond }: KeyMapLegendProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useThemeLook();
  const stops = useMemo(() => legendStops(scale, 4), [scale]);
  const states = useMemo(
    () => STATE_WORDS.filter(([code]) => grid.states.includes(code)).map(([, words]) => words),
    [grid],
  );
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    const parent = canvas.current?.parentElement;
    if (!context || !parent) return;
    const { table } = heatColors(parent, look);
    for (let x = 0; x < BAR_PX; x += 1) {
      const at = (2 + Math.round((x / (BAR_PX - 1)) * 253)) * 4;
      context.fillStyle = `rgb(${table[at]} ${table[at + 1]} ${table[at + 2]})`;
      context.fillRect(x, 0, 1, 1);
    }
  }, [look]);
  const wordsOf = (count: number, share: number): string =>
    scale.basis === 'target' ? formatShare(share) : COUNT.format(count);
  return (
    <div className={css.legend}>
      <div className={css.scale}>
        <canvas ref={canvas} className={css.bar} width={BAR_PX} height={1} aria-hidden="true" />
        {stops.map((stop) => (
          <span key={stop.position} className={css.stop} style={{ left: `${stop.position * 100}%` }}>
            {wordsOf(stop.count, stop.shareOfTarget)}
          </span>
        ))}
      </div>
      <span className={css.unit}>
        {scale.basis === 'target'
          ? `of ${formatCount(targetPerSecond)} entities/s`
          : `rows a cell; highest is ${formatShare(scale.top / scale.targetCount)} of target`}
        {states.length > 0 && `; ${states.join(', ')}`}
      </span>
    </div>
  );
}
