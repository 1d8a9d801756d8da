import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import { type HeatScale, type LegendStop, legendStops, levelsOf } from '../../core/keyspace/map/heatScale.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import type { Picture, PictureText } from '../picture.ts';
import { apart, timeLabels } from '../charts/axisLabels.ts';
import { cssColor, type HeatColors } from './heatColors.ts';
import { windowWords } from '../text/windowWords.ts';
import { type Box, mapLayout, type MapLayout, movedLayout } from './layout.ts';
import { placedLabels, shownLevels } from './labelTexts.ts';
import { labelChars, roomyLayout, viewportTime } from './mapGeometry.ts';
import { hotRowsOf, paintMap } from './paintMap.ts';
import { paintRamp, paintSwatch, rampStops, stopWords, type Swatch, swatchesOf } from './swatches.ts';
import { isWhole, type Viewport } from './viewport.ts';

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
  /** Whether rows are missing, and which: without this the picture would look complete. */
  readonly completeness: string;
  /** What the legend counts: "rows in a cell of 5 min", "of 2,000 entities/s, cells of 5 min". */
  readonly unit: string;
  /** The row that all labels without a row of their own share; undefined: none. */
  readonly sharedRow?: number | undefined;
  readonly colors: HeatColors;
}

const WIDTH = 1400;
/** The height of a map with many rows; one with few rows is shorter. */
const MOST_HEIGHT = 900;
const MARGIN = 24;
const LEAST_HEAD = 84;
const RATIO = 2;
const LEGEND_WIDTH = 300;
const MARK_PX = 90;

const SWATCH = 14;
const SWATCH_TOP = 50;

/** The swatches next to the ramp, right-aligned in one line, each with the left edge of its box. */
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

function painted(input: PictureInput, layout: MapLayout, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * RATIO;
  canvas.height = height * RATIO;
  const context = canvas.getContext('2d');
  const { grid, scale, viewport, colors, sharedRow } = input;
  const levels = levelsOf(grid.counts, scale);
  const sums = marginals(grid, { rows: viewport.rows, columns: viewport.columns });
  if (context === null) return canvas;
  const hotRows = hotRowsOf(grid, scale, sharedRow);
  const cells = { grid, levels, viewport, sums, sharedRow, hotRows };
  paintMap(context, { ...cells, layout, colors, pixelRatio: RATIO });
  for (const { look, left } of swatchPlaces(input)) {
    const box = { left: left * RATIO, top: SWATCH_TOP * RATIO, width: SWATCH * RATIO, height: 10 * RATIO };
    paintSwatch(context, look, box, { colors, pixelRatio: RATIO });
    context.strokeStyle = cssColor(colors.named['heat-unasked-line']);
    context.strokeRect(box.left, box.top, box.width, box.height);
  }
  return canvas;
}

function legendBar(colors: HeatColors): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = LEGEND_WIDTH;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context !== null) paintRamp(context, colors);
  return canvas;
}

function rowTexts(
  { labels, separator, clock, viewport }: PictureInput,
  { labels: box }: MapLayout,
): PictureText[] {
  return shownLevels(labels, separator, clock, box.width).flatMap((level) =>
    placedLabels(level, viewport.rows, box.height).map(({ text, top, height }) => {
      const x = box.left + level.left + level.width;
      return { x, y: box.top + top + height / 2 + 4, text, anchor: 'end', size: 11, isMono: true } as const;
    }),
  );
}

function timeTexts(input: PictureInput, { axis }: MapLayout): PictureText[] {
  const window = viewportTime(input.grid, input.viewport.columns);
  const most = Math.max(2, Math.floor(axis.width / MARK_PX));
  const marks = timeLabels(window, most, input.clock, input.zoneName);
  return apart(marks, axis.width).flatMap(({ share, text, below }) => {
    const base = { x: axis.left + share * axis.width, size: 11 } as const;
    const time = { ...base, y: axis.top + 14, text, anchor: 'middle' } as const;
    if (below === undefined) return [time];
    return [time, { ...base, y: axis.top + 28, text: below, anchor: 'start' } as const];
  });
}

/** The width of a letter as a share of the font size; a little generous, so that words never run into their neighbours. */
const LETTER_SHARE = 0.56;
const HEAD_GAP = 24;

