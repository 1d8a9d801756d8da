import { formatCount } from '../../../../ui/format.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/** What the one-row probes outside of the plan have found so far. */
export function guardWords({ plan, guards }: RunState): string {
  const asked = plan?.guards.length ?? 0;
  if (asked === 0)
    return 'No probes outside of the plan: it covers all keys, or they were left out on purpose.';
  const answered = guards.filter((guard) => guard.state === 'clear' || guard.state === 'hit').length;
  const hits = guards.filter((guard) => guard.state === 'hit');
  const found = hits.map((guard) => `${guard.label}: ${guard.key?.partitionKey ?? 'a row'}`).join('; ');
  return `${formatCount(answered)} of ${formatCount(asked)} probes outside of the plan answered, ${formatCount(hits.length)} found a row. ${found}`;
}
