import { TEXT_SCALE } from '../../../ui/theme/textScale.ts';

/** CSS px: width of a letter, padding of a chip, the count and the link to all checks, and the menu. */
const LETTER_PX = 7 * TEXT_SCALE;
const AROUND_PX = 36;
const COUNT_PX = 185 * TEXT_SCALE;
const MENU_PX = 90 * TEXT_SCALE;

/** How many chips of these lengths fit beside the count, from the first; the others are in a menu. */
export function fittingChips(lengths: readonly number[], width: number): number {
  const widths = lengths.map((length) => length * LETTER_PX + AROUND_PX);
  const total = widths.reduce((sum, each) => sum + each, COUNT_PX);
  if (total <= width) return lengths.length;
  let left = width - COUNT_PX - MENU_PX;
  let count = 0;
  for (const each of widths) {
    left -= each;
    if (left < 0) break;
    count += 1;
  }
  return count;
}
