import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { RowOrder } from '../../core/entities/order/rowOrder.ts';
import type { ColumnChoice } from '../../core/rows/columnChoice.ts';
import { type ColumnRef, columnRefName } from '../../core/entities/columns/columnRef.ts';
import type { ComparedFilter, RowFilter, RowSort } from '../../core/rows/rowQuery.ts';
import { clampTicks, ticksToIso } from '../../core/time/ticks.ts';
import type { AddressStore } from '../address/address.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** Identifies the rows: the number of a run, or the name of a list of keys. */
export type RowsId = number | string;

/** How the list of rows of one run is ordered, filtered and searched. */
export interface RowListState {
  /** The run it belongs to; another run starts with the defaults. */
  readonly runId: RowsId;
  /** The order of rows that are equal in all columns of `sort`. */
  readonly order: Exclude<RowOrder, 'key'>;
  readonly sort: readonly RowSort[];
  readonly filters: readonly RowFilter[];
  /** Empty: no search. */
  readonly search: string;
  /** The pane "What differs?" is open. */
  readonly differs: boolean;
  /** How a link arranges the columns. It takes precedence over the stored choice for the table. */
  readonly columns?: ColumnChoice | undefined;
  /** The row that is open beside the list. */
  readonly row?: EntityKey | undefined;
  /** Names of the parameters of a link that could not be read. */
  readonly unread?: readonly string[] | undefined;
  /** The name of the finding that is open on the map. */
  readonly finding?: string | undefined;
}

export interface RowListStore extends ReadableStore<RowListState> {
  /** The state for a run; a run without one gets the defaults. */
  readonly of: (runId: RowsId) => RowListState;
  /**
   * `continues`: the user still types the same filter or continues the same drag, so that all of it is one undo step. `joins`: undo takes
   * it back together with the previous change, which was made in another list.
   */
  readonly change: (
    runId: RowsId,
    change: Partial<Omit<RowListState, 'runId'>>,
    continues?: boolean,
    joins?: boolean,
  ) => void;
  /** Call when a run replaces another. `like`: the replaced run, if it had the same query. Then order, filters and search stay. */
  readonly begin: (runId: RowsId, like: number | undefined) => void;
  /** Shows a list as a link says, replacing what was chosen for the run. This is not an undo step. */
  readonly restore: (runId: RowsId, list: Partial<RowListState>) => void;
  /** Call after a comparison: filters of an earlier comparison are replaced by those of this one, or removed if it has none. */
  readonly compared: (runId: RowsId, filters: ComparedFilters) => void;
}

/** The filters of a comparison, by what they select. */
export type ComparedFilters = Readonly<Partial<Record<ComparedFilter['what'], ComparedFilter>>>;

/** Always the same object, so that a view that reads it again sees no change. */
const NO_FILTERS: readonly RowFilter[] = [];

function fresh(runId: RowsId): RowListState {
  return { runId, order: 'time-asc', sort: [], filters: NO_FILTERS, search: '', differs: false };
}

/** @param makeStep makes a change of the filters undoable */
export function createRowListStore(makeStep: AddressStore['step']): RowListStore {
  const store = createStore<RowListState>(fresh(-1));
  // One object per run, so that a view that reads it again sees no change.
  let unchanged = fresh(-1);
  /** The last step. While the same change continues, its filters are replaced. */
  let typed: { readonly runId: RowsId; filters: readonly RowFilter[] } | undefined;
  /** Identifies the runs of one query. The steps of an earlier query no longer apply. */
  let line: { found: ComparedFilters } = { found: {} };
  const of = (runId: RowsId): RowListState => {
    if (store.get().runId === runId) return store.get();
    if (unchanged.runId !== runId) unchanged = fresh(runId);
    return unchanged;
  };
  /** The filters, with those of an earlier comparison replaced by the ones of the newest, or left out if it has none. */
  const asFound = (filters: readonly RowFilter[]): readonly RowFilter[] =>
    filters.flatMap((filter): readonly RowFilter[] => {
      const found = filter.kind === 'compared' ? line.found[filter.what] : filter;
      return found === undefined ? [] : [found];
    });
  const begin = (runId: RowsId, like: number | undefined): void => {
    const before = like === undefined ? fresh(runId) : of(like);
    if (like === undefined) line = { found: {} };
    // The comparison was of the rows of the previous run.
    else line.found = {};
    typed = undefined;
    const open = { row: undefined, finding: undefined, unread: undefined };
    store.set({ ...before, ...open, runId, filters: asFound(before.filters) });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    of,
    begin,
    restore: (runId, list) => {
      begin(runId, undefined);
      store.update((before) => ({ ...before, ...list, runId }));
    },
    compared: (runId, found) => {
      if (store.get().runId !== runId) begin(runId, undefined);
      line.found = found;
      store.update((list) => ({ ...list, filters: asFound(list.filters) }));
    },
    change: (runId, change, continues = false, joins = false) => {
      if (store.get().runId !== runId) begin(runId, undefined);
      const before = of(runId);
      store.set({ ...before, ...change });
      const { filters = before.filters } = change;
      if (isEqual(filters, before.filters)) {
        // A drag may begin where the selection already is; what it selects next is a step of its own.
        if (!continues) typed = undefined;
        return;
      }
      if (continues && typed?.runId === runId) {
        typed.filters = filters;
        return;
      }
      const step = { runId, filters };
      typed = step;
      const own = line;
      const select = (selected: readonly RowFilter[]): void => {
        if (line === own) store.update((list) => ({ ...list, filters: asFound(selected) }));
      };
      makeStep(
        {
          undo: () => select(before.filters),
          redo: () => select(step.filters),
          isGone: () => line !== own || isEqual(asFound(before.filters), asFound(step.filters)),
        },
        joins,
      );
    },
  };
}

