import { useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { useServices } from './services.tsx';

/* Parts of the page that load when they are wanted, and values that take effect later. */

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: T }
  | { readonly state: 'failed' };

/**
 * A part of the app that is in a file of its own, loaded once it is wanted. Loading counts as pending work of the page, like a request.
 * `load` must be the same function at every render.
 */
export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean): Loaded<T> {
  const { activity } = useServices();
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useEffect(() => {
    if (!isWanted) return;
    void activity.track(
      load().then(
        (value) => setLoaded({ state: 'loaded', value }),
        // The host has a newer version, or the network is gone: the notice offers to reload.
        () => setLoaded({ state: 'failed' }),
      ),
    );
  }, [activity, isWanted, load]);
  return loaded;
}

/**
 * A value for a large part of the page. The page first paints what was typed or pressed, and then draws that part with the new value, in
 * pauses between other work. The value must keep its identity while it does not change.
 */
export function useLate<T>(value: T): T {
  const { activity } = useServices();
  const late = useDeferredValue(value);
  const isBehind = !Object.is(late, value);
  useLayoutEffect(() => (isBehind ? activity.begin() : undefined), [isBehind, activity]);
  return late;
}

/** The text that is being typed for a value that is applied later. A new value from elsewhere replaces the text. */
export function useDraft(value: string): [draft: string, setDraft: (text: string) => void] {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setDraft(value);
  }
  return [draft, setDraft];
}
