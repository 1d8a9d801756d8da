import { type ReactNode, useEffect, useState } from 'react';
import { faultText } from '../../../core/result.ts';
import type { KeptCount } from '../../../core/keyspace/count/keptCount.ts';
import type { CountState, KeyspaceCount } from '../../../state/keyspace/countRun.ts';
import { keysOfSession, type Session } from '../../../state/connection/session.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { MOST_BOUND_REQUESTS } from '../../../core/keyspace/count/keyBounds.ts';
import { formatPlural } from '../../../ui/format.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { startQuery } from '../../shared/startQuery.ts';
import { useEscape } from '../../shared/selection/useEscape.ts';
import css from '../map/keyspace.module.css';
import { useMapSections } from '../map/keyspaceParts.ts';
import { ConnectChoices, useKnownTable, useTableField } from '../sources/ConnectChoices.tsx';
import { Counted, costWords, type Counting, nextCostWords, progressWords } from './Counted.tsx';

/** Counts all rows of a table by prefix, hour and partition, without storing rows. */
export function CountSource(): ReactNode {
  const { connection } = useServices();
  const { count } = useMapSections();
  const state = useStore(count);
  const session = useSession();
  const table = useKnownTable();
  const read = useProbed(table, session);
  if (state.kind === 'none')
    return (
      <EmptyState
        title="Count all rows of a table"
        actions={
          session === undefined ? (
            <ConnectChoices connectDemo={connection.connectDemo} />
          ) : (
            <KeptOffer session={session} count={count} />
          )
        }
      >
        {session === undefined && 'Connect first. '}
        Reads all keys and keeps only counts: by prefix and hour, and for the largest partitions.{' '}
        {costWords(read, table)} Counting bytes too downloads all rows whole: the egress of the whole table,
        and more transactions if rows are over 4 kB. Count query reads only the keys of what the form in Query
        matches: 1 transaction per 1,000 rows, and at least one for each of its queries; more if few rows meet
        its filter.
      </EmptyState>
    );
  if (state.kind === 'failed')
    return (
      <Notice tone="error" title="The table was not counted." isLive>
        {state.why}
      </Notice>
    );
  // Before the first row nothing is known of the keys.
  if (state.kind === 'dividing' || state.picture === undefined || isBeforeRows(state))
    return (
      <EmptyState title={`Counting ${state.tableName}`}>
        {state.kind === 'dividing'
          ? `Dividing the table into ranges: ${formatPlural(state.requestsBefore, 'request')} of up to ${MOST_BOUND_REQUESTS}.`
          : 'Reading the first keys.'}
      </EmptyState>
    );
  return <Counted counting={state} picture={state.picture} count={count} />;
}

/** Offers to continue a count that was kept before the page was loaded. */
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

/** What a probe of this table estimates, if the session can read the same keys. */
function useProbed(table: string, session: Session | undefined) {
  const probe = useStore(useServices().keyspaceProbe);
  const isHere = probe.kind === 'probed' && session !== undefined && probe.scope === keysOfSession(session);
  return isHere && probe.tableName.toLowerCase() === table.toLowerCase() ? probe.picture.read : undefined;
}

/** The toolbar of a count: table name, Count or Pause, and progress. */
export function CountBar(): ReactNode {
  const { keyspace } = useServices();
  const { count } = useMapSections();
  const session = useSession();
  const state = useStore(count);
  const [table, field] = useTableField();
  const read = useProbed(table, session);
  const start =
    session === undefined || table === ''
      ? undefined
      : (withBytes: boolean): void => {
          keyspace.change({ probed: table });
          count.start(session, table, withBytes);
        };
  if (session === undefined && state.kind !== 'counting') return undefined;
  const cost = start !== undefined && state.kind === 'counting' ? nextCostWords(state, read, table) : '';
  return (
    <>
      {field}
      <CountButtons state={state} start={start} count={count} />
      {session !== undefined && <QueryCount state={state} count={count} table={table} />}
      {state.kind === 'counting' && (
        <CountFacts counting={state} session={session} count={count} cost={cost} />
      )}
      {state.kind === 'failed' && <span className={css.probeFacts}>{costWords(read, table)}</span>}
    </>
  );
}

