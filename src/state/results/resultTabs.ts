import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { AddressStore } from '../address/address.ts';
import { FIRST_TAB, type UnsaidChange } from '../address/historyEntries.ts';
import { createStore, type Store } from '../base/store.ts';
import type { RunState } from '../run/runState.ts';
import { detailsOfRun, distinctNames, nameOfRun } from './resultNames.ts';
import {
  isSameQuery,
  ofTable,
  paramsToForm,
  QUERY_VIEW,
  type QueryForm,
  queryText,
} from '../run/queryForm.ts';
import {
  createQueryStore,
  formInAddress,
  type FormPlace,
  type QueryStore,
  type UsedRanges,
} from '../run/queryStore.ts';
import type { CaptureWords } from './capture/captureSummary.ts';
import type { FileWords } from './file/openExport.ts';
import type { PointsWords } from './pointsResult.ts';
import type { ResultServices } from './resultServices.ts';
import type { AnswerWords } from './answerResult.ts';

/** A result tab: a query, what it read, and its selection. Its rows are in their own worker. */
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
  /** Set if its rows are the answer to a query in SQL. */
  readonly answer?: AnswerWords;
  /** The name that the user typed; undefined: it is named after the query. */
  readonly givenName?: string;
  /** Set if the tab was closed and Back opened it again. It then has its query, but no rows. */
  readonly isReopened?: true;
}

/** Why a query was not started, and which result prevents it. */
export type StartRefusal =
  | { readonly kind: 'busy'; readonly resultId: number }
  /** A file is being read. */
  | { readonly kind: 'file'; readonly resultId: number }
  /** All results together have reached the page's limit; closing the oldest makes room. */
  | { readonly kind: 'full'; readonly resultId: number };

export interface ResultsState {
  /** Oldest first. There is at least one tab; some may not have a run yet. */
  readonly all: readonly OpenResult[];
  readonly inSight: OpenResult;
  /** Two tabs that are shown together while one of them is in sight and both are open. */
  readonly split?: readonly [first: number, second: number] | undefined;
  /** Tabs stacked on one time axis, shown while one of them is in sight. `openTracks` skips those that were closed. */
  readonly timeline?: Timeline;
  readonly refusal?: StartRefusal | undefined;
}

export interface TimelineTrack {
  readonly id: number;
  /**
   * What the track draws: 'rows', 'levels', a statistic of a column such as "p95 DurationMs", or '' for levels if the rows have any and
   * rows otherwise.
   */
  readonly shows: string;
}

export interface Timeline {
  readonly tracks: readonly TimelineTrack[];
  /** The part of the time range that is shown; undefined: all of it. */
  readonly zoom?: TickSpan | undefined;
  /** The parts that were shown before, the latest last, for the way back. */
  readonly zoomedFrom?: readonly Timeline['zoom'][];
}

export interface TabCommands {
  readonly show: (id: number) => void;
  /** Shows a new tab. Its query keeps the account and time range, but names no table yet. */
  readonly openTab: () => void;
  /**
   * Adds a tab with this query without showing it, and returns its number. `isLinked`: nothing is sent for it before the user acts on it.
   */
  readonly add: (form: QueryForm, isLinked?: boolean) => number;
  /** Closes a tab and cancels its run. Undo and Back reopen it, with its rows unless other rows were read meanwhile. */
  readonly close: (id: number) => void;
  /** Sets which tabs are shown together. */
  readonly arrange: (change: Pick<ResultsState, 'split' | 'timeline'>) => void;
  /** An empty name restores the automatic one. */
  readonly rename: (id: number, name: string) => void;
}

/** A non-empty result with its name. */
export interface NamedResult {
  readonly id: number;
  readonly name: string;
  readonly run: RunState;
}

/** The non-empty results, oldest first, with unique names. */
export function namedResults(all: readonly OpenResult[]): readonly NamedResult[] {
  const filled = all.flatMap((result) => {
    const run = result.services.run.get();
    return run.phase === 'idle' ? [] : [{ result, run }];
  });
  const names = distinctNames(
    filled.map(({ result, run }) => ({
      // An answer has no time range, and "all time" would be a claim.
      name: result.givenName ?? (result.answer === undefined ? nameOfRun(run) : run.plan.request.tableName),
      details: result.givenName === undefined ? detailsOfRun(run, result.answer?.sql) : [],
    })),
  );
  return filled.map(({ result, run }, index) => ({ id: result.id, name: names[index] ?? '', run }));
}

/** Whether the form of a tab was changed since its result was read. */
export function isEdited({ run, query }: Pick<ResultServices, 'run' | 'query'>): boolean {
  const ran = run.get();
  return ran.phase !== 'idle' && !isSameQuery(ran.form, query.get());
}

/** Calls `onChange` when something changes that the tab shows: its table, whether a run is in progress, whether the form was edited. */
function watchTab({ services }: OpenResult, onChange: () => void): void {
  const { run, query } = services;
  const shown = (): string => {
    const ran = run.get();
    const runId = ran.phase === 'idle' ? 0 : ran.runId;
    return [ran.phase, runId, isEdited(services), query.get().table].join(' ');
  };
  let last = shown();
  const look = (): void => {
    const now = shown();
    if (now !== last) onChange();
    last = now;
  };
  run.subscribe(look);
  query.subscribe(look);
}

/** Renames a result; an empty name restores the automatic one. */
function named(result: OpenResult, name: string): OpenResult {
  const { givenName: _old, ...rest } = result;
  return name.trim() === '' ? rest : { ...rest, givenName: name.trim() };
}

function withTab(all: readonly OpenResult[], result: OpenResult): readonly OpenResult[] {
  return [...all.filter(({ id }) => id !== result.id), result].toSorted((a, b) => a.id - b.id);
}

