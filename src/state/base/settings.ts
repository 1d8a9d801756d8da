import { createStore, type ReadableStore } from './store.ts';

export type Theme = 'light' | 'dark' | 'system';
export type TimeZone = 'utc' | 'local';

export interface Settings {
  readonly theme: Theme;
  readonly timeZone: TimeZone;
  /** The retry settings as stored; `retrySettings.ts`, which loads later, validates them. */
  readonly retry?: unknown;
}

/** The part of Storage that settings need; throws if storage is refused (private mode, quota). */
export interface SettingsStorage {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
}

export interface SettingsStore extends ReadableStore<Settings> {
  readonly change: (change: Partial<Settings>) => void;
}

const STORAGE_NAME = 'keyscope.settings.v1';
const DEFAULTS: Settings = { theme: 'system', timeZone: 'utc' };

/** Settings, kept in the browser if it allows; without storage the app works the same. */
export function createSettings(storage: () => SettingsStorage): SettingsStore {
  const store = createStore(read(storage));
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (change) => {
      store.update((current) => ({ ...current, ...change }));
      try {
        storage().setItem(STORAGE_NAME, JSON.stringify(store.get()));
      } catch {
        // Storage refused: the choice lasts until the tab closes.
      }
    },
  };
}

function read(storage: () => SettingsStorage): Settings {
  try {
    const saved: unknown = JSON.parse(storage().getItem(STORAGE_NAME) ?? '{}');
    if (typeof saved !== 'object' || saved === null) return DEFAULTS;
    const { theme, timeZone } = saved as Readonly<Partial<Record<keyof Settings, unknown>>>;
    return {
      theme: theme === 'light' || theme === 'dark' || theme === 'system' ? theme : DEFAULTS.theme,
      timeZone: timeZone === 'utc' || timeZone === 'local' ? timeZone : DEFAULTS.timeZone,
      ...('retry' in saved && { retry: saved.retry }),
    };
  } catch {
    return DEFAULTS;
  }
}
