import type { SettingsStorage } from './settings.ts';
import { createStore, type ReadableStore } from './store.ts';

export interface StoredListOptions<T> {
  /** The storage key. */
  readonly name: string;
  /** Other code can write to storage: longer text is not even parsed. */
  readonly mostChars: number;
  /** Extracts what is valid in the stored list. */
  readonly read: (items: readonly unknown[]) => T;
  /** Converts the value to the JSON to store; default: the value itself. */
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
        // Storage refused: the value lasts until the tab closes.
      }
    },
  };
}
