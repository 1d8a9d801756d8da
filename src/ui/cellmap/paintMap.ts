import { type CellGrid, codeOf, COUNTED, ESTIMATED, UNVERIFIED } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../core/keyspace/map/heatScale.ts';
import { type Marginals, marginals } from '../../core/keyspace/map/marginals.ts';
import { cssColor, type HeatColors } from './heatColors.ts';
import { type Box, deviceBox, type MapLayout } from './layout.ts';
import { statePattern, UNREAD_LOOKS } from './patterns.ts';
import { ZERO_LEVEL } from './ramp.ts';
import { doubtPattern, estimatePattern, inkOfLevels } from './swatches.ts';
import { type ViewCells, viewCells } from './viewCells.ts';
import type { CellSpan, Viewport } from './viewport.ts';

export interface PaintedMap {
  readonly grid: CellGrid;
  /** Level of each cell. */
  readonly levels: Uint8Array;
  readonly viewport: Viewport;
  /** Sums of the visible cells. */
  readonly sums: Marginals;
  /** The row shared by those without their own. It does not count for the scale of the row histogram. */
  readonly sharedRow?: number | undefined;
  /** Rows with a cell at or above the target of a partition. */
  readonly hotRows: ReadonlySet<number>;
  readonly layout: MapLayout;
  readonly colors: HeatColors;
  readonly pixelRatio: number;
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Paints the visible map and both histograms. The canvas has the size of the layout times the pixel ratio. */
export function paintMap(context: CanvasRenderingContext2D, picture: PaintedMap): void {
  const { layout, pixelRatio, grid, viewport, levels, colors } = picture;
  const map = deviceBox(layout.map, pixelRatio);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.save();
  context.beginPath();
  context.rect(map.left, map.top, map.width, map.height);
  context.clip();
  context.fillStyle = cssColor(colors.named['heat-zero']);
  context.fillRect(map.left, map.top, map.width, map.height);
  if (grid.rowCount > 0 && grid.columnCount > 0) {
    const cells = viewCells(grid, levels, viewport, map.height, map.width);
    const box = placeOf(cells, viewport, map);
    paintStates(context, cells, box, picture);
    paintLeftOut(context, box, picture, map);
    paintLevels(context, cells, box, colors);
    paintOverlays(context, cells, box, picture);
    paintRowGaps(context, box, cells.rows, picture);
  }
  context.restore();
  paintColumnSums(context, picture, deviceBox(layout.histogram, pixelRatio));
  paintRowSums(context, picture, deviceBox(layout.totals, pixelRatio));
}

/** Position of the entries on the canvas. They may extend beyond the map. */
function placeOf({ span }: ViewCells, viewport: Viewport, map: Box): Box {
  const perColumn = map.width / (viewport.columns.to - viewport.columns.from);
  const perRow = map.height / (viewport.rows.to - viewport.rows.from);
  return {
    left: map.left + (span.columns.from - viewport.columns.from) * perColumn,
    top: map.top + (span.rows.from - viewport.rows.from) * perRow,
    width: (span.columns.to - span.columns.from) * perColumn,
    height: (span.rows.to - span.rows.from) * perRow,
  };
}

/** Paints one pixel per entry and scales them without smoothing. */
function paintLevels(context: Context, cells: ViewCells, box: Box, colors: HeatColors): void {
  const image = new ImageData(cells.columns, cells.rows);
  const pixels = new Uint32Array(image.data.buffer);
  const table = new Uint32Array(colors.table.buffer);
  for (let at = 0; at < cells.levels.length; at++) {
    const level = cells.levels[at] as number;
    // A zero is transparent, because the layer below shows whether it is really a zero.
    if (level !== ZERO_LEVEL) pixels[at] = table[level] as number;
  }
  const small = new OffscreenCanvas(cells.columns, cells.rows);
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, box.left, box.top, box.width, box.height);
}

/** Cells with rows of which none is selected. */
function paintLeftOut(
  context: CanvasRenderingContext2D,
  box: Box,
  { grid, viewport, colors }: PaintedMap,
  map: Box,
): void {
  if (grid.all === undefined) return;
  const present = Uint8Array.from(grid.all, (count) => (count > 0 ? ZERO_LEVEL + 1 : ZERO_LEVEL));
  const cells = viewCells(grid, present, viewport, map.height, map.width);
  context.fillStyle = cssColor(colors.named['left-out']);
  // What was not read stays hatched.
  fillRuns(context, cells, box, (at) => cells.levels[at] !== ZERO_LEVEL && cells.states[at] === COUNTED);
}

