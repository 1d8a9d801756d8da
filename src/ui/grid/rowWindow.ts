import { HEADER_HEIGHT } from './gridTypes.ts';
import {
  allRows,
  inOrder,
  type RowElements,
  type RowStretch,
  withRows,
  withRowsReused,
} from './rowElements.ts';
import type { RowHeights } from './rowHeights.ts';
import { slotCount } from './rowSlots.ts';

/** Rows drawn at once beyond both edges, so that a short scroll draws nothing new. */
const OVERSCAN_ROWS = 4;
/** Rows drawn beyond these while nothing else is to do. */
const AHEAD_ROWS = 28;
/** Rows of them drawn in one frame. */
const STEP_ROWS = 4;
/** Rows beyond all these that may still be there: to take one away costs nearly as much as to draw it. */
const LEAVING_ROWS = 16;
/** Rows left behind that a scroll that goes on keeps. */
const SPARE_ROWS = 12;
/** Rows of them that one frame takes away at each edge, if no others take their elements. */
const STEP_LEAVING = 9;
/** Script of a frame that draws cells, in ms: style and layout take about as long, and a frame has 8. */
const CELLS_MS = 1;
/** What a draw takes besides the cells, in ms. */
const DRAW_MS = 1;
/** Rows whose cells are drawn in one frame: even on a slow computer, and even on a fast one. */
const LEAST_ROWS = 2;
const MOST_ROWS = 16;
/** No more cells in one frame, however fast the script is: the pace knows nothing of the style and layout that each takes. */
const MOST_CELLS = 30;
/** So many rows without cells take about as long as one with them. */
const LINES_OF_ROW = 4;

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
  /** Of its element, see RowElement. */
  readonly key: number;
  readonly row: number;
  /** CSS px from the top of the body. */
  readonly top: number;
  /** Its cells are drawn; else it is only a line, for a frame or a few. */
  readonly isWhole: boolean;
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
function nearRows({ rowCount, base }: RowPlace, { from, to }: RowStretch, beyond = AHEAD_ROWS): RowStretch {
  return {
    from: Math.max(Math.min(base, from), from - beyond),
    to: Math.min(Math.max(to, base + slotCount(rowCount)), to + beyond),
  };
}

/** What is drawn now that other rows must be: of those drawn before, the ones that are near, and those that `fewerRows` takes away. */
export function keptRows(place: RowPlace, before: RowStretch): RowStretch {
  const must = drawnRows(place);
  if (before.from > must.to || before.to < must.from) return must;
  const near = nearRows(place, must, AHEAD_ROWS + LEAVING_ROWS);
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

/** Without some of the rows that are no longer near, a few in each frame. The same object if all drawn rows are near. */
export function fewerRows(place: RowPlace, drawn: RowStretch): RowStretch {
  const near = nearRows(place, drawnRows(place));
  const from = Math.max(drawn.from, Math.min(near.from, drawn.from + STEP_LEAVING));
  const to = Math.min(drawn.to, Math.max(near.to, drawn.to - STEP_LEAVING));
  return from === drawn.from && to === drawn.to ? drawn : { from, to };
}

/** How many rows get their cells in one frame, by how long the last ones took. */
export class RowPace {
  private rowMs = 0.5;
  private most = MOST_ROWS;

  get rows(): number {
    return Math.max(LEAST_ROWS, Math.min(this.most, Math.floor(CELLS_MS / this.rowMs)));
  }

  /** Rows have so many cells. */
  hasCells(columns: number): void {
    this.most = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(MOST_CELLS / columns)));
  }

  /** The same in a frame that draws so many new rows: if they are too many anyway, the frames that follow take over more. */
  rowsOf(added: number): number {
    const { rows } = this;
    return added <= rows ? rows : Math.max(1, rows - Math.ceil(added / LINES_OF_ROW));
  }

  /** Cells of so many rows were drawn, and so many rows without cells. */
  took(ms: number, rows: number, lines: number): void {
    if (rows <= 0) return;
    const all = rows + lines / LINES_OF_ROW;
    this.rowMs = 0.7 * this.rowMs + 0.3 * (Math.max(0, ms - DRAW_MS) / all);
  }
}

/** Rows whose cells are drawn. */
export type WholeRows = ReadonlySet<number>;

/** Those that are drawn at all. */
export function wholeWithin({ from, to }: RowStretch, whole: WholeRows): WholeRows {
  return new Set([...whole].filter((row) => row >= from && row < to));
}

/**
 * The rows whose cells are drawn, now that a scroll brings others: a few more than before, so that no frame has too much to do.
 * A short scroll draws all at once; a far one outruns the cells, and they follow when it is slower. Cells that are drawn stay.
 * @param drawn what is drawn now
 * @param whole those of before
 * @param most how many more
 */
export function wholeRows(place: RowPlace, drawn: RowStretch, whole: WholeRows, most: number): WholeRows {
  const must = drawnRows(place);
  const missing = allRows(must).filter((row) => !whole.has(row));
  // Beside those that have cells; if none has, from the top, as it is read.
  const isFromBelow = whole.has(must.to - 1) && !whole.has(must.from);
  const next = isFromBelow ? missing.slice(-most) : missing.slice(0, most);
  return new Set([...wholeWithin(drawn, whole), ...next]);
}

/** Whether the cells of all rows that must be drawn are. */
export function isAllWhole(place: RowPlace, whole: WholeRows): boolean {
  return allRows(drawnRows(place)).every((row) => whole.has(row));
}

