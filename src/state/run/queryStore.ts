import type { AddressStore } from '../address/address.ts';
import {
  EMPTY_FORM,
  formToParams,
  isSameQuery,
  ofTable,
  paramsToForm,
  QUERY_VIEW,
  type QueryForm,
} from './queryForm.ts';
import { createStore, type ReadableStore, type Store } from '../base/store.ts';
import type { ProposedFields } from './proposedFields.ts';

export interface FormPlace {
  /** Its number, stored with the history entries that hold the form. */
  readonly tab: number;
  readonly isLinked?: boolean;
  /** Whether the tab is in sight. Only then is its form in the address. */
  readonly isInSight: () => boolean;
  /** The windows with which the queries of all tabs were run. */
  readonly ranges: Store<UsedRanges>;
  /** What a table begins with: the fields of its default query. */
  readonly defaultOf: (table: string) => Partial<QueryForm>;
}

/** The query form of a tab. The address holds the form of the tab in sight. Opening an address restores the form and sends nothing. */
export interface QueryStore extends ReadableStore<QueryForm> {
  /**
   * A change by the user: one step for Back and `undo`. Typing in one field is one step, however long it takes, until `commit`. `joins`: a
   * form that is not in sight is undone together with the change before it.
   */
  readonly change: (change: Partial<QueryForm>, joins?: boolean) => void;
  /** A change by the page, not by the user: it is not an undo step, and nothing is sent because of it. */
  readonly amend: (change: Partial<QueryForm>) => void;
  /**
   * Ends the typing in a field, so that the next change is a new step. Call when the user leaves the field or closes the form around it.
   */
  readonly commit: () => void;
  /** Call when the tab is closed for good: undo passes over its steps. */
  readonly close: () => void;
  /** Undoes the last step. False if there is none. */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Shows the query view with its current form. */
  readonly open: () => void;
  /** Call when the tab comes into sight: puts this form into the address. */
  readonly show: () => void;
  /** Call when the user navigated to an entry of its tab: takes the form that the address holds. */
  readonly follow: () => void;
  /**
   * Whether the form is still as an address set it, which may be somebody else's link: nothing is sent for it before
   * the user acts on it.
   */
  readonly isLinked: ReadableStore<boolean>;
  /** Call when the user does something with the form, such as running it or opening a part. */
  readonly adopt: () => void;
  /** Changes the table and clears what was set about the previous table's keys. */
  readonly chooseTable: (name: string) => void;
  /** The same for a table that was not chosen by the user, such as the only one that a SAS reaches. It makes no undo step. */
  readonly proposeTable: (name: string) => void;
  /** Applies what a table's sample says about its keys, unless a scheme is already chosen. */
  readonly propose: (table: string, proposed: ProposedFields) => void;
  /** Sets the connected account, and its window if none was typed. */
  readonly useAccount: (
    endpoint: string,
    window: { readonly from: string; readonly to: string } | undefined,
  ) => void;
  /** Call when the query is run: the next change is a new step, and the window is added to `ranges`. */
  readonly remember: () => void;
  /** The windows of this page's queries, to go back and forward through. */
  readonly ranges: ReadableStore<UsedRanges>;
  /** Sets the range used before or after the current one. */
  readonly toRange: (direction: 'back' | 'forward') => void;
}

/** The form that the address holds; an empty one if it is of another view. */
export function formInAddress(address: AddressStore): QueryForm {
  const { view, params } = address.get();
  return view === QUERY_VIEW ? paramsToForm(params) : EMPTY_FORM;
}

