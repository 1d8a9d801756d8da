import { createActions } from '../state/base/actions.ts';
import { type Activity, createActivity } from '../state/base/activity.ts';
import { createAddressStore } from '../state/address/address.ts';
import { clockNote } from '../tables/base/serviceClock.ts';
import { createConnectionStore } from '../state/connection/connectionStore.ts';
import { createDecodeBulk } from '../state/decode/decodeBulk.ts';
import { createDecodeStore } from '../state/decode/decodeStore.ts';
import { createKeyspaceProbe } from '../state/keyspace/probe.ts';
import { createFindings } from '../state/keyspace/lateDiagnosis.ts';
import { createKeyspaceStore } from '../state/keyspace/keyspaceStore.ts';
import { createLeaveGuard, type LeaveGuard } from '../state/results/leaveGuard.ts';
import { createResultFiles } from '../state/results/resultFiles.ts';
import { createResults, type ResultsStore } from '../state/results/resultsStore.ts';
import { createLateEngine, createQueryRun, type QueryRunDeps } from '../state/run/queryRun.ts';
import { createAskTable } from '../state/run/questions.ts';
import { createRecentQueries, type RecentQueries } from '../state/run/recentQueries.ts';
import { createSavedQueries, defaultQuery } from '../state/run/savedQueries.ts';
import type { Services } from '../state/services/services.ts';
import { pacedFrames } from '../state/base/pacedFrames.ts';
import { createSaveTargets, type PickFile } from '../state/base/saveTarget.ts';
import { createSavedTemplates } from '../state/base/savedTemplates.ts';
import { createSettings } from '../state/base/settings.ts';
import type { TablesEnv } from '../tables/base/clock.ts';
import { createBrowserEnv } from '../tables/base/browserEnv.ts';
import { createDiagnosisPage } from '../tables/diagnosis/facts.ts';
import { createKeyDecoderClient } from '../workers/keyDecoderClient.ts';
import { type TryExpressions, withRegexFilters } from '../state/run/regexFilters.ts';
import { createSpareWorkers, type SpareWorkers } from '../workers/spareWorkers.ts';
import type { WorkerLike } from '../workers/workerCalls.ts';
import { createRowStoreClient, type RowStoreClient } from '../workers/rowStoreClient.ts';
import { loadAhead, onceQuiet, type OnceQuiet } from './loadAhead.ts';
import { browserAddressBar } from './addressBar.ts';
import { metaOf } from './navigationLock.ts';
import { saveFile } from './saveFile.ts';
import { createPageLock } from './pageLock.ts';
import {
  startKeyDecoderWorker,
  startKeyspaceWorker,
  startRegexWorker,
  startRowStoreWorker,
  startSqlWorker,
} from './startWorkers.ts';
import { accountName } from '../state/connection/session.ts';
import type { ConnectionStore } from '../state/connection/connectionState.ts';
import type { QueryRunStore, RunState } from '../state/run/runState.ts';
import { mostHeld, RUN_BUDGET } from '../tables/progress/runBudget.ts';

/** Longest wait for a frame: hidden tabs paint none, but a run continues there. */
const HIDDEN_FRAME_MS = 250;

/** The next paint, or a moment later if nothing is painted. */
function nextFrame(done: () => void): void {
  let called = false;
  const once = (): void => {
    if (called) return;
    called = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    done();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, HIDDEN_FRAME_MS);
}

/** A pause in typing after which a word counts as finished. */
const TYPING_MS = 80;
/** Time between two frames of a run. */
const RUN_FRAME_MS = 100;

/** How many row stores are started ahead. Without a network, only so many more files can be opened. */
const SPARE_ROW_STORES = 2;
/** A worker that is stopped because an expression runs forever is replaced by this one. */
const SPARE_REGEX_WORKERS = 1;

interface WorkersAhead extends Pick<SpareWorkers, 'prepare'> {
  readonly take: () => WorkerLike;
}

