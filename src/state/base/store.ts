/** An observable value. Framework-free: features bind it with useSyncExternalStore. */
export interface ReadableStore<T> {
  readonly get: () => T;
  /** Calls the listener after each change; returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<T> extends ReadableStore<T> {
  readonly set: (next: T) => void;
  readonly update: (change: (current: T) => T) => void;
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  const set = (next: T): void => {
    if (Object.is(next, current)) return;
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    set,
    update: (change) => set(change(current)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
