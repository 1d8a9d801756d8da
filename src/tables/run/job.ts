import type { Result } from '../../core/result.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { TablesEnv } from '../base/env.ts';
import type { TableFault } from '../base/tableError.ts';
import type { CircuitBreaker } from '../pacing/circuitBreaker.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { Lane, LanePriority, Lanes } from '../pacing/lanes.ts';
import type { RetryPolicy } from '../pacing/retry.ts';
import type { EndProofs, LastPage } from '../progress/endProof.ts';
import type { RunLog } from '../progress/runLog.ts';
import type { SinkFault, SinkReceipt } from '../progress/runTypes.ts';
import type { ContinuationToken, Page, PageReader } from '../wire/pageReader.ts';
import type { SeenTokens } from '../wire/seenTokens.ts';

/**
 * The account's read-only copy in the paired region, as one run reads it: eventually consistent, and missing if the
 * account has no RA-GRS.
 */
export interface RunSecondary {
  readonly reader: PageReader;
  /** Why this run no longer reads it; undefined: it does. */
  readonly dropped: () => TableFault | undefined;
  /** Stops reading it in this run: only the primary's lanes are left. */
  readonly drop: (why: TableFault) => void;
  /** It holds everything written before, milliseconds since the Unix epoch; 0: unknown. */
  readonly syncedAtMs: () => number;
  /**
   * Whether its sync time is still being read. No query reads from it before, since a later sync time says nothing
   * about its page.
   */
  readonly isSyncAsked: () => boolean;
  /** Sets the sync time, once. */
  readonly learn: (syncedAtMs: number) => void;
  /** Why the primary is left alone while the secondary answers; undefined: it is read. */
  readonly primaryFault: () => TableFault | undefined;
  readonly noteAnswer: (replica: Replica) => void;
  /** Records a failed page there and says whether to read it elsewhere. */
  readonly noteFailure: (fault: TableFault, isOnline: boolean) => 'stay' | 'leave';
  /** The same for a page that failed at the primary. */
  readonly notePrimaryFailure: (fault: TableFault, isOnline: boolean) => 'stay' | 'leave';
  /** Whether it answered that it has no such table, which may not have been copied yet. */
  readonly lacks: (tableName: string) => boolean;
  readonly noteAbsent: (tableName: string) => void;
  /** An outage check was answered here, but not by the primary. */
  readonly losePrimary: (why: TableFault) => void;
  /** Whether a page of this run came from the primary. */
  readonly hasPrimaryAnswered: () => boolean;
}

/** What all queries of a run share. */
export interface RunContext {
  readonly reader: PageReader;
  /** Undefined: everything is read from the primary. */
  readonly secondary: RunSecondary | undefined;
  readonly env: TablesEnv;
  readonly lanes: Lanes;
  readonly policy: RetryPolicy;
  readonly breaker: CircuitBreaker;
  readonly log: RunLog;
  readonly proofs: EndProofs;
  /** Aborts on cancel, on a spent budget, and if the run crashes. */
  readonly signal: AbortSignal;
  /** Tables whose queries cannot succeed any more, and why: SAS refused or no such table. An answer ends that. */
  readonly deadTables: Map<string, TableFault>;
  /** Requests in flight, each until it was answered or failed. */
  readonly inFlight: Set<{ readonly tableName: string; readonly ended: Promise<unknown> }>;
  /** Whether somebody can give the run another SAS. */
  readonly canPause: boolean;
  /** Tables that the credential could read: when the last answered request was sent, monotonic. */
  readonly letIn: Map<string, number>;
  /** Tables that were deleted or created after something of them was read. */
  readonly replaced: Set<string>;
  /** Pages being decoded now. */
  sinking: number;
  /** Every query ended: coverage checks no longer compete with queries. */
  areQueriesOver: boolean;
}

/** Reads pages one after the other: a query, a part of one, or a single row. */
export type PageJob = QueryJob | RowJob;

export interface QueryJob extends JobBase {
  readonly kind: 'query';
  readonly query: OwnQuery;
  /** The secondary could not answer it. */
  avoidsSecondary: boolean;
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
  /** Number of the next page, unique within a query across its parts. */
  readonly nextPage: () => number;
  /** Decodes the page; only an accepted page counts. */
  readonly accept: (page: Page) => Promise<Result<SinkReceipt, SinkFault>>;
  /** Where the next page begins; replaced by each accepted page. */
  position: JobPosition;
  /** Failures of the current page; reset by each accepted page. */
  trouble: PageTrouble;
  /** Number of the current page. */
  page: number;
  started: boolean;
  /** Kept from an accepted page to the next request, so that no other query starts in between. */
  lane: Lane | undefined;
}

export interface JobPosition {
  readonly continuation: ContinuationToken | undefined;
  /** The host that gave the token; no other can continue from it. For a single row: the host to ask. */
  readonly replica: Replica;
  readonly lastKey: EntityKey | undefined;
}

export interface PageTrouble {
  /** Monotonic time of the page's first failure. */
  readonly failingSinceMs?: number;
  /** Monotonic time of its last failure. */
  readonly failedAtMs?: number;
  /** How often it timed out, by the service or by our own limit. */
  readonly timeouts: number;
  /** Monotonic time of its last refusal. */
  readonly refusedAtMs?: number;
  /** A host asked for a longer wait than a query allows, and others may be answered meanwhile. */
  readonly askedToWait?: {
    readonly replica: Replica;
    /** Monotonic, as `untilMs`. */
    readonly atMs: number;
    readonly untilMs: number;
    readonly fault: TableFault;
  };
  /** A coverage check that failed while queries ran; it may use retries once they are over. */
  readonly isPutOff?: true;
}

export const NO_TROUBLE: PageTrouble = { timeouts: 0 };

/** Notes that a table answered a request, and when that was sent. Its coverage checks wait until it has. */
export function letIn(run: Pick<RunContext, 'letIn' | 'lanes'>, tableName: string, sentAtMs: number): void {
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
  run: Pick<RunContext, 'letIn' | 'replaced'>,
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

/** The result of reading the next page of a job. */
export type PageAnswer =
  | AcceptedPage
  /** It timed out: a smaller page may succeed. */
  | { readonly kind: 'cut'; readonly fault: TableFault }
  /** Its continuation token belongs to a host that is no longer read: continue by key at the other one. */
  | { readonly kind: 'move'; readonly fault: TableFault }
  /** Given up, or cancelled. */
  | { readonly kind: 'failed'; readonly fault: TableFault };

/** An accepted page, without its bytes. */
export interface AcceptedPage {
  readonly kind: 'page';
  readonly receipt: SinkReceipt;
  readonly bytes: number;
  readonly endedAtMs: number;
  readonly replica: Replica;
  readonly next:
    | { readonly kind: 'more'; readonly token: ContinuationToken }
    /**
     * It arrived without a continuation token. `tokensRead`: whether one had been read from its host when it was requested.
     */
    | { readonly kind: 'end'; readonly last: LastPage; readonly tokensRead: boolean }
    /** The page counts, but the service does not move forward. */
    | { readonly kind: 'stuck'; readonly fault: TableFault };
}

/** The result of one request: an answer, or the same page again. */
export type TriedPage = PageAnswer | Again;

export interface Again {
  readonly kind: 'again';
  readonly waitMs: number;
  /** Whether it costs no retry of the page or the run. */
  readonly isFree: boolean;
  readonly fault: TableFault;
}
