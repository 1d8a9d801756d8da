import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Interval, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { groupingOfText } from '../../../state/keyspace/keyspaceRows.ts';
import { isSameQuery, type QueryForm, QUERY_VIEW, rangeRead } from '../../../state/run/queryForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useConnectDoor } from '../../shared/credential/connectDoor.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { formOfCells } from '../../shared/map/cellQuery.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { MapPane } from '../map/MapPane.tsx';
import { RowsSelect } from '../map/RowsSelect.tsx';
import { ConnectChoices } from './ConnectChoices.tsx';
import { useRunMap } from '../../shared/map/useRunMap.ts';
import { SelectedRows, useListState } from '../../shared/selection/SelectedRows.tsx';
import { useEscape } from '../../shared/selection/useEscape.ts';
import { cellsOfSection } from '../../shared/map/zoomView.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import { faultText } from '../../../core/result.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { accountName } from '../../../state/connection/session.ts';
import { tryDemo } from '../../shared/startQuery.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import css from '../map/keyspace.module.css';

/** The map of the rows that the last query read. */
export function RunSource(): ReactNode {
  const { keyspace, run: runs } = useServices();
  const { form } = useStore(keyspace);
  const last = useStore(runs);
  const run = last.phase === 'idle' ? undefined : last;
  const { runId, form: ran } = run ?? {};
  const window = run?.plan.request.window;
  useEffect(() => {
    if (runId !== undefined && ran !== undefined) keyspace.takeRun(runId, ran, datedForm(ran, window));
  }, [keyspace, runId, ran, window]);
  // The queries of wider windows that the user zoomed in from, the latest last.
  const [wider, setWider] = useState<readonly QueryForm[]>([]);
  if (form !== undefined && (ran === undefined || !isSameQuery(form, ran))) {
    return <LinkedQuery form={form} ran={ran} />;
  }
  if (run === undefined) return <RunIntro />;
  return <RunMap run={run} wider={wider} onWider={setWider} />;
}

interface Windows {
  readonly wider: readonly QueryForm[];
  readonly onWider: (wider: readonly QueryForm[]) => void;
}

function RunMap({ run, ...windows }: Windows & { readonly run: RunState }): ReactNode {
  const { keyspace, run: runs } = useServices();
  const { zoom, rowsBy: text } = useStore(keyspace);
  const rowsBy = useMemo(() => groupingOfText(text), [text]);
  const filters = useListState(run.runId, ({ filters }) => filters);
  const data = useRunMap(run, zoom, rowsBy, filters);
  useEscape(run.runId, run.phase === 'running' ? runs.cancel : undefined);
  if (data !== undefined) {
    return (
      <MapPane
        data={data}
        selected={<SelectedRows run={run} />}
        rows={<RowsSelect rowsBy={rowsBy} run={run} />}
        query={<WindowQuery data={data} ran={run.form} isRunning={run.phase === 'running'} {...windows} />}
      />
    );
  }
  const isRunning = run.phase === 'running';
  return (
    <EmptyState
      title={isRunning ? 'No row has arrived yet' : 'No rows with a time'}
      actions={isRunning && <CancelRun />}
    >
      {isRunning
        ? 'The map fills with the first page.'
        : 'No row of the last query has a known time. Change its time range in Query.'}
    </EmptyState>
  );
}

/** Cancels a run, which must be possible wherever it is shown. What was read stays, and Query can continue it. */
function CancelRun(): ReactNode {
  const { run } = useServices();
  useGroupActions('Query', [['query.cancel', 'Cancel the run and keep what has arrived', run.cancel]]);
  return (
    <Button size="small" onPress={run.cancel}>
      Cancel
    </Button>
  );
}

/** The query with its window as instants, because `now` means another time tomorrow. */
function datedForm(form: QueryForm, window: Interval | undefined): QueryForm {
  return window === undefined ? form : { ...form, ...rangeRead(form, window), windowGiven: true };
}

