import type { SchemeProposal } from '../../core/keys/detectScheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import type { AddressStore } from '../address/address.ts';
import { EMPTY_FORM, formToParams, paramsToForm, type QueryForm } from './queryForm.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** The query form, kept in the address: opening the address restores it and sends nothing. */
export interface QueryStore extends ReadableStore<QueryForm> {
  readonly change: (change: Partial<QueryForm>) => void;
  /** Shows the query view with its current form. */
  readonly open: () => void;
  /** Changes the table and clears what was set about the previous table's keys. */
  readonly chooseTable: (name: string) => void;
  /** Applies a proposal from a table's sample, unless a scheme is already chosen. */
  readonly propose: (table: string, proposal: SchemeProposal) => void;
  /** Names the connected account, and takes its window if none was typed. */
  readonly useAccount: (
    endpoint: string,
    window: { readonly from: string; readonly to: string } | undefined,
  ) => void;
  /** Keeps the current address: the next change adds a history entry, so that Back returns here. */
  readonly remember: () => void;
}

export const QUERY_VIEW = 'query';

export function createQueryStore(address: AddressStore): QueryStore {
  const isOurs = (): boolean => address.get().view === QUERY_VIEW;
  const store = createStore<QueryForm>(isOurs() ? paramsToForm(address.get().params) : EMPTY_FORM);

  // Whether the current history entry holds a query that was run or returned to: it must not be overwritten.
  let isKept = false;

  const write = (how: 'replace' | 'push'): void => {
    if (isOurs() && address.get().unknownVersion === undefined) {
      address.write(QUERY_VIEW, formToParams(store.get()), how);
    }
  };
  // Only after user navigation: addresses that this store writes may lack values (nothing secret enters an address).
  address.onNavigate(() => {
    if (!isOurs() || address.get().unknownVersion !== undefined) return;
    // The bare view (a navigation link): the form stays as it was.
    if (address.get().params.size === 0) {
      write('replace');
      return;
    }
    const next = paramsToForm(address.get().params);
    if (JSON.stringify(next) === JSON.stringify(store.get())) return;
    store.set(next);
    isKept = true;
  });
  const change = (next: Partial<QueryForm>): void => {
    const windowGiven = 'from' in next || 'to' in next || store.get().windowGiven;
    store.update((form) => ({ ...form, windowGiven, ...next }));
    // Another view of the same result is not another query.
    const isOtherQuery = Object.keys(next).some((name) => name !== 'tab');
    write(isKept && isOtherQuery ? 'push' : 'replace');
    if (isOtherQuery) isKept = false;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    change,
    open: () => address.write(QUERY_VIEW, formToParams(store.get()), 'push'),
    chooseTable: (table) => {
      if (table === store.get().table) return;
      const { scheme, volume, unprefixed, prefixes, pk, pkMatch, rk, rkMatch, filter, select, rounding } =
        EMPTY_FORM;
      change({
        table,
        scheme,
        volume,
        unprefixed,
        prefixes,
        pk,
        pkMatch,
        rk,
        rkMatch,
        filter,
        select,
        rounding,
      });
    },
    propose: (table, proposal) => {
      const form = store.get();
      if (form.table !== table || form.scheme !== '') return;
      const { pk, pkMatch, ...fields } = proposalFields(proposal);
      // A typed PartitionKey is the user's own choice.
      change({
        ...fields,
        ...(form.pk === '' && pk !== undefined && pkMatch !== undefined && { pk, pkMatch }),
      });
    },
    useAccount: (endpoint, window) => {
      const form = store.get();
      // A link for another account keeps naming that account until the user changes it.
      if (form.endpoint !== '' && form.endpoint !== endpoint) return;
      change({ endpoint, ...(!form.windowGiven && window) });
    },
    remember: () => {
      isKept = true;
    },
  };
}

/** What a proposal says about the keys, as form fields. */
export function proposalFields(
  proposal: SchemeProposal,
): Pick<QueryForm, 'scheme' | 'volume' | 'unprefixed' | 'rounding'> &
  Partial<Pick<QueryForm, 'pk' | 'pkMatch'>> {
  const { schemeId, volume, unprefixed, roundingTicks, textBefore } = proposal;
  const rounding = roundingTicks === undefined ? '' : String(roundingTicks / TICKS_PER_SECOND);
  return {
    scheme: schemeId,
    volume,
    unprefixed,
    rounding,
    ...(textBefore === undefined || schemeById(schemeId)?.timeSource !== 'partition'
      ? {}
      : { pk: textBefore, pkMatch: 'begins' }),
  };
}

/** Whether the form already says exactly what the proposal says. */
export function isAsProposed(form: QueryForm, proposal: SchemeProposal): boolean {
  const fields = proposalFields(proposal);
  return (
    form.scheme === fields.scheme &&
    form.volume === fields.volume &&
    form.unprefixed === fields.unprefixed &&
    form.rounding === fields.rounding
  );
}
