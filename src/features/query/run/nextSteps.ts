import type { EventVolume } from '../../../core/keys/base/scheme.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** A change of the form that reads what a result is known to miss. */
export interface NextStep {
  /** "Run with 100 prefixes". */
  readonly label: string;
  readonly change: Partial<QueryForm>;
}

const VOLUMES: readonly EventVolume[] = [10, 100];
/** The prefix of a key: 19 digits before the time. */
const PREFIX = /^(\d{19})___/;

/** Changes to the query that also read the rows which coverage checks found outside the plan. */
export function nextSteps(run: Pick<RunState, 'form' | 'guards' | 'plan'>): readonly NextStep[] {
  const { form, guards, plan } = run;
  // Only schemes with prefixes have other places for rows (more prefixes, or none) that these changes would read.
  if (!plan.queries.some(({ prefix }) => prefix !== undefined)) return [];
  const found = guards.flatMap(({ state, key }) => (state === 'hit' && key !== undefined ? [key] : []));
  const prefixes = found.flatMap(({ partitionKey }) => {
    const [, digits] = PREFIX.exec(partitionKey) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
  const highest = Math.max(-1, ...prefixes);
  const volume = VOLUMES.find((each) => each > form.volume && highest < each);
  const isPlain = found.length > prefixes.length && !form.unprefixed;
  return [
    ...(highest >= form.volume && volume !== undefined
      ? [{ label: `Run with ${volume} prefixes`, change: { volume, prefixes: '' } }]
      : []),
    ...(isPlain ? [{ label: 'Run with keys without a prefix', change: { unprefixed: true } }] : []),
  ];
}
