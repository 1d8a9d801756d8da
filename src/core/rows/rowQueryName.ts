import type { RowOrder } from '../entities/order/rowOrder.ts';

/**
 * The parts of a RowQuery that name it. Declared here, so that comparing two questions does not load the code
 * that answers them.
 */
interface NamedQuery {
  readonly order: RowOrder;
  readonly sort?: readonly object[];
  readonly filters?: readonly object[];
}

/** The same text for the same question. */
export function rowQueryName({ order, sort = [], filters = [] }: NamedQuery): string {
  return JSON.stringify([order, sort, filters]);
}