/** Starts workers. When the page is quiet it starts spare ones, because without a network their script would not load later. */
function workersAhead(whenQuiet: OnceQuiet, start: () => WorkerLike, count: number): WorkersAhead {
  const spare = createSpareWorkers(start, count);
  const prepareOnceQuiet = (): void => whenQuiet(spare.prepare);
  window.addEventListener('online', prepareOnceQuiet);
  const take = (): WorkerLike => {
    const worker = spare.take();
    prepareOnceQuiet();
    return worker;
  };
  return { take, prepare: spare.prepare };
}

/** A request to the row store counts as pending work until it is answered. */
function trackRowStore(rows: RowStoreClient, activity: Activity): void {
  let end: (() => void) | undefined;
  rows.onPending(() => {
    if (rows.pending() > 0) {
      end ??= activity.begin();
    } else {
      end?.();
      end = undefined;
    }
  });
}

/** The demo table with 100 prefixes, of which one is hot, some are empty, and one falls silent. */
const DEMO_TABLE = 'DemoEventsVer1v0';

/** Writes the connected account into the address: `demo`, or its endpoint. */
function nameAccount(connection: ConnectionStore, results: ResultsStore): void {
  let named: string | undefined;
  connection.subscribe(() => {
    const state = connection.get();
    if (state.kind !== 'connected') return;
    const { demo } = state.session;
    const endpoint = accountName(state.session);
    // A renewed SAS is still the same account.
    if (endpoint === named) return;
    named = endpoint;
    for (const { services } of results.get().all) services.query.useAccount(endpoint, demo);
    const { query } = results.get().inSight.services;
    // The demo opens its most instructive table, so that one click connects and one runs a query.
    if (demo !== undefined && query.get().table === '') query.proposeTable(DEMO_TABLE);
    // A SAS or an address for one table leaves only that table.
    const { tableName } = state.session.connection;
    if (tableName !== undefined && query.get().table === '') query.proposeTable(tableName);
  });
}

/** Adds every query that is started to the history, whichever result it runs in. */
function keepQueries(recent: RecentQueries): (run: RunState) => void {
  let last = 0;
  return ({ runId, form }) => {
    if (runId <= last) return;
    last = runId;
    recent.add(form);
  };
}

/** The SAS is forgotten after a long time without use, and before the browser stores the page in its back/forward cache. */
function watchPerson(connection: ConnectionStore): void {
  for (const type of ['pointerdown', 'keydown', 'wheel'] as const) {
    window.addEventListener(type, connection.touch, { capture: true, passive: true });
  }
  document.addEventListener('visibilitychange', connection.checkIdle);
  window.addEventListener('pageshow', connection.checkIdle);
  window.addEventListener('pagehide', connection.leave);
}

/** Disconnecting reloads the page; if it holds rows, only after the user confirms. */
function askingFirst(connection: ConnectionStore, leave: LeaveGuard): ConnectionStore {
  const disconnect = (): void => leave.ask({ button: 'Disconnect', go: connection.disconnect });
  return { ...connection, disconnect };
}

/** The code that tests regular expressions, and the worker that runs them, are loaded and started together. */
function lateExpressions(env: TablesEnv, whenQuiet: OnceQuiet): () => Promise<TryExpressions> {
  const workers = workersAhead(whenQuiet, startRegexWorker, SPARE_REGEX_WORKERS);
  const startTimer = (run: () => void, ms: number): (() => void) => {
    const timer = env.setTimer(run, ms);
    return () => env.clearTimer(timer);
  };
  let loaded: Promise<TryExpressions> | undefined;
  return () => {
    loaded ??= import('../state/run/regexJudge.ts').then(
      ({ createRegexJudge }) => {
        workers.prepare();
        return createRegexJudge(workers.take, startTimer);
      },
      () => {
        loaded = undefined;
        throw new Error(
          'Regular expressions could not be loaded: a new version was published. Reload the page.',
        );
      },
    );
    return loaded;
  };
}

