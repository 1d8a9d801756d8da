import { linkAddress, linkParams } from '../address/namedLinks.ts';
import type { SettingsStorage } from '../base/settings.ts';
import type { ReadableStore } from '../base/store.ts';
import { createStoredList } from '../base/storedList.ts';
import { EMPTY_FORM, formToParams, paramsToForm, QUERY_VIEW, type QueryForm } from './queryForm.ts';

/** Queries run in this browser, as addresses of the Query view, newest first. */
export interface RecentQueries extends ReadableStore<readonly string[]> {
  /** Puts a started query first. Does nothing if any of its fields looks like a secret. */
  readonly add: (form: QueryForm) => void;
  readonly forget: (address: string) => void;
  readonly forgetAll: () => void;
}

const STORAGE_NAME = 'keyscope.query.recent.v1';
const MOST_QUERIES = 50;
const MOST_STORED_CHARS = 500_000;

/** The address to store; undefined if the query must not be kept. Dropping only some fields would make it another query. */
function addressOf(form: QueryForm): string | undefined {
  const params = formToParams({
    ...form,
    tab: EMPTY_FORM.tab,
    chart: EMPTY_FORM.chart,
    view: EMPTY_FORM.view,
  });
  return form.table === '' ? undefined : linkAddress(QUERY_VIEW, params);
}

/** The form of a stored address; undefined: not an address of the Query view, or it may hold a secret. */
export function formOfAddress(address: string): QueryForm | undefined {
  const params = linkParams(address, QUERY_VIEW);
  return params !== undefined && params.size > 0 ? paramsToForm(params) : undefined;
}

function read(items: readonly unknown[]): readonly string[] {
  const found = new Set<string>();
  for (const item of items.slice(0, 2 * MOST_QUERIES)) {
    const form = typeof item === 'string' ? formOfAddress(item) : undefined;
    const address = form && addressOf(form);
    if (address !== undefined) found.add(address);
  }
  return [...found].slice(0, MOST_QUERIES);
}

/** The last 50 queries. */
export function createRecentQueries(storage: () => SettingsStorage): RecentQueries {
  const list = createStoredList(storage, { name: STORAGE_NAME, mostChars: MOST_STORED_CHARS, read });
  return {
    get: list.get,
    subscribe: list.subscribe,
    add: (form) => {
      const address = addressOf(form);
      if (address === undefined) return;
      list.refresh();
      list.save([address, ...list.get().filter((one) => one !== address)].slice(0, MOST_QUERIES));
    },
    forget: (address) => {
      list.refresh();
      list.save(list.get().filter((one) => one !== address));
    },
    forgetAll: () => list.save([]),
  };
}
