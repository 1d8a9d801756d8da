import { isoToTicks } from '../../core/time/ticks.ts';
import { rowStorePair } from '../../workers/rowStorePair.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { createAddressStore } from '../address/address.ts';
import { historyBar } from '../address/historyBar.fixture.ts';
import { createStore } from '../base/store.ts';
import { EMPTY_FORM, type QueryForm } from '../run/queryForm.ts';
import { NO_RUN, type QueryRunStore, type RunState } from '../run/runState.ts';
import { namedResults } from './resultTabs.ts';
import { createResults } from './resultsStore.ts';

export type Query = Parameters<QueryRunStore['start']>;

/** The parts of a query that the list of results reads. */
export function query(tableName: string, from: string, to: string, filter?: string): Query {
  const window = { from: isoToTicks(from), to: isoToTicks(to) };
  const form: QueryForm = { ...EMPTY_FORM, table: tableName, from, to, filter: filter ?? '' };
  return [{ request: { tableName, window, filter } }, {}, form] as unknown as Query;
}

export const NOON = query('DemoEventsVer1v0', '2026-11-20T12:42:00Z', '2026-11-20T14:42:00Z');
export const EVENING = query('Logs', '2026-11-20T18:00:05Z', '2026-11-20T19:00:00.25Z');

/** Results whose runs do only what the test says. */
export function setUp(most = { rows: 100, bytes: 1e6 }) {
  const told: number[] = [];
  const shares: { heldByOthers: () => { rows: number; bytes: number } }[] = [];
  const stores: { set: (state: Partial<RunState>) => void; cancelled: number }[] = [];
  const bar = historyBar('#/query');
  const results = createResults({
    defaultOf: () => ({}),
    address: createAddressStore(bar),
    activity: createActivity((done) => done()),
    createRows: () => rowStorePair().client,
    most,
    pause: (run) => run(),
    onRun: ({ runId }) => void told.push(runId),
    createRun: (_rows, shared) => {
      const store = createStore<ReturnType<QueryRunStore['get']>>(NO_RUN);
      const made = {
        set: (state: Partial<RunState>) => store.set({ ...store.get(), ...state } as RunState),
        cancelled: 0,
      };
      stores.push(made);
      shares.push(shared);
      return {
        get: store.get,
        subscribe: store.subscribe,
        start: (plan, _session, form) =>
          store.set({
            phase: 'running',
            runId: shared.nextRunId(),
            plan,
            form,
            rows: 0,
            bytes: 0,
          } as unknown as RunState),
        canResume: () => true,
        resume: () => store.set({ ...store.get(), phase: 'running' } as RunState),
        cancel: () => void (made.cancelled += 1),
        list: () => undefined,
        follow: () => undefined,
        unpause: () => undefined,
      };
    },
  });
  const names = (): readonly string[] => namedResults(results.get().all).map(({ name }) => name);
  const start = (asked: Query): void => results.get().inSight.services.run.start(...asked);
  /** Reads a query to its end in the tab in sight, or beside it; `at` is the place of its run among all that were made. */
  const read = (asked: Query, at = 0, more: Partial<RunState> = {}): void => {
    start(asked);
    stores[at]?.set({ phase: 'ended', ...more });
  };
  const readBeside = (asked: Query, at = 1, more: Partial<RunState> = {}): void => {
    results.startBeside(...asked);
    stores[at]?.set({ phase: 'ended', ...more });
  };
  return { bar, results, stores, shares, told, names, start, read, readBeside };
}
