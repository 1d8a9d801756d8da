import type { AddressStore } from '../address/address.ts';
import { EMPTY_FORM, formToParams, ofTable, isSameQuery, paramsToForm, type QueryForm } from './queryForm.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { ProposedFields } from './proposedFields.ts';
import { rangeBeside, type UsedRanges, withRange } from './usedRanges.ts';

/** The query form, kept in the address: opening the address restores it and sends nothing. */
export interface QueryStore extends ReadableStore<QueryForm> {
  /**
   * A change by the user: one step that Back and `undo` take back. Typing in one field is one step, however long it takes, until
   * `commit`.
   */
  readonly change: (change: Partial<QueryForm>) => void;
  /** Ends the step of a field: the user left it, or closed the form around it. */
  readonly commit: () => void;
  /** Takes the last step back. False: there is none. */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Shows the query view with its current form. */
  readonly open: () => void;
  /**
   * Whether the form is as an address set it, which may be somebody else's link: nothing is sent for it before the user
   * does something with it.
   */
  readonly isLinked: ReadableStore<boolean>;
  /** The user does something with the form, such as to run it or to open a part. */
  readonly adopt: () => void;
  /** Changes the table and clears what was set about the previous table's keys. */
  readonly chooseTable: (name: string) => void;
  /** The same for a table that nobody chose, such as the only one that a SAS reaches: no step of its own. */
  readonly proposeTable: (name: string) => void;
  /** Applies what a table's sample says about its keys, unless a scheme is already chosen. */
  readonly propose: (table: string, proposed: ProposedFields) => void;
  /** Names the connected account, and takes its window if none was typed. */
  readonly useAccount: (
    endpoint: string,
    window: { readonly from: string; readonly to: string } | undefined,
  ) => void;
  /** The query is run: the next change is another step, and its window is one of the ranges used. */
  readonly remember: () => void;
  /** The windows of this page's queries, to go back and forward through. */
  readonly ranges: ReadableStore<UsedRanges>;
  /** To the range used before, or after. */
  readonly toRange: (direction: 'back' | 'forward') => void;
}

export const QUERY_VIEW = 'query';

export function createQueryStore(address: AddressStore): QueryStore {
  const isOurs = (): boolean => address.get().view === QUERY_VIEW;
  const store = createStore<QueryForm>(isOurs() ? paramsToForm(address.get().params) : EMPTY_FORM);

  /** The field whose typing is the step of the current history entry; undefined: the next change is another step. */
  let typedIn: string | undefined;
  const ranges = createStore<UsedRanges>([]);
  const isLinked = createStore(false);
  const adopt = (): void => isLinked.set(false);

  const write = (how: 'replace' | 'step'): void => {
    if (isOurs() && address.get().unknownVersion === undefined) {
      address.write(QUERY_VIEW, formToParams(store.get()), how);
    }
  };
  // Only after user navigation: addresses that this store writes may lack values (nothing secret enters an address).
  address.onNavigate(() => {
    typedIn = undefined;
    if (!isOurs() || address.get().unknownVersion !== undefined) return;
    // The bare view (a navigation link): the form stays as it was.
    if (address.get().params.size === 0) {
      write('replace');
      return;
    }
    isLinked.set(true);
    const next = paramsToForm(address.get().params);
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
  });
  const set = (next: Partial<QueryForm>): void => {
    const windowGiven = 'from' in next || 'to' in next || store.get().windowGiven;
    store.update((form) => ({ ...form, windowGiven, ...next }));
  };
  /** Not the user's: part of the step that led here. */
  const amend = (next: Partial<QueryForm>): void => {
    set(next);
    write('replace');
  };
  const change = (next: Partial<QueryForm>): void => {
    const before = store.get();
    adopt();
    set(next);
    // Another view of the same result is not another query.
    if (isSameQuery(before, store.get())) {
      write('replace');
      return;
    }
    const field = typedField(next);
    write(field !== undefined && field === typedIn ? 'replace' : 'step');
    typedIn = field;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    change,
    commit: () => {
      typedIn = undefined;
    },
    undo: () => isOurs() && address.undo(),
    redo: () => isOurs() && address.redo(),
    open: () => address.write(QUERY_VIEW, formToParams(store.get()), 'push'),
    isLinked,
    adopt,
    chooseTable: (name) => {
      adopt();
      if (name !== store.get().table) change(ofTable(name));
    },
    ...automaticChanges(store.get, amend, adopt),
    remember: () => {
      typedIn = undefined;
      const { from, to } = store.get();
      ranges.update((used) => withRange(used, { from, to }));
    },
    ranges,
    toRange: (direction) => {
      const range = rangeBeside(ranges.get(), store.get(), direction);
      if (range !== undefined) change({ ...range });
    },
  };
}

/** What the page fills in by itself where the user has not. */
function automaticChanges(
  get: () => QueryForm,
  amend: (next: Partial<QueryForm>) => void,
  adopt: () => void,
): Pick<QueryStore, 'proposeTable' | 'propose' | 'useAccount'> {
  return {
    proposeTable: (name) => {
      if (name !== get().table) amend(ofTable(name));
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
      // The user has just connected.
      adopt();
      amend({ endpoint, ...(!form.windowGiven && window) });
    },
  };
}

/** The fields that are typed. Both ends of the window are one, and so are the text of a key and how it matches. */
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

/** The field that a change types in; undefined: it chooses something, or changes several fields at once. */
function typedField(change: Partial<QueryForm>): string | undefined {
  const [name, ...more] = Object.keys(change);
  return name === undefined || more.length > 0 ? undefined : TYPED.get(name);
}
