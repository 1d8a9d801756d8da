import { type ReactNode, useMemo } from 'react';
import { namedResults } from '../../../state/results/resultsStore.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** Which of several open results is mapped: a run, a capture, or a file. */
export function ResultSelect(): ReactNode {
  const { results } = useServices();
  const state = useStore(results);
  const named = useMemo(() => namedResults(state.all), [state]);
  if (named.length < 2) return undefined;
  return (
    <Select
      label="Result"
      hideLabel
      options={named.map(({ id, name }) => ({ id: String(id), label: name }))}
      value={String(state.inSight.id)}
      onChange={(id) => results.show(Number(id))}
    />
  );
}
