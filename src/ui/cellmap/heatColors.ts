import { type Rgb, type ThemeLook, resolveColors } from '../theme/themeColors.ts';
import { FIRST_RAMP_LEVEL, LEVELS } from '../../core/keyspace/map/heatScale.ts';

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

/**
 * Viridis (matplotlib, CC0; 9 samples without the darkest, which is used for a count of one): perceptually uniform, safe for
 * colour-blind users, readable in grey. Dark theme: low counts are close to the background, high counts are bright.
 */
const VIRIDIS: readonly Rgb[] = [
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];

/**
 * The same hues for the light theme, from pale to dark, because low counts must be near white. Luminance falls steadily
 * (ramp.test.ts).
 */
const VIRIDIS_ON_LIGHT: readonly Rgb[] = [
  [166, 219, 182],
  [104, 191, 160],
  [52, 160, 147],
  [36, 129, 142],
  [48, 98, 140],
  [62, 66, 133],
  [70, 32, 110],
  [56, 0, 66],
];

export const RAMPS: Readonly<Record<'light' | 'dark', readonly Rgb[]>> = {
  light: VIRIDIS_ON_LIGHT,
  dark: VIRIDIS,
};

/** The colour at `share` (0..1) of a ramp, interpolated in sRGB. */
export function rampColor(stops: readonly Rgb[], share: number): Rgb {
  const position = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(position));
  const low = stops[index] ?? [0, 0, 0];
  const high = stops[index + 1] ?? low;
  const part = position - index;
  const mix = (channel: 0 | 1 | 2): number =>
    Math.round(low[channel] + (high[channel] - low[channel]) * part);
  return [mix(0), mix(1), mix(2)];
}

/** The colours of all levels as R, G, B, A bytes, 1,024 in total. */
export function colorTable(stops: readonly Rgb[], zero: Rgb, one: Rgb): Uint8ClampedArray {
  const table = new Uint8ClampedArray(LEVELS * 4);
  for (let level = 0; level < LEVELS; level += 1) {
    const share = (level - FIRST_RAMP_LEVEL) / (LEVELS - 1 - FIRST_RAMP_LEVEL);
    table.set([...([zero, one][level] ?? rampColor(stops, share)), 255], level * 4);
  }
  return table;
}
