import { LEAST_SURE, type ReadState } from '../../core/plan/readState.ts';
import type { Rgb } from '../theme/themeColors.ts';
import { cssColor, type HeatColors } from './heatColors.ts';

type Pen = OffscreenCanvasRenderingContext2D;
type Stroke = (pen: Pen, size: number) => void;

function line(context: Pen, from: readonly [number, number], to: readonly [number, number]): void {
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

/** Dots have the surface colour on strong colours and the text colour on pale ones, so they are visible on both. */
export type Ink = 'light' | 'dark';

/** How a pattern is painted: its colours, and device px for each CSS px. */
export interface PatternStyle {
  readonly colors: HeatColors;
  readonly pixelRatio: number;
}

/** A pattern of square tiles of `size` device px. */
function tiled(
  context: CanvasRenderingContext2D,
  size: number,
  paint: (pen: Pen) => void,
): CanvasPattern | undefined {
  const tile = new OffscreenCanvas(size, size);
  const pen = tile.getContext('2d');
  if (pen === null) return undefined;
  paint(pen);
  return context.createPattern(tile, 'repeat') ?? undefined;
}

/** CSS px. */
const TILE_PX = 6;

function tileSize({ pixelRatio }: PatternStyle): number {
  return Math.max(4, Math.round(TILE_PX * pixelRatio));
}

function inkColor(ink: Ink, { colors }: PatternStyle): string {
  return cssColor(colors.named[ink === 'light' ? 'surface' : 'text']);
}

/**
 * The pattern of cells whose zero does not mean zero: hatched, dotted, crossed or ruled. They differ in form, not only in colour.
 */
export function statePattern(
  context: CanvasRenderingContext2D,
  state: UnreadLook,
  style: PatternStyle,
): CanvasPattern | undefined {
  const size = tileSize(style);
  const look = LOOKS[state](style.colors.named);
  return tiled(context, size, (pen) => {
    pen.fillStyle = cssColor(look.back);
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = cssColor(look.line);
    pen.fillStyle = cssColor(look.line);
    pen.lineWidth = style.pixelRatio;
    look.stroke(pen, size);
  });
}

/** Dots over the colour, so that an estimate never looks like a count. */
export function estimatePattern(
  context: CanvasRenderingContext2D,
  ink: Ink,
  style: PatternStyle,
): CanvasPattern | undefined {
  const size = Math.max(3, Math.round(4 * style.pixelRatio));
  // Dark dots on a pale background look stronger than light dots on a dark one, so they are smaller.
  const dot = ink === 'light' ? Math.ceil(size / 3) : Math.max(1, Math.floor(size / 3));
  return tiled(context, size, (pen) => {
    pen.fillStyle = inkColor(ink, style);
    pen.fillRect(0, 0, dot, dot);
  });
}

/** Lines over the colour, the same as on an unverified empty cell: rows may be missing. */
export function doubtPattern(
  context: CanvasRenderingContext2D,
  ink: Ink,
  style: PatternStyle,
): CanvasPattern | undefined {
  const size = tileSize(style);
  return tiled(context, size, (pen) => {
    pen.fillStyle = inkColor(ink, style);
    pen.fillRect(0, Math.floor(size / 2), size, Math.max(1, Math.round(style.pixelRatio)));
  });
}
