import { HEADER_HEIGHT } from './gridTypes.ts';
import type { RowHeights } from './rowHeights.ts';
import { slotCount } from './rowSlots.ts';

/** Rows drawn at once beyond both edges, so that a short scroll draws nothing new. */
const OVERSCAN_ROWS = 4;
/** Rows drawn beyond these while nothing else is to do. */
const AHEAD_ROWS = 28;
/** Rows of them drawn in one frame. */
const STEP_ROWS = 4;
/** Script of a frame that draws cells, in ms: style and layout take about as long, and a frame has 8. */
const CELLS_MS = 1.5;
/** What a draw takes besides the cells, in ms. */
const DRAW_MS = 1;
/** Rows whose cells are drawn in one frame: even on a slow computer, and even on a fast one. */
const LEAST_ROWS = 2;
const MOST_ROWS = 16;

/** What is scrolled, and how far. */
export interface RowPlace {
  readonly rowCount: number;
  /** The row in the first slot; see rowSlots. */
  readonly base: number;
  /** CSS px that are scrolled away. */
  readonly top: number;
  /** CSS px of the scrolled element, its header included; 0: unknown yet. */
  readonly height: number;
  readonly heights: RowHeights;
}

export interface RowItem {
  readonly row: number;
  /** CSS px from the top of the body. */
  readonly top: number;
  /** Its cells are drawn; else it is only a line, for a frame or a few. */
  readonly isWhole: boolean;
}

/** Rows [from, to). */
export interface RowStretch {
  readonly from: number;
  readonly to: number;
}

/** Rows that must be drawn. */
export function drawnRows({ rowCount, base, top, height, heights }: RowPlace): RowStretch {
  const end = base + slotCount(rowCount);
  const origin = heights.topOf(base);
  const from = Math.max(base, heights.rowAt(origin + top) - OVERSCAN_ROWS);
  const to = Math.min(end, heights.rowAt(origin + top + height) + 1 + OVERSCAN_ROWS);
  return { from: Math.min(from, end), to };
}

/** Rows that are, or may be, drawn beside those that must be. */
function nearRows({ rowCount, base }: RowPlace, { from, to }: RowStretch): RowStretch {
  return {
    from: Math.max(Math.min(base, from), from - AHEAD_ROWS),
    to: Math.min(Math.max(to, base + slotCount(rowCount)), to + AHEAD_ROWS),
  };
}

/** What is drawn now that other rows must be: of those drawn before, the ones that are near. */
export function keptRows(place: RowPlace, before: RowStretch): RowStretch {
  const must = drawnRows(place);
  if (before.from > must.to || before.to < must.from) return must;
  const near = nearRows(place, must);
  return {
    from: Math.min(must.from, Math.max(before.from, near.from)),
    to: Math.max(must.to, Math.min(before.to, near.to)),
  };
}

/**
 * A few more rows than are drawn, first where a scroll goes to: drawn before they are in sight, they cost no frame. The same object if
 * all that are near are drawn.
 */
export function rowsAhead(place: RowPlace, drawn: RowStretch, isDown: boolean): RowStretch {
  const near = nearRows(place, drawnRows(place));
  const down = { from: drawn.from, to: Math.min(near.to, drawn.to + STEP_ROWS) };
  const up = { from: Math.max(near.from, drawn.from - STEP_ROWS), to: drawn.to };
  const isMore = (next: RowStretch): boolean => next.from < drawn.from || next.to > drawn.to;
  return (isDown ? [down, up] : [up, down]).find(isMore) ?? drawn;
}

/** How many rows get their cells in one frame, by how long the last ones took. */
export class RowPace {
  private rowMs = 0.5;

  get rows(): number {
    return Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(CELLS_MS / this.rowMs)));
  }

  /** Cells of so many rows were drawn. */
  took(ms: number, rows: number): void {
    if (rows <= 0) return;
    this.rowMs = 0.7 * this.rowMs + 0.3 * (Math.max(0, ms - DRAW_MS) / rows);
  }
}

/**
 * The rows whose cells are drawn, now that a scroll brings others: a few more than before, so that no frame has too much to do.
 * A short scroll draws all at once; a far one outruns the cells, and they follow when it is slower.
 * @param whole those of before
 * @param most how many more
 */
export function wholeRows(place: RowPlace, drawn: RowStretch, whole: RowStretch, most: number): RowStretch {
  const must = drawnRows(place);
  // Nothing in sight has cells: from the top, as it is read.
  if (whole.from >= must.to || whole.to <= must.from)
    return { from: must.from, to: Math.min(must.to, must.from + most) };
  const from = Math.max(drawn.from, whole.from);
  const to = Math.min(drawn.to, whole.to);
  if (to < must.to) return { from, to: Math.min(must.to, to + most) };
  return { from: Math.min(from, Math.max(must.from, from - most)), to };
}

/** Whether the cells of all rows that must be drawn are. */
export function isAllWhole(place: RowPlace, whole: RowStretch): boolean {
  const must = drawnRows(place);
  return whole.from <= must.from && whole.to >= must.to;
}

export function rowItems(
  { base, heights }: RowPlace,
  { from, to }: RowStretch,
  whole: RowStretch,
): readonly RowItem[] {
  const origin = heights.topOf(base);
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => ({
    row: from + at,
    top: heights.topOf(from + at) - origin,
    isWhole: from + at >= whole.from && from + at < whole.to,
  }));
}

/** CSS px of all slots. */
export function bodyHeight({ rowCount, base, heights }: Omit<RowPlace, 'top' | 'height'>): number {
  return heights.topOf(base + slotCount(rowCount)) - heights.topOf(base);
}

/** How far to scroll so that the row at the top stays there, now that other heights or another base hold. */
export function keptTop(before: RowPlace, after: Pick<RowPlace, 'base' | 'heights'>): number {
  const place = before.heights.topOf(before.base) + before.top;
  const row = before.heights.rowAt(place);
  const into = Math.min(place - before.heights.topOf(row), after.heights.heightOf(row) - 1);
  return Math.max(0, after.heights.topOf(row) - after.heights.topOf(after.base) + into);
}

/** How far to scroll, and no farther than necessary, so that a row is whole in sight; its beginning if it is too high. */
export function topToShow(place: RowPlace, row: number): number {
  const { heights, base, top } = place;
  const rowTop = heights.topOf(row) - heights.topOf(base);
  const room = place.height - HEADER_HEIGHT;
  const rowBottom = rowTop + heights.heightOf(row);
  if (rowTop < top || rowBottom - rowTop > room) return rowTop;
  return rowBottom > top + room ? rowBottom - room : top;
}

/** Whole rows in sight but one, for PageUp and PageDown. */
export function pageRows({ heights, base, top, height }: RowPlace): number {
  const from = heights.topOf(base) + top;
  return Math.max(1, heights.rowAt(from + height - HEADER_HEIGHT) - heights.rowAt(from) - 1);
}
