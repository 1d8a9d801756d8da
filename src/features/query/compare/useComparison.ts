import { useEffect, useState } from 'react';
import {
  type ComparedSide,
  compareResults,
  type IdentityKind,
  type ResultComparison,
} from '../../../state/results/compareResults.ts';
import { useServices } from '../../shared/services.tsx';

export type ComparisonState =
  | { readonly kind: 'comparing' }
  | { readonly kind: 'compared'; readonly compared: ResultComparison }
  | { readonly kind: 'failed'; readonly words: string };

/** Compares two results. Use it under a `key` for each pair and identity: the answer to the one before must not be seen. */
export function useComparison(
  first: ComparedSide,
  second: ComparedSide,
  kind: IdentityKind,
): ComparisonState {
  const { activity } = useServices();
  const [state, setState] = useState<ComparisonState>({ kind: 'comparing' });
  const { rows: firstRows, run: firstRun } = first;
  const { rows: secondRows, run: secondRun } = second;
  useEffect(() => {
    let isCurrent = true;
    const sides = [
      { rows: firstRows, run: firstRun },
      { rows: secondRows, run: secondRun },
    ] as const;
    void activity.track(
      compareResults(...sides, kind).then(
        (compared) => isCurrent && setState({ kind: 'compared', compared }),
        (caught: unknown) =>
          isCurrent &&
          setState({
            kind: 'failed',
            words: caught instanceof Error ? caught.message : 'The rows could not be read.',
          }),
      ),
    );
    return () => {
      isCurrent = false;
    };
  }, [activity, firstRows, firstRun, secondRows, secondRun, kind]);
  return state;
}
