import type { QueryForm } from './queryForm.ts';

export type TypedRange = Pick<QueryForm, 'from' | 'to'>;

/** The windows that queries were run with, oldest first, without duplicates. */
export type UsedRanges = readonly TypedRange[];

/** More ranges than anyone would step back through. */
const MOST = 50;

function indexOf(list: UsedRanges, { from, to }: TypedRange): number {
  return list.findIndex((range) => range.from === from && range.to === to);
}

/** Adds the range of a query as the newest, unless it is already in the list. */
export function withRange(list: UsedRanges, range: TypedRange): UsedRanges {
  return indexOf(list, range) >= 0 ? list : [...list, range].slice(-MOST);
}

/** The range before or after the current one; undefined if there is none. A range that no query used counts as after the last. */
export function rangeBeside(
  list: UsedRanges,
  shown: TypedRange,
  direction: 'back' | 'forward',
): TypedRange | undefined {
  const known = indexOf(list, shown);
  const from = known < 0 ? list.length : known;
  return list[direction === 'back' ? from - 1 : from + 1];
}
