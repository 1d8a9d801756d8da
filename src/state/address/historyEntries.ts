/** The parts of a window that the address store needs; tests pass a plain object. */
export interface AddressBar {
  readonly read: () => { readonly search: string; readonly hash: string } & Partial<EntryNumbers>;
  /** Replaces or adds a history entry, and stores the numbers with it. Never called with a credential. */
  readonly write: (
    address: { readonly search: string; readonly hash: string } & EntryNumbers,
    how: 'replace' | 'push',
  ) => void;
  /** Moves through the history, as Back and Forward do. */
  readonly go: (by: -1 | 1) => void;
  /** Back, forward and typed addresses. */
  readonly onChange: (listener: () => void) => void;
}

/** What is stored with a history entry. */
export interface EntryNumbers {
  /** How many steps lead to it that `undo` can take back. */
  readonly step: number | undefined;
  readonly tab: number | undefined;
  /** Its place among the entries of this page. */
  readonly at: number | undefined;
}

/** A change that no address says, such as of a selection: the history calls these as one moves through it. */
export interface UnsaidChange {
  readonly undo: () => void;
  readonly redo: () => void;
}

/** The entries of the page in the history, each with its place, and the changes between them. */
export function historyEntries(bar: AddressBar) {
  let at = bar.read().at ?? 0;
  /** Of the entry in sight. */
  let tabInSight = bar.read().tab;
  /** By the place of the entry that it led to. */
  const changes = new Map<number, UnsaidChange>();
  /** The next entry is a new one: the browser forgets those that were ahead. */
  const goOn = (): void => {
    at += 1;
    for (const place of changes.keys()) if (place >= at) changes.delete(place);
  };
  const write = (entry: Omit<Parameters<AddressBar['write']>[0], 'at'>, how: 'replace' | 'push'): void => {
    if (how === 'push') goOn();
    tabInSight = entry.tab;
    bar.write({ ...entry, at }, how);
  };
  /** Numbers an entry that a link, a typed address or the start of the page made. */
  const number = (): void => {
    const { step = 0, tab = tabInSight, ...address } = bar.read();
    write({ ...address, step, tab }, 'replace');
  };
  return {
    write,
    start: () => {
      if (bar.read().at === undefined) number();
    },
    /** Keeps the change that led to the entry in sight. */
    keep: (change: UnsaidChange) => void changes.set(at, change),
    /** Makes or takes back the changes up to the entry that the user went to. */
    follow: () => {
      const { at: place, tab } = bar.read();
      if (place === undefined) {
        goOn();
        number();
        return;
      }
      tabInSight = tab;
      for (; at > place; at -= 1) changes.get(at)?.undo();
      while (at < place) {
        at += 1;
        changes.get(at)?.redo();
      }
    },
  };
}
