import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import { labelLevels } from '../../core/keyspace/map/labelTree.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import {
  type HeatScale,
  legendStops,
  levelsOf,
  levelTable,
  logCodes,
} from '../../core/keyspace/map/scale.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import { axisMarks, windowShare } from '../charts/timeAxis.ts';
import { cssColor, type HeatColors } from '../heatmap/heatColors.ts';
import { windowWords } from '../heatmap/heatWords.ts';
import { type Box, heatLayout, type HeatLayout } from '../heatmap/layout.ts';
import { roomyLayout, viewportTime } from './mapGeometry.ts';
import { paintKeyMap } from './paintKeyMap.ts';
import { paintSwatch, rampStops, type Swatch, swatchesOf } from './swatches.ts';
import type { Viewport } from './viewport.ts';

export interface PictureInput {
  readonly grid: CellGrid;
  readonly labels: readonly string[];
  readonly separator: string;
  readonly scale: HeatScale;
  readonly viewport: Viewport;
  readonly clock: ZoneClock | undefined;
  readonly zoneName: string;
  /** What is shown: table or list, window. */
  readonly title: string;
  /** Whether and what is missing: a picture without it would look complete. */
  readonly completeness: string;
  /** What the legend counts: "rows a cell", "of 2,000 entities/s". */
  readonly unit: string;
  readonly colors: HeatColors;
}

/** A word on the picture. `anchor`: which end of it stands at x. */
export interface PictureText {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly size: number;
  readonly isMono: boolean;
}

/** A picture to be saved: what is painted as pixels, and the words over it, which stay text in an SVG. */
export interface MapPicture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly textColor: string;
  readonly painted: HTMLCanvasElement;
  readonly legend: Box;
  readonly legendCanvas: HTMLCanvasElement;
  readonly texts: readonly PictureText[];
}

const WIDTH = 1400;
const HEIGHT = 900;
const MARGIN = 24;
const HEAD = 84;
const RATIO = 2;
const LEGEND_WIDTH = 300;
const LINE = 13;
const MARK_PX = 90;
const FIRST_RAMP_LEVEL = 2;

function offset(layout: HeatLayout): HeatLayout {
  const move = (box: Box): Box => ({ ...box, left: box.left + MARGIN, top: box.top + HEAD });
  return {
    ...layout,
    histogram: move(layout.histogram),
    map: move(layout.map),
    totals: move(layout.totals),
    axis: move(layout.axis),
    labels: move(layout.labels),
  };
}

const SWATCH = 14;
const SWATCH_TOP = 50;

/** Looks beside the ramp, in one line that ends where the legend does: each with the left edge of its box. */
function swatchPlaces({ grid, scale }: PictureInput): readonly (Swatch & { readonly left: number })[] {
  let right = WIDTH - MARGIN - 16;
  return swatchesOf(grid, scale)
    .toReversed()
    .map((swatch) => {
      const left = right - SWATCH - 5 - Math.ceil(swatch.words.length * 6);
      right = left - 12;
      return { ...swatch, left };
    });
}

function painted(input: PictureInput, layout: HeatLayout): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * RATIO;
  canvas.height = HEIGHT * RATIO;
  const context = canvas.getContext('2d');
  const { grid, scale, viewport, colors } = input;
  const levels = levelsOf(logCodes(grid.counts), levelTable(scale));
  const sums = marginals(grid, { rows: viewport.rows, columns: viewport.columns });
  if (context === null) return canvas;
  paintKeyMap(context, { grid, levels, viewport, sums, layout, colors, pixelRatio: RATIO });
  for (const { look, left } of swatchPlaces(input)) {
    const box = { left: left * RATIO, top: SWATCH_TOP * RATIO, width: SWATCH * RATIO, height: 10 * RATIO };
    paintSwatch(context, look, box, { colors, pixelRatio: RATIO });
    context.strokeStyle = cssColor(colors.named['heat-unasked-line']);
    context.strokeRect(box.left, box.top, box.width, box.height);
  }
  return canvas;
}

function legendBar({ table }: HeatColors): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = LEGEND_WIDTH;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  for (let x = 0; x < LEGEND_WIDTH; x++) {
    const level = FIRST_RAMP_LEVEL + Math.round((x / (LEGEND_WIDTH - 1)) * (255 - FIRST_RAMP_LEVEL));
    context.fillStyle = `rgb(${table[level * 4]} ${table[level * 4 + 1]} ${table[level * 4 + 2]})`;
    context.fillRect(x, 0, 1, 1);
  }
  return canvas;
}

