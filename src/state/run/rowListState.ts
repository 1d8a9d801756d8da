import type { RowOrder } from '../../core/entities/order/rowOrder.ts';
import type { RowFilter, RowSort } from '../../core/rows/rowQuery.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** How the list of rows of one run is ordered, filtered and searched. */
export interface RowListState {
  /** The run that this is about; another run starts anew. */
  readonly runId: number;
  /** Decides among rows that are equal in all of `sort`. */
  readonly order: Exclude<RowOrder, 'key'>;
  readonly sort: readonly RowSort[];
  readonly filters: readonly RowFilter[];
  readonly exactOnly: boolean;
  /** Empty: nothing is searched. */
  readonly search: string;
}

export interface RowListStore extends ReadableStore<RowListState> {
  /** The state of a run: that of an earlier run does not count. */
  readonly of: (runId: number) => RowListState;
  readonly change: (runId: number, change: Partial<Omit<RowListState, 'runId'>>) => void;
}

function fresh(runId: number): RowListState {
  return { runId, order: 'time-asc', sort: [], filters: [], exactOnly: false, search: '' };
}

export function createRowListStore(): RowListStore {
  const store = createStore<RowListState>(fresh(-1));
  const of = (runId: number): RowListState => (store.get().runId === runId ? store.get() : fresh(runId));
  return {
    get: store.get,
    subscribe: store.subscribe,
    of,
    change: (runId, change) => store.set({ ...of(runId), ...change }),
  };
}

/**
 * The columns to sort by after a press on the header of one: first ascending, then descending, then not.
 * @param adds keeps the other columns: the pressed one decides only where they are equal
 */
export function sortAfterPress(sort: readonly RowSort[], name: string, adds: boolean): readonly RowSort[] {
  const known = sort.find((each) => each.name === name);
  const next: readonly RowSort[] =
    known === undefined
      ? [{ name, isDescending: false }]
      : known.isDescending
        ? []
        : [{ name, isDescending: true }];
  if (!adds) return next;
  if (known === undefined) return [...sort, ...next];
  return sort.flatMap((each) => (each.name === name ? next : [each]));
}

/** The filters with one more; the same twice is one. */
export function withFilter(filters: readonly RowFilter[], filter: RowFilter): readonly RowFilter[] {
  const text = JSON.stringify(filter);
  return filters.some((each) => JSON.stringify(each) === text) ? filters : [...filters, filter];
}
