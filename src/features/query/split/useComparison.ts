import { useEffect, useRef, useState } from 'react';
import type { KeyIdentity } from '../../../core/rows/compare/rowDigests.ts';
import { compareResults, type ResultComparison } from '../../../state/results/compareResults.ts';
import { useServices } from '../../shared/services.tsx';
import type { Side } from './splitSides.ts';

type ComparisonState =
  /** `share`: the progress, 0 to 1. */
  | { readonly kind: 'comparing'; readonly share: number }
  | { readonly kind: 'compared'; readonly compared: ResultComparison }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly words: string };

/**
 * Compares two results that have been read; `cancel` stops it. Give the component a `key` for each pair of runs and identity, so that the
 * answer for a previous pair is never shown.
 */
export function useComparison(
  first: Side,
  second: Side,
  identity: KeyIdentity,
): { readonly state: ComparisonState; readonly cancel: () => void } {
  const { activity } = useServices();
  const [state, setState] = useState<ComparisonState>({ kind: 'comparing', share: 0 });
  const stop = useRef<AbortController>(undefined);
  const sides = useRef([first, second] as const);
  useEffect(() => {
    let isCurrent = true;
    const abort = new AbortController();
    stop.current = abort;
    const { signal } = abort;
    const tell = (next: ComparisonState): void => {
      if (isCurrent) setState(next);
    };
    const [one, two] = sides.current;
    const work = compareResults(
      { ...one, rows: one.services.rows },
      { ...two, rows: two.services.rows },
      identity,
      { signal, onShare: (share) => tell({ kind: 'comparing', share }) },
    );
    const compared = (found: ResultComparison): void => {
      const { first: ofOne, second: ofTwo } = found.filters;
      for (const [{ services, run }, { only, changed }] of [
        [one, ofOne],
        [two, ofTwo],
      ] as const)
        services.rowList.compared(run.runId, found.changed === undefined ? { only } : { only, changed });
      tell({ kind: 'compared', compared: found });
    };
    const failed = (caught: unknown): void => {
      const words = caught instanceof Error ? caught.message : 'The rows could not be read.';
      tell(signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', words });
    };
    void activity.track(work.then(compared, failed));
    return () => {
      isCurrent = false;
      // Nobody is waiting for the answer any more.
      abort.abort();
    };
  }, [activity, identity]);
  return { state, cancel: () => stop.current?.abort() };
}
