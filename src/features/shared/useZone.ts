import { useServices } from './services.tsx';
import { useStore } from './useStore.ts';

export interface ShownZone {
  /** IANA name; undefined: UTC. */
  readonly timeZone: string | undefined;
  /** "UTC" or the name of the zone. */
  readonly name: string;
}

/** The time zone in which times are shown. Results and addresses stay in UTC. */
export function useZone(): ShownZone {
  const { settings, localZone } = useServices();
  const isLocal = useStore(settings).timeZone === 'local';
  return isLocal ? { timeZone: localZone, name: localZone } : { timeZone: undefined, name: 'UTC' };
}
