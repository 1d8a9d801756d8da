import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { Result } from '../../core/result.ts';
import type { ReadAmount } from '../../tables/progress/runBudget.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { AddressStore } from '../address/address.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { Session } from '../connection/session.ts';
import { heldBy } from '../run/followState.ts';
import { formOfRun, isSameQuery, type QueryForm } from '../run/queryForm.ts';
import type { QueryStore } from '../run/queryStore.ts';
import type { EndedRun, QueryRunStore, RunState } from '../run/runState.ts';
import type { CaptureIntake, OpenedCapture } from './capture/openCapture.ts';
import type { OpenedExport } from './file/openExport.ts';
import type { OpenedPoints } from './pointsResult.ts';
import type { OpenedAnswer } from './answerResult.ts';
import { createResultServices, type ServicesDeps } from './resultServices.ts';
import {
  createTabs,
  type OpenResult,
  type ResultsState,
  type StartRefusal,
  type TabCommands,
} from './resultTabs.ts';

/** Rows that no query of this page read. */
export type OpenedRows = OpenedCapture | OpenedExport | OpenedPoints | OpenedAnswer;

type StartArguments = readonly [plan: QueryPlan, session: Session, form: QueryForm];

/** The result tabs. The views show one of them, and Run replaces its result. */
export interface ResultsStore extends ReadableStore<ResultsState>, TabCommands {
  /**
   * Starts a query in a new tab and shows that tab. If the form in sight was edited into this query, it goes back to the query of its own
   * result.
   */
  readonly startBeside: (...query: StartArguments) => void;
  readonly dropRefusal: () => void;
  /**
   * Shows a capture, an export, points or an answer, once `read` has put the rows into a store; otherwise returns a message. No
   * query starts meanwhile.
   */
  readonly takeRows: (
    read: (intake: CaptureIntake) => Promise<Result<OpenedRows, string>>,
  ) => Promise<string | undefined>;
}

export interface ResultsDeps extends ServicesDeps {
  readonly address: AddressStore;
  /** The fields of the form with which a table begins once it is chosen. */
  readonly defaultOf: (table: string) => Partial<QueryForm>;
  /** A client for the rows of one result; starts its worker. */
  readonly createRows: () => RowStoreClient;
  readonly createRun: (
    rows: RowStoreClient,
    shared: { readonly nextRunId: () => number; readonly heldByOthers: () => ReadAmount },
  ) => QueryRunStore;
  /** Called with each new state of any run. */
  readonly onRun: (run: RunState) => void;
  /** The limit for all results together. */
  readonly most: ReadAmount;
}

/** The total of all results except one. */
function heldBeside(all: readonly OpenResult[], id: number): ReadAmount {
  let [rows, bytes] = [0, 0];
  for (const result of all) {
    const run = result.services.run.get();
    if (result.id === id || run.phase === 'idle') continue;
    const own = heldBy(run);
    rows += own.rows;
    bytes += own.bytes;
  }
  return { rows, bytes };
}

/** Why a query cannot start: another run is in progress, or the page can hold no more rows. */
function refusalOf(all: readonly OpenResult[], id: number, most: ReadAmount): StartRefusal | undefined {
  const others = all.filter((result) => result.id !== id);
  const busy = others.find(({ services }) => services.run.get().phase === 'running');
  if (busy !== undefined) return { kind: 'busy', resultId: busy.id };
  const held = heldBeside(all, id);
  const oldest = others.find(({ services }) => services.run.get().phase !== 'idle');
  const isFull = held.rows >= most.rows || held.bytes >= most.bytes;
  return isFull && oldest !== undefined ? { kind: 'full', resultId: oldest.id } : undefined;
}

/** How much more the page can hold. */
function roomOf(all: readonly OpenResult[], most: ReadAmount): ReadAmount {
  const held = heldBeside(all, 0);
  return { rows: Math.max(0, most.rows - held.rows), bytes: Math.max(0, most.bytes - held.bytes) };
}

function openedResult(
  deps: ResultsDeps,
  id: number,
  query: QueryStore,
  rows: RowStoreClient,
  opened: OpenedRows,
  startElsewhere: QueryRunStore['start'],
): OpenResult {
  const fixed = captureRun(opened.run, rows, startElsewhere);
  const services = createResultServices(query, fixed, rows, deps);
  if ('answer' in opened) return { id, services, answer: opened.answer };
  if ('points' in opened)
    return { id, services, points: opened.points, givenName: `Points of ${opened.points.of}` };
  return 'file' in opened
    ? { id, services, file: opened.file, givenName: opened.file.name }
    : { id, services, capture: opened.words };
}

