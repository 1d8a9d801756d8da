import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from '../design.module.css';
import { keysOfProbe, keysOfResult, keysOfTable, type TakenKeys } from './takenKeys.ts';

/** Takes keys from the result in sight, from a probe, or samples the table of the query form with one request. */
export function TakeRows({ onTake }: { readonly onTake: (taken: TakenKeys) => void }): ReactNode {
  const { activity, run, rows, connection, query, keyspaceProbe } = useServices();
  const probe = useStore(keyspaceProbe);
  const state = useStore(run);
  const connected = useStore(connection);
  const { table } = useStore(query);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const session = connected.kind === 'connected' ? connected.session : undefined;
  const canSample = session?.connection.facts.canQuery === true && table !== '';
  const take = (work: () => Promise<TakenKeys>): void => {
    setBusy(true);
    setFault(undefined);
    const ended = work().then(onTake, (caught: unknown) =>
      setFault(caught instanceof Error ? caught.message : 'The rows could not be read.'),
    );
    void activity.track(ended.finally(() => setBusy(false)));
  };
  const hasProbe = probe.kind === 'probed' && probe.sampledKeys > 0;
  if (!canSample && !hasProbe && (state.phase === 'idle' || state.rows === 0)) return undefined;
  return (
    <>
      <div className={css.take}>
        {state.phase !== 'idle' && state.rows > 0 && (
          <Button
            size="small"
            isBusy={isBusy}
            onPress={() =>
              take(() => keysOfResult({ rows }, state.form.table, state.completeness.state === 'complete'))
            }
          >
            {`Check the result in sight (${formatPlural(state.rows, 'row')})`}
          </Button>
        )}
        {hasProbe && (
          <Button
            size="small"
            isBusy={isBusy}
            onPress={() => onTake(keysOfProbe(keyspaceProbe.keys(), probe.tableName))}
          >
            {`Check the probe of ${probe.tableName} (${formatPlural(probe.sampledKeys, 'key')})`}
          </Button>
        )}
        {canSample && (
          <Button
            size="small"
            isBusy={isBusy}
            onPress={() => take(() => keysOfTable(session, table, new AbortController().signal))}
          >
            {`Sample ${table} (1 request)`}
          </Button>
        )}
      </div>
      {fault !== undefined && (
        <Notice tone="error" title="The rows could not be read." isLive>
          {fault}
        </Notice>
      )}
    </>
  );
}
