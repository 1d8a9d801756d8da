import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import { type HeatScale, levelsOf } from '../../core/keyspace/map/heatScale.ts';
import { heatColors } from './heatColors.ts';
import type { MapLayout } from './layout.ts';
import { useThemeLook } from '../theme/themeColors.ts';
import css from './CellMap.module.css';
import { hotRowsOf, paintMap } from './paintMap.ts';
import type { Viewport } from './viewport.ts';

export interface CellCanvasProps {
  readonly grid: CellGrid;
  readonly scale: HeatScale;
  readonly viewport: Viewport;
  readonly layout: MapLayout;
  readonly sharedRow?: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** The painted part of the map. Panning only repaints. */
export function CellCanvas(props: CellCanvasProps): ReactNode {
  const { grid, scale, viewport, layout, sharedRow, width, height, pixelRatio } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useThemeLook();
  const levels = useMemo(() => levelsOf(grid.counts, scale), [grid, scale]);
  const sums = useMemo(
    () => marginals(grid, { rows: viewport.rows, columns: viewport.columns }),
    [grid, viewport],
  );
  const { targetCount } = scale;
  const hotRows = useMemo(() => hotRowsOf(grid, { targetCount }, sharedRow), [grid, targetCount, sharedRow]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    const parent = element?.parentElement;
    if (!element || !context || !parent || width === 0 || height === 0) return;
    const deviceWidth = Math.round(width * pixelRatio);
    const deviceHeight = Math.round(height * pixelRatio);
    // Setting a size clears the canvas and is slow, even if the size is the same.
    if (element.width !== deviceWidth) element.width = deviceWidth;
    if (element.height !== deviceHeight) element.height = deviceHeight;
    const colors = heatColors(parent, look);
    const cells = { grid, levels, viewport, sums, sharedRow, hotRows };
    paintMap(context, { ...cells, layout, colors, pixelRatio });
  }, [grid, levels, viewport, sums, sharedRow, hotRows, layout, look, width, height, pixelRatio]);
  return <canvas ref={canvas} className={css.canvas} aria-hidden="true" />;
}
