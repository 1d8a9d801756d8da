import { type ReactNode, useMemo } from 'react';
import type { ModelAnswer } from '../../../core/keyspace/model/modelAnswer.ts';
import { rowsPerSecond } from '../../../core/keyspace/target.ts';
import { DEFAULT_MODEL, type ModelForm } from '../../../state/keyspace/modelForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import css from '../map/keyspace.module.css';
import { useMapSections } from '../map/keyspaceParts.ts';
import { type ModelPeaks, ModelPane } from './ModelPane.tsx';

/** The fields that determine the time and the rows of a map. When one changes, a zoom into the old map means nothing. */
const PLACES = ['scheme', 'prefixes', 'writers', 'hours', 'start', 'roundingSeconds'] as const;

/** The highest rates of what is shown, so that two designs have the same colours and the same scale of load. */
function peaksOf(answers: readonly (ModelAnswer | undefined)[]): ModelPeaks {
  let [cellPerSecond, writesPerSecond] = [0, 1];
  for (const answer of answers) {
    if (answer === undefined) continue;
    const { grid, steps } = answer.result;
    let most = 0;
    for (const count of grid.counts) if (count > most) most = count;
    cellPerSecond = Math.max(cellPerSecond, rowsPerSecond(most, grid.bucketTicks));
    for (const { offeredPerSecond } of steps) writesPerSecond = Math.max(writesPerSecond, offeredPerSecond);
  }
  return { cellPerSecond, writesPerSecond };
}

/** What a key design would do before there is any data; also for two designs side by side. */
export function ModelSource(): ReactNode {
  const { keyspace } = useServices();
  const { models } = useStore(keyspace);
  const runs = useMapSections().models;
  const { answer: firstAnswer } = useStore(runs.design(0));
  const { answer: secondAnswer } = useStore(runs.design(1));
  const [first = DEFAULT_MODEL, second] = models;
  const isPair = second !== undefined;
  const peaks = useMemo(
    () => peaksOf([firstAnswer, isPair ? secondAnswer : undefined]),
    [firstAnswer, secondAnswer, isPair],
  );
  const change = (next: readonly ModelForm[]): void => {
    const isElsewhere = next.some((form, at) => PLACES.some((name) => form[name] !== models[at]?.[name]));
    keyspace.change({ models: next, ...(isElsewhere && { selection: undefined }) });
    if (isElsewhere) keyspace.zoomTo(undefined, false);
  };
  const compare = (): void => change([first, { ...first, scheme: 'ticks' }]);
  const close = (): void => change([first]);
  useGroupActions('Keyspace', [
    isPair
      ? ['model.close', 'Close Design B', close]
      : ['model.compare', 'Add Design B beside Design A', compare],
  ]);
  return (
    <div className={css.models}>
      <ModelPane
        index={0}
        name="Design A"
        form={first}
        peaks={peaks}
        onChange={(form) => change(second === undefined ? [form] : [form, second])}
        actions={
          second === undefined && (
            <Button size="small" onPress={compare}>
              Add Design B
            </Button>
          )
        }
      />
      {second !== undefined && (
        <ModelPane
          index={1}
          name="Design B"
          form={second}
          peaks={peaks}
          onChange={(form) => change([first, form])}
          actions={
            <Button size="small" look="subtle" onPress={close}>
              Close
            </Button>
          }
        />
      )}
    </div>
  );
}
