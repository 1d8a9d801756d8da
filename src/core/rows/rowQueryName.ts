import type { RowSelection } from '../entities/order/rowOrder.ts';

/** A RowQuery as this file needs it: what answers one is not loaded by those who only compare two. */
interface NamedQuery extends RowSelection {
  readonly sort?: readonly object[];
  readonly filters?: readonly object[];
}

/** The same text for the same question. */
export function rowQueryName({ order, exactWindow, sort = [], filters = [] }: NamedQuery): string {
  return JSON.stringify([order, String(exactWindow?.from), String(exactWindow?.to), sort, filters]);
}
