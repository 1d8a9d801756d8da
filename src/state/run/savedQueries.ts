import { readHash } from '../address/hashAddress.ts';
import {
  createNamedLinks,
  linkAddress,
  linkParams,
  type NamedLink,
  type NamedLinks,
} from '../address/namedLinks.ts';
import type { SettingsStorage } from '../base/settings.ts';
import { EMPTY_FORM, formToParams, paramsToForm, QUERY_VIEW, type QueryForm } from './queryForm.ts';

/**
 * The address of a saved query, without its account. A form without a table is saved as a set of columns for many tables. Undefined if
 * there is nothing to save or it must not be kept.
 */
export function savedAddress(form: QueryForm): string | undefined {
  const kept = form.table === '' ? { ...EMPTY_FORM, tab: form.tab, view: columnsOf(form) } : form;
  const params = formToParams({ ...kept, endpoint: '' });
  return form.table === '' && kept.view.length === 0 ? undefined : linkAddress(QUERY_VIEW, params);
}

function columnsOf({ view }: QueryForm): QueryForm['view'] {
  return view.filter(([name]) => name === 'columns');
}

export function savedForm({ address }: Pick<NamedLink, 'address'>): QueryForm {
  return paramsToForm(readHash(address).params);
}

function plainAddress(address: string): string | undefined {
  const params = linkParams(address, QUERY_VIEW);
  return params && savedAddress(paramsToForm(params));
}

/** Saved queries, and saved sets of columns. */
export function createSavedQueries(storage: () => SettingsStorage): NamedLinks {
  return createNamedLinks(storage, {
    storageName: 'keyscope.query.saved.v1',
    noun: 'saved query',
    most: 100,
    plain: plainAddress,
    refusal: 'This cannot be saved: it is too long, or something in it looks like a secret.',
    // Only a query of the same table, or a set of columns by a set: otherwise reusing a name would lose another one.
    replaces: (address, other) => savedForm({ address }).table === savedForm({ address: other }).table,
  });
}

/**
 * What a table begins with once it is chosen: its default query without the account, and with the time range only if the query sets one.
 */
export function defaultQuery(links: readonly NamedLink[], table: string): Partial<QueryForm> {
  const link = links.find((one) => one.isDefault === true && savedForm(one).table === table);
  if (link === undefined) return {};
  const { endpoint: _any, from, to, windowGiven, ...fields } = savedForm(link);
  return windowGiven ? { ...fields, from, to, windowGiven } : fields;
}
