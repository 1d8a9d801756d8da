import { costsPreflight } from '../../../state/connection/session.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** Whether the browser would ask the service before each request: a token is a header, which needs that. */
export function useCostsPreflight(): boolean {
  const state = useStore(useServices().connection);
  return state.kind === 'connected' && costsPreflight(state.session);
}
