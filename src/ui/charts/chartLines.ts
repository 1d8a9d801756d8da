import { px } from '../picture.ts';
import type { ValueAxis } from './valueAxis.ts';

/** One line of a chart. */
export interface ChartLine {
  /** The name shown to users; may quote text from the table. */
  readonly label: string;
  /** CSS colour token. */
  readonly color: string;
  /** Width in px if the line has no filling. Default: 1.5. */
  readonly width?: number;
  /** One value for each bucket. NaN means no value, which is not the same as zero. */
  readonly values: Float64Array;
}

export type ChartShape = 'areas' | 'lines' | 'bars';

/** Colours of groups, in order of size. */
const COLORS = [1, 2, 3, 4, 5, 6, 7].map((number) => `var(--series-${number})`);
const OTHERS_COLOR = 'var(--series-8)';

/** The colour of a line; the line that stands for all other groups is grey. */
export function lineColor(position: number, kind: 'all' | 'others' | 'group'): string {
  if (kind === 'all') return 'var(--bar)';
  return kind === 'others' ? OTHERS_COLOR : (COLORS[position % COLORS.length] ?? OTHERS_COLOR);
}

/** A point for recharts. Lines are identified by position, never by a name, because names come from the table. */
export interface ChartPoint {
  /** In buckets from the start. */
  readonly position: number;
  /** Where each line is drawn; null if it has no value there. */
  readonly places: readonly (number | null)[];
}

/**
 * The points of lines drawn in steps: one for each bucket, and one more where a step ends beside a gap or at the end, because
 * nothing else would close it.
 */
export function stepPoints(
  lines: readonly ChartLine[],
  bucketCount: number,
  place: (value: number) => number,
): readonly ChartPoint[] {
  const placesOf = (bucket: number): readonly (number | null)[] =>
    lines.map(({ values }) => {
      const value = values[bucket] ?? Number.NaN;
      return Number.isFinite(value) ? place(value) : null;
    });
  const points: ChartPoint[] = [];
  let before: readonly (number | null)[] = [];
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const places = placesOf(bucket);
    if (places.some((value, line) => value === null && typeof before[line] === 'number'))
      points.push({ position: bucket, places: before });
    points.push({ position: bucket, places });
    before = places;
  }
  if (bucketCount > 0) points.push({ position: bucketCount, places: before });
  return points;
}

/** The inside of a chart, in px. */
export interface PlotArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The bars of each line as one SVG path, because an element for each bar takes the browser longer than a frame. Bars of several
 * lines are stacked. Without a value, and at zero, there is no bar. `isApart`: they have gaps between them if there is room.
 */
export function barPaths(
  lines: readonly ChartLine[],
  bucketCount: number,
  { domain: [low, high], place }: Pick<ValueAxis, 'domain' | 'place'>,
  area: PlotArea,
  isApart = true,
): readonly string[] {
  const slot = area.width / Math.max(1, bucketCount);
  const width = Math.max(1, isApart && slot > 4 ? slot - 1 : slot);
  const yOf = (value: number): number =>
    area.y + area.height * (1 - (place(value) - low) / (high - low || 1));
  const above = new Float64Array(bucketCount);
  const below = new Float64Array(bucketCount);
  return lines.map(({ values }) => {
    let path = '';
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      const value = values[bucket] ?? Number.NaN;
      if (!Number.isFinite(value) || value === 0) continue;
      const sums = value < 0 ? below : above;
      const from = sums[bucket] ?? 0;
      sums[bucket] = from + value;
      const left = area.x + (bucket + 0.5) * slot - width / 2;
      path += `M${px(left)} ${px(yOf(from))}h${px(width)}V${px(yOf(from + value))}h${px(-width)}z`;
    }
    return path;
  });
}

/** The lines sorted by their value at one bucket, greatest first; those without a value last; equal ones in chart order. */
export function linesByValue(
  lines: readonly ChartLine[],
  bucket: number,
): readonly { readonly line: ChartLine; readonly value: number }[] {
  return lines
    .map((line) => ({ line, value: line.values[bucket] ?? Number.NaN }))
    .toSorted((one, other) => {
      if (Number.isNaN(one.value) || Number.isNaN(other.value))
        return Number(Number.isNaN(one.value)) - Number(Number.isNaN(other.value));
      return one.value < other.value ? 1 : one.value > other.value ? -1 : 0;
    });
}

/**
 * The values that an axis must include.
 * @yields each value, or both ends of the stack of each bucket if the lines are stacked
 */
export function* drawnValues(
  lines: readonly ChartLine[],
  bucketCount: number,
  isStacked: boolean,
): Generator<number, void, undefined> {
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    let [above, below] = [0, 0];
    for (const { values } of lines) {
      const value = values[bucket] ?? Number.NaN;
      if (!isStacked) yield value;
      else if (value > 0 && Number.isFinite(value)) above += value;
      else if (Number.isFinite(value)) below += value;
    }
    if (isStacked) {
      yield above;
      if (below < 0) yield below;
    }
  }
}
