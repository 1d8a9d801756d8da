import { costsPreflight } from '../../../state/connection/session.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** Whether the browser sends a preflight before each request. It does with a token, because that is a header. */
export function useCostsPreflight(): boolean {
  const state = useStore(useServices().connection);
  return state.kind === 'connected' && costsPreflight(state.session);
}