/** What is drawn over cells that are not plain counts, even if they show rows. */
const OVERLAYS = [
  [ESTIMATED, estimatePattern],
  [UNVERIFIED, doubtPattern],
] as const;

function paintStates(
  context: CanvasRenderingContext2D,
  cells: ViewCells,
  box: Box,
  picture: PaintedMap,
): void {
  for (const look of UNREAD_LOOKS) {
    const code = codeOf(look);
    if (!cells.states.includes(code)) continue;
    const pattern = statePattern(context, look, picture.colors, picture.pixelRatio);
    if (pattern === undefined) continue;
    context.fillStyle = pattern;
    fillRuns(context, cells, box, (at) => cells.states[at] === code);
  }
}

function paintOverlays(
  context: CanvasRenderingContext2D,
  cells: ViewCells,
  box: Box,
  picture: PaintedMap,
): void {
  const inks = inkOfLevels(picture.colors);
  for (const [code, patternOf] of OVERLAYS) {
    if (!cells.states.includes(code)) continue;
    for (const ink of ['light', 'dark'] as const) {
      const pattern = patternOf(context, ink, picture.colors, picture.pixelRatio);
      if (pattern === undefined) continue;
      // An unverified zero already has its lines and no colour.
      const isMeant = (at: number): boolean =>
        cells.states[at] === code && (code === ESTIMATED || cells.levels[at] !== ZERO_LEVEL);
      context.fillStyle = pattern;
      fillRuns(context, cells, box, (at) => isMeant(at) && inks[cells.levels[at] as number] === ink);
    }
  }
}

/** Fills neighbouring entries of a row at once. */
function fillRuns(context: Context, cells: ViewCells, box: Box, isIn: (at: number) => boolean): void {
  const perRow = box.height / cells.rows;
  const perColumn = box.width / cells.columns;
  for (let row = 0; row < cells.rows; row++) {
    const top = Math.round(box.top + row * perRow);
    const height = Math.round(box.top + (row + 1) * perRow) - top;
    for (let from = 0; from < cells.columns; from++) {
      if (!isIn(row * cells.columns + from)) continue;
      let to = from + 1;
      while (to < cells.columns && isIn(row * cells.columns + to)) to++;
      const left = Math.round(box.left + from * perColumn);
      context.fillRect(left, top, Math.round(box.left + to * perColumn) - left, height);
      from = to;
    }
  }
}

/** If rows are at least this high, a line separates them. */
const GAP_FROM_PX = 6;

function paintRowGaps(context: Context, box: Box, rows: number, { colors, pixelRatio }: PaintedMap): void {
  const perRow = box.height / rows;
  if (perRow < GAP_FROM_PX * pixelRatio) return;
  context.fillStyle = cssColor(colors.named.surface);
  for (let row = 1; row < rows; row++)
    context.fillRect(box.left, Math.round(box.top + row * perRow), box.width, pixelRatio);
}

/** Rows of a single partition or prefix whose highest cell reaches the target of a partition. */
export function hotRowsOf(
  { counts, columnCount }: Pick<CellGrid, 'counts' | 'columnCount'>,
  { targetCount }: Pick<HeatScale, 'targetCount'>,
  sharedRow?: number,
): ReadonlySet<number> {
  const hot = new Set<number>();
  for (let at = 0; at < counts.length; at++)
    if ((counts[at] as number) >= targetCount) hot.add(Math.floor(at / columnCount));
  if (sharedRow !== undefined) hot.delete(sharedRow);
  return hot;
}

function highest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** Position and width of bar i of the sums along an axis of `length` px. */
function barPlace(
  window: CellSpan,
  view: CellSpan,
  index: number,
  length: number,
): readonly [number, number] {
  const per = length / (view.to - view.from);
  const from = Math.max(0, (window.from + index - view.from) * per);
  const to = Math.min(length, (window.from + index + 1 - view.from) * per);
  return [Math.round(from), Math.max(1, Math.round(to) - Math.round(from))];
}

