import type { RowOrder } from '../entities/order/rowOrder.ts';

/**
 * The parts of a `RowQuery` that tell it from another one. They are declared again here, so that comparing two queries does not load the
 * code that answers them.
 */
interface NamedQuery {
  readonly order: RowOrder;
  readonly sort?: readonly object[];
  readonly filters?: readonly object[];
}

/** A text that is the same for equal queries. */
export function rowQueryName({ order, sort = [], filters = [] }: NamedQuery): string {
  return JSON.stringify([order, sort, filters]);
}
