import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

export const DEMO_RANGE = "The demo's own time range";

/** Whether the time range will be that of the demo account. A link to the account that names no range gets it once connected. */
export function useDemoRange(): boolean {
  const { connection, query } = useServices();
  const { endpoint, windowGiven } = useStore(query);
  return useStore(connection).kind !== 'connected' && endpoint === 'demo' && !windowGiven;
}
