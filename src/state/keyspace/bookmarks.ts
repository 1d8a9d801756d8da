import { readHash, strippedAddress, writeHash } from '../address/hashAddress.ts';
import { lookOfParams, paramsOfLook } from './keyspaceStore.ts';
import { holdsSecret } from '../base/secrets.ts';
import type { SettingsStorage } from '../base/settings.ts';
import type { ReadableStore } from '../base/store.ts';
import { createStoredList } from '../base/storedList.ts';

/** A named part of a map: an address of the Keyspace view, so it contains nothing that an address must not. */
export interface KeyspaceBookmark {
  readonly name: string;
  /** `#/keyspace?v=1&...` */
  readonly address: string;
}

export interface KeyspaceBookmarks extends ReadableStore<readonly KeyspaceBookmark[]> {
  /** Returns a message if it fails. An existing name gets the new address. */
  readonly add: (name: string, address: string) => string | undefined;
  readonly rename: (from: string, to: string) => string | undefined;
  readonly remove: (name: string) => void;
}

const STORAGE_NAME = 'keyscope.keyspace.bookmarks.v1';
const VIEW = 'keyspace';
const MOST_BOOKMARKS = 50;
const MOST_NAME_CHARS = 80;
const MOST_ADDRESS_CHARS = 4096;
const MOST_STORED_CHARS = 1_000_000;

/** The address as the view itself would write it, without anything else. Undefined if it is not of this view. */
export function plainAddress(address: string): string | undefined {
  if (address.length > MOST_ADDRESS_CHARS || strippedAddress('', address) !== undefined) return undefined;
  const { view, params } = readHash(address);
  if (view !== VIEW || params.size === 0) return undefined;
  return writeHash(VIEW, paramsOfLook(lookOfParams(params)));
}

/** A name on one line; undefined if nothing is left. */
function plainName(name: string): string | undefined {
  // Control characters and bidirectional marks could make one name look like another.
  const text = name
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trimStart()
    .slice(0, MOST_NAME_CHARS)
    .trimEnd();
  return text === '' ? undefined : text;
}

function bookmarkOf(value: unknown): KeyspaceBookmark | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(value));
  const given = { name: members.get('name'), address: members.get('address') };
  if (typeof given.name !== 'string' || typeof given.address !== 'string') return undefined;
  const name = plainName(given.name);
  const address = plainAddress(given.address);
  return name === undefined || address === undefined || holdsSecret(name) ? undefined : { name, address };
}

/** Keeps the valid ones; a repeated name counts once. */
function read(items: readonly unknown[]): readonly KeyspaceBookmark[] {
  const found = new Map<string, KeyspaceBookmark>();
  for (const item of items) {
    const bookmark = bookmarkOf(item);
    if (bookmark !== undefined && found.size < MOST_BOOKMARKS) found.set(bookmark.name, bookmark);
  }
  return [...found.values()];
}

/** Bookmarks of the Keyspace view. */
export function createKeyspaceBookmarks(storage: () => SettingsStorage): KeyspaceBookmarks {
  const list = createStoredList(storage, { name: STORAGE_NAME, mostChars: MOST_STORED_CHARS, read });
  /** Why a name is not allowed; undefined if it is. */
  const nameFault = (name: string | undefined): string | undefined => {
    if (name === undefined) return 'A bookmark needs a name.';
    return holdsSecret(name)
      ? 'The name looks like a SAS, a token or an account key: choose another.'
      : undefined;
  };
  return {
    get: list.get,
    subscribe: list.subscribe,
    add: (text, given) => {
      const name = plainName(text);
      const address = plainAddress(given);
      const fault = nameFault(name);
      if (name === undefined || fault !== undefined) return fault;
      if (address === undefined) return 'This view cannot be bookmarked: show all, and try again.';
      const others = list.get().filter((one) => one.name !== name);
      if (others.length >= MOST_BOOKMARKS) return `There are ${MOST_BOOKMARKS} bookmarks: delete one first.`;
      list.save([...others, { name, address }]);
      return undefined;
    },
    rename: (from, text) => {
      const to = plainName(text);
      const fault = nameFault(to);
      if (to === undefined || fault !== undefined) return fault;
      if (to !== from && list.get().some((one) => one.name === to)) return `${to} already exists.`;
      list.save(list.get().map((one) => (one.name === from ? { ...one, name: to } : one)));
      return undefined;
    },
    remove: (name) => list.save(list.get().filter((one) => one.name !== name)),
  };
}
