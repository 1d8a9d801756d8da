import type { ReactNode } from 'react';
import type { RunState } from '../../../../state/run/runState.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useStore } from '../../../shared/useStore.ts';
import { useServices } from '../../../shared/services.tsx';

/** What stands where rows would, and the next step. That there are none is said of a whole result alone. */
export function NoRows({ run, none }: { readonly run: RunState; readonly none: string }): ReactNode {
  const { run: runs, actions, connection } = useServices();
  const connected = useStore(connection);
  const { completeness } = run;
  const { state } = completeness;
  const session = connected.kind === 'connected' ? connected.session : undefined;
  const canReadOn =
    session !== undefined &&
    'resumable' in completeness &&
    completeness.resumable &&
    run.phase === 'ended' &&
    runs.canResume(session);
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
    // The form knows how the newest rows are found: this button does what its own does.
    const toNewest = (): void =>
      actions
        .list()
        .find(({ id }) => id === 'query.newest')
        ?.run?.();
    return (
      <EmptyState
        title={none}
        actions={
          <Button look="primary" onPress={toNewest}>
            Go to the newest rows
          </Button>
        }
      >
        This query was read to its end: there is nothing in this time range and these keys.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No row was read"
      actions={
        canReadOn && (
          <Button look="primary" onPress={() => runs.resume(session)}>
            Read the rest
          </Button>
        )
      }
    >
      The result is not complete, so rows may exist. The line above says why.
    </EmptyState>
  );
}