function rowTexts({ labels, separator, viewport }: PictureInput, { labels: box }: HeatLayout): PictureText[] {
  const { from, to } = viewport.rows;
  const perRow = box.height / (to - from);
  const levels = labelLevels(labels, separator);
  const width = box.width / Math.max(1, levels.length);
  return levels.flatMap((spans, level) => {
    let free = -Infinity;
    return spans.flatMap(({ text, rows }) => {
      const top = Math.max(0, (rows.from - from) * perRow);
      const bottom = Math.min(box.height, (rows.to - from) * perRow);
      if (bottom <= 0 || top >= box.height || text === '' || top < free) return [];
      free = top + Math.max(LINE, bottom - top);
      const middle = (top + Math.max(bottom, Math.min(top + LINE, box.height))) / 2;
      const most = Math.max(3, Math.floor(width / 6.6));
      const shown = text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;
      const x = box.left + (level + 1) * width - 4;
      return [{ x, y: box.top + middle + 4, text: shown, anchor: 'end', size: 11, isMono: true } as const];
    });
  });
}

function timeTexts(input: PictureInput, { axis }: HeatLayout): PictureText[] {
  const window = viewportTime(input.grid, input.viewport.columns);
  const marks = axisMarks(window, Math.max(2, Math.floor(axis.width / MARK_PX)), input.clock);
  const firstDay = marks[0]?.day;
  return marks.flatMap((mark) => {
    const x = axis.left + windowShare(window, mark.ticks) * axis.width;
    const base = { x, size: 11, isMono: false } as const;
    const time = { ...base, y: axis.top + 14, text: mark.label, anchor: 'middle' } as const;
    if (mark.day === undefined) return [time];
    const zone = mark.day === firstDay ? ` ${input.zoneName}` : '';
    return [time, { ...base, y: axis.top + 28, text: mark.day + zone, anchor: 'start' } as const];
  });
}

function headTexts(input: PictureInput, legend: Box): PictureText[] {
  const { scale, grid, viewport, labels } = input;
  const window = viewportTime(grid, viewport.columns);
  const first = Math.floor(viewport.rows.from);
  const last = Math.max(first, Math.ceil(viewport.rows.to) - 1);
  const rowsWords = `map rows ${labels[first] ?? ''} to ${labels[last] ?? ''}`;
  const left = { x: MARGIN, anchor: 'start', isMono: false } as const;
  const stops = rampStops(legendStops(scale, 5)).map(({ position, count, shareOfTarget }): PictureText => {
    const text =
      scale.basis === 'target'
        ? `${(shareOfTarget * 100).toPrecision(2)} %`
        : new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, notation: 'compact' }).format(count);
    const x = legend.left + position * legend.width;
    return { x, y: legend.top + 24, text, anchor: 'middle', size: 11, isMono: false };
  });
  return [
    { ...left, y: 26, text: input.title, size: 16 },
    { ...left, y: 45, text: `${windowWords(window, undefined)}, ${rowsWords}`, size: 12 },
    { ...left, y: 62, text: input.completeness, size: 12 },
    { x: legend.left - 14, y: legend.top + 10, text: input.unit, anchor: 'end', size: 11, isMono: false },
    ...stops,
    ...swatchPlaces(input).map(
      ({ words, left: x }): PictureText => ({
        x: x + SWATCH + 5,
        y: SWATCH_TOP + 9,
        text: words,
        anchor: 'start',
        size: 11,
        isMono: false,
      }),
    ),
  ];
}

/** Lays a picture of the part in sight out, 1,400 x 900 px, with its title, completeness and legend. */
export function mapPicture(input: PictureInput): MapPicture {
  const { viewport, labels, colors } = input;
  const labelChars = Math.max(7, ...labels.slice(0, 2000).map((label) => label.length));
  const height = HEIGHT - HEAD - MARGIN;
  const plain = heatLayout({
    width: WIDTH - 2 * MARGIN,
    height,
    rows: Math.max(1, Math.ceil(viewport.rows.to - viewport.rows.from)),
    columns: input.grid.columnCount,
    labelChars: labelChars * 1.15,
  });
  const layout = offset(roomyLayout(plain, height));
  const legend = { left: WIDTH - MARGIN - LEGEND_WIDTH - 16, top: 16, width: LEGEND_WIDTH, height: 12 };
  return {
    width: WIDTH,
    height: HEIGHT,
    background: cssColor(colors.named.surface),
    textColor: cssColor(colors.named.text),
    painted: painted(input, layout),
    legend,
    legendCanvas: legendBar(colors),
    texts: [...headTexts(input, legend), ...rowTexts(input, layout), ...timeTexts(input, layout)],
  };
}
