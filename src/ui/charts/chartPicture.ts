import { type Picture, type PictureText, px } from '../picture.ts';
import { apart, labelSides } from './axisLabels.ts';
import { xmlText } from '../text/xmlText.ts';
import type { ChartLine, ChartShape } from './chartLines.ts';
import type { ValueAxis } from './valueAxis.ts';

export interface PictureInput {
  readonly title: string;
  /** Lines above the chart: what it shows, and whether rows are missing. */
  readonly about: readonly string[];
  readonly lines: readonly ChartLine[];
  /** Drawn behind the lines. */
  readonly outline?: ChartLine | undefined;
  /** The names of the lines, each with a statistic over the whole time. */
  readonly legend: readonly (Pick<ChartLine, 'label' | 'color'> & { readonly value: string })[];
  readonly bucketCount: number;
  readonly shape: ChartShape;
  readonly isStacked: boolean;
  readonly axis: ValueAxis;
  readonly marks: readonly {
    readonly share: number;
    readonly text: string;
    readonly below?: string | undefined;
  }[];
  readonly hatched: readonly { readonly from: number; readonly to: number }[];
  /** Resolves a CSS colour token. */
  readonly color: (token: string) => string;
  readonly width: number;
  readonly height: number;
}

interface PathPart {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly opacity?: number;
}

/** A chart as shapes, which SVG and a canvas both draw. */
export interface ChartPicture extends Picture {
  readonly paths: readonly PathPart[];
}

const SIDE = 16;
const AXIS_WIDTH = 76;
const HEAD = 92;
const MOST_LINE_CHARS = 190;
const LEGEND_LINE = 18;
const LEGEND_COLUMNS = 3;
const MOST_CHARS = 48;
const HATCH_STEP = 7;
const TITLE_SIZE = 14;
const TEXT_SIZE = 11;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function shortened(text: string, most = MOST_CHARS): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
}

/** Draws a chart with its title, axes, legend and what was not read. */
export function chartPicture(input: PictureInput): ChartPicture {
  const { width, height, legend, color } = input;
  const legendRows = Math.ceil(legend.length / LEGEND_COLUMNS);
  const box: Box = {
    left: SIDE + AXIS_WIDTH,
    right: width - SIDE,
    top: HEAD,
    bottom: height - SIDE - legendRows * LEGEND_LINE,
  };
  const [low, high] = input.axis.domain;
  const y = (place: number): number => box.bottom - ((place - low) / (high - low)) * (box.bottom - box.top);
  const grid = input.axis.marks.map(({ place }) => `M${px(box.left)} ${px(y(place))}H${px(box.right)}`);
  const line = color('var(--line)');
  const paths = [
    ...input.hatched.map((part) => ({ d: hatch(part, box), stroke: color('var(--heat-unasked-line)') })),
    { d: grid.join(''), stroke: line },
    ...(input.outline === undefined ? [] : drawnLines({ ...input, lines: [input.outline] }, box, y)),
    ...drawnLines(input, box, y),
    ...legendSwatches(input, box),
  ];
  return {
    width,
    height,
    background: color('var(--surface)'),
    textColor: color('var(--text-2)'),
    paths,
    paint: (context) => paths.forEach((path) => paintPath(context, path)),
    shapes: () => paths.map(svgPath),
    texts: [...headTexts(input), ...axisTexts(input, box, y), ...legendTexts(input, box)],
  };
}

/** Slanted lines over a part of the width. */
function hatch({ from, to }: { readonly from: number; readonly to: number }, box: Box): string {
  const at = (share: number): number => box.left + share * (box.right - box.left);
  const [left, right] = [at(from), at(to)];
  const high = box.bottom - box.top;
  const parts: string[] = [];
  for (let x = left - high; x < right; x += HATCH_STEP) {
    const start = Math.max(x, left);
    const end = Math.min(x + high, right);
    if (end > start)
      parts.push(`M${px(start)} ${px(box.bottom - (start - x))}L${px(end)} ${px(box.bottom - (end - x))}`);
  }
  return parts.join('');
}

