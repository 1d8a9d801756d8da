import { type HashAddress, isTooLong, readHash, strippedAddress, writeHash } from './hashAddress.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** The parts of a window that the address store needs; tests pass a plain object. */
export interface AddressBar {
  readonly read: () => { readonly search: string; readonly hash: string };
  /** Replaces or adds a history entry. Never called with a credential. */
  readonly write: (
    address: { readonly search: string; readonly hash: string },
    how: 'replace' | 'push',
  ) => void;
  /** Back, forward and typed addresses. */
  readonly onChange: (listener: () => void) => void;
}

export interface AddressStore extends ReadableStore<HashAddress> {
  /** Called when the user navigated: back, forward, a typed address. Not for what this store wrote. */
  readonly onNavigate: (listener: () => void) => void;
  /** Whether a credential arrived in the address and was stripped. */
  readonly stripped: ReadableStore<boolean>;
  /** Whether what was stripped was only too long to check. */
  readonly strippedLong: () => boolean;
  readonly dismissStripped: () => void;
  readonly write: (
    view: string,
    params: Iterable<readonly [string, string]>,
    how: 'replace' | 'push',
  ) => void;
}

/** The address hash as a store. Strips an arriving credential before anything reads it. */
export function createAddressStore(bar: AddressBar): AddressStore {
  const stripped = createStore(false);
  let isLong = false;
  const strip = (): void => {
    const { search, hash } = bar.read();
    const clean = strippedAddress(search, hash);
    if (clean === undefined) return;
    bar.write(clean, 'replace');
    isLong = isTooLong(search, hash);
    stripped.set(true);
  };
  strip();
  const store = createStore(readHash(bar.read().hash));
  const navigated: (() => void)[] = [];
  bar.onChange(() => {
    strip();
    store.set(readHash(bar.read().hash));
    for (const listener of navigated) listener();
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    onNavigate: (listener) => void navigated.push(listener),
    stripped,
    strippedLong: () => isLong,
    dismissStripped: () => stripped.set(false),
    write: (view, params, how) => {
      const { search, hash } = bar.read();
      const next = writeHash(view, params);
      if (next === hash) return;
      bar.write({ search, hash: next }, how);
      store.set(readHash(next));
    },
  };
}
