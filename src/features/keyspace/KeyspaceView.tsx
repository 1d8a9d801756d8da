import { type ReactNode, useMemo } from 'react';
import { writeHash } from '../../state/hashAddress.ts';
import { groupingOfText } from '../../state/keyspaceRows.ts';
import type { KeyspaceSource } from '../../state/keyspaceStore.ts';
import { QUERY_VIEW } from '../../state/queryStore.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './keyspace.module.css';
import { MapPane } from './MapPane.tsx';
import { ModelSource } from './ModelSource.tsx';
import { PasteSource } from './PasteSource.tsx';
import { ProbeSource } from './ProbeSource.tsx';
import { RowsSelect } from './RowsSelect.tsx';
import { useRunMap } from './useRunMap.ts';

const SOURCES: readonly { readonly id: KeyspaceSource; readonly label: string }[] = [
  { id: 'run', label: 'Run' },
  { id: 'probe', label: 'Probe' },
  { id: 'paste', label: 'Paste' },
  { id: 'model', label: 'Model' },
];

/** Where keys lie in time: of the last query, of a table that is only sampled, of a list of keys, or of a design. */
export function KeyspaceView({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { keyspace } = useServices();
  const { source } = useStore(keyspace);
  return (
    <div className={css.view}>
      <div className={css.sources}>
        <SegmentedControl
          label="Source"
          hideLabel
          segments={SOURCES}
          value={source}
          onChange={(id) => {
            const next = SOURCES.find((one) => one.id === id);
            if (next !== undefined) keyspace.change({ source: next.id });
          }}
        />
      </div>
      {source === 'paste' && <PasteSource />}
      {source === 'model' && <ModelSource />}
      {source === 'probe' && <ProbeSource onConnect={onConnect} />}
      {source === 'run' && <RunSource onConnect={onConnect} />}
    </div>
  );
}

/** The rows of the query that was run last. */
function RunSource({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { keyspace, run: runs } = useServices();
  const { zoom, rowsBy: text } = useStore(keyspace);
  const run = useStore(runs);
  const rowsBy = useMemo(() => groupingOfText(text), [text]);
  const data = useRunMap(run, zoom, rowsBy);
  if (data !== undefined) return <MapPane data={data} rows={<RowsSelect rowsBy={rowsBy} />} />;
  if (run.plan !== undefined) {
    return (
      <EmptyState title={run.phase === 'running' ? 'No row has arrived yet' : 'No rows with a time'}>
        {run.phase === 'running'
          ? 'The map fills with the first page.'
          : 'The last query read no row whose time is known. Choose another window in the Query view.'}
      </EmptyState>
    );
  }
  return <RunIntro onConnect={onConnect} />;
}

function RunIntro({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { connection, hasDemo } = useServices();
  const isConnected = useStore(connection).kind === 'connected';
  const tryDemo = (): void => {
    void connection.connectDemo().then((fault) => {
      if (fault !== undefined) onConnect();
    });
  };
  return (
    <EmptyState
      title="Prefix by time, of the rows of a query"
      actions={
        isConnected || !hasDemo ? (
          <a className={css.link} href={writeHash(QUERY_VIEW, [])}>
            Go to Query
          </a>
        ) : (
          <Button look="primary" onPress={tryDemo}>
            Try the demo account
          </Button>
        )
      }
    >
      Run a query, and its rows stand here while they come: which prefixes are hot, which fall silent, and
      when. A list of keys needs no account: choose Paste.
    </EmptyState>
  );
}
