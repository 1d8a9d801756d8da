import type { PassingValues } from './columnFilter.ts';
import type { ValueColumn } from './valueColumn.ts';

/**
 * Clears the rows of a mask whose value does not pass. A range is tested by the signs of two differences, because engines compile even `? 1
 * : 0` to a branch, which costs more on random data. Values and sizes are below 2^31.
 * @param mask by row, 1 or 0; no longer than the column
 */
export function narrowMask(
  mask: Uint8Array,
  { values }: Pick<ValueColumn, 'values'>,
  passing: PassingValues,
): void {
  if ('passes' in passing) {
    const { passes } = passing;
    for (let row = 0; row < mask.length; row++)
      mask[row] = (mask[row] as number) & (passes[values[row] as number] as number);
    return;
  }
  const { from, to } = passing;
  const size = to - from;
  const others = passing.isOthers ? 1 : 0;
  for (let row = 0; row < mask.length; row++) {
    const place = ((values[row] as number) - from) | 0;
    mask[row] = (mask[row] as number) & ((((place - size) & ~place) >>> 31) ^ others);
  }
}

/** Clears the rows that are set in another mask. */
export function clearMask(mask: Uint8Array, others: Uint8Array): void {
  for (let row = 0; row < mask.length; row++) mask[row] = (mask[row] as number) & ~(others[row] as number);
}

/** Clears the rows that are not set in another mask. */
export function keepMask(mask: Uint8Array, others: Uint8Array): void {
  for (let row = 0; row < mask.length; row++) mask[row] = (mask[row] as number) & (others[row] as number);
}

/** How many rows are set in a mask. */
export function maskCount(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length; row++) count += mask[row] as number;
  return count;
}

/** How many of the first `rowCount` rows are in the mask. No mask: all of them. */
export function countIn(mask: Uint8Array | undefined, rowCount: number): number {
  return mask === undefined ? rowCount : maskCount(mask.subarray(0, rowCount));
}

/**
 * The rows that are set in a mask, in the order of `rows`. Each row is written, and the next one overwrites it unless it is kept.
 * @param rows none beyond the end of the mask
 * @param most the number of rows that are kept, or more
 */
export function rowsOfMask(rows: Uint32Array, mask: Uint8Array, most: number): Uint32Array {
  const kept = new Uint32Array(most + 1);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    kept[count] = row;
    count += mask[row] as number;
  }
  return kept.subarray(0, count);
}
