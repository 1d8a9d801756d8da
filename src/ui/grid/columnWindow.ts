/** Columns [from, to) are drawn besides the pinned ones. */
export interface ColumnWindow {
  readonly from: number;
  readonly to: number;
}

/** Fewer are all drawn: then nothing changes while a grid scrolls sideways. */
const FEW_COLUMNS = 8;
/** The same if texts wrap: a column that enters could make its rows higher, and so move the others. */
const FEW_WRAPPED = 40;
/** CSS px drawn beyond the edges, so that a short scroll draws nothing new. */
const BEYOND_PX = 200;
/** As wide as a grid may be whose width is not known yet. */
const UNKNOWN_PX = 600;
/** Edges move in steps of this many columns. */
const STEP_COLUMNS = 2;

/**
 * The columns in sight.
 * @param left CSS px that are scrolled away
 * @param width CSS px of the grid; 0: unknown yet
 */
export function columnWindow(
  widths: readonly number[],
  pinned: number,
  left: number,
  width: number,
  wraps: boolean,
): ColumnWindow {
  if (widths.length <= (wraps ? FEW_WRAPPED : FEW_COLUMNS)) return { from: pinned, to: widths.length };
  let at = 0;
  let from = widths.length;
  let to = pinned;
  for (const [index, each] of widths.entries()) {
    const isIn = at + each > left - BEYOND_PX && at < left + (width === 0 ? UNKNOWN_PX : width) + BEYOND_PX;
    if (isIn && index >= pinned) {
      from = Math.min(from, index);
      to = index + 1;
    }
    at += each;
  }
  const first = Math.max(pinned, Math.floor(from / STEP_COLUMNS) * STEP_COLUMNS);
  const last = Math.min(widths.length, Math.ceil(to / STEP_COLUMNS) * STEP_COLUMNS);
  return { from: Math.min(first, last), to: last };
}

/** CSS px of columns [from, to). */
export function widthOf(widths: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += widths[at] ?? 0;
  return sum;
}
