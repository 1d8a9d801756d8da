import { useCallback } from 'react';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import { isSameQuery } from '../../state/run/queryForm.ts';
import { planFromForm } from '../../state/run/planFromForm.ts';
import type { Session } from '../../state/connection/session.ts';
import type { QueryRunStore } from '../../state/run/runState.ts';
import { useServices } from '../shared/services.tsx';
import { faultPart, type FormPart } from './form/fieldFaults.ts';

export interface StartOptions {
  readonly session: Session | undefined;
  /** The form names another account than the connected one. */
  readonly isElsewhere: boolean;
  readonly onConnect: () => void;
  readonly onOpenPart: (part: FormPart | undefined) => void;
}

/** How the query is run. Both are kept while a run goes on: the form is drawn anew only when something in it changes. */
export function useStart({ session, isElsewhere, onConnect, onOpenPart }: StartOptions): {
  readonly start: () => void;
  /** Keeps the result in sight, and reads into another. */
  readonly startBeside: () => void;
  readonly startByKey: () => void;
} {
  const { query, results, run: runs, nowMs } = useServices();
  const begin = useCallback(
    (run: QueryRunStore['start']): void => {
      if (session === undefined) {
        onConnect();
        return;
      }
      // Planned anew: `now` means the instant of running.
      const asked = query.get();
      const fresh = planFromForm(asked, ticksFromUnixMs(nowMs()));
      if (!fresh.ok) {
        // The field that is in the way is opened, with the focus in it.
        onOpenPart(faultPart(fresh.error));
        return;
      }
      if (isElsewhere) return;
      query.remember();
      run(fresh.value, session, asked);
    },
    [session, isElsewhere, query, nowMs, onConnect, onOpenPart],
  );
  const start = useCallback((): void => begin(runs.start), [begin, runs]);
  const startBeside = useCallback((): void => {
    onOpenPart(undefined);
    begin(results.startBeside);
  }, [begin, results, onOpenPart]);
  // Again while it runs: only for another question. The same one would drop what has arrived. Asked of the stores when
  // the key has done its work: the field that had the focus may only then have applied its text.
  const startByKey = useCallback((): void => {
    onOpenPart(undefined);
    const last = runs.get();
    if (last.phase === 'running' && isSameQuery(last.form, query.get())) return;
    start();
  }, [onOpenPart, runs, query, start]);
  return { start, startBeside, startByKey };
}
