import { type CellGrid, COUNTED } from '../../core/keyspace/map/cellGrid.ts';
import type { CellSpan, Viewport } from './viewport.ts';

/** The entries to paint: one per cell, or one per pixel if cells are smaller than pixels. */
export interface ViewCells {
  readonly rows: number;
  readonly columns: number;
  /** The cells that the entries cover. Whole cells may extend beyond the viewport. */
  readonly span: Viewport;
  readonly levels: Uint8Array;
  /** The least certain state of the cells of each entry. */
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
 * The visible cells, at most `pixelRows` by `pixelColumns`. Each entry keeps the highest level of its cells, so that a single hot
 * cell is not lost, and the least certain state, so that unread cells are not lost either.
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
      // All codes other than COUNTED are less certain; the first one found represents the rest.
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
