import { type CellGrid, codeOf, COUNTED, ESTIMATED, UNVERIFIED } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../core/keyspace/map/heatScale.ts';
import { type Marginals, marginals } from '../../core/keyspace/map/marginals.ts';
import { cssColor, type HeatColors } from './heatColors.ts';
import { type Box, deviceBox, type MapLayout } from './layout.ts';
import { doubtPattern, estimatePattern, statePattern, UNREAD_LOOKS } from './patterns.ts';
import { inkOfLevels } from './swatches.ts';
import { type ViewCells, viewCells } from './viewCells.ts';
import type { CellSpan, Viewport } from './viewport.ts';

export interface PaintedMap {
  readonly grid: CellGrid;
  /** Level of each cell. */
  readonly levels: Uint8Array;
  readonly viewport: Viewport;
  /** Sums of the visible cells. */
  readonly sums: Marginals;
  /** The row that all labels without their own row share. It does not count for the scale of the row histogram. */
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
  const [above, beside] = [deviceBox(layout.histogram, pixelRatio), deviceBox(layout.totals, pixelRatio)];
  paintSums(context, picture, 'columns', above);
  context.fillStyle = cssColor(colors.named['heat-unasked-line']);
  context.fillRect(above.left, above.top + above.height, above.width, pixelRatio);
  if (beside.width > 0) paintSums(context, picture, 'rows', beside);
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
    if (level !== 0) pixels[at] = table[level] as number;
  }
  const small = new OffscreenCanvas(cells.columns, cells.rows);
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, box.left, box.top, box.width, box.height);
}

/** Paints every cell with rows as left out. Those with selected rows are then painted over it. */
function paintLeftOut(
  context: CanvasRenderingContext2D,
  box: Box,
  { grid, viewport, colors }: PaintedMap,
  map: Box,
): void {
  if (grid.all === undefined) return;
  const present = new Uint8Array(grid.all.map((count) => Number(count > 0)));
  const cells = viewCells(grid, present, viewport, map.height, map.width);
  context.fillStyle = cssColor(colors.named['left-out']);
  // What was not read stays hatched.
  fillRuns(context, cells, box, (at) => cells.levels[at] !== 0 && cells.states[at] === COUNTED);
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
    const pattern = statePattern(context, look, picture);
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
      const pattern = patternOf(context, ink, picture);
      if (pattern === undefined) continue;
      // An unverified zero already has its lines and no colour.
      const isMeant = (at: number): boolean =>
        cells.states[at] === code && (code === ESTIMATED || cells.levels[at] !== 0);
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

/** From this thickness in CSS px on, bars have a gap between them. */
const GAPPED_PX = { columns: 4, rows: 3 } as const;

/** What the bars of one axis show: the sums of its cells, and those of all rows if only some are selected. */
function axisSums({ grid, sums, viewport }: PaintedMap, axis: keyof Viewport) {
  const ofAll = grid.all && marginals({ ...grid, counts: grid.all }, viewport);
  return axis === 'rows'
    ? {
        totals: sums.rowTotals,
        ofAll: ofAll?.rowTotals,
        unread: sums.rowUnread,
        estimated: sums.rowEstimated,
      }
    : {
        totals: sums.columnTotals,
        ofAll: ofAll?.columnTotals,
        unread: sums.columnUnread,
        estimated: sums.columnEstimated,
      };
}

/**
 * Paints the bars of one axis: upwards for columns, to the right for rows. If something was not read, the area behind a bar is hatched. A
 * bar that contains estimates is dotted. If only some rows are selected, the bars of all rows are behind those of the selected ones.
 */
function paintSums(
  context: CanvasRenderingContext2D,
  picture: PaintedMap,
  axis: keyof Viewport,
  box: Box,
): void {
  const { sums, viewport, colors, pixelRatio, sharedRow, hotRows } = picture;
  const isRows = axis === 'rows';
  const [room, length] = isRows ? [box.width, box.height] : [box.height, box.width];
  const first = sums.window[axis].from;
  const { totals, ofAll, unread, estimated } = axisSums(picture, axis);
  const scaled = ofAll ?? totals;
  const shared = isRows && sharedRow !== undefined ? sharedRow - first : -1;
  const most = highest(scaled.filter((_, index) => index !== shared)) || highest(scaled);
  const heightOf = (total: number): number => Math.min(room, Math.round((total / most) * room));
  const fill = (
    style: string | CanvasPattern,
    [from, thickness]: readonly [number, number],
    start: number,
    size: number,
  ) => {
    context.fillStyle = style;
    if (isRows) context.fillRect(box.left + start, box.top + from, size, thickness);
    else context.fillRect(box.left + from, box.top + room - start - size, thickness, size);
  };
  const hatched = statePattern(context, 'waiting', picture) ?? '';
  const dotted = estimatePattern(context, 'light', picture) ?? '';
  const placeOf = (index: number) => barPlace(sums.window[axis], viewport[axis], index, length);
  const paintBar = (total: number, index: number): void => {
    const place = placeOf(index);
    if (unread[index] !== 0) fill(hatched, place, 0, room);
    if (total === 0) return;
    const [from, thickness] = place;
    const size = Math.min(room, Math.max(pixelRatio, heightOf(total)));
    const gap = thickness >= GAPPED_PX[axis] * pixelRatio ? pixelRatio : 0;
    const isHot = isRows && hotRows.has(first + index);
    fill(cssColor(colors.named[isHot ? 'bar-over' : 'bar']), [from, thickness - gap], 0, size);
    if (estimated[index] !== 0) fill(dotted, [from, thickness - gap], 0, size);
    // The bar of a shared row exceeds the scale, so it has a break before its end.
    if (total > most) fill(cssColor(colors.named.surface), place, size - 8 * pixelRatio, 3 * pixelRatio);
  };
  ofAll?.forEach((total, index) =>
    fill(cssColor(colors.named['left-out']), placeOf(index), 0, heightOf(total)),
  );
  totals.forEach(paintBar);
}
