import type { OddRows } from '../../core/plan/anomalyWords.ts';
import type { GuardQuery, PlannedQuery } from '../../core/plan/queryPlan.ts';
import type { CheckState, ReadProgress } from '../../core/plan/readState.ts';
import type { UnprovenWhy } from '../../core/plan/unreadRanges.ts';
import type { PageFault } from '../../core/entities/bytes/pageFault.ts';
import type { PageSlot } from '../../core/entities/order/rowStreams.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { TableKeyRange } from '../../core/keys/base/scheme.ts';
import type { Result } from '../../core/result.ts';
import type { TablesEnv } from '../base/clock.ts';
import type { Lanes } from '../pacing/lanes.ts';
import type { ContinuationToken, Page, PageReader, TokenShape } from '../wire/pageReader.ts';
import type { RunBudget } from './runBudget.ts';
import type { RunControl, RunPause } from '../pacing/pause.ts';
import type { RetryPolicy } from '../pacing/retry.ts';
import type { RequestKind } from '../pacing/circuitBreaker.ts';
import type { Answer } from '../wire/answer.ts';
import type { TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/**
 * Asks the secondary for its statistics, once. Resolves with undefined if the SAS does not permit it.
 * @throws TableError
 */
export type ReadStats = (signal: AbortSignal) => Promise<Answer | undefined>;

/** What is needed of a planned query to send it. A query without a range is never cut into parts. */
export type LaneQuery = Pick<PlannedQuery, 'index' | 'label' | 'tableName' | 'filter' | 'select'> &
  Pick<Partial<PlannedQuery>, 'range' | 'condition' | 'mayBeAbsent'>;

/** A coverage check. */
export type LaneGuard = Omit<GuardQuery, 'range'>;

/** What the decoder says of a page that it stored. Without it, a page does not count. */
export interface SinkReceipt {
  /** Number of stored rows: those of the page except repeated ones. */
  readonly rows: number;
  /** Rows that another query of the plan has brought, under another condition. They are not stored again. Undefined if there are none. */
  readonly shared?: number;
  /** First key of the page as received. */
  readonly firstKey?: EntityKey | undefined;
  readonly lastKey?: EntityKey | undefined;
  /** Undefined if the decoder does not check the rows. Then a page that begins before the last key of the previous one is an error. */
  readonly anomalies?: OddRows;
  /** Rows that could not be checked against the property filter; undefined if there are none. */
  readonly unjudged?: number | undefined;
  /** Rows outside the window, from a range that had to be wider than the window; undefined if there are none. */
  readonly besideWindow?: number;
}

/** Why the decoder refuses a page. The page is read again, within the limits of the retry policy. */
export type SinkFault = Pick<PageFault, 'message'> & Partial<PageFault>;

/**
 * Takes one whole page, and either decodes it and stores its rows, or refuses all of it. It is called in page order within a part of a
 * query, and never twice with a page that was accepted. The body may be transferred away.
 */
export type PageSink = (
  queryIndex: number,
  page: Page,
  slot: PageSlot,
) => Promise<Result<SinkReceipt, SinkFault>>;

/** Why a page without a token is not proven to be the last. */
export interface Unproven {
  readonly why: UnprovenWhy;
  /** Host and transport of that page. A later token proves the end only if it comes by the same path. */
  readonly replica: Replica;
  readonly transport: PageReader['transport'];
}

/**
 * A part of a query. At first it is the whole query; a query that is cut while it is read has several. Parts are in key order and together
 * are the whole query. A part that was cut ends at its `lastKey`, and the keys after that belong to the parts after it.
 */
export interface QueryPart {
  readonly range?: TableKeyRange | undefined;
  readonly filter?: string | undefined;
  /** Rows per page; undefined to use the run's number. */
  readonly top?: number | undefined;
  /** A number from 0 to 1 that ascends with the keys. It identifies the part within its query. */
  readonly order: number;
  readonly state: ReadProgress;
  /** The part was cut: the keys after its last key belong to later parts. */
  readonly isCut?: boolean;
  readonly pages: number;
  readonly rows: number;
  /** Where to continue. If undefined and no page was read, from the start. Has no meaning once the part is done. */
  readonly continuation?: ContinuationToken | undefined;
  /** The host that gave the token; undefined for the primary. */
  readonly replica?: Replica | undefined;
  /** Keys of the first and the last row so far. */
  readonly firstKey?: EntityKey | undefined;
  readonly lastKey?: EntityKey | undefined;
  /** Set if the part seemed done, but its end is not proven. */
  readonly unproven?: Unproven | undefined;
  readonly fault?: TableFault | undefined;
}

/** How far one planned query has been read. Plain data, from which a later run can continue. */
export interface QueryProgress {
  readonly index: number;
  readonly label: string;
  readonly tableName: string;
  /** The state of all parts together, as in `queryState.ts`. */
  readonly state: ReadProgress;
  /** Number of accepted pages, including empty ones. */
  readonly pages: number;
  readonly emptyPages: number;
  readonly rows: number;
  /** Bytes of accepted pages. */
  readonly bytes: number;
  /** Counts of misplaced, repeated or unmatched rows; undefined if there are none. */
  readonly anomalies?: OddRows | undefined;
  /** Rows that could not be checked against the property filter; undefined if there are none. */
  readonly unjudged?: number | undefined;
  /** Rows outside the window, from a range that had to be wider than the window; undefined if there are none. */
  readonly besideWindow?: number | undefined;
  /** Number of requests sent, including every retry. */
  readonly requests: number;
  readonly retries: number;
  /** Milliseconds from the start of the first request to the end of the last accepted page. Undefined if nothing was sent. */
  readonly elapsedMs?: number;
  /**
   * When the request for its first accepted page was sent, by the wall clock, in milliseconds since the Unix epoch. Kept when the query is
   * resumed.
   */
  readonly firstReadAtMs?: number;
  /** False if one of its ends is not proven: see `unproven` of its parts. A resumed run reads what may follow there. */
  readonly headersExposed: boolean;
  /** Whether some of its pages came from the secondary. */
  readonly readsSecondary?: boolean;
  /**
   * The oldest Last Sync Time of those pages, in milliseconds since the Unix epoch: everything that was written before is in them. 0 if
   * unknown.
   */
  readonly secondarySyncMs?: number;
  /** Whether its table is missing, which the plan allows, and has never answered any query. */
  readonly isAbsent?: boolean;
  /** Whether its table was deleted or created after part of it was read, so that the rows may come from two tables. */
  readonly isReplaced?: boolean;
  /** At least one, except in a result that was read from a file, which has none. */
  readonly parts: readonly QueryPart[];
  readonly fault?: TableFault | undefined;
}

/** A request and its result. Instants are milliseconds on the run's monotonic clock. */
export interface RequestRecord {
  /** Numbered from 0, in the order of sending. */
  readonly id: number;
  /** 'search' is a question outside the run, such as where the newest row is. */
  readonly kind: RequestKind | 'search';
  /** Index of the query or coverage check. For other requests, index of a query whose table is read. */
  readonly queryIndex: number;
  /** Set if the request asks another table than that of the query. */
  readonly tableName?: string | undefined;
  /** The $filter as sent; undefined if there was none. */
  readonly filter?: string | undefined;
  /** 0 for the first page of the query. Counted over all its parts, in the order of the requests. */
  readonly page: number;
  /** 0 for the first try. */
  readonly attempt: number;
  readonly lane: number;
  /** The host that it was sent to; undefined for the primary. */
  readonly replica?: Replica | undefined;
  /** Set if the browser asked the service first (CORS preflight). */
  readonly preflight?: true | undefined;
  readonly queuedAtMs: number;
  readonly startedAtMs: number;
  /**
   * The same instant as `startedAtMs`, but by the wall clock, in milliseconds since the Unix epoch. Finds the request in the service's
   * logs.
   */
  readonly sentAtUnixMs: number;
  /** When the first byte arrived. */
  readonly headersAtMs?: number;
  /** When the last byte arrived or the request failed. */
  readonly endedAtMs?: number;
  /** When the page was stored or refused by the decoder. */
  readonly decodedAtMs?: number;
  /** The continuation token that was sent; undefined if it read from the start. */
  readonly sentToken?: TokenShape | undefined;
  /** The continuation token that came with the page. */
  readonly token?: TokenShape | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly bytes?: number;
  readonly rows?: number;
  readonly hasContinuation?: boolean;
  readonly fault?: TableFault;
  /** Milliseconds to wait before the retry; undefined if there is none. */
  readonly retryWaitMs?: number | undefined;
  /** Why the request is retried, or why not. */
  readonly retryReason?: string | undefined;
}

export interface GuardOutcome {
  readonly index: number;
  readonly position: LaneGuard['position'];
  readonly label: string;
  readonly state: CheckState;
  /** The key of the row that the check found. */
  readonly key?: EntityKey | undefined;
  /** As for a query: if false, a check that found no row proves nothing. */
  readonly headersExposed: boolean;
  readonly unproven?: Unproven | undefined;
  readonly fault?: TableFault;
}

/**
 * Plain data, in the order of events. A `query` or `guard` event replaces the previous one with the same index, a `request` event the one
 * with the same id.
 */
export type RunEvent =
  | { readonly kind: 'query'; readonly query: QueryProgress }
  | { readonly kind: 'request'; readonly request: RequestRecord }
  | { readonly kind: 'guard'; readonly guard: GuardOutcome }
  /** A pause of undefined means that the run continues. */
  | { readonly kind: 'pause'; readonly pause: RunPause | undefined };

export interface RunOptions {
  readonly queries: readonly LaneQuery[];
  readonly guards: readonly LaneGuard[];
  readonly reader: PageReader;
  readonly sink: PageSink;
  readonly env: TablesEnv;
  readonly signal: AbortSignal;
  /** The budget of the whole run, including what `resume` holds. */
  readonly budget: RunBudget;
  readonly onEvent: (event: RunEvent) => void;
  readonly retryPolicy?: RetryPolicy | undefined;
  /**
   * If set, a run waits as long as necessary for what only a user can provide: another SAS, or the network. If not, queries fail if the SAS
   * is refused, and also if there is no network for `breaker.silenceMs`.
   */
  readonly control?: RunControl | undefined;
  /** If false, a query is cut only because it takes too long, never to give idle lanes something to do. */
  readonly share?: boolean;
  /**
   * Reader of the account's secondary endpoint, which is eventually consistent. Undefined to read the primary only. Coverage checks and the
   * last check always use the primary. The run gives up the secondary if it refuses or does not answer. If only the secondary answers, it
   * is read alone, and coverage checks stay unanswered.
   */
  readonly secondary?: PageReader | undefined;
  /** Reads the secondary's Last Sync Time; undefined if that is not possible. */
  readonly readStats?: ReadStats;
  /**
   * Tokens were hidden when the account was connected. Somebody may correct the CORS rule during the run. So a page that was requested
   * before a token was read does not count as the last one, however short it is. The run begins by asking for one row, which shows whether
   * tokens are still hidden.
   */
  readonly tokensWereHidden?: boolean;
  /**
   * Other tables that the credential can read. If the tables of the run have too few rows for a continuation token, these are asked for a
   * row until one brings a token, since a CORS rule applies to all tables of an account. Undefined if there are none.
   */
  readonly otherTables?: readonly string[] | undefined;
  /** The connection's lanes. If undefined, the run makes six for each replica. */
  readonly lanes?: Lanes;
  /** Tables that the credential has read before this run. If it is refused for one of them now, another credential may help. */
  readonly answered?: readonly string[] | undefined;
  /** Rows per page, 1 to 1000. If undefined, the service's default (1000) applies. */
  readonly top?: number | undefined;
  /** The `queries` of an earlier outcome of the same plan. Queries that are done are not read again; the others continue. */
  readonly resume?: readonly QueryProgress[] | undefined;
  /** The `guards` of that outcome. Those that were answered are not sent again. */
  readonly resumeGuards?: readonly GuardOutcome[] | undefined;
}

export interface RunOutcome {
  readonly queries: readonly QueryProgress[];
  readonly guards: readonly GuardOutcome[];
  readonly requests: readonly RequestRecord[];
  /** Number of accepted rows, including those of resumed parts. */
  readonly rows: number;
  readonly bytes: number;
  /** `readable` if tokens prove every end. Otherwise the worst reason why one is not proven. */
  readonly continuation: 'readable' | Unproven['why'];
  /** Set if the run was stopped before all queries and coverage checks had ended. */
  readonly stoppedBy?: 'cancel' | 'rows' | 'bytes' | 'empty pages' | 'tokens' | undefined;
  /** Whether the run was stopped by a budget that is at its ceiling, so that it cannot continue. */
  readonly atCeiling: boolean;
  /** Why the run gave up the secondary. Its queries continued at the primary. */
  readonly secondaryFault?: TableFault | undefined;
  readonly retries: number;
  /**
   * When the request for the first accepted page was sent, including resumed parts, by the wall clock, in milliseconds since the Unix
   * epoch. Rows that arrived later may be missing. If no page was accepted, when the run began.
   */
  readonly firstReadAtMs: number;
  /** When the last page was accepted, by the wall clock, in milliseconds since the Unix epoch. */
  readonly readAtMs: number;
  readonly elapsedMs: number;
}
