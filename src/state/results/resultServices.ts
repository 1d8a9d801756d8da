import type { Entity } from '../../core/entities/entity.ts';
import type { SeriesRequest, TimeSeries } from '../../core/entities/views/timeSeries.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/map/matrix.ts';
import type { RowFacts } from '../../core/keyspace/sources/collectRows.ts';
import type { GroupTable } from '../../core/entities/chart/groupTable.ts';
import type { ChartRequest, ChartResult, GroupsRequest } from '../../core/rows/chartRows.ts';
import type { Differences } from '../../core/rows/differs/differences.ts';
import type { ArrangedColumns } from '../../core/rows/packedColumns.ts';
import type { SelectedBy } from '../../core/rows/rowQuery.ts';
import type { FactsRequest, ListFacts, RunMatrixRequest } from '../../core/rows/rowTypes.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { AddressStore } from '../address/address.ts';
import type { Activity } from '../base/activity.ts';
import { createLatest, type Latest, type Versioned } from '../base/latest.ts';
import { createRowBlocks, type RowBlocks } from '../run/rowBlocks.ts';
import { createRowSearch, type RowSearchStore } from '../run/rowSearch.ts';
import { createRowListStore, type RowListStore } from '../run/rowListState.ts';
import { createTimeCursor, type TimeCursor } from '../run/timeCursor.ts';
import { isSameQuery } from '../run/queryForm.ts';
import type { QueryStore } from '../run/queryStore.ts';
import type { ColumnsQuestion, QueryRunStore } from '../run/runState.ts';

/** What views use of one result tab: its query, what that read, and its selection. Views get those of the tab in sight. */
export interface ResultServices {
  /** The form above the result. */
  readonly query: QueryStore;
  readonly run: QueryRunStore;
  readonly rows: RowStoreClient;
  /** How many rows are selected. */
  readonly selectedRows: Latest<Versioned<SelectedBy>, ListFacts>;
  /** Rows over time: the selected ones, and all. */
  readonly series: Latest<Versioned<SeriesRequest & SelectedBy>, TimeSeries>;
  readonly seriesOfAll: Latest<Versioned<SeriesRequest>, TimeSeries>;
  /** What the Chart tab shows: of the selected rows, and of all. */
  readonly chart: Latest<Versioned<ChartRequest & SelectedBy>, ChartResult>;
  readonly chartOfAll: Latest<Versioned<ChartRequest>, ChartResult>;
  /** Counts of the selected rows, by the values of columns. */
  readonly groups: Latest<Versioned<GroupsRequest & SelectedBy>, GroupTable>;
  /** What tells the selected rows from the rest. */
  readonly differences: Latest<Versioned<SelectedBy>, Differences>;
  /** The instant under the pointer. */
  readonly timeCursor: TimeCursor;
  /** Series and map of the Keyspace view, whose columns differ from those of the result's views. */
  readonly keyspaceSpan: Latest<Versioned<SeriesRequest>, TimeSeries>;
  readonly keyspaceMatrix: Latest<Versioned<RunMatrixRequest>, KeyspaceMatrix>;
  /** The map of the selected rows. */
  readonly selectedMatrix: Latest<Versioned<RunMatrixRequest>, KeyspaceMatrix>;
  readonly keyspaceFacts: Latest<Versioned<FactsRequest>, RowFacts>;
  readonly columns: Latest<Versioned<ColumnsQuestion>, ArrangedColumns>;
  readonly rowBlocks: RowBlocks;
  /** How the list of rows is sorted and filtered. */
  readonly rowList: RowListStore;
  /** Which rows of the list contain the searched text. */
  readonly rowSearch: RowSearchStore;
  /** Bytes that the rows take, by data version. */
  readonly memory: Latest<number, number>;
  /** One entity, by its row number in the store. */
  readonly entity: Latest<number, Entity>;
}

export interface ServicesDeps {
  readonly activity: Activity;
  /** The delay between a key press in the search field and the search. */
  readonly pause: (run: () => void) => void;
  /** Makes a change of the selection one that can be undone. */
  readonly address: Pick<AddressStore, 'step'>;
}

/** The views' questions about the rows, each with its newest answer. */
export function createResultServices(
  query: QueryStore,
  run: QueryRunStore,
  rows: RowStoreClient,
  { activity, pause, address }: ServicesDeps,
): ResultServices {
  const rowList = createRowListStore(address.step);
  let last = run.get();
  run.subscribe(() => {
    const [now, before] = [run.get(), last];
    last = now;
    if (now.phase === 'idle' || before.phase === 'idle' || now.runId === before.runId) return;
    // Rows that are read again stay selected; those of another query begin with none selected.
    rowList.begin(now.runId, isSameQuery(now.form, before.form) ? before.runId : undefined);
  });
  return {
    query,
    run,
    rows,
    selectedRows: createLatest(
      ({ question }) => rows.view({ ...question, order: 'arrival', from: 0, to: 0 }),
      activity,
    ),
    series: createLatest(({ question }) => rows.series(question), activity),
    seriesOfAll: createLatest(({ question }) => rows.series(question), activity),
    chart: createLatest(({ question }) => rows.chart(question), activity),
    chartOfAll: createLatest(({ question }) => rows.chart(question), activity),
    groups: createLatest(({ question }) => rows.groups(question), activity),
    differences: createLatest(
      ({ question }, signal) => rows.differences(question, signal),
      activity,
      () => true,
    ),
    timeCursor: createTimeCursor(),
    keyspaceSpan: createLatest(({ question }) => rows.series(question), activity),
    keyspaceMatrix: createLatest(({ question }) => rows.matrix(question), activity),
    selectedMatrix: createLatest(({ question }) => rows.matrix(question), activity),
    keyspaceFacts: createLatest(({ question }) => rows.facts(question), activity),
    columns: createLatest(({ question }) => rows.columns(question.isStill), activity),
    rowBlocks: createRowBlocks(rows, activity),
    rowList,
    rowSearch: createRowSearch(rows, activity, pause),
    memory: createLatest(() => rows.memory(), activity),
    entity: createLatest((row) => rows.entity(row), activity),
  };
}
