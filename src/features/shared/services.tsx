import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Session } from '../../state/connection/session.ts';
import type { Services } from '../../state/services/services.ts';
import { useStore } from './useStore.ts';

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider(props: {
  readonly services: Services;
  readonly children: ReactNode;
}): ReactNode {
  return <ServicesContext.Provider value={props.services}>{props.children}</ServicesContext.Provider>;
}

/** Binds some of the services to others, such as what is about a result to one of them. */
export function ServicesOf(props: {
  readonly result: Partial<Services>;
  readonly children: ReactNode;
}): ReactNode {
  const services = useServices();
  const { result } = props;
  const bound = useMemo(() => ({ ...services, ...result }), [services, result]);
  return <ServicesContext.Provider value={bound}>{props.children}</ServicesContext.Provider>;
}

/** Binds it to the one in sight, for everything in the page. */
export function ResultInSight({ children }: { readonly children: ReactNode }): ReactNode {
  const { inSight } = useStore(useServices().results);
  return <ServicesOf result={inSight.services}>{children}</ServicesOf>;
}

/** The stores that the composition root made. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('useServices outside of ServicesProvider');
  return services;
}

/** The connected account; undefined: none is. */
export function useSession(): Session | undefined {
  const state = useStore(useServices().connection);
  return state.kind === 'connected' ? state.session : undefined;
}