/** Runs of queries: of results, and of counts. */
function runsWith(deps: Pick<QueryRunDeps, 'env' | 'engine' | 'activity' | 'retry'>) {
  return (rows: QueryRunDeps['rows'], more: Partial<QueryRunDeps>): QueryRunStore =>
    createQueryRun({ ...deps, rows, nextFrame: pacedFrames(nextFrame, RUN_FRAME_MS, deps.env), ...more });
}

/** A count keeps no rows, so it has no limit. */
const UNLIMITED = { rows: Infinity, bytes: Infinity };
const storage = (): Storage => window.localStorage;
const loadProbe = () => import('../state/keyspace/probeRun.ts');

/** A result that is followed reads nothing while the tab is hidden. */
function usesCredential(run: ReturnType<QueryRunStore['get']>): boolean {
  if (run.phase !== 'ended') return run.phase === 'running';
  return run.follow?.phase === 'waiting' || run.follow?.phase === 'reading';
}

export function createServices(): Services {
  const env = createBrowserEnv();
  const activity = createActivity(nextFrame);
  const timing = { env, activity, nextFrame };
  const address = createAddressStore(browserAddressBar());
  const isolation = createPageLock();
  const connection = createConnectionStore({
    env,
    activity,
    lock: isolation,
    page: createDiagnosisPage(),
    isInUse: () => results.get().all.some(({ services }) => usesCredential(services.run.get())),
  });
  const settings = createSettings(storage);
  const recent = createRecentQueries(storage);
  const saved = createSavedQueries(storage);
  // Another tab of the browser may have saved a query, or made one the default.
  window.addEventListener('storage', saved.refresh);
  const whenQuiet = onceQuiet(activity, env, window);
  const loadExpressions = lateExpressions(env, whenQuiet);
  const startRows = workersAhead(whenQuiet, startRowStoreWorker, SPARE_ROW_STORES).take;
  const engine = createLateEngine();
  const createRun = runsWith({ env, engine, activity, retry: () => settings.get().retry });
  const results = createResults({
    address,
    activity,
    most: mostHeld(RUN_BUDGET),
    pause: (search) => void env.setTimer(search, TYPING_MS),
    onRun: keepQueries(recent),
    defaultOf: (table) => defaultQuery(saved.get(), table),
    createRows: () => {
      const rows = createRowStoreClient(startRows);
      trackRowStore(rows, activity);
      return withRegexFilters(rows, loadExpressions);
    },
    createRun,
  });
  const leave = createLeaveGuard(results);
  watchPerson(connection);
  nameAccount(connection, results);
  loadAhead({ connection, activity, whenQuiet, setTimer: env.setTimer }, engine.load, loadExpressions);
  const templates = createSavedTemplates(storage);
  return {
    actions: createActions(),
    address,
    settings,
    connection: askingFirst(connection, leave),
    isolation,
    keyspace: createKeyspaceStore(address),
    keyspaceProbe: createKeyspaceProbe({ ...timing, templates: templates.get, load: loadProbe }),
    startKeyspaceWorker,
    decode: createDecodeStore(address),
    decodeBulk: createDecodeBulk(() => createKeyDecoderClient(startKeyDecoderWorker()), activity),
    askTable: createAskTable(env, activity),
    createCountRun: (rows) => createRun(rows, { budget: UNLIMITED }),
    recent,
    saved,
    templates,
    storage,
    results,
    startSqlWorker,
    leave,
    files: createResultFiles(results, activity, templates.get),
    ...results.get().inSight.services,
    findings: createFindings(startKeyspaceWorker, activity),
    activity,
    hasDemo: metaOf('keyscope-demo') === 'served',
    stressLab: metaOf('keyscope-other'),
    nowMs: env.nowMs,
    clockNote: () => clockNote(env.clock.reading()),
    localZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    openFile: createSaveTargets({
      picker: () => (window as { showSaveFilePicker?: PickFile }).showSaveFilePicker?.bind(window),
      saveFile,
      nowMs: () => performance.now(),
    }),
    saveFile,
  };
}
