import { type Picture, type PictureText, px, xmlText } from '../picture.ts';
import { type AxisLabel, apart, labelSides } from './axisLabels.ts';
import { shortened } from '../../core/words.ts';
import { barPaths, type ChartLine, type ChartShape, type PlotArea } from './chartLines.ts';
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
  readonly axis: ValueAxis;
  readonly marks: readonly Omit<AxisLabel, 'key'>[];
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

const SIDE = 16;
const AXIS_WIDTH = 76;
/** The title and the labels of the axis; each line about the chart is added. */
const HEAD = 62;
const ABOUT_LINE = 15;
const MOST_LINE_CHARS = 190;
const LEGEND_LINE = 18;
const LEGEND_COLUMNS = 3;
const MOST_CHARS = 48;
const HATCH_STEP = 7;
const TITLE_SIZE = 14;
const TEXT_SIZE = 11;

/** Draws a chart with its title, axes, legend and what was not read. */
export function chartPicture(input: PictureInput): Picture {
  const { width, height, legend, color } = input;
  const legendRows = Math.ceil(legend.length / LEGEND_COLUMNS);
  const left = SIDE + AXIS_WIDTH;
  const top = HEAD + input.about.length * ABOUT_LINE;
  const area: PlotArea = {
    x: left,
    y: top,
    width: width - SIDE - left,
    height: height - SIDE - legendRows * LEGEND_LINE - top,
  };
  const [low, high] = input.axis.domain;
  const y = (place: number): number => area.y + area.height * (1 - (place - low) / (high - low));
  const grid = input.axis.marks.map(({ place }) => `M${px(area.x)} ${px(y(place))}h${px(area.width)}`);
  const line = color('var(--line)');
  const paths = [
    ...input.hatched.map((part) => ({ d: hatch(part, area), stroke: color('var(--heat-unasked-line)') })),
    { d: grid.join(''), stroke: line },
    ...(input.outline === undefined ? [] : drawnLines({ ...input, lines: [input.outline] }, area, y)),
    ...drawnLines(input, area, y),
    ...legendSwatches(input, area),
  ];
  return {
    width,
    height,
    background: color('var(--surface)'),
    textColor: color('var(--text-2)'),
    shapes: paths.map(svgPath),
    texts: [...headTexts(input), ...axisTexts(input, area, y), ...legendTexts(input, area)],
  };
}

/** Slanted lines over a part of the width. */
function hatch(
  { from, to }: { readonly from: number; readonly to: number },
  { x: start, y: top, width, height }: PlotArea,
): string {
  const [left, right] = [start + from * width, start + to * width];
  const bottom = top + height;
  const parts: string[] = [];
  for (let x = left - height; x < right; x += HATCH_STEP) {
    const first = Math.max(x, left);
    const last = Math.min(x + height, right);
    if (last > first)
      parts.push(`M${px(first)} ${px(bottom - (first - x))}L${px(last)} ${px(bottom - (last - x))}`);
  }
  return parts.join('');
}

function drawnLines(
  { lines, bucketCount, shape, axis, color }: PictureInput,
  area: PlotArea,
  y: (place: number) => number,
): readonly PathPart[] {
  if (shape !== 'lines')
    return barPaths(lines, bucketCount, axis, area, shape === 'bars').map((d, at) => ({
      d,
      fill: color(lines[at]?.color ?? ''),
      opacity: 0.75,
    }));
  const slot = area.width / Math.max(1, bucketCount);
  return lines.map(({ values, color: token }) => {
    let d = '';
    let before = Number.NaN;
    for (const [bucket, value] of values.entries()) {
      const height = px(y(axis.place(value)));
      if (Number.isFinite(value))
        d += `${Number.isFinite(before) ? 'V' : `M${px(area.x + bucket * slot)} `}${height}h${px(slot)}`;
      before = value;
    }
    return { d, stroke: color(token) };
  });
}

function headTexts({ title, about }: PictureInput): readonly PictureText[] {
  return [
    { x: SIDE, y: SIDE + 8, text: shortened(title, MOST_CHARS), anchor: 'start', size: TITLE_SIZE },
    ...about.map((text, at) => ({
      x: SIDE,
      y: SIDE + 24 + at * ABOUT_LINE,
      text: shortened(text, MOST_LINE_CHARS),
      anchor: 'start' as const,
      size: TEXT_SIZE,
    })),
  ];
}

const ANCHORS = { first: 'start', middle: 'middle', last: 'end' } as const;

function axisTexts(
  { axis, marks }: PictureInput,
  area: PlotArea,
  y: (place: number) => number,
): readonly PictureText[] {
  const values = axis.marks.map(({ place, label }) => ({
    x: area.x - 6,
    y: y(place) + 4,
    text: label,
    anchor: 'end' as const,
    size: TEXT_SIZE,
  }));
  const times = apart(marks, area.width).flatMap(({ share, text, below }) => {
    const side = labelSides({ share, text, below }, area.width, SIDE);
    const common = { x: area.x + share * area.width, size: TEXT_SIZE };
    const upper = { ...common, y: area.y - 20, text, anchor: ANCHORS[side.text] };
    return below === undefined
      ? [upper]
      : [upper, { ...common, y: area.y - 7, text: below, anchor: ANCHORS[side.below] }];
  });
  return [...values, ...times];
}

function legendPlace(
  at: number,
  { x, y, width, height }: PlotArea,
): { readonly x: number; readonly y: number } {
  const column = at % LEGEND_COLUMNS;
  const row = Math.floor(at / LEGEND_COLUMNS);
  return { x: x + (column * width) / LEGEND_COLUMNS, y: y + height + SIDE + row * LEGEND_LINE };
}

function legendSwatches({ legend, color }: PictureInput, area: PlotArea): readonly PathPart[] {
  return legend.map((entry, at) => {
    const { x, y } = legendPlace(at, area);
    return { d: `M${px(x)} ${px(y - 9)}h10v10h-10Z`, fill: color(entry.color) };
  });
}

function legendTexts({ legend }: PictureInput, area: PlotArea): readonly PictureText[] {
  return legend.map(({ label, value }, at) => {
    const { x, y } = legendPlace(at, area);
    return {
      x: x + 16,
      y,
      text: `${shortened(label, MOST_CHARS)}  ${value}`,
      anchor: 'start' as const,
      size: TEXT_SIZE,
    };
  });
}

function svgPath({ d, fill = 'none', stroke = 'none', opacity = 1 }: PathPart): string {
  return `<path d="${d}" fill="${xmlText(fill)}" stroke="${xmlText(stroke)}" fill-opacity="${opacity}"/>`;
}
