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

/** The address of a saved query, of any account: the whole form, or no table but columns, which are a set for many tables. */
export function savedAddress(form: QueryForm): string | undefined {
  const kept = form.table === '' ? { ...EMPTY_FORM, tab: form.tab, view: columnsOf(form) } : form;
  const params = formToParams({ ...kept, endpoint: '' });
  return form.table === '' && kept.view.length === 0 ? undefined : linkAddress(QUERY_VIEW, params);
}

/** The columns that a form arranges. */
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

/** Queries with a name, and sets of columns. */
export function createSavedQueries(storage: () => SettingsStorage): NamedLinks {
  return createNamedLinks(storage, {
    storageName: 'keyscope.query.saved.v1',
    noun: 'saved query',
    most: 100,
    plain: plainAddress,
    refusal: 'This cannot be saved: it is too long, or something in it looks like a secret.',
    // Of the same table, or columns: otherwise one is lost by a name alone.
    replaces: (address, other) => savedForm({ address }).table === savedForm({ address: other }).table,
  });
}

/** What a table begins with, once it is chosen: all of its default query but the account, and the time only if it has one. */
export function defaultQuery(links: readonly NamedLink[], table: string): Partial<QueryForm> {
  const link = links.find((one) => one.isDefault === true && savedForm(one).table === table);
  if (link === undefined) return {};
  const { endpoint: _any, from, to, windowGiven, ...fields } = savedForm(link);
  return windowGiven ? { ...fields, from, to, windowGiven } : fields;
}
