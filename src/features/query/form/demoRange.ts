import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

export const DEMO_RANGE = "The demo's own time range";

/** Whether the time range is that of the demo account, which is known once it is connected: a link to it that names none. */
export function useDemoRange(): boolean {
  const { connection, query } = useServices();
  const { endpoint, windowGiven } = useStore(query);
  return useStore(connection).kind !== 'connected' && endpoint === 'demo' && !windowGiven;
}
