import { createContext, type ReactNode, useContext } from 'react';
import type { Services } from '../../state/services/services.ts';

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider(props: {
  readonly services: Services;
  readonly children: ReactNode;
}): ReactNode {
  return <ServicesContext.Provider value={props.services}>{props.children}</ServicesContext.Provider>;
}

/** The stores that the composition root made. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('useServices outside of ServicesProvider');
  return services;
}
