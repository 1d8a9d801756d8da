import type { Result } from '../../core/result.ts';
import type { TablesEnv } from '../base/env.ts';
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

/** A run in progress: what its queries and checks share, and how to stop it. */
export interface Run {
  readonly options: RunOptions;
  readonly reader: PageReader;
  /** Undefined: everything is read from the primary. */
  readonly secondary: RunSecondary | undefined;
  readonly env: TablesEnv;
  readonly lanes: Lanes;
  readonly policy: RetryPolicy;
  readonly breaker: CircuitBreaker;
  readonly log: RunLog;
  readonly proofs: EndProofs;
  /** Aborts on cancel, on a spent budget, if the run crashes, and at its end: then not even an outage check is sent. */
  readonly signal: AbortSignal;
  readonly stop: (cause: StopCause | 'crash') => void;
  readonly stopCause: () => StopCause | 'crash' | undefined;
  /** Stops all sending at the end of a run, and restores the limit of lanes. */
  readonly end: () => void;
  /** Tables whose queries cannot succeed any more, and why: SAS refused or no such table. An answer ends that. */
  readonly deadTables: Map<string, TableFault>;
  /** Requests in flight, each until it was answered or failed. */
  readonly inFlight: Set<{ readonly tableName: string; readonly ended: Promise<unknown> }>;
  /** Tables that the credential could read: when the last answered request was sent, monotonic. */
  readonly letIn: Map<string, number>;
  /** Tables that were deleted or created after something of them was read. */
  readonly replaced: Set<string>;
  /** Pages being decoded now. */
  sinking: number;
  /** Every query ended: coverage checks no longer compete with queries. */
  areQueriesOver: boolean;
  readonly shareCosts: ShareCosts;
  /** Rows held in total, including resumed parts; the budget counts them. */
  rows: number;
  bytes: number;
  readAtMs: number;
  /** Bytes of this run's continuation tokens. */
  tokenBytes: number;
  /** Rows of the smallest page that continued; undefined: none did. */
  leastFullRows: number | undefined;
  /** Rows of the last page of each part, by query and part. */
  readonly lastPageRows: Map<string, number>;
  /** Parts whose last page may hide a token, however short it is; and the host that sent it. */
  readonly hiddenEnds: Map<string, Replica>;
}

/** Reads pages one after the other: a query, a part of one, or a single row. */
export type PageJob = QueryJob | RowJob;

export interface QueryJob extends JobBase {
  readonly kind: 'query';
  readonly query: OwnQuery;
}

/** A coverage check or an outage check: one host's answer says nothing about the other. */
export interface RowJob extends JobBase {
  readonly kind: 'guard' | 'check';
}

/** What a job may ask its query, and must tell it. */
export interface OwnQuery {
  /** Whether a smaller page can be requested. */
  readonly canCut: () => boolean;
  /** Whether the rest can be read by key, without the continuation token. */
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
  /** Lane priority of the first request, and of later ones. */
  readonly priority: LanePriority;
  /** Tokens sent or received: a repeated one means an endless loop. */
  readonly seenTokens: SeenTokens;
  /** Given up after so many pages in a row with a token and no row. */
  readonly mostEmpty: number;
  /** Number of the next page, unique within a query across its parts. */
  readonly nextPage: () => number;
  /** Decodes the page; only an accepted page counts. */
  readonly accept: (page: Page) => Promise<Result<SinkReceipt, SinkFault>>;
  state: PageState;
  /** Number of the current page. */
  page: number;
  started: boolean;
  /** Kept from an accepted page to the next request, so that no other query starts in between. */
  lane: Lane | undefined;
}

/** Notes that a table answered a request, and when that was sent. Its coverage checks wait until it has. */
export function letIn(run: Pick<Run, 'letIn' | 'lanes'>, tableName: string, sentAtMs: number): void {
  const before = run.letIn.get(tableName);
  const isNew = before === undefined;
  run.letIn.set(tableName, Math.max(sentAtMs, before ?? sentAtMs));
  if (isNew) run.lanes.handOn();
}

/** Whether the service says that the table does not exist. */
export function isNoTable({ kind, code }: TableFault): boolean {
  return kind === 'not-found' && code === 'TableNotFound';
}

/**
 * Notes a table that the primary says is missing after it answered: it was deleted. Rows from before and after belong to two tables,
 * so a result must not count them as one, even if the table is there again at the next request.
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
  readonly replica: Replica;
  /** What proves that it is the last page, if it brought no token. */
  readonly last: LastPage;
  /** Whether a token had been read from its host when it was requested. */
  readonly tokensRead: boolean;
}
