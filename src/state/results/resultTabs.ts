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
import { createQueryStore, type FormPlace, formInAddress, type QueryStore } from '../run/queryStore.ts';
import type { UsedRanges } from '../run/usedRanges.ts';
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
  /** It was closed, and Back opened it again: its query, without rows. */
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
  /** Oldest first. At least one; some perhaps without a run yet. */
  readonly all: readonly OpenResult[];
  readonly inSight: OpenResult;
  /** Two tabs that are shown together while one of them is in sight and both are open. */
  readonly split?: readonly [first: number, second: number] | undefined;
  /** Tabs above each other on one time axis, while one of them is in sight. Tabs that are closed are left out. */
  readonly timeline?: Timeline;
  readonly refusal?: StartRefusal | undefined;
}

/** A tab on the timeline. */
export interface TimelineTrack {
  readonly id: number;
  /** '': levels if the rows have some, else rows; 'rows', 'levels', or a statistic of a column: "p95 DurationMs". */
  readonly shows: string;
}

export interface Timeline {
  readonly tracks: readonly TimelineTrack[];
  /** The part of the time that is shown; undefined: all. */
  readonly zoom?: TickSpan | undefined;
}

/** What can be done with the tabs. */
export interface TabCommands {
  readonly show: (id: number) => void;
  /** Shows a new tab for a query of the same account and time range. */
  readonly openTab: () => void;
  /** Adds a tab with a query, out of sight. Returns its number. `isLinked`: nothing is sent for it before the user acts on it. */
  readonly add: (form: QueryForm, isLinked?: boolean) => number;
  /** Cancels a run in progress. Undo and Back open the tab again, with its rows until others are read. */
  readonly close: (id: number) => void;
  /** Which tabs are shown together. */
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
      name: result.givenName ?? nameOfRun(run),
      details: result.givenName === undefined ? detailsOfRun(run) : [],
    })),
  );
  return filled.map(({ result, run }, index) => ({ id: result.id, name: names[index] ?? '', run }));
}

/** Whether the form of a tab was changed since its result was read. */
export function isEdited({ run, query }: Pick<ResultServices, 'run' | 'query'>): boolean {
  const ran = run.get();
  return ran.phase !== 'idle' && !isSameQuery(ran.form, query.get());
}

/** Calls `onChange` if something changes that the tab shows: its table, whether a run goes on, whether the form is edited. */
function watchTab({ services }: OpenResult, onChange: () => void): void {
  const { run, query } = services;
  const shown = (): string => {
    const ran = run.get();
    const runId = ran.phase === 'idle' ? 0 : ran.runId;
    return [ran.phase, runId, isEdited(services), query.get().table].join(' ');
  };
  let told = shown();
  const look = (): void => {
    const now = shown();
    if (now !== told) onChange();
    told = now;
  };
  run.subscribe(look);
  query.subscribe(look);
}

/** Renames a result; an empty name removes the given one. */
function named(result: OpenResult, name: string): OpenResult {
  const { givenName: _old, ...rest } = result;
  return name.trim() === '' ? rest : { ...rest, givenName: name.trim() };
}

/** The tabs with one more, in the order of opening. */
function withTab(all: readonly OpenResult[], result: OpenResult): readonly OpenResult[] {
  return [...all.filter(({ id }) => id !== result.id), result].toSorted((a, b) => a.id - b.id);
}

/** The state with these tabs. A refusal ends with any change. */
function tabsOf(all: readonly OpenResult[], state: ResultsState): ResultsState {
  return { ...state, all, refusal: undefined };
}

/** Closed tabs whose rows are still there. */
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
    /** Makes room for other rows. */
    drop: (): void => {
      for (const { id, services } of closed) {
        services.rows.dispose();
        // No step of its selection is left.
        services.rowList.begin(0, undefined);
        address.lose(id);
      }
      closed = [];
    },
  };
}

/** Closing a tab, as a step. Undo opens the tab again, with its rows unless others were read since. */
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

/** The tabs. The query of the one in sight is in the address. `open`: makes a tab without a result. */
export function createTabs(
  address: AddressStore,
  defaultOf: FormPlace['defaultOf'],
  open: (id: number, query: QueryStore) => OpenResult,
) {
  const ranges = createStore<UsedRanges>([]);
  let lastId = FIRST_TAB - 1;
  /** A number and a form for a new tab. */
  const place = (form: QueryForm, id = ++lastId, isLinked = false): Place => {
    const isInSight = (): boolean => store.get().inSight.id === id;
    return [id, createQueryStore(address, form, { tab: id, isLinked, isInSight, ranges, defaultOf })];
  };
  const watched = (result: OpenResult): OpenResult => {
    watchTab(result, () => store.update((before) => ({ ...before })));
    return result;
  };
  const opened = (...at: Parameters<typeof place>): OpenResult => watched(open(...place(...at)));
  const closed = closedTabs(address);
  const first = opened(formInAddress(address));
  const store = createStore<ResultsState>({ all: [first], inSight: first });
  /** Shows a tab, and its query in the address. */
  const see = (all: readonly OpenResult[], inSight: OpenResult): void => {
    const isOther = inSight.id !== store.get().inSight.id;
    store.update((state) => tabsOf(all, { ...state, inSight }));
    if (isOther) inSight.services.query.show();
  };
  // Another view of the same query is no change.
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
      // The tab beside it came into sight by the same step. Other views have no undo that would need its rows.
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
