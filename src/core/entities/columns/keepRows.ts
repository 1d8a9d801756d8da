import type { PassingValues } from './columnFilter.ts';
import type { Codes } from '../bytes/narrowColumn.ts';
import type { ValueColumn } from './valueColumn.ts';

/**
 * Every row is written, and the next one over it unless it is kept. Whether it is comes from the sign of two differences: no branch that depends
 * on the data, which an engine makes even of `? 1 : 0`. Values and sizes are below 2^31.
 */
function keepStretch(
  rows: Uint32Array,
  values: Codes,
  from: number,
  size: number,
  others: 0 | 1,
  into: Uint32Array,
): number {
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    into[count] = row;
    const place = ((values[row] as number) - from) | 0;
    count += (((place - size) & ~place) >>> 31) ^ others;
  }
  return count;
}

/** The same for the rows 0, 1, 2 and so on, which need not be read. */
function keepStretchOfAll(
  rows: number,
  values: Codes,
  from: number,
  size: number,
  others: 0 | 1,
  into: Uint32Array,
): number {
  let count = 0;
  for (let row = 0; row < rows; row++) {
    into[count] = row;
    const place = ((values[row] as number) - from) | 0;
    count += (((place - size) & ~place) >>> 31) ^ others;
  }
  return count;
}

function keepPassing(rows: Uint32Array, values: Codes, passes: Uint8Array, into: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    into[count] = row;
    count += passes[values[row] as number] as number;
  }
  return count;
}

/**
 * The rows whose value passes, in their order.
 * @param rows all of them in the column
 * @param into room for all rows; may be `rows` itself
 * @param isEvery the rows are 0, 1, 2 and so on
 * @returns a part of `into`
 */
export function keepRows(
  rows: Uint32Array,
  { values }: ValueColumn,
  passing: PassingValues,
  into: Uint32Array,
  isEvery = false,
): Uint32Array {
  if ('passes' in passing) return into.subarray(0, keepPassing(rows, values, passing.passes, into));
  const { from, to } = passing;
  const others = passing.isOthers ? 1 : 0;
  const count = isEvery
    ? keepStretchOfAll(rows.length, values, from, to - from, others, into)
    : keepStretch(rows, values, from, to - from, others, into);
  return into.subarray(0, count);
}
