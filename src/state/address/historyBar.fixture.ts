import type { AddressBar } from './historyEntries.ts';

interface Entry {
  readonly search: string;
  readonly hash: string;
  readonly step?: number | undefined;
  readonly tab?: number | undefined;
  readonly at?: number | undefined;
}

export interface HistoryBar extends AddressBar {
  /** Follows a link, or types an address: a new entry that the page did not write. */
  readonly visit: (hash: string) => void;
  /** The hashes of all entries, oldest first. */
  readonly hashes: () => readonly string[];
}

export function historyBar(hash: string): HistoryBar {
  let entries: Entry[] = [{ search: '', hash }];
  let at = 0;
  const listeners: (() => void)[] = [];
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const push = (entry: Entry): void => {
    entries = [...entries.slice(0, at + 1), entry];
    at += 1;
  };
  return {
    read: () => entries[at] ?? { search: '', hash },
    write: (entry, how) => {
      if (how === 'push') push(entry);
      else entries[at] = entry;
    },
    onChange: (listener) => void listeners.push(listener),
    go: (by) => {
      if (entries[at + by] === undefined) return;
      at += by;
      tell();
    },
    visit: (next) => {
      push({ search: '', hash: next });
      tell();
    },
    hashes: () => entries.map((entry) => entry.hash),
  };
}
