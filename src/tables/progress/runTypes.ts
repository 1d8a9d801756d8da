import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { TableKeyRange } from '../../core/keys/base/scheme.ts';
import type { Result } from '../../core/result.ts';
import type { TablesEnv } from '../base/env.ts';
import type { Lanes } from '../pacing/lanes.ts';
import type { ContinuationToken, Page, PageReader, TokenShape } from '../wire/pageReader.ts';
import type { RunBudget } from './runBudget.ts';
import type { RunControl, RunPause } from '../pacing/pause.ts';
import type { RetryPolicy } from '../pacing/retry.ts';
import type { RequestKind } from '../pacing/retryBudget.ts';
import type { Answer } from '../wire/answer.ts';
import type { TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** Asks the secondary for its stats, once; undefined: the SAS does not reach them. Throws TableError. */
export type ReadStats = (signal: AbortSignal) => Promise<Answer | undefined>;

/** A planned query, as far as the wire needs it; `PlannedQuery` of core/plan fits. */
export interface LaneQuery {
  /** Position in the plan: 0 .. n-1, in order. */
  readonly index: number;
  readonly label: string;
  readonly tableName: string;
  readonly filter?: string;
  readonly select?: readonly string[];
  /** The keys that it reads. Without it the query is never cut into parts. */
  readonly range?: TableKeyRange;
  /** The property filter alone; undefined: none. */
  readonly condition?: string;
  /** A table that does not exist is no fault: it holds no rows. */
  readonly mayBeAbsent?: boolean;
}

/** One row asked for where the plan says there is none; `GuardQuery` of core/plan fits. */
export interface LaneGuard {
  readonly index: number;
  readonly position: 'below' | 'between' | 'above';
  readonly tableName: string;
  readonly filter: string;
  readonly label: string;
}

/** What a table service never does: rows are sorted by their keys, each comes once, and lies where it was asked for. */
export interface RowAnomalies {
  /** Came behind greater keys; kept. */
  readonly outOfOrder: number;
  /** Came before; not kept again. */
  readonly repeated: number;
  /** Lie outside of the keys that were asked for, or do not meet the property filter; kept. */
  readonly outside: number;
  /** Of `outside`: those that lie in the keys; undefined: none. */
  readonly offFilter?: number;
  /** Of `outside`: those that lie in the keys and say a time outside of the window; undefined: none. */
  readonly offWindow?: number;
}

/** The decoder's receipt for a page: only now does the page count. */
export interface SinkReceipt {
  /** Kept: those of the page without repeated ones. */
  readonly rows: number;
  /** Of the page as it came. */
  readonly firstKey?: EntityKey;
  readonly lastKey?: EntityKey;
  /** Undefined: the decoder does not look. Then a page that begins behind the one before is an error. */
  readonly anomalies?: RowAnomalies;
  /** Rows of which nobody can say whether they meet the property filter; undefined: none. */
  readonly unjudged?: number;
  /** Rows beside the window, of a range that holds more than it; undefined: none. */
  readonly besideWindow?: number;
}

/** Why the decoder refuses a page: not the page that was asked for. Read again, up to the policy's bound. */
export interface SinkFault {
  readonly message: string;
  readonly nextStep?: string;
}

/** Where the rows of a page belong. */
export interface PagePlace {
  /** Of the part that it was read for, 0 where the query is whole: its rows stand before those of every greater order. */
  readonly order: number;
  /** The keys that were asked for. */
  readonly range?: TableKeyRange;
}

/**
 * Takes one whole page: decodes it and appends its rows, or refuses all of it. Called in page order within a part of a
 * query. The body may be transferred away. Never called twice with an accepted page.
 */
export type PageSink = (
  queryIndex: number,
  page: Page,
  place: PagePlace,
) => Promise<Result<SinkReceipt, SinkFault>>;

/**
 * Why nothing shows that a page without a continuation was the last one. `hidden`: a continuation that must have been there
 * could not be read. `unanswered`: nobody could ask. `unknown`: the tables have too few rows to show it.
 */
export interface Unproven {
  readonly why: 'hidden' | 'unanswered' | 'unknown';
  /** Which gave that page, and how it was asked for: a later continuation proves it only if it comes the same way. */
  readonly replica: Replica;
  readonly transport: PageReader['transport'];
}

type QueryState = 'waiting' | 'reading' | 'done' | 'failed' | 'stopped';

/**
 * A stretch of a query that was cut while it was read. In key order, and together the whole query: a part that was cut
 * again after some pages ends at its `lastKey`, and what lies behind is in the parts after it.
 */
export interface QueryPart {
  readonly range?: TableKeyRange;
  readonly filter?: string;
  /** Rows a page; undefined: those of the run. */
  readonly top?: number;
  /** 0..1, ascending with the keys, and its name within the query. */
  readonly order: number;
  readonly state: QueryState;
  /** It ended where it stood: what lies behind its last key went to the parts after it. */
  readonly isCut?: boolean;
  readonly pages: number;
  readonly rows: number;
  /** Where to go on; undefined with pages = 0: from the start. Meaningless when done. */
  readonly continuation?: ContinuationToken;
  /** Which gave the continuation; undefined: the primary. */
  readonly replica?: Replica;
  /** Of its first and last row so far. */
  readonly firstKey?: EntityKey;
  readonly lastKey?: EntityKey;
  /** Done, as it seemed. */
  readonly unproven?: Unproven;
  /** Why it failed. */
  readonly fault?: TableFault;
}

/** How far one planned query is. Plain data; also what a later run resumes from. */
export interface QueryProgress {
  readonly index: number;
  readonly label: string;
  readonly tableName: string;
  readonly state: QueryState;
  /** Accepted pages, the empty ones included. */
  readonly pages: number;
  readonly emptyPages: number;
  readonly rows: number;
  /** Bytes of accepted pages. */
  readonly bytes: number;
  /** Rows at the wrong place, twice, or not asked for; undefined: none. */
  readonly anomalies?: RowAnomalies;
  /** Rows of which nobody can say whether they meet the property filter; undefined: none. */
  readonly unjudged?: number;
  /** Rows beside the window, of a range that holds more than it; undefined: none. */
  readonly besideWindow?: number;
  /** Requests sent, every retry included. */
  readonly requests: number;
  readonly retries: number;
  /** Milliseconds from the first request's start to the end of the last accepted page; undefined: nothing sent yet. */
  readonly elapsedMs?: number;
  /** Wall clock, milliseconds since the Unix epoch, when its first accepted page was asked for; kept when resumed. */
  readonly firstReadAtMs?: number;
  /**
   * False where an end of it proves nothing: see `unproven`, of it or of its parts. When the run is resumed, what may lie
   * behind is asked for.
   */
  readonly headersExposed: boolean;
  /** Done, as it seemed; where there are `parts`, they say which. */
  readonly unproven?: Unproven;
  /** Where to go on; undefined with pages = 0: from the start. Meaningless when done, and where there are `parts`. */
  readonly continuation?: ContinuationToken;
  /** Which gave the continuation; undefined: the primary. */
  readonly replica?: Replica;
  /** Some of its pages came from the secondary. */
  readonly readsSecondary?: boolean;
  /**
   * The oldest Last Sync Time of those pages, milliseconds since the Unix epoch: what was written until then is in them.
   * 0: not known.
   */
  readonly secondarySyncMs?: number;
  readonly lastKey?: EntityKey;
  /** Its table does not exist, and need not; it never answered, to no query. */
  readonly isAbsent?: boolean;
  /** Its table was deleted, or created, since something of it was read: its rows are not those of one table. */
  readonly isReplaced?: boolean;
  /** Present once it was cut. */
  readonly parts?: readonly QueryPart[];
  /** Why it failed. */
  readonly fault?: TableFault;
}

/** A request and what came of it. All instants are milliseconds on the run's monotonic clock. */
export interface RequestRecord {
  /** 0-based, in the order of sending. */
  readonly id: number;
  readonly kind: RequestKind;
  /** Of the query or the guard; of the query whose table is asked for 'check'. */
  readonly queryIndex: number;
  /** The $filter as it was sent; undefined: none. */
  readonly filter?: string;
  /** 0 for the first page of the query, in the order of asking over all of its parts. */
  readonly page: number;
  /** 0: first try. */
  readonly attempt: number;
  readonly lane: number;
  /** Where it was sent; undefined: to the primary. */
  readonly replica?: Replica;
  readonly queuedAtMs: number;
  readonly startedAtMs: number;
  /** Wall clock of `startedAtMs`, milliseconds since the Unix epoch: to find the request in the logs of the service. */
  readonly sentAtUnixMs: number;
  /** The first byte. */
  readonly headersAtMs?: number;
  /** The last byte, or the fault. */
  readonly endedAtMs?: number;
  /** The page was decoded and appended, or refused. */
  readonly decodedAtMs?: number;
  /** The continuation that was sent; undefined: asked from the start. */
  readonly sentToken?: TokenShape;
  /** The continuation that came with the answer. */
  readonly token?: TokenShape;
  readonly status?: number;
  readonly requestId?: string;
  readonly bytes?: number;
  readonly rows?: number;
  readonly hasContinuation?: boolean;
  /** Set where it failed. */
  readonly fault?: TableFault;
  /** Milliseconds until it is tried again; undefined: it is not. */
  readonly retryWaitMs?: number;
  /** Why it is, or is not, tried again. */
  readonly retryReason?: string;
}

export interface GuardOutcome {
  readonly index: number;
  readonly position: LaneGuard['position'];
  readonly label: string;
  /** 'clear': asked, no row there. 'hit': a row outside the plan. */
  readonly state: 'not-asked' | 'clear' | 'hit' | 'failed';
  /** The row that was found. */
  readonly key?: EntityKey;
  /** False as for a query: a clear answer then proves nothing. */
  readonly headersExposed: boolean;
  readonly unproven?: Unproven;
  readonly fault?: TableFault;
}

/** Plain data, in order. A `query` or `guard` event replaces the last one of the same index, a `request` of the same id. */
export type RunEvent =
  | { readonly kind: 'query'; readonly query: QueryProgress }
  | { readonly kind: 'request'; readonly request: RequestRecord }
  | { readonly kind: 'guard'; readonly guard: GuardOutcome }
  /** Undefined: it goes on. */
  | { readonly kind: 'pause'; readonly pause: RunPause | undefined };

export interface RunOptions {
  readonly queries: readonly LaneQuery[];
  readonly guards: readonly LaneGuard[];
  readonly reader: PageReader;
  readonly sink: PageSink;
  readonly env: TablesEnv;
  readonly signal: AbortSignal;
  /** Of the whole run: what `resume` holds counts. */
  readonly budget: RunBudget;
  readonly onEvent: (event: RunEvent) => void;
  readonly retryPolicy?: RetryPolicy;
  /**
   * With it, a run waits where a person can help or time does: for another SAS, for the network, for the service, as long
   * as it takes. Without it, a refused SAS fails the queries, and so does an outage of `breaker.outageMs`.
   */
  readonly control?: RunControl;
  /** False: a query is cut only where it takes too long, and never because lanes have nothing to do. */
  readonly share?: boolean;
  /**
   * Reads from the account's secondary endpoint, which is eventually consistent. Undefined: from the primary alone.
   * Guards and checks ask the primary. It is dropped for the run where it refuses, or does not answer. Where the primary
   * does not answer and it does, it is read alone, and guards stay without an answer.
   */
  readonly secondary?: PageReader;
  /** How far the secondary is (Last Sync Time); undefined: nobody can say. */
  readonly readStats?: ReadStats;
  /** The connection's lanes; undefined: six of its own for each replica. */
  readonly lanes?: Lanes;
  /** Rows a page, 1..1000; undefined: the service's own (1000). */
  readonly top?: number;
  /** The `queries` of an earlier outcome over the same plan: done ones are not read again, others go on. */
  readonly resume?: readonly QueryProgress[];
  /** Its `guards`: those that were answered are not asked again. */
  readonly resumeGuards?: readonly GuardOutcome[];
}

export interface RunOutcome {
  readonly queries: readonly QueryProgress[];
  readonly guards: readonly GuardOutcome[];
  readonly requests: readonly RequestRecord[];
  /** Accepted rows, those of resumed parts included. */
  readonly rows: number;
  readonly bytes: number;
  /** `readable`: a continuation was read at or after every last page. Else why not, the worst of all ends. */
  readonly continuation: 'readable' | Unproven['why'];
  /** Set where the run was stopped with queries left to read or guards left to ask. */
  readonly stoppedBy?: 'cancel' | 'rows' | 'bytes' | 'empty pages' | 'tokens';
  /** Whether `stoppedBy` is a budget at its ceiling, so that the run cannot be continued. */
  readonly atCeiling: boolean;
  /** Why the secondary was dropped on the way; its queries went on at the primary. */
  readonly secondaryFault?: TableFault;
  readonly retries: number;
  /**
   * Wall clock when the first accepted page was asked for, those of resumed parts included, milliseconds since the Unix
   * epoch: rows that arrived later may be missing. Where no page was accepted: when the run began.
   */
  readonly firstReadAtMs: number;
  /** Wall clock of the last accepted page, milliseconds since the Unix epoch. */
  readonly readAtMs: number;
  readonly elapsedMs: number;
}
