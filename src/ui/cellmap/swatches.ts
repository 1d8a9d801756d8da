import { type CellGrid, codeOf, ESTIMATED } from '../../core/keyspace/map/cellGrid.ts';
import { READ_WORDS } from '../../core/plan/readState.ts';
import {
  FIRST_RAMP_LEVEL,
  type HeatScale,
  type LegendStop,
  levelOf,
  LEVELS,
} from '../../core/keyspace/map/heatScale.ts';
import { formatShare } from '../format.ts';
import { cssColor, type HeatColors } from './heatColors.ts';
import type { Box } from './layout.ts';
import {
  estimatePattern,
  type Ink,
  type PatternStyle,
  statePattern,
  UNREAD_LOOKS,
  type UnreadLook,
} from './patterns.ts';
import type { Rgb } from '../theme/themeColors.ts';

/** A look of a cell that is not on the colour ramp. */
export type SwatchLook = 'zero' | 'one' | 'left-out' | 'estimated' | UnreadLook;

export interface Swatch {
  readonly look: SwatchLook;
  readonly words: string;
}

/** The looks besides the ramp that a map needs: zero, one, and the states that occur. */
export function swatchesOf(grid: Pick<CellGrid, 'states' | 'all'>, scale: HeatScale): readonly Swatch[] {
  return [
    { look: 'zero', words: '0' },
    ...(levelOf(1, scale) === 1 ? [{ look: 'one', words: '1' } as const] : []),
    ...(grid.all === undefined ? [] : [{ look: 'left-out', words: 'no selected row' } as const]),
    ...UNREAD_LOOKS.filter((look) => grid.states.includes(codeOf(look))).map((look) => ({
      look,
      words: READ_WORDS[look].short,
    })),
    ...(grid.states.includes(ESTIMATED) ? [{ look: 'estimated', words: 'estimated' } as const] : []),
  ];
}

const COUNT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, notation: 'compact' });

export function stopWords(scale: HeatScale, { count, shareOfTarget }: LegendStop): string {
  return scale.basis === 'target' ? formatShare(shareOfTarget) : COUNT.format(count);
}

/** Width of a digit in the legend, and minimum space between two figures, in CSS px. */
const LETTER_PX = 6.2;
const SPACE_PX = 7;

/**
 * The stops whose figures fit on a ramp of `length` px without touching. One entity has its own colour next to the ramp, so a map without
 * more in a cell needs no ramp: no stops.
 */
export function rampStops(
  stops: readonly LegendStop[],
  wordsOf: (stop: LegendStop) => string,
  length: number,
): readonly LegendStop[] {
  let free = Infinity;
  const kept: LegendStop[] = [];
  // From the top, which is always shown.
  for (const stop of stops.toReversed()) {
    const half = (wordsOf(stop).length * LETTER_PX) / 2;
    const middle = stop.position * length;
    const isTop = kept.length === 0;
    if (stop.level <= 1 || (!isTop && middle + half + SPACE_PX > free)) continue;
    free = middle - half;
    kept.unshift(stop);
  }
  return kept;
}

/** Minimum contrast of a dot with its background (WCAG 2.2, 1.4.11: parts of graphics). */
const LEAST_CONTRAST = 3;

function luminance([red, green, blue]: Rgb): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1 .. 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** The colour of the dots over each level. */
export function inkOfLevels({ table, named }: Pick<HeatColors, 'table' | 'named'>): readonly Ink[] {
  return Array.from({ length: table.length / 4 }, (_, level) =>
    contrast(levelColor(table, level), named.surface) >= LEAST_CONTRAST ? 'light' : 'dark',
  );
}

function levelColor(table: Uint8ClampedArray, level: number): Rgb {
  const [red = 0, green = 0, blue = 0] = table.subarray(level * 4, level * 4 + 3);
  return [red, green, blue];
}

/** Fills a line of pixels with the ramp, from its lowest level to its highest. */
export function paintRamp(context: CanvasRenderingContext2D, { table }: HeatColors): void {
  const { width } = context.canvas;
  for (let x = 0; x < width; x += 1) {
    const share = x / (width - 1);
    context.fillStyle = cssColor(
      levelColor(table, FIRST_RAMP_LEVEL + Math.round(share * (LEVELS - 1 - FIRST_RAMP_LEVEL))),
    );
    context.fillRect(x, 0, 1, 1);
  }
}

/** A level in the middle of the ramp, for the sample of an estimate. */
const MIDDLE_LEVEL = 150;

/** Fills a box, in device px, with the look of such cells. */
export function paintSwatch(
  context: CanvasRenderingContext2D,
  look: SwatchLook,
  box: Box,
  style: PatternStyle,
): void {
  const { colors } = style;
  const fill = (style: string | CanvasPattern | undefined): void => {
    if (style === undefined) return;
    context.fillStyle = style;
    context.fillRect(box.left, box.top, box.width, box.height);
  };
  const level = (at: number): string => cssColor(levelColor(colors.table, at));
  if (look === 'zero') fill(level(0));
  else if (look === 'one') fill(level(1));
  else if (look === 'left-out') fill(cssColor(colors.named['left-out']));
  else if (look === 'estimated') {
    fill(level(MIDDLE_LEVEL));
    fill(estimatePattern(context, inkOfLevels(colors)[MIDDLE_LEVEL] ?? 'light', style));
  } else fill(statePattern(context, look, style));
}
