import type { Diagnosis } from '../../core/keyspace/diagnosis/diagnose.ts';
import type { DiagnosisInput } from '../../core/keyspace/diagnosis/finding.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/map/matrix.ts';
import type { Entity } from '../../core/entities/entity.ts';
import type { ColumnProfile } from '../../core/rows/columnProfile.ts';
import type { SeriesRequest, TimeSeries } from '../../core/entities/views/timeSeries.ts';
import type { RowFacts } from '../../core/keyspace/sources/collectRows.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Actions } from '../base/actions.ts';
import type { Activity } from '../base/activity.ts';
import type { AddressStore } from '../address/address.ts';
import type { DecodeBulk } from '../decode/decodeBulk.ts';
import type { DecodeStore } from '../decode/decodeStore.ts';
import type { IsolationLock } from '../connection/isolation.ts';
import type { KeyspaceProbe } from '../keyspace/probe.ts';
import type { KeyspaceStore } from '../keyspace/keyspaceStore.ts';
import { createLatest, type Latest } from '../base/latest.ts';
import type { QueryStore } from '../run/queryStore.ts';
import type { RecentQueries } from '../run/recentQueries.ts';
import { createRowBlocks, type RowBlocks } from '../run/rowBlocks.ts';
import { createRowSearch, type RowSearchStore } from '../run/rowSearch.ts';
import { createRowListStore, type RowListStore } from '../run/rowListState.ts';
import type { SettingsStore } from '../base/settings.ts';
import type { ConnectionStore } from '../connection/connectionState.ts';
import type { QueryRunStore } from '../run/runState.ts';
import type { Versioned } from '../base/latest.ts';
import type { FactsRequest, RunMatrixRequest } from '../../core/rows/rowTypes.ts';

/** Everything that features use for I/O. Made once by the composition root. */
export interface Services {
  /** What the user can do by name or key. Views add theirs with `useActions`. */
  readonly actions: Actions;
  readonly address: AddressStore;
  readonly settings: SettingsStore;
  readonly connection: ConnectionStore;
  /** Stops the page from sending anywhere but to the connected account. */
  readonly isolation: IsolationLock;
  readonly keyspace: KeyspaceStore;
  readonly keyspaceProbe: KeyspaceProbe;
  /** Starts the worker of the keyspace view on first use; it holds exports and runs simulations. */
  readonly startKeyspaceWorker: () => WorkerLike;
  readonly decode: DecodeStore;
  /** Long lists of keys, decoded in a separate worker. */
  readonly decodeBulk: DecodeBulk;
  readonly query: QueryStore;
  /** Queries that were run in this browser. */
  readonly recent: RecentQueries;
  readonly run: QueryRunStore;
  readonly rows: RowStoreClient;
  readonly series: Latest<Versioned<SeriesRequest>, TimeSeries>;
  /** The same two for the Keyspace view, which uses other columns. */
  readonly keyspaceSpan: Latest<Versioned<SeriesRequest>, TimeSeries>;
  readonly keyspaceMatrix: Latest<Versioned<RunMatrixRequest>, KeyspaceMatrix>;
  readonly keyspaceFacts: Latest<Versioned<FactsRequest>, RowFacts>;
  /** What the rules find in a map of rows, of whatever source. */
  readonly findings: Latest<DiagnosisInput, Diagnosis>;
  readonly columns: Latest<number, readonly ColumnProfile[]>;
  readonly rowBlocks: RowBlocks;
  /** How the list of rows is sorted and filtered. */
  readonly rowList: RowListStore;
  /** Where the text of the search is in the list of rows. */
  readonly rowSearch: RowSearchStore;
  /** One entity, by its row number in the store. */
  readonly entity: Latest<number, Entity>;
  readonly activity: Activity;
  /** Whether this page's server offers a demo account. */
  readonly hasDemo: boolean;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  /** The browser's own IANA time zone. */
  readonly localZone: string;
  /** Saves a file for the user. */
  readonly saveFile: (name: string, parts: readonly Uint8Array<ArrayBuffer>[], type: string) => void;
}

/** The questions of the views about the rows, each with its newest answer. `pause`: between a key typed and its search. */
export function createRowViews(
  rows: RowStoreClient,
  activity: Activity,
  pause: (run: () => void) => void,
): Pick<
  Services,
  | 'series'
  | 'keyspaceSpan'
  | 'keyspaceMatrix'
  | 'keyspaceFacts'
  | 'columns'
  | 'rowBlocks'
  | 'rowList'
  | 'rowSearch'
  | 'entity'
> {
  return {
    series: createLatest(({ question }) => rows.series(question), activity),
    keyspaceSpan: createLatest(({ question }) => rows.series(question), activity),
    keyspaceMatrix: createLatest(({ question }) => rows.matrix(question), activity),
    keyspaceFacts: createLatest(({ question }) => rows.facts(question), activity),
    columns: createLatest(() => rows.columns(), activity),
    rowBlocks: createRowBlocks(rows, activity),
    rowList: createRowListStore(),
    rowSearch: createRowSearch(rows, activity, pause),
    entity: createLatest((row) => rows.entity(row), activity),
  };
}
