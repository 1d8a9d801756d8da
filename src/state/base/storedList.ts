import type { SettingsStorage } from './settings.ts';
import { createStore, type ReadableStore } from './store.ts';

export interface StoredListOptions<T> {
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
  /** Reads what another tab stored meanwhile. Call it before changing the list; otherwise the change would undo that. */
  readonly refresh: () => void;
  /** False: the browser refused the last value, so it lasts as long as the tab. */
  readonly isKept: () => boolean;
}

/** A list that the browser keeps if it allows; otherwise it lasts as long as the tab. */
export function createStoredList<T>(
  storage: () => SettingsStorage,
  { name, mostChars, read, print }: StoredListOptions<T>,
): StoredList<T> {
  const stored = (): string => {
    try {
      return storage().getItem(name) ?? '[]';
    } catch {
      return '[]';
    }
  };
  const parsed = (text: string): T => {
    try {
      const saved: unknown = text.length > mostChars ? [] : JSON.parse(text);
      return read(Array.isArray(saved) ? saved : []);
    } catch {
      return read([]);
    }
  };
  /**
   * The stored text when it was last read. While storage still holds it, this tab's value is the newest, even if it could not be stored.
   */
  let seen = stored();
  let isKept = true;
  const store = createStore(parsed(seen));
  return {
    get: store.get,
    subscribe: store.subscribe,
    save: (value) => {
      const text = JSON.stringify(print === undefined ? value : print(value));
      try {
        storage().setItem(name, text);
        seen = text;
        isKept = true;
      } catch {
        isKept = false;
      }
      store.set(value);
    },
    refresh: () => {
      const text = stored();
      if (text === seen) return;
      seen = text;
      isKept = true;
      store.set(parsed(text));
    },
    isKept: () => isKept,
  };
}
