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
  'left-out',
] as const;

/** Everything needed to paint a heat map. */
export interface HeatColors {
  readonly named: Readonly<Record<(typeof NAMES)[number], Rgb>>;
  /** The colour of each level as R, G, B, A. */
  readonly table: Uint8ClampedArray;
}

/** The current colours at `parent`. With forced colours, steps between the system's two colours. */
export function heatColors(parent: Element, look: ThemeLook): HeatColors {
  const named = resolveColors(parent, NAMES);
  const between = (share: number): Rgb => rampColor([named.surface, named.text], share);
  const isForced = look === 'forced';
  const stops = isForced ? [between(0.35), named.text] : RAMPS[look];
  const one = isForced ? between(0.15) : named['heat-one'];
  return { named, table: colorTable(stops, named['heat-zero'], one) };
}

/** A colour for canvas fillStyle. */
export function cssColor(color: Rgb): string {
  return `rgb(${color[0]} ${color[1]} ${color[2]})`;
}
