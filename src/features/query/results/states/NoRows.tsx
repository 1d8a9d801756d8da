import type { ReactNode } from 'react';
import type { RunState } from '../../../../state/run/runState.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useServices } from '../../../shared/services.tsx';

/** What stands where rows would, and the next step. That there are none is said of a whole result alone. */
export function NoRows({ run, none }: { readonly run: RunState; readonly none: string }): ReactNode {
  const { run: runs } = useServices();
  const { state } = run.completeness;
  if (run.phase === 'running') {
    return (
      <EmptyState
        title={run.pause === undefined ? 'No row has arrived yet' : 'Paused before the first row'}
        actions={
          <Button size="small" onPress={runs.cancel} shortcut="Esc">
            Cancel query
          </Button>
        }
      >
        {run.pause === undefined
          ? 'Rows appear here with the first page.'
          : 'The run continues by itself when the service answers again.'}
      </EmptyState>
    );
  }
  if (state === 'complete') {
    return (
      <EmptyState title={none}>
        This query was read to its end: there is nothing in this time and these keys. Choose another time
        range above, or Newest.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No row was read">
      The result is not complete, so this is not zero. The line above says why, and what reads on.
    </EmptyState>
  );
}
