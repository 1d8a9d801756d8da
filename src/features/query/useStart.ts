import { useCallback } from 'react';
import { isSameQuery } from '../../state/run/queryForm.ts';
import type { QueryRunStore } from '../../state/run/runState.ts';
import { useServices } from '../shared/services.tsx';
import { startQuery } from '../shared/startQuery.ts';
import { faultPart, type FormPart } from './form/fieldFaults.ts';

export interface StartOptions {
  readonly onConnect: () => void;
  readonly onOpenPart: (part: FormPart | undefined) => void;
}

/** The ways to run the query. They stay the same functions while a run goes on, so that only changes draw the form again. */
export function useStart({ onConnect, onOpenPart }: StartOptions): {
  readonly start: () => void;
  /** Keeps the result in sight, and reads into another. */
  readonly startBeside: () => void;
  readonly startByKey: () => void;
} {
  const services = useServices();
  const { query, results, run: runs } = services;
  const begin = useCallback(
    (run: QueryRunStore['start']): void => {
      const fault = startQuery(services, run);
      if (fault === 'not connected') onConnect();
      // Opens the field with the fault, and moves the focus into it.
      else if (typeof fault === 'object') onOpenPart(faultPart(fault));
    },
    [services, onConnect, onOpenPart],
  );
  const start = useCallback((): void => begin(runs.start), [begin, runs]);
  const startBeside = useCallback((): void => {
    onOpenPart(undefined);
    begin(results.startBeside);
  }, [begin, results, onOpenPart]);
  // While the same query runs, the key does nothing: another start would drop the rows that have arrived. The form is read from its
  // store, because the field with the focus may have applied its text only now.
  const startByKey = useCallback((): void => {
    onOpenPart(undefined);
    const last = runs.get();
    if (last.phase === 'running' && isSameQuery(last.form, query.get())) return;
    start();
  }, [onOpenPart, runs, query, start]);
  return { start, startBeside, startByKey };
}
