import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import { type HeatScale, legendStops } from '../../core/keyspace/map/heatScale.ts';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { formatCount, formatShare } from '../format.ts';
import { heatColors } from './heatColors.ts';
import { useThemeLook } from '../theme/themeColors.ts';
import css from './CellMap.module.css';
import { paintRamp, paintSwatch, rampStops, stopWords, type SwatchLook, swatchesOf } from './swatches.ts';

export interface CellLegendProps {
  readonly scale: HeatScale;
  readonly grid: CellGrid;
  /** Entities in the highest cell of the map, ignoring the row that several labels share. */
  readonly max: number;
}

const BAR_PX = 200;

/** The meaning of each colour at the current brightness: rows in a cell, or share of the target. */
export function CellLegend({ scale, grid, max }: CellLegendProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useThemeLook();
  const stops = useMemo(
    () => rampStops(legendStops(scale, 5), (stop) => stopWords(scale, stop), BAR_PX),
    [scale],
  );
  const swatches = useMemo(() => swatchesOf(grid, scale), [grid, scale]);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    const parent = canvas.current?.parentElement;
    if (!context || !parent) return;
    paintRamp(context, heatColors(parent, look));
  }, [look]);
  return (
    <div className={css.legend}>
      <div className={css.scale} hidden={stops.length === 0}>
        <canvas ref={canvas} className={css.bar} width={BAR_PX} height={1} aria-hidden="true" />
        {stops.map((stop) => (
          <span key={stop.position} className={css.stop} style={{ left: `${stop.position * 100}%` }}>
            {stopWords(scale, stop)}
          </span>
        ))}
      </div>
      <div className={css.words}>
        <span>
          {scale.basis === 'target'
            ? `of ${formatCount(scale.targetPerSecond)} entities/s`
            : `rows a cell${highestWords(scale, max)}`}
        </span>
        <span className={css.swatches}>
          {swatches.map(({ look: kind, words }) => (
            <span key={kind} className="row gap4">
              <SwatchCanvas look={kind} />
              {words}
            </span>
          ))}
        </span>
      </div>
    </div>
  );
}

/** The highest cell, regardless of brightness. */
function highestWords({ targetCount }: HeatScale, max: number): string {
  return max === 0 ? '' : `; highest ${formatCount(max)}, ${formatShare(max / targetCount)} of target`;
}

const SWATCH = { width: 14, height: 9 } as const;

function SwatchCanvas({ look: kind }: { readonly look: SwatchLook }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useThemeLook();
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    const parent = canvas.current?.parentElement;
    if (!context || !parent) return;
    paintSwatch(
      context,
      kind,
      { left: 0, top: 0, ...SWATCH },
      { colors: heatColors(parent, look), pixelRatio: 1 },
    );
  }, [look, kind]);
  return <canvas ref={canvas} className={css.swatchBox} {...SWATCH} aria-hidden="true" />;
}

/** Chooses what full brightness means: the highest cell, or the target of a partition. */
export function ScaleSwitch(props: {
  readonly basis: HeatScale['basis'];
  readonly onBasis: (basis: HeatScale['basis']) => void;
}): ReactNode {
  return (
    <SegmentedControl
      label="Scale"
      hideLabel
      size="small"
      segments={[
        { id: 'max', label: 'Relative' },
        { id: 'target', label: 'Of target' },
      ]}
      value={props.basis}
      onChange={props.onBasis}
    />
  );
}
