import { ROW_HEIGHT } from './gridTypes.ts';

/**
 * Number of row slots in the scrolled element. Browsers limit an element's height (Chromium to 33,554,428 px, Firefox to 17,895,697),
 * and rows whose texts wrap are higher. So a grid with more rows shows a section of them: row = slot + base.
 */
export const MAX_SLOTS: number = Math.floor(4_800_000 / ROW_HEIGHT);
/** At both ends, slots and rows advance one by one, so that the first and the last row are at the ends of the scroll bar. */
const EDGE_SLOTS = 50_000;

export function slotCount(rows: number): number {
  return Math.min(rows, MAX_SLOTS);
}

/** The row at a position of the scroll bar: proportional between the ends. */
export function rowAtSlot(slot: number, rows: number): number {
  if (rows <= MAX_SLOTS || slot <= EDGE_SLOTS) return slot;
  if (slot >= MAX_SLOTS - EDGE_SLOTS) return slot + rows - MAX_SLOTS;
  return Math.round(
    EDGE_SLOTS + ((slot - EDGE_SLOTS) * (rows - 2 * EDGE_SLOTS)) / (MAX_SLOTS - 2 * EDGE_SLOTS),
  );
}

/** The base that puts a row at its position of the scroll bar, 0 .. rows - MAX_SLOTS. */
export function baseForRow(row: number, rows: number): number {
  if (rows <= MAX_SLOTS || row <= EDGE_SLOTS) return 0;
  if (row >= rows - EDGE_SLOTS) return rows - MAX_SLOTS;
  const share = (row - EDGE_SLOTS) / (rows - 2 * EDGE_SLOTS);
  return row - Math.round(EDGE_SLOTS + share * (MAX_SLOTS - 2 * EDGE_SLOTS));
}
