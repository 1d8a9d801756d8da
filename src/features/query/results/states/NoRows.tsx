import { type ReactNode, useState } from 'react';
import { isProven } from '../../../../core/plan/derived.ts';
import { missingTables } from '../../../../state/run/runFacts.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { ChooseTable } from '../../form/useQueryActions.tsx';
import { useNewestStep } from '../../newest/NewestNote.tsx';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { useServices, useSession } from '../../../shared/services.tsx';

/** The table that does not exist, if it is the only one that was read. */
function missingTable(run: RunState): string | undefined {
  const missing = missingTables(run);
  const isAll = run.rows === 0 && run.progress.every(({ tableName }) => missing.has(tableName));
  return isAll ? [...missing][0] : undefined;
}

/** Shown instead of rows: why there are none, and the next step. Only a complete result says that there are none. */
export function NoRows({ run, none }: { readonly run: RunState; readonly none: string }): ReactNode {
  const newest = useNewestStep(run);
  const { completeness } = run;
  const { window, filter } = run.plan.request;
  const inTime = window === undefined ? '' : ' in this time range';
  // Others may be there.
  const meeting = filter === undefined ? '' : ' that meet the filter';
  const canReadOn = typeof useContinue(run) === 'function';
  if (run.phase === 'running') {
    const [title, words] =
      run.pause === undefined
        ? ['No row has arrived yet', 'Rows appear here with the first page.']
        : ['Paused before the first row', 'The line above says why, and what to do.'];
    return <EmptyState title={title}>{words}</EmptyState>;
  }
  if (run.rows > 0 && isProven(completeness))
    return <EmptyState title={none}>This view shows rows by their time.</EmptyState>;
  if (completeness.state === 'complete') {
    return (
      <EmptyState title={none} actions={newest.button}>
        {`This query was read to its end: no rows with these keys${inTime}${meeting}.`}
        {newest.fact !== undefined && <p>{newest.fact}</p>}
      </EmptyState>
    );
  }
  if (completeness.state === 'derived')
    return (
      <EmptyState title={none}>
        It was made from other results, and none of their rows belongs here.
      </EmptyState>
    );
  const table = missingTable(run);
  if (table !== undefined) {
    return (
      <EmptyState title={`Table ${table} does not exist`} actions={<ChooseTable />}>
        The account has no table of this name. Nothing was read.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={run.rows === 0 ? 'No row was read' : none}>
      The result is not complete, so {run.rows === 0 ? 'rows' : 'others'} may exist. The line above says why
      {canReadOn ? '; Continue there reads the rest.' : '.'}
    </EmptyState>
  );
}

/** Says that this result does not have what a link opens. */
export function NotThere(props: { readonly what: 'row' | 'finding'; readonly name: string }): ReactNode {
  const { what, name } = props;
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return undefined;
  return (
    <Notice
      tone="info"
      title={`The ${what} that the link opens is not in this result.`}
      actions={
        <Button size="small" onPress={() => setDismissed(true)}>
          Dismiss
        </Button>
      }
      isLive
    >
      {name}
    </Notice>
  );
}

/**
 * Reads what an ended run left unread. Undefined if nothing is connected or Continue could read nothing; `elsewhere` if it takes a
 * connection to another account, or with more rights.
 */
export function useContinue({ phase, completeness }: RunState): (() => void) | 'elsewhere' | undefined {
  const session = useSession();
  const { run: runs } = useServices();
  const isResumable = phase === 'ended' && 'resumable' in completeness && completeness.resumable;
  if (session === undefined || !isResumable) return undefined;
  return runs.canResume(session) ? () => runs.resume(session) : 'elsewhere';
}