function isBeforeRows({ picture, run }: Counting): boolean {
  return picture?.rows === 0 && run.phase === 'running';
}

function isCounting(state: CountState): boolean {
  return state.kind === 'dividing' || (state.kind === 'counting' && state.run.phase === 'running');
}

/** Starts a count of rows, or of rows and bytes, and pauses a running one. */
function CountButtons(props: {
  readonly state: CountState;
  readonly start: ((withBytes: boolean) => void) | undefined;
  readonly count: KeyspaceCount;
}): ReactNode {
  const { state, start, count } = props;
  const isRunning = isCounting(state);
  const rows = isRunning ? count.pause : start && (() => start(false));
  const bytes = isRunning ? undefined : start && (() => start(true));
  useGroupActions('Keyspace', [
    isRunning ? ['count.pause', 'Pause the count', rows] : ['count.start', 'Count the table', rows],
    ['count.bytes', 'Count rows and bytes of the table', bytes],
  ]);
  useEscape(undefined, isRunning ? rows : undefined);
  return (
    <>
      <Button
        look={state.kind === 'counting' ? 'default' : 'primary'}
        isDisabled={rows === undefined}
        onPress={rows}
      >
        {isRunning ? 'Pause' : 'Count table'}
      </Button>
      {!isRunning && (
        <Button isDisabled={bytes === undefined} onPress={bytes}>
          Count bytes
        </Button>
      )}
    </>
  );
}

/** Counts what the form in Query matches, if that is of this table. */
function QueryCount(props: {
  readonly state: CountState;
  readonly count: KeyspaceCount;
  readonly table: string;
}): ReactNode {
  const { state, count, table } = props;
  const services = useServices();
  const form = useStore(services.query);
  const [fault, setFault] = useState('');
  const isOffered = !isCounting(state) && form.table.toLowerCase() === table.toLowerCase();
  const start = (): void => {
    const wrong = startQuery(services, (plan, session, ran) => {
      if (plan.queries.some(({ sharesRows }) => sharesRows === true)) return setFault(SHARED);
      setFault('');
      services.keyspace.change({ probed: table });
      count.startQuery(plan, session, ran);
    });
    if (wrong !== undefined) setFault(typeof wrong === 'object' ? faultText(wrong) : ELSEWHERE);
  };
  useGroupActions('Keyspace', [
    ['count.query', 'Count what the query matches', isOffered ? start : undefined],
  ]);
  if (!isOffered) return undefined;
  return (
    <>
      <Button onPress={start}>Count query</Button>
      {fault !== '' && <span role="alert">{fault}</span>}
    </>
  );
}

const SHARED =
  'This query is sent in several parts that can return the same row, which would be counted twice. Run it in Query to get its number of rows.';
const ELSEWHERE =
  'This query is for another account. Connect to that account, or choose a table of this one in Query.';

/** The progress of a count, with buttons to continue it and to keep it. */
function CountFacts(props: {
  readonly counting: Counting;
  readonly session: Session | undefined;
  readonly count: KeyspaceCount;
  /** What the next count would cost. */
  readonly cost: string;
}): ReactNode {
  const { counting, session, count, cost } = props;
  const { run, tableName, isKept, isRefused } = counting;
  const read = useProbed(tableName, session);
  const isRunning = run.phase === 'running';
  const isWaiting = isRunning && run.pause !== undefined;
  const isWhole = run.completeness.state === 'complete';
  const isLeft = !isRunning && !isWhole;
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
      {!isWhole && !counting.isOfQuery && (
        <span title="Stores counts and key bounds, no secret, so that the count can continue after a page reload.">
          <Button look="link" size="small" onPress={isKept ? count.forget : count.keep}>
            {isKept ? 'Forget in this browser' : 'Keep in this browser'}
          </Button>
        </span>
      )}
      {isRefused && <span role="alert">The browser could not store this count. Do not close this page.</span>}
      <span className={css.probeFacts}>
        <output aria-label="Count" aria-live={isRunning ? 'off' : 'polite'}>
          {progressWords(counting, read)}
        </output>
        {cost}
      </span>
    </>
  );
}
