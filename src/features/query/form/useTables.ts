import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { withSavedTemplates } from '../../../state/connection/savedTemplateProposals.ts';
import type { TableSample } from '../../../state/connection/tableSample.ts';
import { oneShotReads, tableListRead, tableSampleRead } from '../../shared/oneShotReads.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import type { Session } from '../../../state/connection/session.ts';
import { proposalFields } from '../../../state/run/proposedFields.ts';

/** The tables that a field offers, and what its list leaves out. */
export interface TableChoice extends Pick<NonNullable<Session['tables']>, 'dropped' | 'isCut'> {
  readonly names: readonly string[];
}

const NO_TABLES: readonly string[] = [];

/** The tables that the SAS in use reaches; no names where it may not list them and names none. */
export function useTableNames(session: Session | undefined): TableChoice {
  const { activity } = useServices();
  const connection = session?.connection;
  const found = useQuery(
    {
      ...tableListRead(connection, activity),
      enabled: connection?.facts.canListTables === true,
      ...(session?.tables !== undefined && { initialData: session.tables }),
    },
    oneShotReads,
  );
  // A SAS for one table may have taken the place of one that could list all.
  const only = connection?.facts.tableName;
  if (only !== undefined) return { names: [only] };
  const own = connection?.tableName;
  return found.data ?? { names: own === undefined ? NO_TABLES : [own] };
}

export interface SampleState {
  readonly sample: TableSample | undefined;
  readonly isReading: boolean;
  /** Why there is no sample, in words. */
  readonly fault: string | undefined;
}

/** The requests of a run that begins go before those of a sample, which would be read first: for so long, in milliseconds. */
const RUN_FIRST_MS = 5000;

/** Whether a run has just begun to read this table. */
function useBeginningRun(table: string): boolean {
  const { run } = useServices();
  return useSyncExternalStore(run.subscribe, () => {
    const state = run.get();
    if (state.phase !== 'running' || state.pause !== undefined) return false;
    return state.elapsedMs < RUN_FIRST_MS && state.plan.request.tableName === table;
  });
}

/** Samples a table's keys once, and proposes scheme and event volume to the form. */
export function useTableSample(session: Session | undefined, table: string): SampleState {
  const { activity, query, templates } = useServices();
  const isLate = useBeginningRun(table);
  const saved = useStore(templates);
  const connection = session?.connection;
  const isAsked = connection !== undefined && table !== '' && connection.facts.canQuery;
  const found = useQuery(
    { ...tableSampleRead(connection, table, activity), enabled: isAsked && !isLate },
    oneShotReads,
  );
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
    fault: found.error === null ? undefined : found.error.message,
  };
}
