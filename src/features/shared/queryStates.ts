import type { RunState } from '../../state/run/runState.ts';

/**
 * How far a planned query is; `outside`: keys that it asks for lie outside of what the SAS reaches; `unverified`: read to
 * what looked like its end, but rows may be missing: continuation headers may be hidden, the service mixed rows up, or the
 * copy that was read lags.
 */
export type ShownState = RunState['progress'][number]['state'] | 'outside' | 'unverified';

interface StatesOf {
  readonly progress: RunState['progress'];
  readonly completeness: RunState['completeness'];
}

/**
 * By index, as the strip and the map show them. The service answers keys that the SAS does not reach with no rows and
 * without a word: such a query was read to its end, and yet its zero is no zero.
 */
export function queryStates({ progress, completeness }: StatesOf): readonly ShownState[] {
  const reasons = 'reasons' in completeness ? completeness.reasons : [];
  const labelsOf = (wanted: (typeof reasons)[number]['kind']): readonly string[] =>
    reasons.flatMap(({ kind, queries }) => (kind === wanted ? queries : []));
  const outside = new Set(labelsOf('outside-sas'));
  const doubted = new Set([...labelsOf('anomalies'), ...labelsOf('secondary-lag')]);
  return progress.map(({ state, label, headersExposed, isAbsent }) => {
    if (state !== 'done') return state;
    if (outside.has(label)) return 'outside';
    if (doubted.has(label)) return 'unverified';
    return headersExposed || isAbsent === true ? 'done' : 'unverified';
  });
}
