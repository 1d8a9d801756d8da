import type { ReactNode } from 'react';
import type { GridRange } from './gridKeys.ts';
import { IS_TOUCH, TEXT_SCALE } from '../theme/textScale.ts';

export interface GridColumn {
  readonly id: string;
  readonly title: string;
  /** Shown dimmed after the title: a type, a zone. */
  readonly note?: string | undefined;
  /** Initial width in CSS px at the usual text size; the user may change it. */
  readonly width: number;
  /** Number of monospaced characters that must be fully visible (a time to 100 ns). The initial width is at least that. */
  readonly wholeChars?: number | undefined;
  readonly mono?: boolean | undefined;
  readonly sortable?: boolean | undefined;
  /** Its texts take as many lines as they need, up to a limit; else one line, cut. */
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

/** What a grid must know of a cell of which it has only the beginning. */
export interface CutText {
  /** UTF-16 units of the whole text. */
  readonly units: number;
  readonly whole: () => Promise<string>;
}

export interface DataGridProps {
  /** Accessible name. */
  readonly label: string;
  readonly rowCount: number;
  readonly columns: readonly GridColumn[];
  /** The rows shown are not yet those of the headers: a sort is under way. */
  readonly isStale?: boolean | undefined;
  /** The content of a cell, called only for visible rows. */
  readonly renderCell: (rowIndex: number, columnId: string) => ReactNode;
  /**
   * What a row is made of, undefined until it is loaded. A row is drawn again only if this is another object or value, or if
   * `renderCell` is another function. Without it, all rows are loaded, and drawn again whenever label or `renderCell` changes.
   */
  readonly rowContent?: ((rowIndex: number) => unknown) | undefined;
  /** The exact text of a cell, for copying and its tooltip. */
  readonly getCellText: (rowIndex: number, columnId: string) => string;
  /** Set if `getCellText` has only the beginning of the cell's text. */
  readonly cutText?: ((rowIndex: number, columnId: string) => CutText | undefined) | undefined;
  readonly selectedRow?: number | undefined;
  /** A press on a row, or the keyboard moving to it. */
  readonly onSelectRow?: ((rowIndex: number) => void) | undefined;
  /** A press on a row, in addition to `onSelectRow`. Not called at the end of a text selection. */
  readonly onPressRow?: ((rowIndex: number) => void) | undefined;
  /** Enter or a double press on a row. */
  readonly onOpenRow?: ((rowIndex: number) => void) | undefined;
  /** D on a row: compares what it stands for with the rest. Undefined: D is not a key of the grid. */
  readonly onCompareRow?: ((rowIndex: number) => void) | undefined;
  /** The first one decides. */
  readonly sort?: readonly GridSort[] | undefined;
  /** A press or Enter on a sortable header. The caller chooses the direction. `adds`: with Shift, or by +. */
  readonly onSort?: ((columnId: string, adds: boolean) => void) | undefined;
  /** F (the rows with this value) or X (those without) on a cell. */
  readonly onFilterCell?: ((rowIndex: number, columnId: string, excludes: boolean) => void) | undefined;
  /** F on a header, or the other button of the mouse. */
  readonly onFilterColumn?: ((columnId: string) => void) | undefined;
  /** G on a header. */
  readonly onGroupColumn?: ((columnId: string) => void) | undefined;
  /** Cells selected together; without `onRange` the grid selects none. */
  readonly range?: GridRange | undefined;
  readonly onRange?: ((range: GridRange | undefined) => void) | undefined;
  /** Ctrl+C while cells are selected together. */
  readonly onCopyRange?: (() => void) | undefined;
  /** Accessible name of a row; the same for the same `rowContent`. */
  readonly rowLabel?: ((rowIndex: number) => string) | undefined;
  /** Set anew if rows arrived: those in sight are `shift` positions further down, and stay where they are on screen. */
  readonly moved?: { readonly shift?: number } | undefined;
  /** How a row looks: it arrived just now, or late. */
  readonly rowTone?: ((rowIndex: number) => 'new' | 'late' | undefined) | undefined;
  /** Rows [from, to) are visible, or about to be. */
  readonly onVisibleRange?: ((from: number, to: number) => void) | undefined;
  /** Set: the caller keeps the widths, and gives them back with the columns. */
  readonly onResizeColumn?: ((columnId: string, widthPx: number) => void) | undefined;
  /** A double press on the edge of a header: as wide as its texts. */
  readonly onFitColumn?: ((columnId: string) => void) | undefined;
  /** A header was dragged, or moved by keys, before another; undefined: behind all. */
  readonly onMoveColumn?: ((columnId: string, before: string | undefined) => void) | undefined;
  /** W: texts are wrapped, or no longer. */
  readonly onToggleWrap?: (() => void) | undefined;
  /** How many columns at the left stay in sight when the others are scrolled sideways; default: none. */
  readonly pinnedColumns?: number | undefined;
  /** Shown instead of rows if there are none. */
  readonly emptyState?: ReactNode | undefined;
}

/** CSS px, as tokens.css has them in rem. */
export const ROW_HEIGHT: number = (IS_TOUCH ? 32 : 24) * TEXT_SCALE;
export const HEADER_HEIGHT: number = (IS_TOUCH ? 32 : 26) * TEXT_SCALE;
export const MIN_COLUMN_WIDTH = 40;
export const MAX_COLUMN_WIDTH = 2000;
/** Padding of a row's first cell, which is the widest, plus its border. */
const CELL_EDGES = 27;

/**
 * The width of a column before the user changes it.
 * @param charPx what one character of the monospaced face takes in this browser, CSS px
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

/** @param element number of the element that draws the row */
export function rowId(gridId: string, element: number): string {
  return `${gridId}-row-${element}`;
}
