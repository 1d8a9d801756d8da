import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { modelOfDesign } from '../../../core/design/bench/modelOfDesign.ts';
import type { Bench } from '../../../core/design/bench/readBench.ts';
import { PARTITION_TARGET_PER_SECOND } from '../../../core/keyspace/target.ts';
import { numberText, shareText } from '../../../core/words.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { DEFAULT_MODEL, type ModelForm, modelText } from '../../../state/keyspace/modelForm.ts';
import { modelOfForm } from '../../../state/keyspace/modelInput.ts';
import { createModelRuns, type ModelState } from '../../../state/keyspace/modelRun.ts';
import type { Services } from '../../../state/services/services.ts';
import { WindowMap } from '../../../ui/cellmap/WindowMap.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { useZone } from '../../shared/shownTime.ts';
import css from '../design.module.css';

type Runs = ReturnType<typeof createModelRuns>;

/** One worker for the page, started with the first simulation. */
const RUNS = new WeakMap<Services['keyspaceProbe'], Runs>();

function useModelRun(): ReturnType<Runs['design']> {
  const { keyspaceProbe, startKeyspaceWorker, activity } = useServices();
  const runs = RUNS.get(keyspaceProbe) ?? createModelRuns(startKeyspaceWorker, activity);
  RUNS.set(keyspaceProbe, runs);
  return runs.design(0);
}

function formOf(design: Bench['designs'][number], workload: Bench['workload']) {
  const model = workload === undefined ? undefined : modelOfDesign(design.keys, workload);
  if (model === undefined) return undefined;
  const { note, scheme, ...numbers } = model;
  // In the form that a field of the model accepts: digits without an exponent.
  const text = (value: number): string => String(Number(value.toFixed(6)));
  const form: ModelForm = {
    ...DEFAULT_MODEL,
    scheme,
    prefixes: text(numbers.prefixes),
    writers: text(numbers.writers),
    roundingSeconds: text(numbers.roundingSeconds),
    eventsPerSecond: text(numbers.eventsPerSecond),
    entityBytes: text(numbers.entityBytes),
  };
  return { form, note };
}

/**
 * What one hour of the typed load does to the partitions of a design, simulated by the model of the Keyspace view with the keys of the
 * bench.
 */
export function SimulatedMap({ bench }: { readonly bench: Bench }): ReactNode {
  const [letter, setLetter] = useState('A');
  const chosen = bench.designs.find((each) => each.letter === letter) ?? bench.designs[0];
  const model = useMemo(
    () => (chosen === undefined ? undefined : formOf(chosen, bench.workload)),
    [chosen, bench.workload],
  );
  if (chosen === undefined || bench.workload === undefined) return undefined;
  return (
    <section className={css.section} aria-label="Simulated load">
      <div className={css.bar}>
        <h2 className="large">An hour of this load, simulated</h2>
        <SegmentedControl
          label="Simulated design"
          size="small"
          segments={bench.designs.map((each) => ({ id: each.letter, label: each.letter }))}
          value={chosen.letter}
          onChange={setLetter}
        />
        {model !== undefined && (
          <a
            className={css.modelLink}
            href={writeHash('keyspace', [
              ['source', 'model'],
              ['model', modelText(model.form)],
            ])}
          >
            Open in Keyspace
          </a>
        )}
      </div>
      {model === undefined ? (
        <p className="third small">Fewer than 0.01 writes a second: there is no load to simulate.</p>
      ) : (
        <ModelMap form={model.form} note={model.note} />
      )}
    </section>
  );
}

function ModelMap({
  form,
  note,
}: {
  readonly form: ModelForm;
  readonly note: string | undefined;
}): ReactNode {
  const run = useModelRun();
  const zone = useZone();
  const state = useStore(run);
  useEffect(() => {
    const model = modelOfForm(form);
    if (model.ok) run.ask(model.value);
    return run.cancel;
  }, [run, form]);
  const { answer, fault, isBusy } = state;
  if (fault !== undefined)
    return (
      <Notice tone="error" title="The load could not be simulated." isLive>
        {fault}
      </Notice>
    );
  if (answer === undefined) return <p className="third small">Simulating</p>;
  const { grid, labels } = answer.result;
  const words = outcomeWords(state);
  return (
    <div aria-busy={isBusy}>
      <p className="third small" role="status">
        {words} {note}
      </p>
      <div className={css.simulated}>
        <WindowMap
          grid={grid}
          labels={labels}
          timeZone={zone.timeZone}
          zoneName={zone.name}
          summary={words}
        />
      </div>
    </div>
  );
}

/** The result of the simulation in words, lost writes first. */
function outcomeWords({ answer }: ModelState): string {
  if (answer === undefined) return '';
  const { givenUp, offered, steps } = answer.result;
  const lost = givenUp === 0 ? 'No write is lost' : `${shareText(givenUp / offered)} of the writes are lost`;
  const hottest = steps.reduce((most, step) => Math.max(most, step.hottestPartitionPerSecond), 0);
  return `${lost}; the busiest partition takes ${numberText(hottest)} writes/s of ${numberText(PARTITION_TARGET_PER_SECOND)}.`;
}
