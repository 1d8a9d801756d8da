import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import { useThemeLook } from '../theme/themeColors.ts';
import css from './HeatMap.module.css';
import { heatColors } from './heatColors.ts';
import { rowsOverTarget } from './heatWords.ts';
import type { HeatLayout } from './layout.ts';
import { paintHeatMap } from './paint.ts';
import type { RowStates } from './rowState.ts';

export interface HeatCanvasProps extends RowStates {
  readonly matrix: KeyspaceMatrix;
  readonly layout: HeatLayout;
  readonly top: number;
  /** The count of one cell at the per-partition target. */
  readonly target: number;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** The painted part: histogram, map, totals. Repainted when data, size or theme change; never for the pointer. */
export function HeatCanvas(props: HeatCanvasProps): ReactNode {
  const { matrix, layout, rowStates, unreadColumns, top, target, width, height, pixelRatio } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useThemeLook();
  const hotRows = useMemo(() => rowsOverTarget(matrix, target), [matrix, target]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    const parent = element?.parentElement;
    if (!element || !context || !parent || width === 0 || height === 0) return;
    element.width = Math.round(width * pixelRatio);
    element.height = Math.round(height * pixelRatio);
    const colors = heatColors(parent, look);
    paintHeatMap(context, { matrix, layout, rowStates, unreadColumns, top, hotRows, colors, pixelRatio });
  }, [matrix, layout, rowStates, unreadColumns, top, hotRows, look, width, height, pixelRatio]);
  return <canvas ref={canvas} className={css.canvas} aria-hidden="true" />;
}
