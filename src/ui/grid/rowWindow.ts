import { HEADER_HEIGHT } from './gridTypes.ts';
import type { RowHeights } from './rowHeights.ts';
import { slotCount } from './rowSlots.ts';

/** Rows drawn beyond both edges, so that a short scroll draws nothing new. */
const OVERSCAN_ROWS = 8;

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
}

/** Rows [from, to) are drawn. */
export function drawnRows({ rowCount, base, top, height, heights }: RowPlace): {
  readonly from: number;
  readonly to: number;
} {
  const end = base + slotCount(rowCount);
  const origin = heights.topOf(base);
  const from = Math.max(base, heights.rowAt(origin + top) - OVERSCAN_ROWS);
  const to = Math.min(end, heights.rowAt(origin + top + height) + 1 + OVERSCAN_ROWS);
  return { from: Math.min(from, end), to };
}

export function rowItems({ base, heights }: RowPlace, from: number, to: number): readonly RowItem[] {
  const origin = heights.topOf(base);
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => ({
    row: from + at,
    top: heights.topOf(from + at) - origin,
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
