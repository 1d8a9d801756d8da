/** A half-open span of cells; fractions are allowed. */
export interface CellSpan {
  readonly from: number;
  readonly to: number;
}

/** The visible part of the map. */
export interface Viewport {
  readonly rows: CellSpan;
  readonly columns: CellSpan;
}

export interface MapSize {
  readonly rowCount: number;
  readonly columnCount: number;
}

/** A position on the map in fractional cells. (0, 0) is the upper left corner of the first cell. */
export interface MapPoint {
  readonly row: number;
  readonly column: number;
}

/** Minimum visible cells along each axis; closer, the map would be one colour. */
const LEAST_ROWS = 1;
const LEAST_COLUMNS = 4;

/** Zoom factor of the + key and of a wheel step. */
export const ZOOM_STEP = 1.5;

export function wholeViewport({ rowCount, columnCount }: MapSize): Viewport {
  return { rows: { from: 0, to: rowCount }, columns: { from: 0, to: columnCount } };
}

export function isWhole(viewport: Viewport, size: MapSize): boolean {
  const { rows, columns } = viewport;
  return rows.from <= 0 && rows.to >= size.rowCount && columns.from <= 0 && columns.to >= size.columnCount;
}

export function isSameViewport(a: Viewport, b: Viewport): boolean {
  return isSameSpan(a.rows, b.rows) && isSameSpan(a.columns, b.columns);
}

function isSameSpan(a: CellSpan, b: CellSpan): boolean {
  return a.from === b.from && a.to === b.to;
}

/** Moves and shrinks a viewport to fit the map, between the minimum and the whole map. */
export function clampViewport(viewport: Viewport, size: MapSize): Viewport {
  return {
    rows: clampSpan(viewport.rows, size.rowCount, LEAST_ROWS),
    columns: clampSpan(viewport.columns, size.columnCount, LEAST_COLUMNS),
  };
}

function clampSpan({ from, to }: CellSpan, count: number, least: number): CellSpan {
  const length = Math.min(count, Math.max(Math.min(least, count), to - from));
  const start = Math.min(count - length, Math.max(0, from));
  return { from: start, to: start + length };
}

/** Zooms about a point that keeps its position. `factor` above 1 is closer. */
export function zoomAt(viewport: Viewport, size: MapSize, at: MapPoint, factor: MapPoint): Viewport {
  return clampViewport(
    {
      rows: zoomSpan(viewport.rows, at.row, factor.row),
      columns: zoomSpan(viewport.columns, at.column, factor.column),
    },
    size,
  );
}

function zoomSpan({ from, to }: CellSpan, at: number, factor: number): CellSpan {
  return { from: at - (at - from) / factor, to: at + (to - at) / factor };
}

/** Pans by this many cells. It keeps its size and stops at the edges. */
export function panBy(viewport: Viewport, size: MapSize, by: MapPoint): Viewport {
  return clampViewport(
    {
      rows: { from: viewport.rows.from + by.row, to: viewport.rows.to + by.row },
      columns: { from: viewport.columns.from + by.column, to: viewport.columns.to + by.column },
    },
    size,
  );
}

/** Pans only as far as needed to show a cell. */
export function reveal(viewport: Viewport, size: MapSize, cell: MapPoint): Viewport {
  return panBy(viewport, size, {
    row: distanceTo(viewport.rows, cell.row),
    column: distanceTo(viewport.columns, cell.column),
  });
}

function distanceTo({ from, to }: CellSpan, at: number): number {
  if (at < from) return at - from;
  return at + 1 > to ? at + 1 - to : 0;
}
