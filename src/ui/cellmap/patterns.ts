import { LEAST_SURE, type ReadState } from '../../core/plan/readState.ts';
import type { Rgb } from '../theme/themeColors.ts';
import { cssColor, type HeatColors } from './heatColors.ts';

type Stroke = (context: CanvasRenderingContext2D, size: number) => void;

function line(
  context: CanvasRenderingContext2D,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.lineTo(to[0], to[1]);
  context.stroke();
}

/** Strokes extend beyond the tile, so that they meet those of the next tile. */
const rising: Stroke = (context, size) => {
  for (const shift of [-size, 0, size]) line(context, [shift, size], [shift + size, 0]);
};
const falling: Stroke = (context, size) => {
  for (const shift of [-size, 0, size]) line(context, [shift, 0], [shift + size, size]);
};
const crossed: Stroke = (context, size) => {
  rising(context, size);
  falling(context, size);
};
const ruled: Stroke = (context, size) => line(context, [0, size / 2], [size, size / 2]);
const dotted: Stroke = (context, size) => {
  context.fillRect(0, 0, size / 3, size / 3);
};

interface Look {
  readonly back: Rgb;
  readonly line: Rgb;
  readonly stroke: Stroke;
}

/** Looks of cells whose zero does not mean zero. */
export type UnreadLook = Exclude<ReadState, 'done'>;
export const UNREAD_LOOKS = LEAST_SURE.filter((state) => state !== 'done');

const LOOKS: Readonly<Record<UnreadLook, (named: HeatColors['named']) => Look>> = {
  waiting: (named) => ({ back: named['heat-unasked'], line: named['heat-unasked-line'], stroke: rising }),
  stopped: (named) => ({ back: named['heat-unasked'], line: named['state-stopped'], stroke: falling }),
  reading: (named) => ({ back: named['heat-reading'], line: named['heat-reading-line'], stroke: dotted }),
  outside: (named) => ({ back: named['heat-unasked'], line: named['state-stopped'], stroke: crossed }),
  unverified: (named) => ({ back: named['heat-zero'], line: named['state-stopped'], stroke: ruled }),
  failed: (named) => ({ back: named['heat-failed'], line: named['heat-failed-line'], stroke: crossed }),
};

const TILE_PX = 6;

/**
 * The pattern of cells whose zero does not mean zero: hatched, dotted, crossed or ruled. They differ in form, not only in colour.
 */
export function statePattern(
  context: CanvasRenderingContext2D,
  state: UnreadLook,
  colors: HeatColors,
  pixelRatio: number,
): CanvasPattern | undefined {
  const size = Math.max(4, Math.round(TILE_PX * pixelRatio));
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const pen = tile.getContext('2d');
  if (pen === null) return undefined;
  const look = LOOKS[state](colors.named);
  pen.fillStyle = cssColor(look.back);
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = cssColor(look.line);
  pen.fillStyle = cssColor(look.line);
  pen.lineWidth = pixelRatio;
  look.stroke(pen, size);
  return context.createPattern(tile, 'repeat') ?? undefined;
}
