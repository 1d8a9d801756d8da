import type { PassingValues } from './columnFilter.ts';
import { codes, type Codes } from '../bytes/narrowColumn.ts';
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

/** The same for values in the order of a list: keeps places in it. */
function keepStretchOfList(
  values: Codes,
  from: number,
  size: number,
  others: 0 | 1,
  into: Uint32Array,
): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    into[count] = at;
    const place = ((values[at] as number) - from) | 0;
    count += (((place - size) & ~place) >>> 31) ^ others;
  }
  return count;
}

function keepPassingOfList(values: Codes, passes: Uint8Array, into: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    into[count] = at;
    count += passes[values[at] as number] as number;
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
  { values }: Pick<ValueColumn, 'values'>,
  passing: PassingValues,
  into: Uint32Array,
): Uint32Array {
  if ('passes' in passing) return into.subarray(0, keepPassing(rows, values, passing.passes, into));
  const { from, to } = passing;
  return into.subarray(0, keepStretch(rows, values, from, to - from, passing.isOthers ? 1 : 0, into));
}

/** The values of a list's rows, in the order of the list: a filter reads them one after the other, not all over the memory. */
export function valuesOfList(
  rows: Uint32Array,
  { values, distinct }: Pick<ValueColumn, 'values' | 'distinct'>,
): Codes {
  const listed = codes(rows.length, distinct);
  for (let at = 0; at < rows.length; at++) listed[at] = values[rows[at] as number] as number;
  return listed;
}

/**
 * The places in a list whose value passes, in order. In a list of all rows as they arrived, they are the rows.
 * @param values see valuesOfList
 * @param into room for all places
 * @returns a part of `into`
 */
export function keepPlaces(values: Codes, passing: PassingValues, into: Uint32Array): Uint32Array {
  if ('passes' in passing) return into.subarray(0, keepPassingOfList(values, passing.passes, into));
  const { from, to } = passing;
  return into.subarray(0, keepStretchOfList(values, from, to - from, passing.isOthers ? 1 : 0, into));
}

/** Puts the rows of a list in the places of `places`. */
export function rowsAtPlaces(rows: Uint32Array, places: Uint32Array): Uint32Array {
  for (let at = 0; at < places.length; at++) places[at] = rows[places[at] as number] as number;
  return places;
}
