import { useEffect, useRef, useState } from 'react';
import {
  type CompareChoice,
  type ComparedSide,
  compareResults,
  type ResultComparison,
} from '../../../state/results/compareResults.ts';
import { useServices } from '../../shared/services.tsx';

export type ComparisonState =
  /** `share`: how far it is, 0 to 1. */
  | { readonly kind: 'comparing'; readonly share: number }
  | { readonly kind: 'compared'; readonly compared: ResultComparison }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly words: string };

/**
 * Compares two results; `cancel` ends it. Use it under a `key` for each pair and choice: the answer to the one before must not be seen.
 */
export function useComparison(
  first: ComparedSide,
  second: ComparedSide,
  { kind, time }: CompareChoice,
): { readonly state: ComparisonState; readonly cancel: () => void } {
  const { activity } = useServices();
  const [state, setState] = useState<ComparisonState>({ kind: 'comparing', share: 0 });
  const stop = useRef<AbortController>(undefined);
  const { rows: firstRows, run: firstRun } = first;
  const { rows: secondRows, run: secondRun } = second;
  // An object would be another one each time.
  const [of, property] =
    typeof time === 'object' ? (['event', time.property] as const) : ([time, undefined] as const);
  useEffect(() => {
    let isCurrent = true;
    const abort = new AbortController();
    stop.current = abort;
    const { signal } = abort;
    const tell = (next: ComparisonState): void => {
      if (isCurrent) setState(next);
    };
    const work = compareResults(
      { rows: firstRows, run: firstRun },
      { rows: secondRows, run: secondRun },
      { kind, time: property === undefined ? of : { property } },
      { signal, onShare: (share) => tell({ kind: 'comparing', share }) },
    );
    void activity.track(
      work.then(
        (compared) => tell({ kind: 'compared', compared }),
        (caught: unknown) =>
          tell(
            signal.aborted
              ? { kind: 'cancelled' }
              : {
                  kind: 'failed',
                  words: caught instanceof Error ? caught.message : 'The rows could not be read.',
                },
          ),
      ),
    );
    return () => {
      isCurrent = false;
      // Nobody waits for it any more.
      abort.abort();
    };
  }, [activity, firstRows, firstRun, secondRows, secondRun, kind, of, property]);
  return { state, cancel: () => stop.current?.abort() };
}
