import { useEffect, useState } from 'react';
import { useServices } from './services.tsx';

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
