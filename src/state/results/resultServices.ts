import type { Differences } from '../../core/rows/differs/differences.ts';
import type { SelectedBy } from '../../core/rows/rowQuery.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { AddressStore } from '../address/address.ts';
import type { Activity } from '../base/activity.ts';
import { createLatest, type Versioned } from '../base/latest.ts';
import { createRowBlocks } from '../run/rowBlocks.ts';
import { createRowSearch } from '../run/rowSearch.ts';
import { createRowListStore } from '../run/rowListState.ts';
import { isSameQuery } from '../run/queryForm.ts';
import type { QueryStore } from '../run/queryStore.ts';
import type { ColumnsQuestion, QueryRunStore } from '../run/runState.ts';
import type { RowView } from '../../core/rows/rowTypes.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

export interface ServicesDeps {
  readonly activity: Activity;
  /** The delay between a key press in the search field and the search. */
  readonly pause: (run: () => void) => void;
  /** Makes a change of the selection undoable. */
  readonly address: Pick<AddressStore, 'step'>;
}

/** The views' questions about the rows, each with its newest answer. */
export function createResultServices(
  query: QueryStore,
  run: QueryRunStore,
  rows: RowStoreClient,
  { activity, pause, address }: ServicesDeps,
) {
  const rowList = createRowListStore(address.step);
  let last = run.get();
  run.subscribe(() => {
    const [now, before] = [run.get(), last];
    last = now;
    if (now.phase === 'idle' || before.phase === 'idle' || now.runId === before.runId) return;
    // The selection stays if the same query is run again; another query begins without one.
    rowList.begin(now.runId, isSameQuery(now.form, before.form) ? before.runId : undefined);
  });
  /** The newest answer about the rows as they are now. */
  const ask = <Question, Answer>(answer: (question: Question) => Promise<Answer>) =>
    createLatest<Versioned<Question>, Answer>(({ question }) => answer(question), activity);
  return {
    /** The form above the result. */
    query,
    run,
    rows,
    selectedRows: ask((selected: SelectedBy) => rows.view({ ...selected, order: 'arrival', from: 0, to: 0 })),
    /** Rows over time: of the selected rows, and of all rows. */
    series: ask(rows.series),
    seriesOfAll: ask(rows.series),
    /** What the Chart tab shows: for the selected rows, and for all rows. */
    chart: ask(rows.chart),
    chartOfAll: ask(rows.chart),
    groups: ask(rows.groups),
    differences: createLatest<Versioned<SelectedBy>, Differences>(
      ({ question }, options) => rows.differences(question, options),
      activity,
      () => true,
    ),
    /** The instant under the pointer. */
    timeCursor: createTimeCursor(),
    /** Series and map of the Keyspace view, whose columns differ from those of the result's views. */
    keyspaceSpan: ask(rows.series),
    keyspaceMatrix: ask(rows.matrix),
    selectedMatrix: ask(rows.matrix),
    keyspaceFacts: ask(rows.facts),
    columns: ask(({ isStill }: ColumnsQuestion) => rows.columns(isStill)),
    rowBlocks: createRowBlocks(rows, activity),
    rowList,
    /** Which rows of the list contain the searched text. */
    rowSearch: createRowSearch(rows, activity, pause),
    /** Bytes that the rows take, by data version. */
    memory: createLatest<number, number>(() => rows.memory(), activity),
    /** One entity, by its row number in the store. */
    entity: createLatest(rows.entity, activity),
  };
}

/** What views use of one result tab: its query, what that read, and its selection. Views get those of the tab in sight. */
export type ResultServices = ReturnType<typeof createResultServices>;

/** Where a row of a result belongs on a map. */
export type RowPlace = Pick<RowView, 'queryIndex' | 'group'>;

/** The instant under the pointer in any view of a result; the other views mark it too. */
export interface TimeCursor extends ReadableStore<bigint | undefined> {
  /** `place`: where the row is on the map, if the instant belongs to a row. */
  readonly point: (ticks: bigint | undefined, place?: RowPlace) => void;
  /** The place of the row with that instant; undefined if it does not belong to a row. */
  readonly place: ReadableStore<RowPlace | undefined>;
}

function createTimeCursor(): TimeCursor {
  const store = createStore<bigint | undefined>(undefined);
  const place = createStore<RowPlace | undefined>(undefined);
  return {
    get: store.get,
    subscribe: store.subscribe,
    place: { get: place.get, subscribe: place.subscribe },
    point: (ticks, of) => {
      place.set(of);
      store.set(ticks);
    },
  };
}
