import { type ReactNode, useState } from 'react';
import type { ProbeState } from '../../state/keyspaceProbe.ts';
import { MOST_LOOK_REQUESTS } from '../../state/probeRun.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './keyspace.module.css';
import { MapPane } from './MapPane.tsx';
import { useProbeMap } from './useProbeMap.ts';

/** A table mapped by skipping from prefix to prefix and sampling: a few requests, whatever its size. */
export function ProbeSource({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { connection, keyspaceProbe, query } = useServices();
  const state = useStore(connection);
  const probe = useStore(keyspaceProbe);
  const { table: chosen } = useStore(query);
  const [typed, setTyped] = useState<string>();
  const data = useProbeMap(probe);
  const session = state.kind === 'connected' ? state.session : undefined;
  if (session === undefined) return <ProbeIntro onConnect={onConnect} />;
  const table = typed ?? chosen;
  const isRunning = probe.kind === 'probed' && probe.phase === 'running';
  return (
    <>
      <div className={css.listBar}>
        <div className={css.probeTable}>
          <TextField
            label="Table"
            hideLabel
            mono
            value={table}
            onChange={setTyped}
            placeholder="table name"
          />
        </div>
        <Button
          look="primary"
          size="small"
          isDisabled={table.trim() === '' || isRunning}
          onPress={() => keyspaceProbe.start(session, table.trim())}
        >
          Probe table
        </Button>
        {isRunning && (
          <Button size="small" onPress={keyspaceProbe.stop}>
            Stop
          </Button>
        )}
        {probe.kind === 'probed' && <ProbeFacts probe={probe} />}
      </div>
      {probe.kind === 'probed' && probe.fault !== undefined && (
        <Notice tone="warning" title="Not all of it is known." isLive>
          {probe.fault}
        </Notice>
      )}
      {data !== undefined && <MapPane data={data} />}
      {data === undefined && probe.kind === 'probed' && !isRunning && <GroupList probe={probe} />}
      {probe.kind === 'none' && (
        <EmptyState title="Where the keys of a table lie, without reading it">
          The probe skips from prefix to prefix, finds the first and last time of each, and then counts or
          estimates cells with about {formatCount(MOST_LOOK_REQUESTS)} requests of one row. An estimate is
          dotted and carries its error.
        </EmptyState>
      )}
    </>
  );
}

function ProbeIntro({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { connection, hasDemo } = useServices();
  const tryDemo = (): void => {
    void connection.connectDemo().then((fault) => {
      if (fault !== undefined) onConnect();
    });
  };
  return (
    <EmptyState
      title="Where the keys of a table lie, without reading it"
      actions={
        <>
          {hasDemo && (
            <Button look="primary" onPress={tryDemo}>
              Try the demo account
            </Button>
          )}
          <Button onPress={onConnect}>Connect with a SAS</Button>
        </>
      }
    >
      The probe needs an account that a SAS may read.
    </EmptyState>
  );
}

type Probed = Extract<ProbeState, { kind: 'probed' }>;

/** What it cost and what it found, beside its button. */
function ProbeFacts({ probe }: { readonly probe: Probed }): ReactNode {
  const { keyspace, keyspaceProbe } = useServices();
  const { zoom } = useStore(keyspace);
  const { picture, phase } = probe;
  const canRefine = phase === 'done' && zoom !== undefined;
  return (
    <>
      <output className={css.probeFacts} aria-label="Probe">
        {PHASES[phase]}: {formatPlural(picture.groups.length, 'group')} of keys,{' '}
        {formatPlural(picture.requests, 'request')}, {formatPlural(picture.rowsRead, 'row')} read.
      </output>
      <Button
        size="small"
        isDisabled={!canRefine}
        onPress={() => {
          if (zoom === undefined) return;
          keyspaceProbe.refine({
            from: zoom.from,
            to: zoom.to,
            groupFrom: zoom.rowFrom,
            groupTo: Math.min(picture.groups.length, zoom.rowTo),
          });
        }}
      >
        Refine this part
      </Button>
    </>
  );
}

const PHASES = { running: 'Probing', done: 'Probed', stopped: 'Stopped' } as const;

/** Groups whose keys tell no time: their names, and how many rows they seem to hold. */
function GroupList({ probe }: { readonly probe: Probed }): ReactNode {
  const { groups } = probe.picture;
  if (groups.length === 0) {
    return (
      <EmptyState title={`${probe.tableName} holds no row`}>
        {probe.fault === undefined ? 'The first request came back empty.' : 'See the reason above.'}
      </EmptyState>
    );
  }
  return (
    <div className={css.groups}>
      <p className={css.dim}>The keys of these groups tell no time, so there is no map of them.</p>
      <ul>
        {groups.map(({ label, rows }) => (
          <li key={label}>
            <bdi>{label}</bdi>
            {rows !== undefined &&
              `: ${rows.isCount ? '' : 'about '}${formatPlural(rows.rows, 'row')}${rows.isCount ? '' : ` (\u00b1 ${formatCount(Math.ceil(rows.standardError))})`}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
