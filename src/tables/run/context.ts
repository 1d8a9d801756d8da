import type { Result } from '../../core/result.ts';
import type { TablesEnv } from '../base/clock.ts';
import type { TableFault } from '../base/tableError.ts';
import type { CircuitBreaker } from '../pacing/circuitBreaker.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { Lane, LanePriority, Lanes } from '../pacing/lanes.ts';
import type { RetryPolicy } from '../pacing/retry.ts';
import type { EndProofs, LastPage } from '../progress/endProof.ts';
import type { RunLog } from '../progress/runLog.ts';
import type { RunOptions, RunOutcome, SinkFault, SinkReceipt } from '../progress/runTypes.ts';
import type { Page, PageReader } from '../wire/pageReader.ts';
import type { SeenTokens } from '../wire/seenTokens.ts';
import type { ShareCosts } from './parts.ts';
import type { PageState } from './pageState.ts';
import type { RunSecondary } from './secondary.ts';

export type StopCause = NonNullable<RunOutcome['stoppedBy']>;

/** A run in progress: what its queries and checks share, and how to stop them. */
export interface Run {
  readonly options: RunOptions;
  readonly reader: PageReader;
  /** Undefined if everything is read from the primary. */
  readonly secondary: RunSecondary | undefined;
  readonly env: TablesEnv;
  readonly lanes: Lanes;
  readonly policy: RetryPolicy;
  readonly breaker: CircuitBreaker;
  readonly log: RunLog;
  readonly proofs: EndProofs;
  /**
   * Aborts when the run is cancelled, its budget is used up, it crashes, or it ends. After that nothing is sent, not even an outage check.
   */
  readonly signal: AbortSignal;
  readonly stop: (cause: StopCause | 'crash') => void;
  readonly stopCause: () => StopCause | 'crash' | undefined;
  /** Stops all requests at the end of a run, and allows all lanes to be used again. */
  readonly end: () => void;
  /**
   * Tables whose queries cannot succeed any more, with the reason: the SAS is refused, or the table does not exist. An answer of the table
   * takes it off this list.
   */
  readonly deadTables: Map<string, TableFault>;
  readonly inFlight: Set<{ readonly tableName: string; readonly ended: Promise<unknown> }>;
  /** For each table that the credential could read, when the last answered request was sent (monotonic). */
  readonly letIn: Map<string, number>;
  /** Tables that were deleted or created after part of them was read. */
  readonly replaced: Set<string>;
  /** How many pages are being decoded now. */
  sinking: number;
  /** Whether every query has ended, so that coverage checks no longer compete with queries. */
  areQueriesOver: boolean;
  readonly shareCosts: ShareCosts;
  /** Rows held in total, including those of resumed parts. The budget limits them. */
  rows: number;
  bytes: number;
  readAtMs: number;
  /** Total length of the continuation tokens of this run. */
  tokenBytes: number;
  /** Number of rows of the smallest page that brought a token. Undefined if none did. */
  leastFullRows: number | undefined;
  /** Number of rows of the last page of each part, by `partName`. */
  readonly lastPageRows: Map<string, number>;
  /** Parts whose last page may hide a token however short it is, with the host that sent the page. */
  readonly hiddenEnds: Map<string, Replica>;
}

/** Reads one page after the other: of a query, of a part of one, or of a check for a single row. */
export type PageJob = QueryJob | RowJob;

export interface QueryJob extends JobBase {
  readonly kind: 'query';
  readonly query: OwnQuery;
}

/** A check for a single row. It must ask a certain host, since the answer of one says nothing about the other. */
export interface RowJob extends JobBase {
  readonly kind: 'guard' | 'check';
}

/** What a job can ask its query, and must tell it. */
export interface OwnQuery {
  /** Whether smaller pages can be requested. */
  readonly canCut: () => boolean;
  /** Whether the rest can be read by key, without the continuation token, and so at another host. */
  readonly canMove: () => boolean;
  readonly noteSent: (startedAtMs: number) => void;
  readonly noteRetry: () => void;
}

interface JobBase {
  readonly index: number;
  readonly tableName: string;
  readonly filter?: string | undefined;
  readonly select?: readonly string[] | undefined;
  readonly top?: number | undefined;
  /** Priority of the job's first request, and of later ones. */
  readonly priority: LanePriority;
  /** Tokens that were sent or received. A repeated one means an endless loop. */
  readonly seenTokens: SeenTokens;
  /** The job is given up after this many pages in a row with a token but no row. */
  readonly mostEmpty: number;
  /** Takes the number for the next page, which is unique within a query across its parts. */
  readonly nextPage: () => number;
  /** Decodes the page. Only an accepted page counts. */
  readonly accept: (page: Page) => Promise<Result<SinkReceipt, SinkFault>>;
  state: PageState;
  page: number;
  started: boolean;
  /** The lane is kept from one page to the next request, so that no other query starts in between. */
  lane: Lane | undefined;
}

/** Notes that a table answered a request, and when that request was sent. The table's coverage checks wait for this. */
export function letIn(run: Pick<Run, 'letIn' | 'lanes'>, tableName: string, sentAtMs: number): void {
  const before = run.letIn.get(tableName);
  const isNew = before === undefined;
  run.letIn.set(tableName, Math.max(sentAtMs, before ?? sentAtMs));
  if (isNew) run.lanes.handOn();
}

export function isNoTable({ kind, code }: TableFault): boolean {
  return kind === 'not-found' && code === 'TableNotFound';
}

/**
 * If the primary says that a table is missing although it answered before, notes that it was deleted. Rows from before and after that
 * belong to two tables, so a result must not present them as one, even if the table is back at the next request.
 */
export function noteDeleted(
  run: Pick<Run, 'letIn' | 'replaced'>,
  tableName: string,
  fault: TableFault,
): boolean {
  if (!isNoTable(fault) || !run.letIn.has(tableName)) return false;
  run.replaced.add(tableName);
  return true;
}

/** Call this when a job reads no more pages. */
export function dropLane(job: PageJob): void {
  job.lane?.release();
  job.lane = undefined;
}

/** An accepted page, without its bytes. */
export interface StoredPage {
  readonly receipt: SinkReceipt;
  readonly bytes: number;
  /** What can prove that this page is the last one, if it brought no token. */
  readonly last: LastPage;
  /** Whether a token of the page's host had been read when the page was requested. */
  readonly tokensRead: boolean;
}
