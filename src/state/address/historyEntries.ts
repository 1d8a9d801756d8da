import { type HashAddress, readHash } from './hashAddress.ts';

/** The parts of a window that the address store needs; tests pass a plain object. */
export interface AddressBar {
  readonly read: () => { readonly search: string; readonly hash: string } & Partial<EntryNumbers>;
  /** Replaces or adds a history entry, and stores the numbers with it. Never called with a credential. */
  readonly write: (
    address: { readonly search: string; readonly hash: string } & EntryNumbers,
    how: 'replace' | 'push',
  ) => void;
  /** Moves through the history, as Back and Forward do. */
  readonly go: (by: number) => void;
  /** Back, forward and typed addresses. */
  readonly onChange: (listener: () => void) => void;
}

export interface EntryNumbers {
  /** How many steps lead to this entry, so how many `undo` can take back. */
  readonly step: number | undefined;
  readonly tab: number | undefined;
  /** Its place among the entries of this page. */
  readonly at: number | undefined;
}

/** A change that the address does not show, such as of a selection. Moving through the history calls `undo` or `redo`. */
export interface UnsaidChange {
  readonly undo: () => void;
  readonly redo: () => void;
  /** True if neither call would change anything, because what was changed no longer exists. */
  readonly isGone: () => boolean;
}

/** The number of a page's first tab. */
export const FIRST_TAB = 1;

/** Numbers the entries that this page makes in the browser's history, and keeps the changes between them. */
export function historyEntries(bar: AddressBar) {
  let at = bar.read().at ?? 0;
  let tabInSight: number | undefined = FIRST_TAB;
  /** Each change, by the place of the entry that it led to. */
  const changes = new Map<number, UnsaidChange>();
  /** What each entry holds, by its place. Entries from before the page was loaded are missing. */
  const states = new Map<number, Pick<ReturnType<AddressBar['read']>, 'hash' | 'tab'>>();
  let queryOf = ({ view, params }: HashAddress): string => JSON.stringify([view, ...params]);
  /** Tabs that can no longer be shown. */
  const lost = new Set<number>();
  /** Moves to a new entry. The browser forgets the entries that were ahead, so their changes are forgotten, too. */
  const goOn = (): void => {
    at += 1;
    for (const known of [changes, states])
      for (const place of known.keys()) if (place >= at) known.delete(place);
  };
  const write = (entry: Omit<Parameters<AddressBar['write']>[0], 'at'>, how: 'replace' | 'push'): void => {
    if (how === 'push') goOn();
    tabInSight = entry.tab;
    bar.write({ ...entry, at }, how);
    states.set(at, entry);
  };
  /** Stores the numbers with the current entry. */
  const number = (tab: number | undefined): void => {
    const { step = 0, ...address } = bar.read();
    write({ ...address, step, tab }, 'replace');
  };
  return {
    write,
    /** A page has only its first tab after a reload. */
    start: () => number(FIRST_TAB),
    /** Adds a change to those that led to the current entry. */
    keep: (change: UnsaidChange): void => {
      const first = changes.get(at);
      const both = first === undefined ? [change] : [first, change];
      changes.set(at, {
        undo: () => both.toReversed().forEach(({ undo }) => undo()),
        redo: () => both.forEach(({ redo }) => redo()),
        isGone: () => both.every(({ isGone }) => isGone()),
      });
    },
    compareBy: (query: (address: HashAddress) => string): void => {
      queryOf = query;
    },
    lose: (tab: number) => void lost.add(tab),
    /**
     * The distance to the nearest entry that differs from the current one, among the next `most` in a direction; 0 if none does. An entry
     * that only shows another tab does not differ.
     */
    toOther: (by: -1 | 1, most: number): number => {
      const queries = new Map<number | undefined, string>();
      let isChanged = false;
      for (let far = 0; far <= most; far += 1) {
        const place = at + by * far;
        const state = states.get(place);
        if (state === undefined) return far;
        const { tab, hash } = state;
        const query = queryOf(readHash(hash));
        const change = far > 0 ? changes.get(by < 0 ? place + 1 : place) : undefined;
        isChanged ||= change?.isGone() === false;
        if (tab !== undefined && lost.has(tab)) continue;
        if (isChanged || (queries.get(tab) ?? query) !== query) return far;
        queries.set(tab, query);
      }
      return 0;
    },
    /** Redoes or undoes the changes between the previous entry and the one that the user went to. */
    follow: () => {
      const { at: place, tab } = bar.read();
      if (place === undefined) {
        goOn();
        number(tabInSight);
        return;
      }
      for (; at > place; at -= 1) changes.get(at)?.undo();
      while (at < place) {
        at += 1;
        changes.get(at)?.redo();
      }
      // Entries from before a reload of the page belong to the tab in sight.
      number(states.has(at) ? tab : tabInSight);
      if (tabInSight !== undefined) lost.delete(tabInSight);
    },
  };
}
