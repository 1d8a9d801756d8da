import type { ReactNode } from 'react';
import type { GridRange } from './gridKeys.ts';
import { IS_TOUCH, TEXT_SCALE } from '../theme/textScale.ts';

export interface GridColumn {
  readonly id: string;
  readonly title: string;
  /** Shown dimmed after the title, such as a type or a zone. */
  readonly note?: string | undefined;
  /** Initial width in CSS px at the usual text size; the user may change it. */
  readonly width: number;
  /**
   * The number of monospaced characters that must be visible in full, such as those of a time to 100 ns. The initial width is at least
   * that.
   */
  readonly wholeChars?: number | undefined;
  readonly mono?: boolean | undefined;
  readonly sortable?: boolean | undefined;
  /** Its texts take as many lines as they need, up to a limit. Otherwise they have one line, which may be cut. */
  readonly wraps?: boolean | undefined;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end' | undefined;
  /** Takes the remaining width until the user resizes it. Without such a column, the last one does. */
  readonly grows?: boolean | undefined;
}

export interface GridSort {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** What a grid must know about a cell of which it has only the beginning. */
export interface CutText {
  /** The length of the whole text in UTF-16 units. */
  readonly units: number;
  readonly whole: () => Promise<string>;
}

export interface DataGridProps {
  /** Accessible name. */
  readonly label: string;
  readonly rowCount: number;
  readonly columns: readonly GridColumn[];
  /** The rows are not in the order that the headers show yet, because a sort is in progress. */
  readonly isStale?: boolean | undefined;
  /** The content of a cell, called only for visible rows. */
  readonly renderCell: (rowIndex: number, columnId: string) => ReactNode;
  /**
   * The content of a row; undefined until it is loaded. A row is drawn again only if this is another object or value, or if `renderCell` is
   * another function. Without it, all rows count as loaded, and are drawn again whenever the label or `renderCell` changes.
   */
  readonly rowContent?: ((rowIndex: number) => unknown) | undefined;
  /** The exact text of a cell, for copying and its tooltip. */
  readonly getCellText: (rowIndex: number, columnId: string) => string;
  /** Set if `getCellText` returns only the beginning of the cell's text. */
  readonly cutText?: ((rowIndex: number, columnId: string) => CutText | undefined) | undefined;
  readonly selectedRow?: number | undefined;
  /** Called when a row is pressed, or the keyboard moves to it. */
  readonly onSelectRow?: ((rowIndex: number) => void) | undefined;
  /** Called when a row is pressed, after `onSelectRow`. Not called at the end of a text selection. */
  readonly onPressRow?: ((rowIndex: number) => void) | undefined;
  /** Called for Enter or a double click on a row. */
  readonly onOpenRow?: ((rowIndex: number) => void) | undefined;
  /** Called for D on a row: compares what the row stands for with the rest. Undefined if D is not a key of the grid. */
  readonly onCompareRow?: ((rowIndex: number) => void) | undefined;
  /** The first one decides; the next ones decide between equal rows. */
  readonly sort?: readonly GridSort[] | undefined;
  /** Called for a press or Enter on a sortable header. The caller chooses the direction. `adds`: with Shift, or by +. */
  readonly onSort?: ((columnId: string, adds: boolean) => void) | undefined;
  /** Called for F (keep the rows with this value) or X (keep those without it) on a cell. */
  readonly onFilterCell?: ((rowIndex: number, columnId: string, excludes: boolean) => void) | undefined;
  /** Called for F or a right click on a header. */
  readonly onFilterColumn?: ((columnId: string) => void) | undefined;
  /** Called for G on a header. */
  readonly onGroupColumn?: ((columnId: string) => void) | undefined;
  /** The cells that are selected together. Without `onRange` none can be selected. */
  readonly range?: GridRange | undefined;
  readonly onRange?: ((range: GridRange | undefined) => void) | undefined;
  /** Called for Ctrl+C while cells are selected together. */
  readonly onCopyRange?: (() => void) | undefined;
  /** The accessible name of a row. It must be the same for the same `rowContent`. */
  readonly rowLabel?: ((rowIndex: number) => string) | undefined;
  /** A new object whenever rows arrived. Those in sight are `shift` positions further down then, and stay in their place on screen. */
  readonly moved?: { readonly shift?: number } | undefined;
  /** Marks a row that arrived just now, or late. */
  readonly rowTone?: ((rowIndex: number) => 'new' | 'late' | undefined) | undefined;
  /** Called when rows [from, to) are visible, or about to be. */
  readonly onVisibleRange?: ((from: number, to: number) => void) | undefined;
  /** If set, the caller keeps the widths and passes them back with the columns. */
  readonly onResizeColumn?: ((columnId: string, widthPx: number) => void) | undefined;
  /** Called for a double click on the edge of a header: the column should be as wide as its texts. */
  readonly onFitColumn?: ((columnId: string) => void) | undefined;
  /** Called when a header was moved before another one by dragging or with keys; undefined: to the end. */
  readonly onMoveColumn?: ((columnId: string, before: string | undefined) => void) | undefined;
  /** Called for W: switches the wrapping of texts on or off. */
  readonly onToggleWrap?: (() => void) | undefined;
  /** How many columns at the left stay visible when the grid scrolls sideways; default: none. */
  readonly pinnedColumns?: number | undefined;
  /** Shown instead of rows if there are none. */
  readonly emptyState?: ReactNode | undefined;
}

/** The height in CSS px; tokens.css has the same in rem. */
export const ROW_HEIGHT: number = (IS_TOUCH ? 32 : 24) * TEXT_SCALE;
export const HEADER_HEIGHT: number = (IS_TOUCH ? 32 : 26) * TEXT_SCALE;
export const MIN_COLUMN_WIDTH = 40;
export const MAX_COLUMN_WIDTH = 2000;
/** Padding of a row's first cell, which is the widest, plus its border. */
const CELL_EDGES = 27;

/**
 * The initial width of a column.
 * @param charPx the width of one character of the monospaced font in this browser, in CSS px
 */
export function startWidth({ width, wholeChars = 0 }: GridColumn, charPx: number): number {
  const usual = width * TEXT_SCALE;
  return wholeChars === 0 ? usual : clampWidth(Math.max(usual, Math.ceil(wholeChars * charPx) + CELL_EDGES));
}

export function clampWidth(widthPx: number): number {
  return Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, Math.round(widthPx)));
}

export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`;
}

/** @param element the number of the element that draws the row */
export function rowId(gridId: string, element: number): string {
  return `${gridId}-row-${element}`;
}
