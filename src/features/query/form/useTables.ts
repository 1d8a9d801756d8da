import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type TableSample, withSavedTemplates } from '../../../state/connection/tableSample.ts';
import { oneShotReads, tableListRead, tableSampleRead } from '../../shared/oneShotReads.ts';
import { useServices, useSession, usePart, useStore } from '../../shared/services.tsx';
import type { Session } from '../../../state/connection/session.ts';
import type { NoRun, RunState } from '../../../state/run/runState.ts';
import { proposalFields } from '../../../state/run/proposedFields.ts';

/** The tables that a field offers, and what this list leaves out. */
export interface TableChoice extends Pick<NonNullable<Session['tables']>, 'dropped' | 'isCut'> {
  readonly names: readonly string[];
  /** Reads the list again if it is old. */
  readonly renew: () => void;
}

/** The tables that the credential reaches. There are no names if it may not list tables and names none itself. */
export function useTableNames(): TableChoice {
  const { activity } = useServices();
  const session = useSession();
  const connection = session?.connection;
  const isListed = connection?.facts.canListTables === true;
  const { data, isStale, refetch } = useQuery(
    {
      ...tableListRead(connection, activity),
      enabled: isListed,
      ...(session?.tables !== undefined && { initialData: session.tables }),
    },
    oneShotReads,
  );
  const renew = (): void => {
    if (isListed && isStale) void refetch();
  };
  // A SAS for one table may have replaced one that could list all tables.
  const only = connection?.facts.tableName;
  if (only !== undefined) return { names: [only], renew };
  const own = connection?.tableName;
  return { ...(data ?? { names: own === undefined ? [] : [own] }), renew };
}

/** A sample takes as many requests as a run has lanes. For this long, those of the run go first. */
const RUN_FIRST_MS = 5000;

/** Whether a run has just begun to read this table and is not waiting for anything. */
export function isBeginning(run: NoRun | RunState, tableName: string): boolean {
  if (run.phase !== 'running' || run.pause !== undefined) return false;
  return run.elapsedMs < RUN_FIRST_MS && run.plan.request.tableName === tableName;
}

export interface SampleState {
  readonly sample: TableSample | undefined;
  readonly isReading: boolean;
  /** Why there is no sample, as a message. */
  readonly fault: string | undefined;
}

/** Samples a table's keys once, and proposes scheme and event volume to the form. */
export function useTableSample(table: string): SampleState {
  const { activity, query, run, templates } = useServices();
  const saved = useStore(templates);
  const connection = useSession()?.connection;
  const isLinked = useStore(query.isLinked);
  const isAsked = !isLinked && connection !== undefined && table !== '' && connection.facts.canQuery;
  const read = tableSampleRead(connection, table, activity);
  const isRunFirst = usePart(run, (now) => isBeginning(now, table));
  const mustWait = isRunFirst && oneShotReads.getQueryData(read.queryKey) === undefined;
  const found = useQuery({ ...read, enabled: isAsked && !mustWait }, oneShotReads);
  const sample = useMemo(
    () => (found.data === undefined ? undefined : withSavedTemplates(found.data, saved)),
    [found.data, saved],
  );
  const best = sample?.proposals[0];
  useEffect(() => {
    if (best !== undefined) query.propose(table, proposalFields(best));
  }, [best, query, table]);
  return {
    sample,
    isReading: isAsked && found.isPending,
    fault: found.error?.message,
  };
}
