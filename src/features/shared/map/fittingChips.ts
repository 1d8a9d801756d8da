import { TEXT_SCALE } from '../../../ui/theme/textScale.ts';

/** Estimated widths in CSS px: of a letter, of the padding of a chip, of the count with the link to all checks, and of the menu. */
const LETTER_PX = 7 * TEXT_SCALE;
const AROUND_PX = 36;
const COUNT_PX = 185 * TEXT_SCALE;
const MENU_PX = 90 * TEXT_SCALE;

/** How many of these chips, from the first, fit beside the count. `lengths` are in characters. The other chips are in a menu. */
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
