import { rankOf, type ValueColumn } from './valueColumn.ts';

/** One column to sort by. Rows without the value are last in both directions. */
export interface ColumnSort {
  readonly column: ValueColumn;
  readonly isDescending: boolean;
}

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/**
 * Sorts rows by columns, the first one first; rows that are equal in all keep their order. It counts once for
 * each 16 bits of a column's ranks, so a million rows take some tens of milliseconds.
 */
export function orderByColumns(rows: Uint32Array, sorts: readonly ColumnSort[]): Uint32Array<ArrayBuffer> {
  let source = rows.slice();
  let target = new Uint32Array(rows.length);
  const keys = new Uint32Array(rows.length);
  for (const { column, isDescending } of sorts.toReversed()) {
    const { distinct, values, ranks } = column;
    const last = distinct === 0 ? 0 : rankOf(column, distinct - 1);
    const passes = last + 1 < DIGITS ? 1 : 2;
    for (let pass = 0; pass < passes; pass++) {
      for (let at = 0; at < source.length; at++) {
        const value = values[source[at] as number] ?? distinct;
        const rank = value >= distinct ? last + 1 : ranks === undefined ? value : (ranks[value] as number);
        keys[at] = value < distinct && isDescending ? last - rank : rank;
      }
      countingPass(source, target, keys, pass * DIGIT_BITS);
      [source, target] = [target, source];
    }
  }
  return source;
}

/** Moves rows to `target` in order of 16 bits of their keys. */
function countingPass(source: Uint32Array, target: Uint32Array, keys: Uint32Array, shift: number): void {
  const next = new Uint32Array(DIGITS + 1);
  for (const key of keys) {
    const digit = (key >>> shift) & (DIGITS - 1);
    next[digit + 1] = (next[digit + 1] as number) + 1;
  }
  for (let digit = 0; digit < DIGITS; digit++)
    next[digit + 1] = (next[digit + 1] as number) + (next[digit] as number);
  for (let at = 0; at < source.length; at++) {
    const digit = ((keys[at] as number) >>> shift) & (DIGITS - 1);
    const position = next[digit] as number;
    target[position] = source[at] as number;
    next[digit] = position + 1;
  }
}
