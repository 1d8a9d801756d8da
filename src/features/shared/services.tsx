import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Services } from '../../state/services/services.ts';
import { useStore } from './useStore.ts';

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider(props: {
  readonly services: Services;
  readonly children: ReactNode;
}): ReactNode {
  return <ServicesContext.Provider value={props.services}>{props.children}</ServicesContext.Provider>;
}

/** Binds what is about a result to the one in sight, for everything in the page. */
export function ResultInSight(props: { readonly children: ReactNode }): ReactNode {
  const services = useServices();
  const { services: own } = useStore(services.results).inSight;
  const bound = useMemo(() => ({ ...services, ...own }), [services, own]);
  return <ServicesContext.Provider value={bound}>{props.children}</ServicesContext.Provider>;
}

/** The stores that the composition root made. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('useServices outside of ServicesProvider');
  return services;
}
