import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { ReadableStore } from '../../state/base/store.ts';
import type { Session } from '../../state/connection/session.ts';
import type { Services } from '../../state/services/services.ts';

/* The services of the page, those of the result in sight, and the values of their stores. */

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider(props: {
  readonly services: Services;
  readonly children: ReactNode;
}): ReactNode {
  return <ServicesContext.Provider value={props.services}>{props.children}</ServicesContext.Provider>;
}

/** Replaces some of the services for its children, such as those of the result in sight by those of another one. */
export function ServicesOf(props: {
  readonly result: Partial<Services> | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const services = useServices();
  const { result } = props;
  const bound = useMemo(() => ({ ...services, ...result }), [services, result]);
  return <ServicesContext.Provider value={bound}>{props.children}</ServicesContext.Provider>;
}

/** Binds the services to the result in sight, for the whole page. */
export function ResultInSight({ children }: { readonly children: ReactNode }): ReactNode {
  const { inSight } = useStore(useServices().results);
  return <ServicesOf result={inSight.services}>{children}</ServicesOf>;
}

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('useServices outside of ServicesProvider');
  return services;
}

/** The session of the connected account; undefined if none is connected. */
export function useSession(): Session | undefined {
  const state = useStore(useServices().connection);
  return state.kind === 'connected' ? state.session : undefined;
}

export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/**
 * A part of the value of a store. The component is rendered again only when this part changes, so `part` must return the same object for
 * the same value.
 */
export function usePart<T, P>(store: ReadableStore<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}
