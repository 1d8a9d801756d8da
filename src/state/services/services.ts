import type { WorkerLike } from '../../workers/workerCalls.ts';
import type { Actions } from '../base/actions.ts';
import type { Activity } from '../base/activity.ts';
import type { AddressStore } from '../address/address.ts';
import type { NamedLinks } from '../address/namedLinks.ts';
import type { DecodeBulk } from '../decode/decodeBulk.ts';
import type { DecodeStore } from '../decode/decodeStore.ts';
import type { IsolationLock } from '../connection/isolation.ts';
import type { KeyspaceProbe } from '../keyspace/probe.ts';
import type { KeyspaceStore } from '../keyspace/keyspaceStore.ts';
import type { Findings } from '../keyspace/lateDiagnosis.ts';
import type { ResultFiles } from '../results/resultFiles.ts';
import type { LeaveGuard } from '../results/leaveGuard.ts';
import type { ResultServices } from '../results/resultServices.ts';
import type { ResultsStore } from '../results/resultsStore.ts';
import type { AskTable } from '../run/questions.ts';
import type { QueryRunDeps } from '../run/queryRun.ts';
import type { QueryRunStore } from '../run/runState.ts';
import type { RecentQueries } from '../run/recentQueries.ts';
import type { OpenSaveTarget, SaveFile } from '../base/saveTarget.ts';
import type { SavedTemplates } from '../base/savedTemplates.ts';
import type { SettingsStorage, SettingsStore } from '../base/settings.ts';
import type { ConnectionStore } from '../connection/connectionState.ts';

/**
 * Everything that features use for I/O, created once by the composition root. The members of `ResultServices` are those
 * of the result that is shown.
 */
export interface Services extends ResultServices {
  /** What the user can do by name or by key. Views add their own actions with `useActions`. */
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
  /** Sends a few requests outside a run. */
  readonly askTable: AskTable;
  /** Creates a run for a count, whose rows are counted and not kept. */
  readonly createCountRun: (rows: QueryRunDeps['rows']) => QueryRunStore;
  /** Queries that were run in this browser. */
  readonly recent: RecentQueries;
  /** Queries with a name, and sets of columns. */
  readonly saved: NamedLinks;
  readonly templates: SavedTemplates;
  /** The browser's storage; throws if it is refused. */
  readonly storage: () => SettingsStorage;
  /** The open results, one of which is shown. */
  readonly results: ResultsStore;
  /** Asks before a reload that would lose results. */
  readonly leave: LeaveGuard;
  /** Starts the worker with DuckDB, for SQL over the open results. */
  readonly startSqlWorker: () => WorkerLike;
  /** Opens results that were saved to a file. */
  readonly files: ResultFiles;
  /** What the rules find in a map of rows, from any source. */
  readonly findings: Findings;
  readonly activity: Activity;
  /** Whether this page's server offers a demo account. */
  readonly hasDemo: boolean;
  /** The address of the stress lab, another page; undefined where none is served. */
  readonly stressLab: string | undefined;
  /** The wall clock, in milliseconds since the Unix epoch; corrected by the table service's time once that is known. */
  readonly nowMs: () => number;
  /** A note to show next to `now` if another clock disagrees with this computer's by a minute or more. */
  readonly clockNote: () => string | undefined;
  /** The browser's own IANA time zone. */
  readonly localZone: string;
  /** Opens a file to write piece by piece: on disk if the browser can, otherwise as a download. */
  readonly openFile: OpenSaveTarget;
  /** Starts a download, after any that were started before. A page cannot find out whether the browser saved it. */
  readonly saveFile: SaveFile;
}
