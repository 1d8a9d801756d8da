import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { keysOfProbe, keysOfResult, keysOfTable, type TakenKeys } from './takenKeys.ts';

type OnTake = (taken: TakenKeys) => void;

/** The sources that keys can be taken from at the moment, each with its action. */
function useTaking(onTake: OnTake) {
  const { activity, run, rows, query, keyspaceProbe } = useServices();
  const probe = useStore(keyspaceProbe);
  const state = useStore(run);
  const { table } = useStore(query);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const session = useSession();
  const canSample = session?.connection.facts.canQuery === true && table !== '';
  const take = (work: () => Promise<TakenKeys>): void => {
    setBusy(true);
    setFault(undefined);
    const ended = work().then(onTake, (caught: unknown) =>
      setFault(caught instanceof Error ? caught.message : 'The rows could not be read.'),
    );
    void activity.track(ended.finally(() => setBusy(false)));
  };
  const probed = probe.kind === 'probed' && probe.sampledKeys > 0 ? probe : undefined;
  const held = state.phase === 'idle' ? 0 : state.rows;
  const checkResult =
    state.phase !== 'idle' && held > 0
      ? () => take(() => keysOfResult({ rows }, state.form.table, state.completeness.state === 'complete'))
      : undefined;
  const checkProbe = probed && (() => onTake(keysOfProbe(keyspaceProbe.keys(), probed.tableName)));
  const sample = canSample
    ? () => take(() => keysOfTable(session, table, new AbortController().signal))
    : undefined;
  return { isBusy, fault, held, probed, table, checkResult, checkProbe, sample };
}

/** Takes keys from the result in sight or from a probe, or samples the table of the query form with one request. */
export function TakeRows({ onTake }: { readonly onTake: OnTake }): ReactNode {
  const { isBusy, fault, held, probed, table, checkResult, checkProbe, sample } = useTaking(onTake);
  useGroupActions(
    'Design',
    isBusy
      ? []
      : [
          ['design.checkResult', 'Check the result in sight', checkResult],
          ['design.checkProbe', 'Check the keys of the probe', checkProbe],
          ['design.sample', 'Sample the table of the query (1 request)', sample],
        ],
  );
  if (checkResult === undefined && checkProbe === undefined && sample === undefined) return undefined;
  return (
    <>
      <div className="flex wrap gap8">
        {checkResult !== undefined && (
          <Button size="small" isBusy={isBusy} onPress={checkResult}>
            {`Check the result in sight (${formatPlural(held, 'row')})`}
          </Button>
        )}
        {probed !== undefined && (
          <Button size="small" isBusy={isBusy} onPress={checkProbe}>
            {`Check the probe of ${probed.tableName} (${formatPlural(probed.sampledKeys, 'key')})`}
          </Button>
        )}
        {sample !== undefined && (
          <Button size="small" isBusy={isBusy} onPress={sample}>
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
