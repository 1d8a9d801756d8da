import type { CheckState, ReadProgress } from '../../core/plan/readState.ts';
import type { UnprovenWhy } from '../../core/plan/unreadRanges.ts';
import type { PageFault } from '../../core/entities/bytes/pageFault.ts';
import type { PageSlot } from '../../core/entities/order/rowStreams.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { TableKeyRange } from '../../core/keys/base/scheme.ts';
import type { Result } from '../../core/result.ts';
import type { TablesEnv } from '../base/env.ts';
import type { Lanes } from '../pacing/lanes.ts';
import type { ContinuationToken, Page, PageReader, TokenShape } from '../wire/pageReader.ts';
import type { RunBudget } from './runBudget.ts';
import type { RunControl, RunPause } from '../pacing/pause.ts';
import type { RetryPolicy } from '../pacing/retry.ts';
import type { RequestKind } from '../pacing/tally.ts';
import type { Answer } from '../wire/answer.ts';
import type { TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** Asks the secondary for its stats, once; undefined: the SAS does not reach them. Throws TableError. */
export type ReadStats = (signal: AbortSignal) => Promise<Answer | undefined>;

/** A planned query, as far as the wire needs it; `PlannedQuery` of core/plan fits. */
export interface LaneQuery {
  /** Position in the plan: 0 to n-1, in order. */
  readonly index: number;
  readonly label: string;
  readonly tableName: string;
  readonly filter?: string | undefined;
  readonly select?: readonly string[] | undefined;
  /** The keys that it reads. Without a range the query is never cut into parts. */
  readonly range?: TableKeyRange;
  /** The property filter alone; undefined: none. */
  readonly condition?: string | undefined;
  /** A missing table is no fault: it holds no rows. */
  readonly mayBeAbsent?: boolean | undefined;
}

/** A coverage check; `GuardQuery` of core/plan fits. */
export interface LaneGuard {
  readonly index: number;
  readonly position: 'below' | 'between' | 'above';
  readonly tableName: string;
  readonly filter: string;
  readonly label: string;
  /** The same for a check of a table that no query reads. */
  readonly mayBeAbsent?: boolean | undefined;
}

/** What a correct table service never does: it sends rows in key order, once each, and only those requested. */
export interface RowAnomalies {
  /** Arrived after greater keys; kept. */
  readonly outOfOrder: number;
  /** Arrived before; not stored again. */
  readonly repeated: number;
  /** Outside the requested keys, or not meeting the property filter; kept. */
  readonly outside: number;
  /** Part of `outside`: the keys match, but the filter does not; undefined: none. */
  readonly offFilter?: number | undefined;
  /** Part of `outside`: the keys match, but their time is outside the window; undefined: none. */
  readonly offWindow?: number | undefined;
}

/** The decoder's receipt for a page; a page without one does not count. */
export interface SinkReceipt {
  /** Rows stored: those of the page except repeats. */
  readonly rows: number;
  /** Rows that another query of the plan brought, under another condition; not stored again. Undefined: none. */
  readonly shared?: number;
  /** First key of the page as received. */
  readonly firstKey?: EntityKey | undefined;
  readonly lastKey?: EntityKey | undefined;
  /** Undefined: the decoder does not check. Then a page that begins before the previous one's last key is an error. */
  readonly anomalies?: RowAnomalies;
  /** Rows that could not be checked against the property filter; undefined: none. */
  readonly unjudged?: number | undefined;
  /** Rows outside the window, from a range wider than the window; undefined: none. */
  readonly besideWindow?: number;
}

/** Why the decoder refuses a page. The page is read again, within the policy's limits. */
export type SinkFault = Pick<PageFault, 'message'> & Partial<PageFault>;

/**
 * Takes one whole page: decodes it and stores its rows, or refuses all of it. Called in page order within a part of a
 * query. The body may be transferred away. Never called twice with an accepted page.
 */
export type PageSink = (
  queryIndex: number,
  page: Page,
  slot: PageSlot,
) => Promise<Result<SinkReceipt, SinkFault>>;

/** Why a page without a token is not proven to be the last. */
export interface Unproven {
  readonly why: UnprovenWhy;
  /** Host and transport of that page: a later token proves it only if it comes by the same path. */
  readonly replica: Replica;
  readonly transport: PageReader['transport'];
}

/**
 * A part of a query: all of it, until it was cut while being read. Parts are in key order and together are the whole query. A part that was
 * cut ends at its `lastKey`; the keys after it are in the parts after it.
 */
export interface QueryPart {
  readonly range?: TableKeyRange | undefined;
  readonly filter?: string | undefined;
  /** Rows per page; undefined: the run's. */
  readonly top?: number | undefined;
  /** 0 to 1, ascending with the keys; identifies the part within its query. */
  readonly order: number;
  readonly state: ReadProgress;
  /** It ended early: the keys after its last key went to later parts. */
  readonly isCut?: boolean;
  readonly pages: number;
  readonly rows: number;
  /** Where to continue; undefined with pages = 0: from the start. Meaningless when done. */
  readonly continuation?: ContinuationToken | undefined;
  /** The host that gave the token; undefined: the primary. */
  readonly replica?: Replica | undefined;
  /** Keys of its first and last row so far. */
  readonly firstKey?: EntityKey | undefined;
  readonly lastKey?: EntityKey | undefined;
  /** It seemed done, but its end is not proven. */
  readonly unproven?: Unproven | undefined;
  /** Why it failed. */
  readonly fault?: TableFault | undefined;
}

/** How far one planned query is. Plain data; a later run resumes from it. */
export interface QueryProgress {
  readonly index: number;
  readonly label: string;
  readonly tableName: string;
  /** What its parts are together: see `queryState.ts`. */
  readonly state: ReadProgress;
  /** Accepted pages, including empty ones. */
  readonly pages: number;
  readonly emptyPages: number;
  readonly rows: number;
  /** Bytes of accepted pages. */
  readonly bytes: number;
  /** Misplaced, repeated or unmatched rows; undefined: none. */
  readonly anomalies?: RowAnomalies | undefined;
  /** Rows that could not be checked against the property filter; undefined: none. */
  readonly unjudged?: number | undefined;
  /** Rows outside the window, from a range wider than the window; undefined: none. */
  readonly besideWindow?: number | undefined;
  /** Requests sent, including every retry. */
  readonly requests: number;
  readonly retries: number;
  /**
   * Milliseconds from the start of the first request to the end of the last accepted page; undefined: nothing sent yet.
   */
  readonly elapsedMs?: number;
  /** Wall clock of its first accepted page's request, milliseconds since the Unix epoch; kept when resumed. */
  readonly firstReadAtMs?: number;
  /**
   * False if one of its ends is not proven: see `unproven` of its parts. A resumed run reads what may follow.
   */
  readonly headersExposed: boolean;
  /** Some of its pages came from the secondary. */
  readonly readsSecondary?: boolean;
  /**
   * The oldest Last Sync Time of those pages, milliseconds since the Unix epoch: they hold everything written before.
   * 0: unknown.
   */
  readonly secondarySyncMs?: number;
  /** Its table does not exist, and need not; it never answered any query. */
  readonly isAbsent?: boolean;
  /** Its table was deleted or created after something of it was read, so its rows may be of two tables. */
  readonly isReplaced?: boolean;
  /** At least one; none in a result that was read from a file. */
  readonly parts: readonly QueryPart[];
  /** Why it failed. */
  readonly fault?: TableFault | undefined;
}

/** A request and its result. Instants are milliseconds on the run's monotonic clock. */
export interface RequestRecord {
  /** From 0, in sending order. */
  readonly id: number;
  /** 'search': a question beside the run, such as where the newest row is. */
  readonly kind: RequestKind | 'search';
  /** Index of the query or coverage check; for the others, of a query whose table is read. */
  readonly queryIndex: number;
  /** Set if another table was asked than that of the query. */
  readonly tableName?: string | undefined;
  /** The $filter as sent; undefined: none. */
  readonly filter?: string | undefined;
  /** 0 for the first page of the query; counted in request order over all its parts. */
  readonly page: number;
  /** 0: first try. */
  readonly attempt: number;
  readonly lane: number;
  /** Where it was sent; undefined: to the primary. */
  readonly replica?: Replica | undefined;
  /** The browser asked the service first (CORS preflight). */
  readonly preflight?: true | undefined;
  readonly queuedAtMs: number;
  readonly startedAtMs: number;
  /** Wall clock of `startedAtMs`, milliseconds since the Unix epoch: to find the request in the service's logs. */
  readonly sentAtUnixMs: number;
  /** The first byte. */
  readonly headersAtMs?: number;
  /** The last byte, or the fault. */
  readonly endedAtMs?: number;
  /** When the page was stored or refused. */
  readonly decodedAtMs?: number;
  /** The continuation token sent; undefined: from the start. */
  readonly sentToken?: TokenShape | undefined;
  /** The continuation token received. */
  readonly token?: TokenShape | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly bytes?: number;
  readonly rows?: number;
  readonly hasContinuation?: boolean;
  /** Set if it failed. */
  readonly fault?: TableFault;
  /** Milliseconds until the retry; undefined: no retry. */
  readonly retryWaitMs?: number | undefined;
  /** Why it is, or is not, retried. */
  readonly retryReason?: string | undefined;
}

export interface GuardOutcome {
  readonly index: number;
  readonly position: LaneGuard['position'];
  readonly label: string;
  readonly state: CheckState;
  /** The key that was found. */
  readonly key?: EntityKey;
  /** Like a query's; if false, a clear answer proves nothing. */
  readonly headersExposed: boolean;
  readonly unproven?: Unproven | undefined;
  readonly fault?: TableFault;
}

/**
 * Plain data, in order. A `query` or `guard` event replaces the last one with the same index, a `request` event the one
 * with the same id.
 */
export type RunEvent =
  | { readonly kind: 'query'; readonly query: QueryProgress }
  | { readonly kind: 'request'; readonly request: RequestRecord }
  | { readonly kind: 'guard'; readonly guard: GuardOutcome }
  /** Undefined: the run continues. */
  | { readonly kind: 'pause'; readonly pause: RunPause | undefined };

export interface RunOptions {
  readonly queries: readonly LaneQuery[];
  readonly guards: readonly LaneGuard[];
  readonly reader: PageReader;
  readonly sink: PageSink;
  readonly env: TablesEnv;
  readonly signal: AbortSignal;
  /** For the whole run, including what `resume` holds. */
  readonly budget: RunBudget;
  readonly onEvent: (event: RunEvent) => void;
  readonly retryPolicy?: RetryPolicy | undefined;
  /**
   * With it, a run waits for what a user can bring, as long as it takes: another SAS, the network. Without it, a refused
   * SAS fails the queries, and so does a lost network after `breaker.silenceMs`.
   */
  readonly control?: RunControl | undefined;
  /** False: a query is cut only if it takes too long, never to fill idle lanes. */
  readonly share?: boolean;
  /**
   * Also reads the account's secondary endpoint, which is eventually consistent. Undefined: primary only. Coverage
   * checks and the last check use the primary. The run drops the secondary if it refuses or does not answer. If only
   * the secondary answers, it is read alone, and coverage checks stay unanswered.
   */
  readonly secondary?: PageReader | undefined;
  /** Reads the secondary's Last Sync Time; undefined: not possible. */
  readonly readStats?: ReadStats;
  /**
   * Tokens were hidden when the account was connected. Somebody may mend the CORS rule during the run, so no page requested before
   * a token was read counts as the last, however short it is. The run begins by asking for one row, which shows whether they
   * still are.
   */
  readonly tokensWereHidden?: boolean;
  /**
   * Other tables that the credential reads. If those of the run have too few rows to show a continuation token, one of these
   * is asked for a row: a CORS rule is for all tables of an account. Undefined: there are none.
   */
  readonly otherTables?: readonly string[] | undefined;
  /** The connection's lanes; undefined: six new ones for each replica. */
  readonly lanes?: Lanes;
  /** Tables that the credential has read before this run: if one refuses it now, another credential may help. */
  readonly answered?: readonly string[] | undefined;
  /** Rows per page, 1 to 1000; undefined: the service's default (1000). */
  readonly top?: number | undefined;
  /** The `queries` of an earlier outcome of the same plan: done ones are not read again, others continue. */
  readonly resume?: readonly QueryProgress[] | undefined;
  /** Its `guards`: answered ones are not sent again. */
  readonly resumeGuards?: readonly GuardOutcome[] | undefined;
}

export interface RunOutcome {
  readonly queries: readonly QueryProgress[];
  readonly guards: readonly GuardOutcome[];
  readonly requests: readonly RequestRecord[];
  /** Accepted rows, including those of resumed parts. */
  readonly rows: number;
  readonly bytes: number;
  /** `readable`: a token was read at or after every last page. Otherwise the worst reason of all ends. */
  readonly continuation: 'readable' | Unproven['why'];
  /** Set if the run was stopped before all queries and coverage checks ended. */
  readonly stoppedBy?: 'cancel' | 'rows' | 'bytes' | 'empty pages' | 'tokens' | undefined;
  /** Whether `stoppedBy` is a budget at its ceiling, so that the run cannot continue. */
  readonly atCeiling: boolean;
  /** Why the run dropped the secondary; its queries continued at the primary. */
  readonly secondaryFault?: TableFault | undefined;
  readonly retries: number;
  /**
   * Wall clock of the first accepted page's request, including resumed parts, milliseconds since the Unix epoch: rows
   * that arrived later may be missing. Without an accepted page: when the run began.
   */
  readonly firstReadAtMs: number;
  /** Wall clock of the last accepted page, milliseconds since the Unix epoch. */
  readonly readAtMs: number;
  readonly elapsedMs: number;
}
