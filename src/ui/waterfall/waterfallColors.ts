import { resolveColors, type Rgb } from '../theme/themeColors.ts';

const NAMES = [
  'surface',
  'text',
  'text-2',
  'text-3',
  'line',
  'line-subtle',
  'hover',
  'selected',
  'accent',
  'focus',
  'series-1',
  'series-2',
  'series-3',
  'warn-line',
  'danger-line',
  'state-stopped',
] as const;

/** Colours for canvas fillStyle and strokeStyle. */
export type WaterfallColors = Readonly<Record<(typeof NAMES)[number], string>>;

/** The current colours at `parent`. With forced colours, all marks have the system's text colour, and shapes tell them apart. */
export function waterfallColors(parent: Element): WaterfallColors {
  const found = Object.entries(resolveColors(parent, NAMES)).map(([name, color]) => [name, cssRgb(color)]);
  return Object.fromEntries(found) as WaterfallColors;
}

function cssRgb([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}