export function createQueryStore(address: AddressStore, initial: QueryForm, place: FormPlace): QueryStore {
  const isOurs = (): boolean => place.isInSight() && address.get().view === QUERY_VIEW;
  const store = createStore(initial);

  /** The field whose typing belongs to the current history entry; undefined: the next change makes a new step. */
  let typedIn: string | undefined;
  let isClosed = false;
  const isLinked = createStore(place.isLinked === true);
  const adopt = (): void => isLinked.set(false);

  const write = (how: 'replace' | 'step'): void => {
    if (isOurs() && address.get().unknownVersion === undefined) {
      address.write(QUERY_VIEW, formToParams(store.get()), how, place.tab);
    }
  };
  // Only after the user navigated: an address that this store wrote may lack values, because no secret may be in it.
  const follow = (): void => {
    typedIn = undefined;
    if (!isOurs() || address.get().unknownVersion !== undefined) return;
    // A bare navigation link keeps the form.
    if (address.get().params.size === 0) {
      write('replace');
      return;
    }
    const next = paramsToForm(address.get().params);
    // It was a step of a selection, so the form is still the user's own.
    if (JSON.stringify(next) === JSON.stringify(store.get())) return;
    isLinked.set(true);
    store.set(next);
  };
  const set = (next: Partial<QueryForm>): void => {
    const windowGiven = 'from' in next || 'to' in next || store.get().windowGiven;
    store.update((form) => ({ ...form, windowGiven, ...next }));
  };
  /** An automatic change, which becomes part of the current step. */
  const amend = (next: Partial<QueryForm>): void => {
    set(next);
    write('replace');
  };
  const change = (next: Partial<QueryForm>, joins = false): void => {
    const before = store.get();
    adopt();
    // A bare link names no query, so undo could not go back to this one.
    if (address.get().params.size === 0) write('replace');
    set(next);
    // Another view of the same result is not another query, so it is not a step.
    if (isSameQuery(before, store.get())) {
      write('replace');
      return;
    }
    if (!place.isInSight()) address.step({ ...unseenStep(set, before, next), isGone: () => isClosed }, joins);
    const field = typedField(next);
    write(field !== undefined && field === typedIn ? 'replace' : 'step');
    typedIn = field;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    change,
    amend,
    commit: () => void (typedIn = undefined),
    close: () => void (isClosed = true),
    undo: () => isOurs() && address.undo(),
    redo: () => isOurs() && address.redo(),
    open: () => address.write(QUERY_VIEW, formToParams(store.get()), 'push', place.tab),
    show: () => {
      typedIn = undefined;
      write('step');
    },
    follow,
    isLinked,
    adopt,
    chooseTable: (name) => {
      adopt();
      if (name !== store.get().table) change({ ...ofTable(name), ...place.defaultOf(name) });
    },
    ...automaticChanges(store.get, amend, adopt, place),
    remember: () => {
      typedIn = undefined;
      const { from, to } = store.get();
      place.ranges.update((used) => withRange(used, { from, to }));
    },
    ranges: place.ranges,
    toRange: (direction) => {
      const range = rangeBeside(place.ranges.get(), store.get(), direction);
      if (range !== undefined) change({ ...range });
    },
  };
}

/** A change of a form that the address does not hold. Undo leaves what was changed in other fields since then. */
function unseenStep(set: (next: Partial<QueryForm>) => void, before: QueryForm, change: Partial<QueryForm>) {
  const names = Object.keys(change) as (keyof QueryForm)[];
  const old = Object.fromEntries(names.map((name) => [name, before[name]]));
  return { undo: () => set({ windowGiven: before.windowGiven, ...old }), redo: () => set(change) };
}

/** What the page fills in by itself if the user has not. */
function automaticChanges(
  get: () => QueryForm,
  amend: (next: Partial<QueryForm>) => void,
  adopt: () => void,
  { defaultOf }: Pick<FormPlace, 'defaultOf'>,
): Pick<QueryStore, 'proposeTable' | 'propose' | 'useAccount'> {
  return {
    proposeTable: (name) => {
      if (name !== get().table) amend({ ...ofTable(name), ...defaultOf(name) });
    },
    propose: (table, { pk, pkMatch, ...fields }) => {
      const form = get();
      if (form.table !== table || form.scheme !== '') return;
      // A typed PartitionKey is the user's own choice.
      amend({
        ...fields,
        ...(form.pk === '' && pk !== undefined && pkMatch !== undefined && { pk, pkMatch }),
      });
    },
    useAccount: (endpoint, window) => {
      const form = get();
      // A link for another account keeps naming that account until the user changes it.
      if (form.endpoint !== '' && form.endpoint !== endpoint) return;
      // Connecting is an action by the user.
      adopt();
      amend({ endpoint, ...(!form.windowGiven && window) });
    },
  };
}

/** The fields that are typed, by undo group. Both ends of the window are one group, and so are the text of a key and how it matches. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ['from', 'window'],
  ['to', 'window'],
  ['pk', 'pk'],
  ['pkMatch', 'pk'],
  ['rk', 'rk'],
  ['rkMatch', 'rk'],
  ['filter', 'filter'],
  ['select', 'select'],
  ['prefixes', 'prefixes'],
]);

/** The field that a change is typed in; undefined if it is a choice, or changes several fields at once. */
function typedField(change: Partial<QueryForm>): string | undefined {
  const [name, ...more] = Object.keys(change);
  return name === undefined || more.length > 0 ? undefined : TYPED.get(name);
}

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
