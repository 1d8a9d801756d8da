import { type AddressBar, historyEntries, type UnsaidChange } from './historyEntries.ts';
import { type HashAddress, isTooLong, readHash, strippedAddress, writeHash } from './hashAddress.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

export interface AddressStore extends ReadableStore<HashAddress> {
  /** Called when the user navigated: back, forward, a typed address. Not called for this store's own writes. */
  readonly onNavigate: (listener: () => void) => void;
  /** Whether a credential arrived in the address and was stripped. */
  readonly stripped: ReadableStore<boolean>;
  /** True if values were stripped because they were too long to check, and no credential was found. */
  readonly strippedLong: () => boolean;
  readonly dismissStripped: () => void;
  /** The result tab whose query the current entry holds; undefined: the page did not write the entry. */
  readonly tab: () => number | undefined;
  /**
   * `step` adds a history entry that `undo` can leave again. `tab` is the result tab whose query the entry holds; default: that of the
   * current entry.
   */
  readonly write: (
    view: string,
    params: Iterable<readonly [string, string]>,
    how: 'replace' | 'push' | 'step',
    tab?: number,
  ) => void;
  /**
   * Makes a change undoable that was already made and that the address does not show. `joins`: undo takes it back together with the
   * previous change.
   */
  readonly step: (change: UnsaidChange, joins?: boolean) => void;
  /** Sets which part of an address counts for undo: two entries with the same part are the same state. Default: the whole address. */
  readonly compareBy: (query: (address: HashAddress) => string) => void;
  /** Call when a tab is closed for good: undo and redo pass over its entries. */
  readonly lose: (tab: number) => void;
  /** Goes back past the last step that changed something. False: there is none. */
  readonly undo: () => boolean;
  /** Goes forward to the next step that was undone. False: there is none. */
  readonly redo: () => boolean;
}

/** The address hash as a store. Strips an arriving credential before anything reads it. */
export function createAddressStore(bar: AddressBar): AddressStore {
  const stripped = createStore(false);
  let isLong = false;
  // Each history entry stores how many steps lead to it. How many can be redone is known only to this page.
  const stepNow = (): number => bar.read().step ?? 0;
  let lastStep = stepNow();
  const entries = historyEntries(bar);
  const strip = (): void => {
    const { search, hash } = bar.read();
    const clean = strippedAddress(search, hash);
    if (clean === undefined) return;
    // An entry that a followed link made has no numbers yet; `entries` stores them next.
    const { tab, at } = bar.read();
    bar.write({ ...clean, step: stepNow(), tab, at }, 'replace');
    isLong = isTooLong(search, hash);
    stripped.set(true);
  };
  strip();
  entries.start();
  const store = createStore(readHash(bar.read().hash));
  const navigated: (() => void)[] = [];
  bar.onChange(() => {
    strip();
    entries.follow();
    const { view } = store.get();
    store.set(readHash(bar.read().hash));
    // Another view may have replaced the entries ahead, so there is nothing to redo.
    if (store.get().view !== view) lastStep = stepNow();
    for (const listener of navigated) listener();
  });
  const go = (by: -1 | 1, most: number): boolean => {
    const far = entries.toOther(by, most);
    if (far > 0) bar.go(by * far);
    return far > 0;
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    onNavigate: (listener) => void navigated.push(listener),
    stripped,
    strippedLong: () => isLong,
    dismissStripped: () => stripped.set(false),
    tab: () => bar.read().tab,
    write: (view, params, how, tab) => {
      const { search, hash, tab: before } = bar.read();
      const next = writeHash(view, params);
      if (next === hash && (tab ?? before) === before) return;
      const step = how === 'push' ? 0 : how === 'step' ? stepNow() + 1 : stepNow();
      if (how !== 'replace') lastStep = step;
      entries.write({ search, hash: next, step, tab: tab ?? before }, how === 'replace' ? 'replace' : 'push');
      store.set(readHash(next));
    },
    step: (change, joins = false) => {
      const { search, hash, tab } = bar.read();
      if (!joins) {
        lastStep = stepNow() + 1;
        entries.write({ search, hash, step: lastStep, tab }, 'push');
      }
      entries.keep(change);
    },
    compareBy: entries.compareBy,
    lose: entries.lose,
    undo: () => go(-1, stepNow()),
    redo: () => go(1, lastStep - stepNow()),
  };
}
