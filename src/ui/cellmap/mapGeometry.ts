import type { CellGrid, CellWindow } from '../../core/keyspace/map/cellGrid.ts';
import { type Box, type MapLayout, mapLayout, movedLayout } from './layout.ts';
import type { CellSpan, MapPoint, Viewport } from './viewport.ts';

/** The whole cells of the rectangle between two points. */
export function between(one: MapPoint, other: MapPoint): CellWindow {
  return {
    rows: {
      from: Math.floor(Math.min(one.row, other.row)),
      to: Math.floor(Math.max(one.row, other.row)) + 1,
    },
    columns: {
      from: Math.floor(Math.min(one.column, other.column)),
      to: Math.floor(Math.max(one.column, other.column)) + 1,
    },
  };
}

/** The box of cells on the plot, clipped to the map; undefined if not visible. */
export function boxOf(
  layout: MapLayout,
  viewport: Viewport,
  cells: Viewport,
  least: number,
): Box | undefined {
  const { map } = layout;
  const place = (span: CellSpan, view: CellSpan, start: number, length: number) => {
    const per = length / (view.to - view.from);
    const from = Math.max(0, (span.from - view.from) * per);
    const to = Math.min(length, (span.to - view.from) * per);
    return to <= from ? undefined : { start: start + from, length: Math.max(least, to - from) };
  };
  const across = place(cells.columns, viewport.columns, map.left, map.width);
  const down = place(cells.rows, viewport.rows, map.top, map.height);
  if (across === undefined || down === undefined) return undefined;
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

export function oneCell({ row, column }: MapPoint): CellWindow {
  return { rows: { from: row, to: row + 1 }, columns: { from: column, to: column + 1 } };
}

/** The selection extended to the cell that the cursor moved to; a new one starts at the cursor. */
export function grown(selection: CellWindow | undefined, cursor: MapPoint, moved: MapPoint): CellWindow {
  if (selection === undefined) return between(cursor, moved);
  const { rows, columns } = selection;
  // The corner opposite of the cursor stays.
  const anchor = {
    row: cursor.row === rows.from ? rows.to - 1 : rows.from,
    column: cursor.column === columns.from ? columns.to - 1 : columns.from,
  };
  return between(anchor, moved);
}

/** What a drag that is not a pan has drawn so far. */
export function drawnArea(
  drawn: { readonly kind: 'box' | 'columns' | 'rows'; readonly start: MapPoint; readonly current: MapPoint },
  viewport: Viewport,
): Viewport {
  const { kind, start, current } = drawn;
  if (kind === 'box') return between(start, current);
  const ends = [start, current].map(({ row, column }) => (kind === 'rows' ? row : column));
  return { ...viewport, [kind]: { from: Math.floor(Math.min(...ends)), to: Math.ceil(Math.max(...ends)) } };
}

/** The visible time, in ticks; lossy by less than a pixel. */
export function viewportTime(
  grid: Pick<CellGrid, 'from' | 'bucketTicks'>,
  { from, to }: CellSpan,
): { readonly from: bigint; readonly to: bigint } {
  const at = (column: number): bigint => grid.from + BigInt(Math.round(column * Number(grid.bucketTicks)));
  return { from: at(from), to: at(to) };
}

/** Labels are monospaced, so their characters are wider than the body text in which the layout measures. */
const MONO_WIDTH = 1.15;
/** Labels beyond this many are not measured: they are never all visible, and there may be a million. */
const MEASURED_LABELS = 2000;

/** The longest label of a map, in characters of the body text. */
export function labelChars(labels: readonly string[]): number {
  return MONO_WIDTH * Math.max(7, ...labels.slice(0, MEASURED_LABELS).map((label) => label.length));
}

/** The left edge and width of the time axis of a map of this width, in CSS px, so that charts below a map can align with it. */
export function timeAcross(width: number, labels: readonly string[]): Pick<Box, 'left' | 'width'> {
  const chars = labelChars(labels);
  return mapLayout({ width, height: 0, rows: labels.length, labelChars: chars }).map;
}

/** The share of the space left free by few rows that goes to the histogram, up to a height in CSS px. */
const HISTOGRAM_SHARE = 0.5;
const HISTOGRAM_HEIGHT = 260;

/** A layout for a short map: a taller histogram instead of empty space below. */
export function roomyLayout(layout: MapLayout, height: number): MapLayout {
  const free = height - (layout.map.top + layout.map.height);
  const grown = Math.min(HISTOGRAM_HEIGHT - layout.histogram.height, Math.floor(free * HISTOGRAM_SHARE));
  if (grown <= 0) return layout;
  const { histogram } = layout;
  return { ...movedLayout(layout, 0, grown), histogram: { ...histogram, height: histogram.height + grown } };
}
