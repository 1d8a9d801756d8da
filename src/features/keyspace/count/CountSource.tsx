import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { KeptCount } from '../../../core/keyspace/count/keptCount.ts';
import { type CountPicture, partitionsCsv } from '../../../core/keyspace/count/countPicture.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { KeyspaceCount } from '../../../state/keyspace/countRun.ts';
import { keysOfSession, type Session } from '../../../state/connection/session.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import { anyOf, PREFIX } from '../../../state/run/rowListState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatCount, formatPlural, formatShare } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import type { MapData } from '../../shared/map/mapData.ts';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useStore } from '../../shared/useStore.ts';
import { CellsPane } from '../map/CellsPane.tsx';
import css from '../map/keyspace.module.css';
import { useMapSections } from '../map/keyspaceParts.ts';
import { ConnectChoices } from '../sources/ConnectChoices.tsx';
import countCss from './count.module.css';
import { costWords, type Counting, countedWords, progressWords, whyNotAll } from './countWords.ts';

/** Counts all rows of a table by prefix, hour and partition, without storing rows. */
export function CountSource({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { connection } = useServices();
  const { count } = useMapSections();
  const state = useStore(count);
  const connected = useStore(connection);
  const session = connected.kind === 'connected' ? connected.session : undefined;
  const table = useTable();
  const read = useProbed(table, session);
  if (state.kind === 'none')
    return (
      <EmptyState
        title="Count all rows of a table"
        actions={
          session === undefined ? (
            <ConnectChoices connectDemo={connection.connectDemo} onConnect={onConnect} />
          ) : (
            <KeptOffer session={session} count={count} />
          )
        }
      >
        {session === undefined && 'Connect first. '}
        Reads all keys and keeps only counts: by prefix and hour, and for the largest partitions.{' '}
        {costWords(read, table)}
      </EmptyState>
    );
  if (state.kind === 'failed')
    return (
      <Notice tone="error" title="The table was not counted." isLive>
        {state.why}
      </Notice>
    );
  if (state.kind === 'dividing' || state.picture === undefined)
    return <EmptyState title={`Counting ${state.tableName}`}>Dividing the table into ranges.</EmptyState>;
  return <Counted counting={state} picture={state.picture} count={count} />;
}

/** Offers to continue the count that an earlier page kept. */
function KeptOffer({
  session,
  count,
}: {
  readonly session: Session;
  readonly count: KeyspaceCount;
}): ReactNode {
  const { activity } = useServices();
  const [kept, setKept] = useState<KeptCount>();
  useEffect(() => void activity.track(count.kept(session).then(setKept)), [activity, count, session]);
  if (kept === undefined) return undefined;
  const { tableName, rows } = kept.counts;
  return (
    <>
      <Button look="primary" onPress={() => count.startKept(session, kept)}>
        {`Continue ${tableName}, ${formatPlural(rows, 'row')} so far`}
      </Button>
      <Button
        onPress={() => {
          count.forget();
          setKept(undefined);
        }}
      >
        Forget it
      </Button>
    </>
  );
}

function useTable(): string {
  const { keyspace, query } = useServices();
  const { probed: last } = useStore(keyspace);
  const { table: chosen } = useStore(query);
  return last === '' ? chosen : last;
}

/** The estimate of a probe of this table, if the session can read the same keys. */
function useProbed(table: string, session: Session | undefined) {
  const probe = useStore(useServices().keyspaceProbe);
  const isHere = probe.kind === 'probed' && session !== undefined && probe.scope === keysOfSession(session);
  return isHere && probe.tableName.toLowerCase() === table.toLowerCase() ? probe.picture.read : undefined;
}

/** The toolbar of a count: table name, Count or Pause, and progress. */
export function CountBar(): ReactNode {
  const { connection, keyspace } = useServices();
  const { count } = useMapSections();
  const connected = useStore(connection);
  const session = connected.kind === 'connected' ? connected.session : undefined;
  const state = useStore(count);
  const known = useTable();
  const [typed, setTyped] = useState<string>();
  const table = (typed ?? known).trim();
  const isRunning = state.kind === 'dividing' || (state.kind === 'counting' && state.run.phase === 'running');
  const start =
    session === undefined || table === ''
      ? undefined
      : (): void => {
          keyspace.change({ probed: table });
          count.start(session, table);
        };
  const press = isRunning ? count.pause : start;
  useGroupActions('Keyspace', [
    isRunning ? ['count.pause', 'Pause the count', press] : ['count.start', 'Count the table', press],
  ]);
  if (session === undefined && state.kind !== 'counting') return undefined;
  return (
    <>
      <div className={css.probeTable}>
        <TextField
          label="Table"
          hideLabel
          mono
          value={typed ?? known}
          onChange={setTyped}
          placeholder="table name"
        />
      </div>
      <Button
        look={state.kind === 'counting' ? 'default' : 'primary'}
        isDisabled={press === undefined}
        onPress={press}
      >
        {isRunning ? 'Pause' : 'Count table'}
      </Button>
      {state.kind === 'counting' && <CountFacts counting={state} session={session} count={count} />}
    </>
  );
}

/** The progress of a count, and its buttons to continue and to keep it. */
function CountFacts(props: {
  readonly counting: Counting;
  readonly session: Session | undefined;
  readonly count: KeyspaceCount;
}): ReactNode {
  const { counting, session, count } = props;
  const { run, tableName, isKept, isRefused } = counting;
  const read = useProbed(tableName, session);
  const isRunning = run.phase === 'running';
  const isWaiting = isRunning && run.pause !== undefined;
  const isLeft = !isRunning && run.completeness.state !== 'complete';
  const goOn =
    session !== undefined && (isWaiting || (isLeft && count.canGoOn(session)))
      ? () => count.goOn(session)
      : undefined;
  useGroupActions('Keyspace', [['count.goOn', 'Continue the count', goOn]]);
  return (
    <>
      {goOn !== undefined && (
        <Button look="primary" onPress={goOn}>
          {isWaiting ? 'Try now' : 'Continue'}
        </Button>
      )}
      {(isRunning || isLeft) && (
        <span title="Stores counts and key bounds, no secret, so that the count can continue after a page reload.">
          <Button look="link" size="small" onPress={isKept ? count.forget : count.keep}>
            {isKept ? 'Forget in this browser' : 'Keep in this browser'}
          </Button>
        </span>
      )}
      {isRefused && <span role="alert">The browser could not store this count. Do not close this page.</span>}
      <output className={css.probeFacts} aria-label="Count" aria-live={isRunning ? 'off' : 'polite'}>
        {progressWords(counting, read)}
      </output>
    </>
  );
}

function Counted(props: {
  readonly counting: Counting;
  readonly picture: CountPicture;
  readonly count: KeyspaceCount;
}): ReactNode {
  const { counting, picture, count } = props;
  const { run } = counting;
  const data = useMemo(() => mapData(counting, picture), [counting, picture]);
  const why = whyNotAll(counting);
  const waits = run.phase === 'running' ? run.pause : undefined;
  return (
    <>
      {waits?.fault !== undefined && (
        <Notice tone="warning" title="The count is waiting. Rows counted so far are not lost." isLive>
          {waits.fault.message}
        </Notice>
      )}
      {why !== '' && (
        <Notice tone="warning" title="Not all rows are counted. Continue counts the rest.">
          {why}
        </Notice>
      )}
      {data !== undefined && <CellsPane data={data} />}
      {data === undefined && <p className={countCss.hint}>These keys hold no time, so there is no map.</p>}
      <Partitions picture={picture} counting={counting} count={count} />
    </>
  );
}

/** The largest partitions, and a file of all that are kept by name. */
function Partitions(props: {
  readonly picture: CountPicture;
  readonly counting: Counting;
  readonly count: KeyspaceCount;
}): ReactNode {
  const { picture, counting, count } = props;
  const { saveFile, activity } = useServices();
  const { rows, partitions, largest } = picture;
  const { completeness } = counting.run;
  const save = async (): Promise<void> => {
    const text = partitionsCsv(await count.partitions());
    const name = exportFileName(`${counting.tableName}-partitions`, completeness, 'csv');
    await saveFile(name, [new TextEncoder().encode(text)]);
  };
  return (
    <section className={countCss.partitions} aria-label="Largest partitions">
      <p className={countCss.head}>
        <strong>{formatPlural(partitions, 'partition')}</strong>
        {largest.length < partitions && `the largest ${formatCount(largest.length)} are shown`}
        <Button size="small" onPress={() => void activity.track(save())}>
          Save partitions as CSV
        </Button>
      </p>
      <table className={countCss.table}>
        <thead>
          <tr>
            <th scope="col">PartitionKey</th>
            <th scope="col">Rows</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {largest.map(([name, own]) => (
            <tr key={name}>
              <th scope="row">
                <VisibleText text={name === '' ? "''" : name} />
              </th>
              <td>{formatCount(own)}</td>
              <td>{formatShare(own / Math.max(1, rows))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function mapData(counting: Counting, { map, schemeId }: CountPicture): MapData | undefined {
  if (map === undefined) return undefined;
  const { tableName, run } = counting;
  const { grid, labels, whole, withoutTime } = map;
  const scheme = schemeById(schemeId);
  const isPrefix = scheme?.prefixed === true;
  return {
    grid,
    labels,
    rowName: isPrefix ? 'Prefix' : 'Group',
    whole,
    title: `${tableName}, counted`,
    schemeTitle: scheme?.title ?? '',
    isIncomplete: run.completeness.state !== 'complete',
    completeness: `${countedWords(counting)}.`,
    note: '',
    outside: withoutTime === 0 ? '' : `${formatPlural(withoutTime, 'row')} without a time`,
    diagnosis: 'none, because only counts are kept',
    id: `count ${tableName}`,
    filterOf: ({ from, to }) => anyOf(isPrefix ? PREFIX : { name: 'PartitionKey' }, labels.slice(from, to)),
  };
}
