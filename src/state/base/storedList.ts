import type { SettingsStorage } from './settings.ts';
import { createStore, type ReadableStore } from './store.ts';

export interface StoredListOptions<T> {
  /** In storage. */
  readonly name: string;
  /** Other code can write to storage: longer text is not even parsed. */
  readonly mostChars: number;
  /** What is valid in the stored list. */
  readonly read: (items: readonly unknown[]) => T;
  /** The list to store, as JSON writes it. */
  readonly print?: (value: T) => unknown;
}

export interface StoredList<T> extends ReadableStore<T> {
  readonly save: (value: T) => void;
}

/** A list that the browser keeps if it allows; otherwise it lasts as long as the tab. */
export function createStoredList<T>(
  storage: () => SettingsStorage,
  { name, mostChars, read, print }: StoredListOptions<T>,
): StoredList<T> {
  const stored = (): T => {
    try {
      const text = storage().getItem(name) ?? '[]';
      const saved: unknown = text.length > mostChars ? [] : JSON.parse(text);
      return read(Array.isArray(saved) ? saved : []);
    } catch {
      return read([]);
    }
  };
  const store = createStore(stored());
  return {
    get: store.get,
    subscribe: store.subscribe,
    save: (value) => {
      store.set(value);
      try {
        storage().setItem(name, JSON.stringify(print === undefined ? value : print(value)));
      } catch {
        // The browser refused: the value lasts until the tab closes.
      }
    },
  };
}
