import { type ReactNode, useState } from 'react';
import { comparePolicies, leastLosing, type PolicyOutcome, stormPlan } from '../core/stress/simulateLoad.ts';
import { readAmount } from '../core/design/bench/workload.ts';
import { fail, ok, type Result } from '../core/result.ts';
import type { StressPlan } from '../core/stress/stressPlan.ts';
import { RETRY_POLICIES } from '../core/stress/retryPolicies.ts';
import { DEFAULT_SERVICE } from '../core/stress/serviceModel.ts';
import { keyMaker } from '../core/stress/stressKeys.ts';
import { Button } from '../ui/controls/Button.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ComparedLoads } from './PastRuns.tsx';
import { useInPieces } from './useInPieces.ts';
import type { SoundPlan } from './labForm.ts';
import css from './stress.module.css';

const MOST_WRITERS = 20_000;

/** A storm with the number of writers that was typed. */
function stormOf(writers: string, base: StressPlan): Result<SoundPlan, string> {
  const count = readAmount(writers, 'Writers', MOST_WRITERS);
  if (!count.ok) return fail(count.error.message);
  const plan = stormPlan(Math.max(1, Math.floor(count.value)), base);
  const keysOf = keyMaker(plan);
  return keysOf.ok ? ok({ plan, keysOf: keysOf.value }) : keysOf;
}

const outcomesOf = ({ plan, keysOf }: SoundPlan) =>
  comparePolicies(plan, keysOf, DEFAULT_SERVICE, RETRY_POLICIES);

/** Compares the retry policies under one load on a model of the service. Needs no account and sends nothing. */
export function PoliciesPane(props: {
  readonly sound: SoundPlan;
  /** True while a load runs, because a simulation would make the page late. */
  readonly isDisabled: boolean;
}): ReactNode {
  const { sound, isDisabled } = props;
  const [source, setSource] = useState<'load' | 'storm'>('load');
  const [writers, setWriters] = useState('5000');
  const [asked, setAsked] = useState<{ readonly of: SoundPlan; readonly load: Result<SoundPlan, string> }>();
  // If the plan has changed since, the comparison no longer applies.
  const load = asked?.of === sound ? asked.load : undefined;
  const wanted = load?.ok === true ? load.value : undefined;
  const outcomes = useInPieces(wanted, outcomesOf);
  const compare = (): void => {
    if (source === 'load') return setAsked({ of: sound, load: ok({ ...sound }) });
    setAsked({ of: sound, load: stormOf(writers, sound.plan) });
  };
  const isWorking = wanted !== undefined && outcomes === undefined;
  return (
    <section className={css.section} aria-label="Retry policies on the model">
      <h2>Retry policies side by side, on the model</h2>
      <p className={css.note}>
        Simulates the same load with each policy and sends nothing. A storm is many writers on one partition
        at the same moment, as after an outage. With a fixed wait, they all retry together.
      </p>
      <div className={css.buttons}>
        <SegmentedControl
          label="Simulated load"
          hideLabel
          size="small"
          segments={[
            { id: 'load', label: 'The load of the plan' },
            { id: 'storm', label: 'A storm of writers' },
          ]}
          value={source}
          onChange={setSource}
        />
        {source === 'storm' && (
          <span className={css.writers}>
            <TextField label="Writers" hideLabel value={writers} onChange={setWriters} />
          </span>
        )}
        <Button size="small" onPress={compare} isBusy={isWorking} isDisabled={isDisabled}>
          Compare policies
        </Button>
        {isWorking && <output>Simulating</output>}
      </div>
      {load?.ok === false && <p className={css.fault}>{load.error}</p>}
      {outcomes !== undefined && <Outcomes outcomes={outcomes} />}
    </section>
  );
}

function Outcomes({ outcomes }: { readonly outcomes: readonly PolicyOutcome[] }): ReactNode {
  const least = leastLosing(outcomes);
  const lost = new Set(outcomes.map(({ record }) => record.unserved));
  const isTie = outcomes.filter(({ record }) => record.unserved === least?.record.unserved).length > 1;
  return (
    <ComparedLoads
      title="Policy"
      loads={outcomes.map((outcome) => {
        // If all policies lose the same number, none is better.
        const isBest = outcome === least && lost.size > 1;
        const why = isTie ? ': loses least, with the fewest requests of those' : ': loses least';
        return { name: `${outcome.title}${isBest ? why : ''}`, isBest, record: outcome.record };
      })}
    />
  );
}