/** The state with these tabs. Any change of the tabs clears a refusal. */
function tabsOf(all: readonly OpenResult[], state: ResultsState): ResultsState {
  return { ...state, all, refusal: undefined };
}

/** Closed tabs whose rows are kept, so that undo can bring them back. */
function closedTabs(address: AddressStore) {
  let closed: readonly OpenResult[] = [];
  return {
    add: (result: OpenResult): void => {
      closed = [...closed, result];
    },
    has: (id: number): boolean => closed.some((result) => result.id === id),
    take: (id: number): OpenResult | undefined => {
      const taken = closed.find((result) => result.id === id);
      closed = closed.filter((result) => result !== taken);
      return taken;
    },
    /** Gives up these tabs and their rows, to make room for other rows. */
    drop: (): void => {
      for (const { id, services } of closed) {
        services.rows.dispose();
        // A new selection state makes the undo steps of the old one void.
        services.rowList.begin(0, undefined);
        services.query.close();
        address.lose(id);
      }
      closed = [];
    },
  };
}

/** Closing a tab, as an undoable step. Undo opens the tab again, with its rows unless other rows were read since. */
function closing(
  store: Store<ResultsState>,
  closed: ReturnType<typeof closedTabs>,
  id: number,
): UnsaidChange {
  const open = (): OpenResult | undefined => store.get().all.find((result) => result.id === id);
  return {
    undo: () => {
      const result = closed.take(id);
      if (result !== undefined) store.update((state) => ({ ...state, all: withTab(state.all, result) }));
    },
    redo: () => {
      const result = open();
      if (result === undefined) return;
      result.services.run.cancel();
      closed.add(result);
      store.update((state) =>
        tabsOf(
          state.all.filter((one) => one !== result),
          state,
        ),
      );
    },
    isGone: () => open() === undefined && !closed.has(id),
  };
}

type Place = readonly [id: number, query: QueryStore];

/** The tabs. The address holds the query of the tab in sight. `open` makes a tab without a result. */
export function createTabs(
  address: AddressStore,
  defaultOf: FormPlace['defaultOf'],
  open: (id: number, query: QueryStore) => OpenResult,
) {
  const ranges = createStore<UsedRanges>([]);
  let lastId = FIRST_TAB - 1;
  /** The number and the form of a new tab. */
  const place = (form: QueryForm, id = ++lastId, isLinked = false): Place => {
    const isInSight = (): boolean => store.get().inSight.id === id;
    return [id, createQueryStore(address, form, { tab: id, isLinked, isInSight, ranges, defaultOf })];
  };
  const watched = (result: OpenResult): OpenResult => {
    watchTab(result, () => store.update((before) => ({ ...before, refusal: undefined })));
    return result;
  };
  const opened = (...at: Parameters<typeof place>): OpenResult => watched(open(...place(...at)));
  const closed = closedTabs(address);
  const first = opened(formInAddress(address));
  const store = createStore<ResultsState>({ all: [first], inSight: first });
  /** Shows a tab, and puts its query into the address. */
  const see = (all: readonly OpenResult[], inSight: OpenResult): void => {
    const isOther = inSight.id !== store.get().inSight.id;
    store.update((state) => tabsOf(all, { ...state, inSight }));
    if (isOther) inSight.services.query.show();
  };
  // Undo goes by the query alone: showing another view of its result is not a change.
  address.compareBy(({ view, params }) => (view === QUERY_VIEW ? queryText(paramsToForm(params)) : view));
  address.onNavigate(() => {
    const id = address.tab();
    if (address.get().view === QUERY_VIEW && id !== undefined && id <= lastId)
      store.update((state) => {
        const known = state.all.find((result) => result.id === id) ?? closed.take(id);
        const inSight = known ?? {
          ...opened(state.inSight.services.query.get(), id),
          isReopened: true,
        };
        return { ...state, all: withTab(state.all, inSight), inSight };
      });
    store.get().inSight.services.query.follow();
  });
  const commands: TabCommands = {
    show: (id) => {
      const { all, inSight } = store.get();
      const result = all.find((one) => one.id === id);
      if (result !== undefined && result !== inSight) see(all, result);
    },
    openTab: () => {
      const { all, inSight } = store.get();
      const result = opened({ ...inSight.services.query.get(), ...ofTable('') });
      see([...all, result], result);
    },
    close: (id) => {
      const { all, inSight } = store.get();
      const at = all.findIndex((result) => result.id === id);
      const left = all[at];
      if (left === undefined) return;
      const others = all.filter((result) => result.id !== id);
      const kept = others.length === 0 ? [opened(left.services.query.get())] : others;
      const beside = kept[Math.min(at, kept.length - 1)] ?? inSight;
      if (inSight.id === id) see(withTab(kept, left), beside);
      const step = closing(store, closed, id);
      step.redo();
      // If the closed tab was in sight, showing its neighbour has already made a history entry, which this step joins. Other views have no
      // undo, so the rows need not be kept.
      if (address.get().view === QUERY_VIEW) address.step(step, inSight.id === id);
      else closed.drop();
    },
    add: (form, isLinked) => {
      const result = opened(form, undefined, isLinked);
      store.update((state) => tabsOf([...state.all, result], state));
      return result.id;
    },
    arrange: (change) => store.update((state) => ({ ...state, ...change })),
    rename: (id, name) =>
      store.update(({ all, inSight, ...shown }) => ({
        ...shown,
        all: all.map((result) => (result.id === id ? named(result, name) : result)),
        inSight: inSight.id === id ? named(inSight, name) : inSight,
      })),
  };
  return { store, place, watched, opened, see, dropClosed: closed.drop, commands };
}
