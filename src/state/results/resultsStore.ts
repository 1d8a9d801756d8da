import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { Result } from '../../core/result.ts';
import type { ReadAmount } from '../../tables/progress/runBudget.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { Session } from '../connection/session.ts';
import type { QueryForm } from '../run/queryForm.ts';
import type { QueryRunStore, RunState } from '../run/runState.ts';
import { captureRun } from './capture/captureRun.ts';
import type { CaptureWords } from './capture/captureSummary.ts';
import type { DifferenceWords, OpenedDifference } from './difference.ts';
import type { OpenedPoints, PointsWords } from './pointsResult.ts';
import type { CaptureIntake, OpenedCapture } from './capture/openCapture.ts';
import type { FileWords, OpenedExport } from './file/openExport.ts';
import { distinctNames, nameOfRun } from './resultNames.ts';
import { createResultServices, type ResultServices } from './resultServices.ts';

/** An open result: what was read, and its rows in their own worker. */
export interface OpenResult {
  /** From 1, in the order of opening. */
  readonly id: number;
  readonly services: ResultServices;
  /** Set if it was read from a capture: then no query can continue it. */
  readonly capture?: CaptureWords;
  /** Set if it was read from an export of a table. */
  readonly file?: FileWords;
  /** Set if its rows are the points of another result. */
  readonly points?: PointsWords;
  /** Set if its rows are those that one result has and another lacks. */
  readonly difference?: DifferenceWords;
  /** The name that the user typed; undefined: it is named after the query. */
  readonly givenName?: string;
}

/** Why a query was not started, and which result prevents it. */
export type StartRefusal =
  | { readonly kind: 'busy'; readonly resultId: number }
  /** A file is being read. */
  | { readonly kind: 'file'; readonly resultId: number }
  /** All results together have reached the page's limit; closing the oldest makes room. */
  | { readonly kind: 'full'; readonly resultId: number };

export interface ResultsState {
  /** Oldest first. At least one, perhaps without a run yet. */
  readonly all: readonly OpenResult[];
  readonly inSight: OpenResult;
  readonly refusal?: StartRefusal | undefined;
}

/** A non-empty result with its name. */
export interface NamedResult {
  readonly id: number;
  readonly name: string;
  readonly run: RunState;
}

/** Rows that no query of this page read. */
export type OpenedRows = OpenedCapture | OpenedDifference | OpenedExport | OpenedPoints;

type StartArguments = readonly [plan: QueryPlan, session: Session, form: QueryForm];

/** The open results. The views show one of them, and Run replaces that one. */
export interface ResultsStore extends ReadableStore<ResultsState> {
  readonly show: (id: number) => void;
  /** Drops the rows of a result. A run in progress is cancelled. */
  readonly close: (id: number) => void;
  /** An empty name restores the automatic one. */
  readonly rename: (id: number, name: string) => void;
  /** Starts a query in a new result, and shows that. */
  readonly startBeside: (...query: StartArguments) => void;
  readonly dropRefusal: () => void;
  /**
   * Shows a capture, an export or points, once `read` has put the rows into a store; otherwise returns a message. No
   * query starts meanwhile.
   */
  readonly takeRows: (
    read: (intake: CaptureIntake) => Promise<Result<OpenedRows, string>>,
  ) => Promise<string | undefined>;
  /** Loads the code that runs queries. */
  readonly load: () => Promise<void>;
}

export interface ResultsDeps {
  readonly activity: Activity;
  /** A client for the rows of one result; starts its worker. */
  readonly createRows: () => RowStoreClient;
  readonly createRun: (
    rows: RowStoreClient,
    shared: { readonly nextRunId: () => number; readonly heldByOthers: () => ReadAmount },
  ) => QueryRunStore & { readonly load: () => Promise<void> };
  /** The delay between a key press in the search field and the search. */
  readonly pause: (run: () => void) => void;
  /** Each new state of any run. */
  readonly onRun: (run: RunState) => void;
  /** The limit for all results together. */
  readonly most: ReadAmount;
}

/** The non-empty results, oldest first, with unique names. */
export function namedResults(all: readonly OpenResult[]): readonly NamedResult[] {
  const filled = all.flatMap((result) => {
    const run = result.services.run.get();
    return run.phase === 'idle' ? [] : [{ result, run }];
  });
  const names = distinctNames(
    filled.map(({ result, run }) => ({
      name: result.givenName ?? nameOfRun(run),
      filter: result.givenName === undefined ? run.plan.request.filter : undefined,
    })),
  );
  return filled.map(({ result, run }, index) => ({ id: result.id, name: names[index] ?? '', run }));
}

