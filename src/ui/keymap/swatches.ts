import { type CellGrid, ESTIMATED, FAILED, IN_FLIGHT, NOT_ASKED } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale, LegendStop } from '../../core/keyspace/map/scale.ts';
import { cssColor, type HeatColors } from '../heatmap/heatColors.ts';
import type { Box } from '../heatmap/layout.ts';
import { statePattern } from '../heatmap/patterns.ts';

/** A look of a cell that is not on the ramp. */
export type SwatchLook = 'zero' | 'one' | 'waiting' | 'reading' | 'failed' | 'estimated';

export interface Swatch {
  readonly look: SwatchLook;
  readonly words: string;
}

const STATES = [
  [NOT_ASKED, 'waiting', 'not asked'],
  [IN_FLIGHT, 'reading', 'reading'],
  [FAILED, 'failed', 'failed'],
  [ESTIMATED, 'estimated', 'estimated'],
] as const;

/** The looks beside the ramp that a map has: none and one, and the states that occur. */
export function swatchesOf(grid: Pick<CellGrid, 'states'>, scale: HeatScale): readonly Swatch[] {
  return [
    { look: 'zero', words: '0' },
    ...(scale.top > 1 ? [{ look: 'one', words: '1' } as const] : []),
    ...STATES.filter(([code]) => grid.states.includes(code)).map(([, look, words]) => ({ look, words })),
  ];
}

/** Share of the ramp's length that two stops must be apart, so that their words do not touch. */
const LEAST_DISTANCE = 0.12;

/** Stops that stand on the ramp and do not touch: exactly one entity has a colour of its own beside it. */
export function rampStops(stops: readonly LegendStop[]): readonly LegendStop[] {
  const top = stops.at(-1);
  return stops.filter(
    (stop) => stop === top || (stop.level > 1 && (top?.position ?? 1) - stop.position >= LEAST_DISTANCE),
  );
}

/** Dots over the colour: an estimate never looks like a count. */
export function estimatePattern(
  context: CanvasRenderingContext2D,
  colors: HeatColors,
  pixelRatio: number,
): CanvasPattern | undefined {
  const size = Math.max(3, Math.round(4 * pixelRatio));
  const tile = new OffscreenCanvas(size, size);
  const pen = tile.getContext('2d');
  if (pen === null) return undefined;
  pen.fillStyle = cssColor(colors.named.surface);
  pen.fillRect(0, 0, Math.ceil(size / 3), Math.ceil(size / 3));
  return context.createPattern(tile, 'repeat') ?? undefined;
}

/** A level in the middle of the ramp: what an estimate is dotted over. */
const MIDDLE_LEVEL = 150;

/** Fills a box, in device px, as cells of this look are. */
export function paintSwatch(
  context: CanvasRenderingContext2D,
  look: SwatchLook,
  box: Box,
  { colors, pixelRatio }: { readonly colors: HeatColors; readonly pixelRatio: number },
): void {
  const fill = (style: string | CanvasPattern | undefined): void => {
    if (style === undefined) return;
    context.fillStyle = style;
    context.fillRect(box.left, box.top, box.width, box.height);
  };
  const level = (at: number): string => {
    const [red = 0, green = 0, blue = 0] = colors.table.subarray(at * 4, at * 4 + 3);
    return cssColor([red, green, blue]);
  };
  if (look === 'zero') fill(level(0));
  else if (look === 'one') fill(level(1));
  else if (look === 'estimated') {
    fill(level(MIDDLE_LEVEL));
    fill(estimatePattern(context, colors, pixelRatio));
  } else fill(statePattern(context, look, colors, pixelRatio));
}
