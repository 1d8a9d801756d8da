import type { RunState } from '../../../../state/run/runState.ts';
import { useServices, useSession } from '../../../shared/services.tsx';

/**
 * Reads what an ended run left unread. Undefined if nothing is connected or Continue could read nothing; `elsewhere` if it takes a
 * connection to another account, or with more rights.
 */
export function useContinue({ phase, completeness }: RunState): (() => void) | 'elsewhere' | undefined {
  const session = useSession();
  const { run: runs } = useServices();
  const isResumable = phase === 'ended' && 'resumable' in completeness && completeness.resumable;
  if (session === undefined || !isResumable) return undefined;
  return runs.canResume(session) ? () => runs.resume(session) : 'elsewhere';
}