/** The total of all results except one. */
function heldBeside(all: readonly OpenResult[], id: number): ReadAmount {
  let [rows, bytes] = [0, 0];
  for (const result of all) {
    const run = result.services.run.get();
    if (result.id === id || run.phase === 'idle') continue;
    rows += run.rows;
    bytes += run.bytes;
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

/** What a new result needs from the store. */
interface ListPart {
  readonly nextRunId: () => number;
  readonly heldByOthers: () => ReadAmount;
  readonly mayStart: () => boolean;
  /** A run began or ended. */
  readonly onChange: () => void;
}

interface Opened {
  readonly result: OpenResult;
  readonly load: () => Promise<void>;
}

function openResult(deps: ResultsDeps, id: number, list: ListPart): Opened {
  const rows = deps.createRows();
  const run = deps.createRun(rows, list);
  let told = '';
  run.subscribe(() => {
    const state = run.get();
    if (state.phase !== 'idle') deps.onRun(state);
    const now = `${state.phase} ${state.phase === 'idle' ? '' : state.runId}`;
    if (now !== told) list.onChange();
    told = now;
  });
  const guarded: QueryRunStore = {
    ...run,
    start: (...query) => {
      if (list.mayStart()) run.start(...query);
    },
    resume: (session) => {
      if (list.mayStart()) run.resume(session);
    },
  };
  return {
    result: { id, services: createResultServices(guarded, rows, deps.activity, deps.pause) },
    load: run.load,
  };
}

/** Whether nothing was read into it yet, so that a query can start in it. */
function isEmpty({ services }: OpenResult): boolean {
  return services.run.get().phase === 'idle';
}

/** How much more the page can hold. */
function roomOf(all: readonly OpenResult[], most: ReadAmount): ReadAmount {
  const held = heldBeside(all, 0);
  return { rows: Math.max(0, most.rows - held.rows), bytes: Math.max(0, most.bytes - held.bytes) };
}

function openedResult(
  { activity, pause }: ResultsDeps,
  id: number,
  rows: RowStoreClient,
  opened: OpenedRows,
  startElsewhere: QueryRunStore['start'],
): OpenResult {
  const fixed = captureRun(opened.run, rows, startElsewhere);
  const services = createResultServices(fixed, rows, activity, pause);
  if ('points' in opened)
    return { id, services, points: opened.points, givenName: `Points of ${opened.points.of}` };
  if ('difference' in opened)
    return { id, services, difference: opened.difference, givenName: `Only in ${opened.difference.of}` };
  return 'file' in opened
    ? { id, services, file: opened.file, givenName: opened.file.name }
    : { id, services, capture: opened.words };
}

/** The result to show after one was closed: a neighbour, preferably a non-empty one. */
function besideClosed(kept: readonly OpenResult[], at: number): OpenResult | undefined {
  const filled = kept.filter((result) => !isEmpty(result));
  const [some, place] = filled.length > 0 ? [filled, Math.min(at, filled.length - 1)] : [kept, 0];
  return some[place];
}

/** Renames a result; an empty name removes the given one. */
function named(result: OpenResult, name: string): OpenResult {
  const { givenName: _old, ...rest } = result;
  return name.trim() === '' ? rest : { ...rest, givenName: name.trim() };
}

export function createResults(deps: ResultsDeps): ResultsStore {
  let lastId = 0;
  let lastRunId = 0;
  const open = (): Opened => {
    const id = ++lastId;
    return openResult(deps, id, {
      nextRunId: () => ++lastRunId,
      heldByOthers: () => heldBeside(store.get().all, id),
      mayStart: () => mayStart(id),
      onChange: () => store.update((before) => ({ ...before })),
    });
  };
  let isReadingFile = false;
  const mayStart = (id: number): boolean => {
    const refusal: StartRefusal | undefined = isReadingFile
      ? { kind: 'file', resultId: 0 }
      : refusalOf(store.get().all, id, deps.most);
    change(({ all, inSight }) => ({ all, inSight, refusal }));
    if (refusal !== undefined) return false;
    // Columns built for sorting and filtering are freed first, because they can be rebuilt. A dead worker has none.
    const others = store.get().all.filter((result) => result.id !== id);
    for (const { services } of others) void services.rows.freeColumns().catch(() => undefined);
    return true;
  };
  const first = open();
  const store = createStore<ResultsState>({ all: [first.result], inSight: first.result });
  const change = (next: (state: ResultsState) => ResultsState): void => store.update(next);

  const startBeside = (...query: StartArguments): void => {
    // Refuse before opening anything.
    if (!mayStart(0)) return;
    const { all } = store.get();
    const empty = all.find(isEmpty);
    const result = empty ?? open().result;
    change(() => ({ all: empty === undefined ? [...all, result] : all, inSight: result }));
    result.services.run.start(...query);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    show: (id) =>
      change(({ all, inSight }) => ({ all, inSight: all.find((result) => result.id === id) ?? inSight })),
    close: (id) => {
      const { all } = store.get();
      const at = all.findIndex((result) => result.id === id);
      const closed = all[at];
      if (closed === undefined) return;
      closed.services.run.cancel();
      const left = all.filter((result) => result.id !== id);
      const kept = left.length === 0 ? [open().result] : left;
      const beside = besideClosed(kept, at);
      change(({ inSight }) => ({ all: kept, inSight: inSight.id === id ? (beside ?? inSight) : inSight }));
      closed.services.rows.dispose();
    },
    rename: (id, name) =>
      change(({ all, inSight }) => ({
        all: all.map((result) => (result.id === id ? named(result, name) : result)),
        inSight: inSight.id === id ? named(inSight, name) : inSight,
      })),
    startBeside,
    takeRows: async (read) => {
      if (isReadingFile) return 'Another file is still being read.';
      isReadingFile = true;
      const { all } = store.get();
      // Reuse an empty result, because without a network no other worker could start.
      const empty = all.find(isEmpty);
      const rows = empty?.services.rows ?? deps.createRows();
      const intake = { rows, runId: ++lastRunId, room: roomOf(all, deps.most) };
      const opened = await read(intake).finally(() => (isReadingFile = false));
      if (!opened.ok) {
        if (empty === undefined) rows.dispose();
        return opened.error;
      }
      const result = openedResult(deps, ++lastId, rows, opened.value, startBeside);
      change((state) => ({ all: [...state.all.filter((one) => one !== empty), result], inSight: result }));
      return undefined;
    },
    dropRefusal: () => change(({ all, inSight }) => ({ all, inSight })),
    load: first.load,
  };
}
