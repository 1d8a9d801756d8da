import type { RunState } from '../../state/queryRun.ts';

/**
 * How far a planned query is; `outside`: keys that it asks for lie outside of what the SAS reaches; `unverified`: read to
 * what looked like its end, but continuation headers may be hidden.
 */
export type ShownState = RunState['progress'][number]['state'] | 'outside' | 'unverified';

interface StatesOf {
  readonly progress: RunState['progress'];
  readonly completeness?: RunState['completeness'] | undefined;
}

/**
 * By index, as the strip and the map show them. The service answers keys that the SAS does not reach with no rows and
 * without a word: such a query was read to its end, and yet its zero is no zero.
 */
export function queryStates({ progress, completeness }: StatesOf): readonly ShownState[] {
  const reasons = completeness !== undefined && 'reasons' in completeness ? completeness.reasons : [];
  const outside = new Set(reasons.flatMap(({ kind, queries }) => (kind === 'outside-sas' ? queries : [])));
  return progress.map(({ state, label, headersExposed, isAbsent }) => {
    if (state !== 'done') return state;
    if (outside.has(label)) return 'outside';
    return headersExposed || isAbsent === true ? 'done' : 'unverified';
  });
}
