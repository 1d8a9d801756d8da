import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import { cssColor, type HeatColors } from './heatColors.ts';
import type { Box, HeatLayout } from './layout.ts';
import { statePattern } from './patterns.ts';
import { heatLevels, type LevelGrid, shrinkGrid, ZERO_LEVEL } from './ramp.ts';
import type { HeatRowState, RowStates } from './rowState.ts';

export interface HeatPicture extends RowStates {
  readonly matrix: KeyspaceMatrix;
  readonly layout: HeatLayout;
  /** The count at full brightness. */
  readonly top: number;
  /** Rows whose highest cell is at or above the target. */
  readonly hotRows: ReadonlySet<number>;
  readonly colors: HeatColors;
  readonly pixelRatio: number;
}

/** Paints histogram, map and row totals. The canvas has the size of the layout times the pixel ratio. */
export function paintHeatMap(context: CanvasRenderingContext2D, picture: HeatPicture): void {
  const { layout, pixelRatio } = picture;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  paintStates(context, picture, deviceBox(layout.map, pixelRatio));
  paintCells(context, picture, deviceBox(layout.map, pixelRatio));
  paintRowGaps(context, picture, deviceBox(layout.map, pixelRatio));
  paintHistogram(context, picture, deviceBox(layout.histogram, pixelRatio));
  paintTotals(context, picture, deviceBox(layout.totals, pixelRatio));
}

/** A box in device px, on whole ones. */
export function deviceBox(box: Box, ratio: number): Box {
  const left = Math.round(box.left * ratio);
  const top = Math.round(box.top * ratio);
  return {
    left,
    top,
    width: Math.round((box.left + box.width) * ratio) - left,
    height: Math.round((box.top + box.height) * ratio) - top,
  };
}

function paintStates(context: CanvasRenderingContext2D, picture: HeatPicture, box: Box): void {
  const { rowStates, unreadColumns, matrix, colors, pixelRatio } = picture;
  context.fillStyle = cssColor(colors.named['heat-zero']);
  context.fillRect(box.left, box.top, box.width, box.height);
  if (rowStates === undefined) return;
  const patterns = new Map<HeatRowState, CanvasPattern | undefined>();
  const rowHeight = box.height / Math.max(1, matrix.rowCount);
  const columnWidth = box.width / Math.max(1, matrix.columnCount);
  const all = [{ from: 0, to: matrix.columnCount }];
  for (let row = 0; row < matrix.rowCount; row += 1) {
    const state = rowStates[row] ?? 'done';
    if (state === 'done') continue;
    if (!patterns.has(state)) patterns.set(state, statePattern(context, state, colors, pixelRatio));
    const pattern = patterns.get(state);
    if (pattern === undefined) continue;
    const top = Math.round(row * rowHeight);
    const height = Math.round((row + 1) * rowHeight) - top;
    context.fillStyle = pattern;
    for (const { from, to } of unreadColumns?.[row] ?? all) {
      const left = Math.round(from * columnWidth);
      context.fillRect(box.left + left, box.top + top, Math.round(to * columnWidth) - left, height);
    }
  }
}

/** One pixel a cell, then scaled up without smoothing: the cost does not grow with the size on screen. */
function paintCells(context: CanvasRenderingContext2D, picture: HeatPicture, box: Box): void {
  const { matrix, top, colors } = picture;
  if (matrix.rowCount === 0 || matrix.columnCount === 0) return;
  const whole: LevelGrid = {
    rows: matrix.rowCount,
    columns: matrix.columnCount,
    levels: heatLevels(matrix.counts, top),
  };
  const grid = shrinkGrid(whole, box.height, box.width);
  const image = new ImageData(grid.columns, grid.rows);
  const pixels = new Uint32Array(image.data.buffer);
  const table = new Uint32Array(colors.table.buffer);
  for (let i = 0; i < grid.levels.length; i += 1) {
    const level = grid.levels[i] ?? ZERO_LEVEL;
    // A zero stays clear: what lies beneath says whether it is a zero.
    if (level !== ZERO_LEVEL) pixels[i] = table[level] ?? 0;
  }
  const small = document.createElement('canvas');
  small.width = grid.columns;
  small.height = grid.rows;
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, box.left, box.top, box.width, box.height);
}

/** Rows high enough to be told apart get a line between them. */
const GAP_FROM_PX = 6;

function paintRowGaps(context: CanvasRenderingContext2D, picture: HeatPicture, box: Box): void {
  const rowHeight = box.height / Math.max(1, picture.matrix.rowCount);
  if (rowHeight < GAP_FROM_PX * picture.pixelRatio) return;
  context.fillStyle = cssColor(picture.colors.named.surface);
  for (let row = 1; row < picture.matrix.rowCount; row += 1) {
    context.fillRect(box.left, box.top + Math.round(row * rowHeight), box.width, picture.pixelRatio);
  }
}

function highest(values: Uint32Array): number {
  let max = 0;
  for (const value of values) if (value > max) max = value;
  return max;
}

function paintHistogram(context: CanvasRenderingContext2D, picture: HeatPicture, box: Box): void {
  const { matrix, colors, pixelRatio } = picture;
  const max = highest(matrix.columnTotals);
  const base = box.top + box.height;
  const columnWidth = box.width / Math.max(1, matrix.columnCount);
  const gap = columnWidth >= 4 * pixelRatio ? pixelRatio : 0;
  context.fillStyle = cssColor(colors.named['heat-unasked-line']);
  context.fillRect(box.left, base, box.width, pixelRatio);
  context.fillStyle = cssColor(colors.named.bar);
  for (let column = 0; column < matrix.columnCount; column += 1) {
    const total = matrix.columnTotals[column] ?? 0;
    if (total === 0) continue;
    const from = Math.round(column * columnWidth);
    const width = Math.max(1, Math.round((column + 1) * columnWidth) - from - gap);
    const height = Math.max(pixelRatio, Math.round((total / max) * box.height));
    context.fillRect(box.left + from, base - height, width, height);
  }
}

function paintTotals(context: CanvasRenderingContext2D, picture: HeatPicture, box: Box): void {
  const { matrix, colors, pixelRatio, hotRows } = picture;
  if (box.width <= 0) return;
  const max = highest(matrix.rowTotals);
  const rowHeight = box.height / Math.max(1, matrix.rowCount);
  const gap = rowHeight >= 3 * pixelRatio ? pixelRatio : 0;
  for (let row = 0; row < matrix.rowCount; row += 1) {
    const total = matrix.rowTotals[row] ?? 0;
    if (total === 0) continue;
    const from = Math.round(row * rowHeight);
    const height = Math.max(1, Math.round((row + 1) * rowHeight) - from - gap);
    const width = Math.max(pixelRatio, Math.round((total / max) * box.width));
    context.fillStyle = cssColor(hotRows.has(row) ? colors.named['bar-over'] : colors.named.bar);
    context.fillRect(box.left, box.top + from, width, height);
  }
}