function isEqual(a: readonly RowFilter[], b: readonly RowFilter[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isSame(a: ColumnRef, b: ColumnRef): boolean {
  return columnRefName(a) === columnRefName(b);
}

/** The best known time of a row, as a column to sort by. */
export const TIME: ColumnRef = { name: 'Time', fact: 'time' };
export const PREFIX: ColumnRef = { name: 'Prefix', fact: 'prefix' };

/**
 * The columns to sort by after a click on a header: first ascending, then descending, then not.
 * @param adds keeps the other columns; the clicked one only decides between equal rows
 */
function sortAfterPress(sort: readonly RowSort[], ref: ColumnRef, adds: boolean): readonly RowSort[] {
  const known = sort.find((each) => isSame(each, ref));
  const next: readonly RowSort[] =
    known === undefined
      ? [{ ...ref, isDescending: false }]
      : known.isDescending
        ? []
        : [{ ...known, isDescending: true }];
  if (!adds) return next;
  if (known === undefined) return [...sort, ...next];
  return sort.flatMap((each) => (isSame(each, ref) ? next : [each]));
}

const NEXT_ORDER: Readonly<Record<RowListState['order'], RowListState['order']>> = {
  'time-asc': 'time-desc',
  'time-desc': 'arrival',
  arrival: 'time-asc',
};

/**
 * The order of the list after a click on a header. Sorting by time alone is a separate order, which needs no column and
 * in which arriving rows are inserted at their place. `adds`: with Shift.
 */
export function orderAfterPress(
  { sort, order }: Pick<RowListState, 'sort' | 'order'>,
  ref: ColumnRef,
  adds: boolean,
): Pick<RowListState, 'sort' | 'order'> {
  const isTime = isSame(ref, TIME);
  if (isTime && (!adds || sort.length === 0))
    return { sort: [], order: sort.length > 0 ? 'time-asc' : NEXT_ORDER[order] };
  // A column added to the order by time decides only between equal times.
  const byTime: readonly RowSort[] =
    adds && sort.length === 0 && order !== 'arrival'
      ? [{ ...TIME, isDescending: order === 'time-desc' }]
      : sort;
  return { sort: sortAfterPress(byTime, ref, adds), order };
}

export function isTimeRange(filter: RowFilter): filter is Extract<RowFilter, { kind: 'range' }> {
  return filter.kind === 'range' && filter.fact === TIME.fact;
}

/** The filter of a stretch of time, [from, to) in ticks. Undefined: no bound. */
export function timeRange(from: bigint | undefined, to: bigint | undefined): RowFilter {
  const textOf = (ticks: bigint | undefined): string =>
    ticks === undefined ? '' : ticksToIso(clampTicks(ticks)).replace(/\.?0+Z$/, 'Z');
  return { ...TIME, kind: 'range', as: 'instant', from: textOf(from), to: textOf(to) };
}

/** The filter for rows that have one of the given texts in a column. */
export function anyOf(ref: ColumnRef, texts: readonly string[]): RowFilter {
  const [text = '', ...more] = texts;
  const type = 'Edm.String';
  return more.length === 0 ? { ...ref, kind: 'is', type, text } : { ...ref, kind: 'one-of', type, texts };
}

/** Filters for the value of a column. A new choice in the same column replaces them. */
const PLACES: ReadonlySet<RowFilter['kind']> = new Set(['is', 'one-of', 'range']);

/** Adds what was chosen on a map or a chart, replacing what was chosen in the same columns before. */
export function withChoice(
  filters: readonly RowFilter[],
  chosen: readonly RowFilter[],
): readonly RowFilter[] {
  const names = new Set(chosen.map(placeOf));
  const others = filters.filter((each) => !PLACES.has(each.kind) || !names.has(placeOf(each)));
  return chosen.reduce(withFilter, others);
}

function placeOf(filter: RowFilter): string {
  return filter.name === undefined ? '' : columnRefName(filter);
}

/** Replaces any selected stretch of time by this one. */
export function withTimeRange(
  filters: readonly RowFilter[],
  from: bigint | undefined,
  to: bigint | undefined,
): readonly RowFilter[] {
  return withChoice(filters, [timeRange(from, to)]);
}

/** Adds a filter, unless it is already there. */
export function withFilter(filters: readonly RowFilter[], filter: RowFilter): readonly RowFilter[] {
  const text = JSON.stringify(filter);
  return filters.some((each) => JSON.stringify(each) === text) ? filters : [...filters, filter];
}