/** How a bar is drawn: hatched next to it if something was not read, dotted if it contains estimates. */
function sumLooks(context: CanvasRenderingContext2D, { colors, pixelRatio }: PaintedMap) {
  return {
    bar: cssColor(colors.named.bar),
    hot: cssColor(colors.named['bar-over']),
    unread: statePattern(context, 'waiting', colors, pixelRatio) ?? '',
    estimated: estimatePattern(context, 'light', colors, pixelRatio) ?? '',
  };
}

/** Bars of all rows, behind those of the selected ones. */
function paintBarsOfAll(
  context: CanvasRenderingContext2D,
  colors: PaintedMap['colors'],
  totals: Float64Array | undefined,
  barOf: (index: number, total: number) => readonly [number, number, number, number],
): void {
  context.fillStyle = cssColor(colors.named['left-out']);
  for (const [index, total] of totals?.entries() ?? []) context.fillRect(...barOf(index, total));
}

function paintColumnSums(context: CanvasRenderingContext2D, picture: PaintedMap, box: Box): void {
  const { grid, sums, viewport, colors, pixelRatio } = picture;
  const sumsOfAll = grid.all && marginals({ ...grid, counts: grid.all }, viewport);
  const most = highest((sumsOfAll ?? sums).columnTotals);
  const looks = sumLooks(context, picture);
  paintBarsOfAll(context, colors, sumsOfAll?.columnTotals, (index, total) => {
    const [left, width] = barPlace(sums.window.columns, viewport.columns, index, box.width);
    const height = Math.round((total / most) * box.height);
    return [box.left + left, box.top + box.height - height, width, height];
  });
  for (const [index, total] of sums.columnTotals.entries()) {
    const [left, width] = barPlace(sums.window.columns, viewport.columns, index, box.width);
    if (sums.columnUnread[index] !== 0) {
      context.fillStyle = looks.unread;
      context.fillRect(box.left + left, box.top, width, box.height);
    }
    if (total === 0) continue;
    const height = Math.max(pixelRatio, Math.round((total / most) * box.height));
    const gap = width >= 4 * pixelRatio ? pixelRatio : 0;
    const isEstimated = sums.columnEstimated[index] !== 0;
    for (const look of isEstimated ? [looks.bar, looks.estimated] : [looks.bar]) {
      context.fillStyle = look;
      context.fillRect(box.left + left, box.top + box.height - height, width - gap, height);
    }
  }
  context.fillStyle = cssColor(colors.named['heat-unasked-line']);
  context.fillRect(box.left, box.top + box.height, box.width, pixelRatio);
}

function paintRowSums(context: CanvasRenderingContext2D, picture: PaintedMap, box: Box): void {
  const { grid, sums, viewport, colors, pixelRatio, sharedRow, hotRows } = picture;
  if (box.width <= 0) return;
  const shared = sharedRow === undefined ? -1 : sharedRow - sums.window.rows.from;
  const sumsOfAll = grid.all && marginals({ ...grid, counts: grid.all }, viewport);
  const { rowTotals } = sumsOfAll ?? sums;
  const most = highest(rowTotals.filter((_, index) => index !== shared)) || highest(rowTotals);
  const looks = sumLooks(context, picture);
  paintBarsOfAll(context, colors, sumsOfAll?.rowTotals, (index, total) => {
    const [top, height] = barPlace(sums.window.rows, viewport.rows, index, box.height);
    return [box.left, box.top + top, Math.min(box.width, Math.round((total / most) * box.width)), height];
  });
  for (const [index, total] of sums.rowTotals.entries()) {
    const [top, height] = barPlace(sums.window.rows, viewport.rows, index, box.height);
    if (sums.rowUnread[index] !== 0) {
      context.fillStyle = looks.unread;
      context.fillRect(box.left, box.top + top, box.width, height);
    }
    if (total === 0) continue;
    const gap = height >= 3 * pixelRatio ? pixelRatio : 0;
    const width = Math.min(box.width, Math.max(pixelRatio, Math.round((total / most) * box.width)));
    const bar = hotRows.has(sums.window.rows.from + index) ? looks.hot : looks.bar;
    for (const look of sums.rowEstimated[index] === 0 ? [bar] : [bar, looks.estimated]) {
      context.fillStyle = look;
      context.fillRect(box.left, box.top + top, width, height - gap);
    }
    // The bar of a shared row exceeds the scale, so it has a break before its end.
    if (total <= most) continue;
    context.fillStyle = cssColor(colors.named.surface);
    context.fillRect(box.left + width - 8 * pixelRatio, box.top + top, 3 * pixelRatio, height);
  }
}
