import { useEffect, useState } from 'react';
import { useServices } from './services.tsx';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: T }
  | { readonly state: 'failed' };

/**
 * A part of the app that comes in a file of its own, once it is wanted. Counted as work of the page, as a request is.
 * `load` must be the same function each time.
 */
export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean): Loaded<T> {
  const { activity } = useServices();
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useEffect(() => {
    if (!isWanted) return;
    void activity.track(
      load().then(
        (value) => setLoaded({ state: 'loaded', value }),
        // A newer version was put on the host, or the network is gone: the notice offers to reload.
        () => setLoaded({ state: 'failed' }),
      ),
    );
  }, [activity, isWanted, load]);
  return loaded;
}