/** Queries only the visible part, or the previous wider window again. */
function WindowQuery(
  props: Windows & { readonly data: MapData; readonly ran: QueryForm; readonly isRunning: boolean },
): ReactNode {
  const { data, ran, isRunning, wider, onWider } = props;
  const { keyspace, query } = useServices();
  const { zoom } = useStore(keyspace);
  const { ask, isElsewhere, fault } = useAskHere(ran);
  const last = wider.at(-1);
  const isBusy = isRunning || isElsewhere;
  // Rounded to whole columns, so that the query is for exactly what is visible.
  const cells = zoom && cellsOfSection(data.grid, zoom);
  const part = cells && formOfCells(data, cells, query.get());
  const back =
    last === undefined || isBusy
      ? undefined
      : () => {
          if (ask(last)) onWider(wider.slice(0, -1));
        };
  const askPart =
    part === undefined || isBusy
      ? undefined
      : () => {
          if (ask(part)) onWider([...wider, ran]);
        };
  useGroupActions('Keyspace', [
    ['keyspace.askWider', 'Back to the wider window', back],
    ['keyspace.askPart', 'Query this window', askPart],
  ]);
  return (
    <>
      {fault !== undefined && <span role="alert">{wordsOf(fault)}</span>}
      {last !== undefined && (
        <Button size="small" isDisabled={back === undefined} onPress={back}>
          Back to the wider window
        </Button>
      )}
      {isRunning && <CancelRun />}
      <Button size="small" isDisabled={askPart === undefined} onPress={askPart}>
        Query this window
      </Button>
    </>
  );
}

/** The query of an opened link, which runs when the user presses its button. */
function LinkedQuery({
  form,
  ran,
}: {
  readonly form: QueryForm;
  /** The query whose rows are loaded, if it is a different one. */
  readonly ran: QueryForm | undefined;
}): ReactNode {
  const { connection, keyspace } = useServices();
  const { ask, isConnected, isElsewhere, fault } = useAskHere(form);
  const run = isConnected && !isElsewhere ? () => void ask(form) : undefined;
  const back = ran && (() => keyspace.returnTo(ran));
  useGroupActions('Keyspace', [
    ['keyspace.runLink', 'Run the query of this link', run],
    ['keyspace.last', 'Back to the last result', back],
  ]);
  const window =
    form.from === '' && form.to === ''
      ? 'all time'
      : `${form.from || 'the first row'} to ${form.to || 'the last'}`;
  return (
    <EmptyState
      title={`A map of ${form.table}`}
      actions={
        <>
          {run !== undefined && (
            <Button look="primary" onPress={run}>
              Run its query
            </Button>
          )}
          {!isConnected && <ConnectChoices endpoint={form.endpoint} connectDemo={connection.connectDemo} />}
          {back !== undefined && <Button onPress={back}>Back to the last result</Button>}
        </>
      }
    >
      This link names a query: <VisibleText text={form.table} />, <VisibleText text={window} />
      {form.prefixes !== '' && (
        <>
          , prefixes <VisibleText text={form.prefixes} />
        </>
      )}
      . Nothing was sent yet.
      {isElsewhere && ` This query is for ${form.endpoint}. Connect to that account to run it.`}
      {fault !== undefined && <b role="alert"> {fault}</b>}
    </EmptyState>
  );
}

/** Runs queries from the Keyspace view over the current connection. `about` is the query whose account must be the connected one. */
function useAskHere(about: QueryForm | undefined) {
  const { run, nowMs } = useServices();
  const session = useSession();
  const connect = useConnectDoor();
  const [fault, setFault] = useState<string>();
  const endpoint = about?.endpoint ?? '';
  return {
    isConnected: session !== undefined,
    /** The connected account is another one than the query's. */
    isElsewhere: session !== undefined && endpoint !== '' && endpoint !== accountName(session),
    /** Why the last query could not be planned, with the next step. */
    fault,
    /** Returns whether the query was started. */
    ask: (form: QueryForm): boolean => {
      if (session === undefined) {
        connect();
        return false;
      }
      // `now` means the time at which the query is run.
      const plan = planFromForm(form, ticksFromUnixMs(nowMs()));
      setFault(plan.ok ? undefined : faultText(plan.error));
      if (plan.ok) run.start(plan.value, session, form);
      return plan.ok;
    },
  };
}

/** Shown before anything was run: the ways to a first map. */
function RunIntro(): ReactNode {
  const services = useServices();
  const isConnected = useStore(services.connection).kind === 'connected';
  return (
    <EmptyState
      title="Map the rows of a query"
      actions={
        isConnected || !services.hasDemo ? (
          <a className={css.link} href={writeHash(QUERY_VIEW, [])}>
            Go to Query
          </a>
        ) : (
          <ConnectChoices connectDemo={() => tryDemo(services, true)} />
        )
      }
    >
      Run a query to map its rows: which prefixes are hot, which fall silent, and when. To map a list of keys
      without an account, choose Paste.
    </EmptyState>
  );
}
