/**
 * Places for rows in the scrolled element. Browsers cut an element's height (Chromium at 33,554,428 px, Firefox at
 * 17,895,697), so a grid of more rows than this shows a stretch of them: row = slot + base.
 */
export const MAX_SLOTS = 700_000;
/** At both ends slots and rows go one by one, so that the first and the last row are where the scroll bar ends. */
const EDGE_SLOTS = 50_000;

export function slotCount(rows: number): number {
  return Math.min(rows, MAX_SLOTS);
}

/** The row that a place of the scroll bar stands for: in proportion between the ends. */
export function rowAtSlot(slot: number, rows: number): number {
  if (rows <= MAX_SLOTS || slot <= EDGE_SLOTS) return slot;
  if (slot >= MAX_SLOTS - EDGE_SLOTS) return slot + rows - MAX_SLOTS;
  return Math.round(
    EDGE_SLOTS + ((slot - EDGE_SLOTS) * (rows - 2 * EDGE_SLOTS)) / (MAX_SLOTS - 2 * EDGE_SLOTS),
  );
}

/** The base with which a row stands where the scroll bar says. 0 .. rows - MAX_SLOTS. */
export function baseForRow(row: number, rows: number): number {
  if (rows <= MAX_SLOTS || row <= EDGE_SLOTS) return 0;
  if (row >= rows - EDGE_SLOTS) return rows - MAX_SLOTS;
  const share = (row - EDGE_SLOTS) / (rows - 2 * EDGE_SLOTS);
  return row - Math.round(EDGE_SLOTS + share * (MAX_SLOTS - 2 * EDGE_SLOTS));
}
