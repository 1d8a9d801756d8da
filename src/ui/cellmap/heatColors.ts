import type { Rgb, ThemeLook } from '../theme/themeColors.ts';
import { resolveColors } from '../theme/themeColors.ts';
import { colorTable, RAMPS, rampColor } from './ramp.ts';

const NAMES = [
  'surface',
  'text',
  'heat-zero',
  'heat-one',
  'heat-unasked',
  'heat-unasked-line',
  'heat-reading',
  'heat-reading-line',
  'heat-failed',
  'heat-failed-line',
  'state-stopped',
  'bar',
  'bar-over',
] as const;

/** All that a heat map is painted with. */
export interface HeatColors {
  readonly named: Readonly<Record<(typeof NAMES)[number], Rgb>>;
  readonly stops: readonly Rgb[];
  /** R, G, B, A of each level. */
  readonly table: Uint8ClampedArray;
}

/** The colours in force at `parent`; with forced colours, steps between the system's two. */
export function heatColors(parent: Element, look: ThemeLook): HeatColors {
  const named = resolveColors(parent, NAMES);
  const between = (share: number): Rgb => rampColor([named.surface, named.text], share);
  const isForced = look === 'forced';
  const stops = isForced ? [between(0.35), named.text] : RAMPS[look];
  const one = isForced ? between(0.15) : named['heat-one'];
  return { named, stops, table: colorTable(stops, named['heat-zero'], one) };
}

/** For canvas fillStyle. */
export function cssColor(color: Rgb): string {
  return `rgb(${color[0]} ${color[1]} ${color[2]})`;
}
