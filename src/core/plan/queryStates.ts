import type { Completeness } from './completeness.ts';
import { isProven } from './derived.ts';
import type { ReadProgress, ReadState } from './readState.ts';

interface Reached {
  readonly state: ReadProgress;
  readonly label: string;
  readonly headersExposed: boolean;
  readonly isAbsent?: boolean;
}

/**
 * The state of each planned query, as judged from the whole result. A query of keys that the SAS does not reach was read to its end, but
 * finding no rows there proves nothing. A file or a capture may lack rows without saying which; then no query counts as done.
 */
export function queryStates(run: {
  readonly progress: readonly Reached[];
  readonly completeness: Completeness;
}): readonly ReadState[] {
  const reasons = 'reasons' in run.completeness ? run.completeness.reasons : [];
  const labelsOf = (wanted: (typeof reasons)[number]['kind']): readonly string[] =>
    reasons.flatMap(({ kind, queries }) => (kind === wanted ? queries : []));
  const outside = new Set(labelsOf('outside-sas'));
  const doubted = new Set([...labelsOf('anomalies'), ...labelsOf('secondary-lag')]);
  const unknown = lacksUnknownRows(run.completeness);
  return run.progress.map(({ state, label, headersExposed, isAbsent }) => {
    if (state !== 'done') return state;
    if (unknown !== undefined) return unknown;
    if (outside.has(label)) return 'outside';
    if (doubted.has(label)) return 'unverified';
    return headersExposed || isAbsent === true ? 'done' : 'unverified';
  });
}

/** The state of all queries if rows may be missing and no key range shows where; undefined otherwise. */
function lacksUnknownRows(completeness: Completeness): 'stopped' | 'unverified' | undefined {
  if (isProven(completeness) || !('unread' in completeness)) return undefined;
  if (completeness.unread.length > 0) return undefined;
  return completeness.state === 'stopped' ? 'stopped' : 'unverified';
}