export function createResults(deps: ResultsDeps): ResultsStore {
  let lastRunId = 0;
  let isReadingFile = false;
  const mayStart = (id: number): boolean => {
    const refusal: StartRefusal | undefined = isReadingFile
      ? { kind: 'file', resultId: 0 }
      : refusalOf(store.get().all, id, deps.most);
    store.update((state) => ({ ...state, refusal }));
    if (refusal !== undefined) return false;
    dropClosed();
    // Columns built for sorting and filtering are freed first, because they can be rebuilt. A dead worker has none.
    const others = store.get().all.filter((result) => result.id !== id);
    for (const { services } of others) void services.rows.freeColumns().catch(() => undefined);
    return true;
  };
  const tabs = createTabs(deps.address, deps.defaultOf, (id, query) => {
    const rows = deps.createRows();
    const run = deps.createRun(rows, {
      nextRunId: () => ++lastRunId,
      heldByOthers: () => heldBeside(store.get().all, id),
    });
    run.subscribe(() => {
      const state = run.get();
      if (state.phase !== 'idle') deps.onRun(state);
    });
    const guarded: QueryRunStore = {
      ...run,
      start: (...started) => {
        if (mayStart(id)) run.start(...started);
      },
      resume: (session) => {
        if (mayStart(id)) run.resume(session);
      },
    };
    return { id, services: createResultServices(query, guarded, rows, deps) };
  });
  const { store, place, watched, opened, see, dropClosed, commands } = tabs;
  const startBeside = (...started: StartArguments): void => {
    // Refuse before opening anything.
    if (!mayStart(0)) return;
    const [, , form] = started;
    const { query, run } = store.get().inSight.services;
    const [ran, shown] = [run.get(), query.get()];
    if (ran.phase === 'idle' && (shown.table === '' || isSameQuery(shown, form))) {
      query.change(form);
      run.start(...started);
      return;
    }
    // Do this while its form is in sight, so that undo knows the change.
    if (ran.phase !== 'idle' && isSameQuery(shown, form)) query.change(formOfRun(ran.form, shown));
    const result = opened(form);
    see([...store.get().all, result], result);
    result.services.run.start(...started);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    ...commands,
    startBeside,
    takeRows: async (read) => {
      if (isReadingFile) return 'Another file is still being read.';
      isReadingFile = true;
      dropClosed();
      const { all, inSight } = store.get();
      const { query, rows: own, run } = inSight.services;
      // A tab without a result takes the file, because without a network no other worker could start.
      const isEmpty = run.get().phase === 'idle';
      const rows = isEmpty ? own : deps.createRows();
      const intake = { rows, runId: ++lastRunId, room: roomOf(all, deps.most) };
      const taken = await read(intake).finally(() => (isReadingFile = false));
      if (!taken.ok) {
        if (!isEmpty) rows.dispose();
        return taken.error;
      }
      const [id, form] = place(formOfRun(taken.value.run.form, query.get()));
      const result = watched(openedResult(deps, id, form, rows, taken.value, startBeside));
      see([...store.get().all.filter((one) => !isEmpty || one.id !== inSight.id), result], result);
      return undefined;
    },
    dropRefusal: () => store.update((state) => ({ ...state, refusal: undefined })),
  };
}

/** The run of an opened file. It has ended and cannot be continued. `startElsewhere`: starts a new query in another result. */
export function captureRun(
  run: EndedRun,
  rows: Pick<RowStoreClient, 'onLost'>,
  startElsewhere: QueryRunStore['start'],
): QueryRunStore {
  const store = createStore<RunState>(run);
  rows.onLost((words) => store.set(withoutRows(run, words)));
  return {
    get: store.get,
    subscribe: store.subscribe,
    start: startElsewhere,
    canResume: () => false,
    resume: () => undefined,
    follow: () => undefined,
    cancel: () => undefined,
    list: () => undefined,
    unpause: () => undefined,
  };
}

/** The run after its rows were lost with their worker: no counts remain. */
function withoutRows(run: EndedRun, words: string): EndedRun {
  const { tables, readAtMs, queriesAsked } = run.completeness;
  return {
    ...run,
    rows: 0,
    dataVersion: run.dataVersion + 1,
    completeness: {
      state: 'stopped',
      rows: 0,
      queriesDone: 0,
      queriesAsked,
      readAtMs,
      tables,
      reasons: [{ kind: 'cancelled', text: `${words} Open the file again.`, queries: [] }],
      unread: [],
      resumable: false,
    },
  };
}