function drawnLines(input: PictureInput, box: Box, y: (place: number) => number): readonly PathPart[] {
  const { lines, bucketCount, shape, isStacked, axis, color } = input;
  const slot = (box.right - box.left) / Math.max(1, bucketCount);
  const above = new Float64Array(bucketCount);
  const below = new Float64Array(bucketCount);
  return lines.map(({ values, color: token }) => {
    const parts: string[] = [];
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      const value = values[bucket] ?? Number.NaN;
      if (!Number.isFinite(value)) continue;
      const sums = value < 0 ? below : above;
      const from = isStacked ? (sums[bucket] as number) : 0;
      const to = from + value;
      sums[bucket] = to;
      const [left, right] = [box.left + bucket * slot, box.left + (bucket + 1) * slot];
      const top = y(axis.place(to));
      const next = values[bucket + 1] ?? Number.NaN;
      if (shape === 'lines') {
        const rise = Number.isFinite(next) ? `V${px(y(axis.place(next)))}` : '';
        parts.push(`M${px(left)} ${px(top)}H${px(right)}${rise}`);
      } else {
        const gap = shape === 'bars' && slot > 4 ? 1 : 0;
        parts.push(
          `M${px(left)} ${px(y(axis.place(from)))}V${px(top)}H${px(right - gap)}V${px(y(axis.place(from)))}Z`,
        );
      }
    }
    const own = color(token);
    return shape === 'lines'
      ? { d: parts.join(''), stroke: own }
      : { d: parts.join(''), fill: own, opacity: 0.75 };
  });
}

function headTexts({ title, about }: PictureInput): readonly PictureText[] {
  return [
    { x: SIDE, y: SIDE + 8, text: shortened(title), anchor: 'start', size: TITLE_SIZE },
    ...about.map((text, at) => ({
      x: SIDE,
      y: SIDE + 24 + at * 15,
      text: shortened(text, MOST_LINE_CHARS),
      anchor: 'start' as const,
      size: TEXT_SIZE,
    })),
  ];
}

const ANCHORS = { first: 'start', middle: 'middle', last: 'end' } as const;

function axisTexts(
  { axis, marks }: PictureInput,
  box: Box,
  y: (place: number) => number,
): readonly PictureText[] {
  const values = axis.marks.map(({ place, label }) => ({
    x: box.left - 6,
    y: y(place) + 4,
    text: label,
    anchor: 'end' as const,
    size: TEXT_SIZE,
  }));
  const times = apart(marks, box.right - box.left).flatMap(({ share, text, below }) => {
    const x = box.left + share * (box.right - box.left);
    const side = labelSides({ share, text, below }, box.right - box.left, SIDE);
    const common = { x, size: TEXT_SIZE };
    const upper = { ...common, y: box.top - 20, text, anchor: ANCHORS[side.text] };
    return below === undefined
      ? [upper]
      : [upper, { ...common, y: box.top - 7, text: below, anchor: ANCHORS[side.below] }];
  });
  return [...values, ...times];
}

function legendPlace(at: number, { left, right, bottom }: Box): { readonly x: number; readonly y: number } {
  const column = at % LEGEND_COLUMNS;
  const row = Math.floor(at / LEGEND_COLUMNS);
  return { x: left + (column * (right - left)) / LEGEND_COLUMNS, y: bottom + SIDE + row * LEGEND_LINE };
}

function legendSwatches({ legend, color }: PictureInput, box: Box): readonly PathPart[] {
  return legend.map((entry, at) => {
    const { x, y } = legendPlace(at, box);
    return { d: `M${px(x)} ${px(y - 9)}h10v10h-10Z`, fill: color(entry.color) };
  });
}

function legendTexts({ legend }: PictureInput, box: Box): readonly PictureText[] {
  return legend.map(({ label, value }, at) => {
    const { x, y } = legendPlace(at, box);
    return {
      x: x + 16,
      y,
      text: `${shortened(label)}  ${value}`,
      anchor: 'start' as const,
      size: TEXT_SIZE,
    };
  });
}

function svgPath({ d, fill = 'none', stroke = 'none', opacity = 1 }: PathPart): string {
  return `<path d="${d}" fill="${xmlText(fill)}" stroke="${xmlText(stroke)}" fill-opacity="${opacity}"/>`;
}

function paintPath(context: CanvasRenderingContext2D, { d, fill, stroke, opacity = 1 }: PathPart): void {
  const path = new Path2D(d);
  context.globalAlpha = opacity;
  const styles = { fill, stroke } as const;
  for (const how of ['fill', 'stroke'] as const) {
    const style = styles[how];
    if (style === undefined) continue;
    context[`${how}Style`] = style;
    context[how](path);
  }
}