/** Wraps words into lines of at most `most` letters; a longer word is cut. */
export function linesOf(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((long) => piecesOf(long, most))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function piecesOf(word: string, most: number): readonly string[] {
  const letters = Array.from(word);
  const count = Math.max(1, Math.ceil(letters.length / most));
  return Array.from({ length: count }, (_, at) => letters.slice(at * most, (at + 1) * most).join(''));
}

/** The title, the visible part and its completeness, in lines that end before the legend. */
function headLines(input: PictureInput, legend: Box): readonly PictureText[] {
  const { grid, viewport, labels, clock } = input;
  const window = viewportTime(grid, viewport.columns);
  const first = Math.floor(viewport.rows.from);
  const last = Math.max(first, Math.ceil(viewport.rows.to) - 1);
  const part = isWhole(viewport, grid) ? '' : 'A part of the map: ';
  const rows = `${last - first + 1} of ${grid.rowCount} rows, ${labels[first] ?? ''} to ${labels[last] ?? ''}`;
  const lefts = swatchPlaces(input).map(({ left }) => left);
  const unitLeft = legend.left - 14 - input.unit.length * 11 * LETTER_SHARE;
  const room = Math.min(unitLeft, ...lefts) - HEAD_GAP - MARGIN;
  let y = 8;
  const inLines = (text: string, size: number): readonly PictureText[] =>
    linesOf(text, Math.floor(room / (size * LETTER_SHARE))).map((line) => {
      y += size + 4;
      return { x: MARGIN, y, text: line, anchor: 'start', size };
    });
  return [
    ...inLines(input.title, 16),
    ...inLines(`${part}${windowWords(window, clock?.timeZone)}, ${rows}`, 12),
    ...inLines(input.completeness, 12),
  ];
}

function legendTexts(input: PictureInput, legend: Box): readonly PictureText[] {
  const { scale } = input;
  const base = { size: 11 } as const;
  const words = (stop: LegendStop): string => stopWords(scale, stop);
  const stops = rampStops(legendStops(scale, 5), words, legend.width).map((stop): PictureText => {
    const x = legend.left + stop.position * legend.width;
    return { ...base, x, y: legend.top + 24, text: words(stop), anchor: 'middle' };
  });
  return [
    { ...base, x: legend.left - 14, y: legend.top + 10, text: input.unit, anchor: 'end' },
    ...stops,
    ...swatchPlaces(input).map(
      ({ words: text, left }): PictureText => ({
        ...base,
        x: left + SWATCH + 5,
        y: SWATCH_TOP + 9,
        text,
        anchor: 'start',
      }),
    ),
  ];
}

/** Lays out a picture of the visible part, 1,400 px wide and up to 900 high, with title, completeness and legend. */
export function mapPicture(input: PictureInput): Picture {
  const { viewport, labels, colors } = input;
  const legend = { left: WIDTH - MARGIN - LEGEND_WIDTH - 16, top: 16, width: LEGEND_WIDTH, height: 12 };
  const lines = headLines(input, legend);
  const head = Math.max(LEAST_HEAD, (lines.at(-1)?.y ?? 0) + 16);
  const room = MOST_HEIGHT - LEAST_HEAD - MARGIN;
  const plain = mapLayout({
    width: WIDTH - 2 * MARGIN,
    height: room,
    rows: Math.max(1, Math.ceil(viewport.rows.to - viewport.rows.from)),
    labelChars: labelChars(labels),
  });
  const layout = movedLayout(roomyLayout(plain, room), MARGIN, head);
  const height = layout.map.top + layout.map.height + MARGIN;
  const cells = painted(input, layout, height);
  const ramp = legendBar(colors);
  return {
    width: WIDTH,
    height,
    background: cssColor(colors.named.surface),
    textColor: cssColor(colors.named.text),
    shapes: [svgImage(cells, { left: 0, top: 0, width: WIDTH, height }), svgImage(ramp, legend)],
    texts: [...lines, ...legendTexts(input, legend), ...rowTexts(input, layout), ...timeTexts(input, layout)],
  };
}

function svgImage(canvas: HTMLCanvasElement, { left, top, width, height }: Box): string {
  return `<image x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="none" href="${canvas.toDataURL('image/png')}"/>`;
}