export interface DrawnRows {
  readonly drawn: RowStretch;
  readonly whole: WholeRows;
  /** That show them. */
  readonly elements: RowElements;
}

export const NOTHING_DRAWN: DrawnRows = { drawn: { from: 0, to: 0 }, whole: new Set(), elements: [] };

/** Rows that were not drawn before. */
export function addedRows(before: RowStretch, after: RowStretch): number {
  const stayed = Math.min(before.to, after.to) - Math.max(before.from, after.from);
  return after.to - after.from - Math.max(0, stayed);
}

/**
 * Without as many of the rows left behind as others came: their elements show those, and none is made. A few more are taken away as long
 * as many are left: each costs a little in every frame.
 */
function exchangedRows(place: RowPlace, before: RowStretch, after: RowStretch): RowStretch {
  const surplus = addedRows(before, after) - addedRows(after, before);
  if (surplus <= 0) return after;
  const must = drawnRows(place);
  const isDown = after.to > before.to;
  const behind = isDown ? must.from - after.from : after.to - must.to;
  const spare = Math.max(0, Math.min(STEP_ROWS, behind - surplus - SPARE_ROWS));
  const fewer = Math.min(behind, surplus + spare);
  return isDown ? { from: after.from + fewer, to: after.to } : { from: after.from, to: after.to - fewer };
}

/** The rows of a frame that belongs to a scroll, and their elements. */
function scrolledRows(
  place: RowPlace,
  { drawn, elements }: DrawnRows,
  next: RowStretch,
  mayReuse: boolean,
): Omit<DrawnRows, 'whole'> {
  const after = mayReuse ? exchangedRows(place, drawn, next) : fewerRows(place, next);
  return { drawn: after, elements: (mayReuse ? withRowsReused : withRows)(elements, after) };
}

/**
 * What is drawn at once for a scroll: every row in sight, and the cells of as many as a frame has time for.
 * @param mayReuse whether elements may show other rows than before, in any order
 */
export function rowsOfScroll(
  place: RowPlace,
  before: DrawnRows,
  pace: RowPace,
  mayReuse: boolean,
): DrawnRows {
  const next = scrolledRows(place, before, keptRows(place, before.drawn), mayReuse);
  const most = pace.rowsOf(addedRows(before.drawn, next.drawn));
  return { ...next, whole: wholeRows(place, next.drawn, before.whole, most) };
}

/**
 * What is drawn after a frame that only follows a scroll: more cells of the rows in sight. The scroll may go on, so a few rows ahead get their
 * lines: the frame of the next scroll has less to do then.
 */
export function rowsAfterScroll(
  place: RowPlace,
  before: DrawnRows,
  pace: RowPace,
  isDown: boolean,
  mayReuse: boolean,
): DrawnRows {
  const ahead = rowsAhead(place, keptRows(place, before.drawn), isDown);
  const next = scrolledRows(place, before, ahead, mayReuse);
  return { ...next, whole: wholeRows(place, next.drawn, before.whole, pace.rows) };
}

/**
 * What is drawn in a frame with nothing else to do. It does the first of these that is left: draws the cells of a few rows ahead that are
 * only lines, draws a few more rows ahead, takes away a few far rows, draws the cells of a few rows that were passed, puts a few elements
 * in their order. Undefined: none is left.
 * @param mayReuse false: no row gets another element, not even to mend the order
 */
export function rowsAtRest(
  place: RowPlace,
  before: DrawnRows,
  isDown: boolean,
  mayReuse: boolean,
): DrawnRows | undefined {
  const { drawn, whole, elements } = before;
  const must = drawnRows(place);
  const lines = allRows(drawn).filter((row) => !whole.has(row));
  const coming = isDown
    ? lines.filter((row) => row >= must.to).slice(0, STEP_ROWS)
    : lines.filter((row) => row < must.from).slice(-STEP_ROWS);
  if (coming.length > 0) return { ...before, whole: new Set([...whole, ...coming]) };
  const more = rowsAhead(place, drawn, isDown);
  if (more !== drawn) {
    const isNew = (row: number): boolean => row < drawn.from || row >= drawn.to;
    // The scroll may only have paused.
    const goesOn = mayReuse && (isDown ? more.to > drawn.to : more.from < drawn.from);
    const next = goesOn ? exchangedRows(place, drawn, more) : more;
    return {
      drawn: next,
      whole: wholeWithin(next, new Set([...whole, ...allRows(more).filter(isNew)])),
      elements: (goesOn ? withRowsReused : withRows)(elements, next),
    };
  }
  const fewer = fewerRows(place, drawn);
  if (fewer !== drawn)
    return { drawn: fewer, whole: wholeWithin(fewer, whole), elements: withRows(elements, fewer) };
  if (lines.length > 0) return { ...before, whole: new Set([...whole, ...lines.slice(0, STEP_ROWS)]) };
  const ordered = mayReuse ? inOrder(elements, STEP_ROWS) : elements;
  return ordered === elements ? undefined : { ...before, elements: ordered };
}

export function rowItems(
  { base, heights }: RowPlace,
  elements: RowElements,
  whole: WholeRows,
): readonly RowItem[] {
  const origin = heights.topOf(base);
  return elements.map(({ key, row }) => ({
    key,
    row,
    top: heights.topOf(row) - origin,
    isWhole: whole.has(row),
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
