import type { PassingValues } from './columnFilter.ts';
import type { Codes, ValueColumn } from './valueColumn.ts';

/** Writes every row; the next one overwrites it unless it is kept. So no branch depends on the data. */
function keepStretch(
  rows: Uint32Array,
  values: Codes,
  from: number,
  size: number,
  isIn: number,
  into: Uint32Array,
): number {
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    into[count] = row;
    // Unsigned: a value below the stretch becomes one above its end.
    count += ((values[row] as number) - from) >>> 0 < size ? isIn : 1 - isIn;
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
 * @returns a part of `into`
 */
export function keepRows(
  rows: Uint32Array,
  { values }: ValueColumn,
  passing: PassingValues,
  into: Uint32Array,
): Uint32Array {
  const count =
    'passes' in passing
      ? keepPassing(rows, values, passing.passes, into)
      : keepStretch(rows, values, passing.from, passing.to - passing.from, passing.isOthers ? 0 : 1, into);
  return into.subarray(0, count);
}
