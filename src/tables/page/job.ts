import type { Result } from '../../core/result.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { TablesEnv } from '../base/env.ts';
import type { TableFault } from '../base/tableError.ts';
import type { RunGate } from '../pacing/circuitBreaker.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { Lane, LanePriority, Lanes } from '../pacing/lanes.ts';
import type { RetryPolicy } from '../pacing/retry.ts';
import type { RetryBudget } from '../pacing/retryBudget.ts';
import type { EndProofs, LastPage } from '../progress/endProof.ts';
import type { RunLedger } from '../progress/runLog.ts';
import type { SinkFault, SinkReceipt } from '../progress/runTypes.ts';
import type { ContinuationToken, Page, PageReader } from '../wire/pageReader.ts';
import type { SeenTokens } from '../wire/seenTokens.ts';

/**
 * The account's read-only copy in the paired region, as one run reads from it: eventually consistent, and not there at
 * all where the account has no RA-GRS.
 */
export interface RunSecondary {
  readonly reader: PageReader;
  /** Why nothing more is asked of it in this run; undefined: it is used. */
  readonly dropped: () => TableFault | undefined;
  /** Nothing more is asked of it in this run: only the primary's lanes are left. */
  readonly drop: (why: TableFault) => void;
  /** It holds what was written until then, milliseconds since the Unix epoch; 0: not known. */
  readonly syncedAtMs: () => number;
  /** Whether that is still being asked: no query reads from it before, since a later sync says nothing of its page. */
  readonly isSyncAsked: () => boolean;
  /** Ends that, once. */
  readonly learn: (syncedAtMs: number) => void;
  /** Why the primary is left alone while this one answers; undefined: it is asked. */
  readonly primaryFault: () => TableFault | undefined;
  readonly noteAnswer: (replica: Replica) => void;
  /** Whether the page that failed there is to be asked for elsewhere. */
  readonly noteFailure: (fault: TableFault, isOnline: boolean) => 'stay' | 'leave';
  /** The same for a page that failed at the primary. */
  readonly notePrimaryFailure: (fault: TableFault, isOnline: boolean) => 'stay' | 'leave';
  /** A probe was answered here, and not there. */
  readonly losePrimary: (why: TableFault) => void;
  /** Whether a page of this run came from the primary. */
  readonly hasPrimaryAnswered: () => boolean;
}

/** What all queries of a run share. */
export interface RunContext {
  readonly reader: PageReader;
  /** Undefined: all is read from the primary. */
  readonly secondary: RunSecondary | undefined;
  readonly env: TablesEnv;
  readonly lanes: Lanes;
  readonly policy: RetryPolicy;
  readonly retryBudget: RetryBudget;
  readonly gate: RunGate;
  readonly ledger: RunLedger;
  readonly proofs: EndProofs;
  /** Aborts on cancel, on a spent budget, and when the run crashes. */
  readonly signal: AbortSignal;
  /** Why no query of a table can be answered any more: its SAS is refused, or it does not exist. */
  readonly deadTables: Map<string, TableFault>;
  /** Whether somebody can give a run another SAS. */
  readonly canPause: boolean;
  /** Tables that the SAS could read once: monotonic, when each answered last. */
  readonly letIn: Map<string, number>;
  /** Tables that were deleted, or created, since something of them was read. */
  readonly replaced: Set<string>;
  /** Pages that are being decoded now. */
  sinking: number;
  /** Every query was read to its end, or given up: guards have the run for themselves. */
  areQueriesOver: boolean;
}

/** Who asks for pages one after the other: a query or a part of one, or somebody who wants one row. */
export type PageJob = QueryJob | RowJob;

export interface QueryJob extends JobBase {
  readonly kind: 'query';
  /** The books of its query. */
  readonly book: QueryBook;
  /** The secondary could not answer it. */
  avoidsSecondary: boolean;
}

/** A coverage check or a check of the service: what one host says of it tells nothing of the other. */
export interface RowJob extends JobBase {
  readonly kind: 'guard' | 'check';
}

export interface QueryBook {
  /** Whether less of it can be asked for. */
  readonly canCut: () => boolean;
  /** Whether what is left can be asked for by its keys, without the continuation. */
  readonly canMove: () => boolean;
  readonly noteSent: (startedAtMs: number) => void;
  readonly noteRetry: () => void;
}

interface JobBase {
  readonly index: number;
  readonly tableName: string;
  readonly filter?: string;
  readonly select?: readonly string[];
  readonly top?: number;
  /** Who goes first, before the first request and after. */
  readonly priority: LanePriority;
  /** Tokens that were sent or seen: one that comes again goes round in circles. */
  readonly seenTokens: SeenTokens;
  /** The number of the next page: no two pages of a query share one, whichever of its parts asks. */
  readonly nextPage: () => number;
  /** Decodes the page; only an accepted page counts. */
  readonly accept: (page: Page) => Promise<Result<SinkReceipt, SinkFault>>;
  /** Where the next page begins; replaced by each accepted page. */
  position: JobPosition;
  /** What befell the page that is being read; nothing again with each accepted page. */
  trouble: PageTrouble;
  /** The number of the page that is being read. */
  page: number;
  started: boolean;
  /** Kept from an accepted page to the next request, so that no other query starts in between. */
  lane: Lane | undefined;
}

export interface JobPosition {
  readonly continuation: ContinuationToken | undefined;
  /** Which gave the continuation: no other can read on from it. Of a row: which is asked. */
  readonly replica: Replica;
  readonly lastKey: EntityKey | undefined;
}

export interface PageTrouble {
  /** Monotonic, when the page failed first. */
  readonly failingSinceMs?: number;
  /** How often the service, or our own deadline, ran out of time over it. */
  readonly timeouts: number;
  /** How often it was refused, and, monotonic, when last. */
  readonly refused?: { readonly times: number; readonly atMs: number };
  /** A host asked to be left alone for longer than a run waits, while the gate was closed. */
  readonly askedToWait?: {
    readonly replica: Replica;
    readonly untilMs: number;
    readonly fault: TableFault;
  };
  /** A coverage check that failed beside queries: it may cost the run something once they are over. */
  readonly isPutOff?: true;
}

export const NO_TROUBLE: PageTrouble = { timeouts: 0 };

/** Whoever reads pages of a job ends with this. */
export function dropLane(job: PageJob): void {
  job.lane?.release();
  job.lane = undefined;
}

/** What reading the next page of a job comes to. */
export type PageAnswer =
  | AcceptedPage
  /** It ran out of time: less of it at once may go through. */
  | { readonly kind: 'cut'; readonly fault: TableFault }
  /** Its continuation is of a host that is not read any more: it goes on by its keys at the other one. */
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
    /** It came without a continuation. */
    | { readonly kind: 'end'; readonly last: LastPage }
    /** The page counts, but the service does not move forward. */
    | { readonly kind: 'stuck'; readonly fault: TableFault };
}

/** What one request comes to: an answer, or the same page once more. */
export type TriedPage = PageAnswer | Again;

export interface Again {
  readonly kind: 'again';
  readonly waitMs: number;
  /** Whether it counts neither as a retry of the page nor of the run. */
  readonly isFree: boolean;
  readonly fault: TableFault;
}
