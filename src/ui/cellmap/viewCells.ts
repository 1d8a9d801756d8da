import { type CellGrid, COUNTED } from '../../core/keyspace/map/cellGrid.ts';
import type { CellSpan, Viewport } from './viewport.ts';

/** What of the map is painted: one entry a cell, or one a pixel where cells are smaller than pixels. */
export interface ViewCells {
  readonly rows: number;
  readonly columns: number;
  /** Where the entries lie, in cells of the map: whole cells may reach beyond the viewport. */
  readonly span: Viewport;
  readonly levels: Uint8Array;
  /** The least sure state of the cells that an entry stands for. */
  readonly states: Uint8Array;
}

interface Steps {
  readonly count: number;
  readonly span: CellSpan;
  /** First source cell, and the entry of each source cell from there on. */
  readonly first: number;
  readonly entryOf: Uint32Array;
}

function stepsOf({ from, to }: CellSpan, cells: number, pixels: number): Steps {
  const first = Math.max(0, Math.floor(from));
  const after = Math.min(cells, Math.ceil(to));
  const length = Math.max(0, after - first);
  const isPooled = length > pixels;
  const count = isPooled ? Math.max(1, pixels) : length;
  const span = isPooled ? { from, to } : { from: first, to: after };
  const perCell = isPooled ? count / (to - from) : 1;
  const entryOf = Uint32Array.from({ length }, (_, at) =>
    Math.min(count - 1, Math.max(0, Math.floor((first + at + (isPooled ? 0.5 : 0) - span.from) * perCell))),
  );
  return { count, span, first, entryOf };
}

/**
 * The cells in sight, at most `pixelRows` by `pixelColumns` of them. Each entry keeps the highest level that it stands for,
 * so that a single hot cell is never lost between pixels, and the least sure state, so that a gap in what was read is not either.
 */
export function viewCells(
  grid: CellGrid,
  levels: Uint8Array,
  viewport: Viewport,
  pixelRows: number,
  pixelColumns: number,
): ViewCells {
  const rows = stepsOf(viewport.rows, grid.rowCount, Math.floor(pixelRows));
  const columns = stepsOf(viewport.columns, grid.columnCount, Math.floor(pixelColumns));
  const out = new Uint8Array(rows.count * columns.count);
  const states = new Uint8Array(out.length).fill(COUNTED);
  for (let row = 0; row < rows.entryOf.length; row++) {
    const source = (rows.first + row) * grid.columnCount + columns.first;
    const target = (rows.entryOf[row] as number) * columns.count;
    for (let column = 0; column < columns.entryOf.length; column++) {
      const at = target + (columns.entryOf[column] as number);
      const level = levels[source + column] as number;
      if (level > (out[at] as number)) out[at] = level;
      const state = grid.states[source + column] as number;
      // Codes other than COUNTED are all less sure than it; the first one met stands for the rest.
      if (state !== COUNTED && states[at] === COUNTED) states[at] = state;
    }
  }
  return {
    rows: rows.count,
    columns: columns.count,
    span: { rows: rows.span, columns: columns.span },
    levels: out,
    states,
  };
}
