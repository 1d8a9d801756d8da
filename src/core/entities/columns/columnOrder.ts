import type { Steps } from '../../steps.ts';
import { orderByWords } from './radixOrder.ts';
import { KIND_TEXT } from './sortKey.ts';
import { rankOf, type ValueColumn, valuesOfKind } from './valueColumn.ts';

/** One column to sort by. NaN, names that occur twice, null and rows without the property are last in both directions, in this order. */
export interface ColumnSort {
  readonly column: ValueColumn;
  readonly isDescending: boolean;
}

/** By row: the rank of its value. In descending order the ranks are reversed, but only those of values that can be compared. */
function ranksOf({ column, isDescending }: ColumnSort): Uint32Array {
  const { distinct, values, ranks, rowCount } = column;
  const last = distinct === 0 ? 0 : rankOf(column, distinct - 1);
  const { to } = valuesOfKind(column, KIND_TEXT);
  const turned = isDescending ? to : 0;
  const first = to === 0 ? 0 : rankOf(column, to - 1);
  const keys = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const value = values[row] as number;
    if (value >= distinct) {
      keys[row] = last + 1;
      continue;
    }
    const rank = ranks === undefined ? value : (ranks[value] as number);
    keys[row] = value < turned ? first - rank : rank;
  }
  return keys;
}

/**
 * Sorts rows by columns. The first column decides first, and rows that are equal in all of them keep their order.
 * @yields after some ten thousand rows
 */
export function* orderByColumns(
  rows: Uint32Array,
  sorts: readonly ColumnSort[],
): Steps<Uint32Array<ArrayBuffer>> {
  return yield* orderByWords(rows.slice(), sorts.toReversed().map(ranksOf));
}
