import { rowCountWords } from '../../../../core/words.ts';
import { formatCount } from '../../../../ui/format.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/** What the coverage checks have found so far. */
export function guardWords({ plan, guards }: RunState): string {
  const asked = plan.guards.length;
  if (asked === 0)
    return 'No coverage checks: the plan reads all keys of the query, or its key scheme cannot be checked.';
  const answered = guards.filter((guard) => guard.state === 'clear' || guard.state === 'hit').length;
  const hits = guards.filter((guard) => guard.state === 'hit');
  const found = hits.map((guard) => `${guard.label}: ${guard.key?.partitionKey ?? 'a row'}`).join('; ');
  const result =
    hits.length === 0
      ? 'no rows found outside the plan.'
      : `${rowCountWords(hits.length)} found outside the plan: ${found}`;
  return `Coverage checks: ${formatCount(answered)} of ${formatCount(asked)} done, ${result}`;
}
