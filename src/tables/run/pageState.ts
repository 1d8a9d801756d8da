import { compareKeys, type EntityKey } from '../../core/keys/base/entityKey.ts';
import { cleanFault, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { isRefusal } from '../pacing/pause.ts';
import { decideRetry, isNoAnswer, longWaitWords, type RetryPolicy } from '../pacing/retry.ts';
import type { RequestKind } from '../pacing/circuitBreaker.ts';
import type { QueryPart, SinkReceipt } from '../progress/runTypes.ts';
import type { ContinuationToken, Page } from '../wire/pageReader.ts';
import { REFUSED_ALONE } from '../wire/refusals.ts';
import { type Access, isRefusedAlone } from './access.ts';

/*
 * The states of a page: of a query, of a part of one, or of a check for a single row. Pure: `readPage.ts` waits, sends and stores, and says
 * what happened. The states of a query are in `progress/queryState.ts`.
 *
 *   waiting --sent--> asking --answered--> reading
 *   reading --stored--> waiting if the page brought a token, done if it brought none, failed if it did not move forward
 *   asking, reading --failed--> waiting if the page is read again, cut if smaller pages may succeed, failed if it is given up
 *   waiting --stranded--> moved: its token is of a host that is no longer read, so the rest is read by key at the other one
 *   waiting --left--> failed: it was cancelled, the outage lasted too long, or no host can answer
 */

export type PageState = Place &
  (
    | { readonly at: 'waiting'; readonly again?: Again }
    | ({ readonly at: 'asking' | 'reading' } & Underway)
    | { readonly at: 'cut'; readonly fault: TableFault; readonly why: string }
    | { readonly at: 'moved'; readonly fault: TableFault }
    | { readonly at: 'done' }
    /** `ofTable`: no other query of the same table can succeed any more either. */
    | { readonly at: 'failed'; readonly fault: TableFault; readonly why?: string; readonly ofTable?: boolean }
  );

/** Where the next page begins, and what went wrong with it so far. */
interface Place {
  readonly continuation: ContinuationToken | undefined;
  /** The host that gave the token, where alone the token is valid. For a single row, the host to ask. */
  readonly replica: Replica;
  readonly lastKey: EntityKey | undefined;
  /** Whether the secondary failed to answer it. */
  readonly avoidsSecondary: boolean;
  /** Number of pages in a row that brought a token but no row. */
  readonly emptyPages: number;
  readonly trouble: PageTrouble;
}

/** Failures of the current page; each accepted page resets them. */
export interface PageTrouble {
  /** Number of requests for this page so far, and how many of these counted as retries. */
  readonly attempts: number;
  readonly retries: number;
  /** How often the page timed out, either by the service's limit or by ours. */
  readonly timeouts: number;
  /** Monotonic times of its first failure, of its last one, and of its last refusal. */
  readonly failingSinceMs?: number;
  readonly failedAtMs?: number;
  readonly refusedAtMs?: number;
  /** Set if a host asked for a longer wait than a run allows, with the time of that answer. The host may answer others in the meantime. */
  readonly askedToWait?:
    | undefined
    | Partial<Record<Replica, { readonly atMs: number; readonly fault: TableFault }>>;
  /** Set for a coverage check that failed while queries ran. It may use its retries once they are over. */
  readonly isPutOff?: true;
}

export const NO_TROUBLE: PageTrouble = { attempts: 0, retries: 0, timeouts: 0 };

/** The state of a query, or of the rest of one, before its next request. `replica` is the primary by default. */
export function waitingAt({
  replica = 'primary',
  continuation,
  lastKey,
}: Partial<Pick<QueryPart, 'continuation' | 'lastKey' | 'replica'>>): PageState {
  const place = { continuation, replica, lastKey, avoidsSecondary: false, emptyPages: 0 };
  return { at: 'waiting', ...place, trouble: NO_TROUBLE };
}

/** The request has been sent, and its answer may be arriving or being stored. `startedAtMs` is monotonic. */
interface Underway extends Place {
  readonly startedAtMs: number;
  readonly sentTo: Replica;
}

/** Why and when the same page is read again. */
interface Again {
  readonly fault: TableFault;
  readonly why: string;
  /** The least time to wait; undefined if only the circuit breaker decides. */
  readonly waitMs?: number;
  /** Set if it counts as a retry of the page. */
  readonly isRetry?: true;
  /** Set if an outage check must be answered first: 'table' for one of the page's own table, 'service' for one of any table. */
  readonly check?: 'service' | 'table' | undefined;
}

export type PageEvent =
  | { readonly kind: 'sent'; readonly atMs: number; readonly to: Replica }
  /** `isSeen`: its token was sent or received before. */
  | ({ readonly kind: 'answered'; readonly isSeen: boolean } & Named)
  /** The page was decoded and stored. `mostEmpty` is how many pages in a row may have no row. */
  | ({ readonly kind: 'stored'; readonly receipt: SinkReceipt; readonly mostEmpty: number } & Named)
  /** The request failed at a host where it is not tried again, because the other one may answer (`leavesHost` in `hosts.ts`). */
  | { readonly kind: 'host failed'; readonly fault: TableFault; readonly asker: RequestKind }
  /**
   * The request failed for a reason that retries cannot remove: see `whyHeld` in `access.ts`. `isFresh`: it was sent after requests were
   * last allowed again.
   */
  | {
      readonly kind: 'held';
      readonly fault: TableFault;
      readonly why: string;
      readonly atMs: number;
      readonly isFresh: boolean;
      readonly policy: RetryPolicy;
    }
  | ({ readonly kind: 'failed'; readonly fault: TableFault } & Failure)
  | { readonly kind: 'stranded'; readonly fault: TableFault }
  | { readonly kind: 'left'; readonly fault: TableFault }
  | { readonly kind: 'asked again' };

interface Named {
  readonly page: Pick<Page, 'continuation' | 'requestId'>;
  /** For messages, such as `page 2 of table Orders`. */
  readonly name: string;
}

/** What the decision about a failed request depends on. Times are monotonic. */
interface Failure {
  readonly asker: RequestKind;
  readonly atMs: number;
  readonly policy: RetryPolicy;
  /** At least 0 and less than 1. */
  readonly random: number;
  /** The run is cancelled or its budget is used up, so nothing is sent again. */
  readonly isStopped: boolean;
  readonly areQueriesOver: boolean;
  /** Whether smaller pages can be requested. */
  readonly canCut: boolean;
  /** Whether the circuit breaker held back requests before this failure, and whether it does now. */
  readonly wasHeld: boolean;
  readonly isHeld: boolean;
  /** Whether the request was sent right after an outage check was answered. */
  readonly isProof: boolean;
  /** How many retries count against the query; undefined if others are in trouble too. */
  readonly ownRetries: number | undefined;
  /** When the service last answered any request of the run; undefined if never. */
  readonly answeredAtMs: number | undefined;
  readonly access: Access;
}

type EventOf<Kind extends PageEvent['kind']> = Extract<PageEvent, { readonly kind: Kind }>;
type Transitions<State> = {
  readonly [Kind in PageEvent['kind']]?: (state: State, event: EventOf<Kind>) => PageState;
};

const AFTER_A_REQUEST: Transitions<Underway> = {
  'host failed': afterHostFailed,
  held: afterHeld,
  failed: afterFailed,
};

const TRANSITIONS: { readonly [At in PageState['at']]: Transitions<PageState & { readonly at: At }> } = {
  waiting: {
    sent: afterSent,
    stranded: (state, { fault }) => ({ ...place(state), at: 'moved', fault }),
    left: (state, { fault }) => ({ ...place(state), at: 'failed', fault }),
  },
  asking: { answered: afterAnswered, ...AFTER_A_REQUEST },
  reading: { stored: afterPage, ...AFTER_A_REQUEST },
  failed: { 'asked again': afterAskedAgain },
  cut: {},
  moved: {},
  done: {},
};

/** The next state. An event that cannot happen in a state changes nothing. */
export function nextState(state: PageState, event: PageEvent): PageState {
  // TypeScript cannot see that the two fit. They do, because each entry is made for the state and the event under which it stands.
  const change = TRANSITIONS[state.at][event.kind] as
    | ((state: PageState, event: PageEvent) => PageState)
    | undefined;
  return change?.(state, event) ?? state;
}

function place({ continuation, replica, lastKey, avoidsSecondary, emptyPages, trouble }: Place): Place {
  return { continuation, replica, lastKey, avoidsSecondary, emptyPages, trouble };
}

function afterSent(state: Place, { atMs, to }: EventOf<'sent'>): PageState {
  const trouble = { ...state.trouble, attempts: state.trouble.attempts + 1 };
  return { ...place(state), at: 'asking', trouble, startedAtMs: atMs, sentTo: to };
}

/** The host must still be left alone for as long as it asked. */
function afterAskedAgain(state: Place): PageState {
  const { askedToWait } = state.trouble;
  return { ...place(state), at: 'waiting', trouble: { ...NO_TROUBLE, askedToWait } };
}

/** If the service sends the same token again, it would send the same rows for ever, so the page is not stored. */
function afterAnswered(state: Underway, event: EventOf<'answered'>): PageState {
  if (!event.isSeen) return { ...state, at: 'reading' };
  return {
    ...place(state),
    at: 'failed',
    fault: loopFault(event, ': the service gave a continuation for the second time'),
  };
}

function afterPage(state: Underway, event: EventOf<'stored'>): PageState {
  const { page, receipt, mostEmpty } = event;
  const { rows, shared = 0 } = receipt;
  const past = state.lastKey;
  const { lastKey = past } = receipt;
  const isAhead = lastKey !== undefined && (past === undefined || compareKeys(lastKey, past) > 0);
  const { continuation } = page;
  const emptyPages = rows + shared === 0 && continuation !== undefined ? state.emptyPages + 1 : 0;
  const rest = { continuation, replica: state.sentTo, lastKey: isAhead ? lastKey : past, emptyPages };
  const next = { ...place(state), ...rest, trouble: NO_TROUBLE };
  const stuck = emptyPages >= mostEmpty ? ': too many answers in a row had no rows' : whyStuck(past, receipt);
  if (stuck === undefined) return { ...next, at: continuation === undefined ? 'done' : 'waiting' };
  return { ...next, at: 'failed', fault: loopFault(event, stuck) };
}

/** Why a query does not move forward; undefined if it does. */
function whyStuck(past: EntityKey | undefined, receipt: SinkReceipt): string | undefined {
  const { rows, firstKey, anomalies } = receipt;
  if (anomalies !== undefined)
    return rows === 0 && anomalies.repeated > 0 ? ' holds only rows that were read before' : undefined;
  const wentBack = firstKey !== undefined && past !== undefined && compareKeys(firstKey, past) <= 0;
  return wentBack ? ' begins before the end of the page before it: rows may repeat' : undefined;
}

function loopFault({ page: { requestId }, name }: Named, why: string): TableFault {
  const nextStep = 'Run again. If it fails again, give the request id to support.';
  return cleanFault({ kind: 'loop', requestId, message: `${name}${why}`, nextStep });
}

/** A query continues at the other host. A check of the secondary is given up, because a row of one host says nothing about the other. */
function afterHostFailed(state: Underway, { fault, asker }: EventOf<'host failed'>): PageState {
  if (state.sentTo === 'primary')
    return again(state, fault, 'the primary does not answer: repeated at the secondary endpoint', {
      waitMs: 0,
    });
  if (asker !== 'query') return { ...place(state), at: 'failed', fault };
  const why = 'not readable from the secondary endpoint: repeated at the primary';
  return again({ ...state, avoidsSecondary: true }, fault, why, { waitMs: 0 });
}

function again(state: Place, fault: TableFault, why: string, more?: Omit<Again, 'fault' | 'why'>): PageState {
  return { ...place(state), at: 'waiting', again: { fault, why, ...more } };
}

function afterHeld(state: Underway, event: EventOf<'held'>): PageState {
  const { fault, why, atMs, isFresh } = event;
  const trouble = { ...state.trouble, refusedAtMs: atMs };
  const waiting = isRefusal(fault) ? withWait({ ...state, trouble }, event) : state;
  return again(waiting, fault, why, { check: isFresh ? 'table' : undefined });
}

/** Decides what follows from a failed request: the first rule that applies. */
function afterFailed(before: Underway, event: EventOf<'failed'>): PageState {
  const { fault, atMs, isStopped } = event;
  const isTimeout = !event.wasHeld && (fault.kind === 'timeout' || fault.code === 'OperationTimedOut');
  const timeouts = before.trouble.timeouts + (isTimeout ? 1 : 0);
  const trouble = { failingSinceMs: before.startedAtMs, ...before.trouble, failedAtMs: atMs, timeouts };
  const state = { ...before, trouble };
  if (isStopped) return retryOrGiveUp(state, event);
  const cut = isTimeout && event.canCut ? tooLong(state, event) : undefined;
  return cut ?? unanswered(state, event) ?? putOff(state, event) ?? retryOrGiveUp(state, event);
}

/** Whether the service has answered any request since the page first failed. */
function isAnsweredSince({ trouble }: Underway, { answeredAtMs }: EventOf<'failed'>): boolean {
  return answeredAtMs !== undefined && answeredAtMs > (trouble.failingSinceMs ?? answeredAtMs);
}

/** A page is requested in smaller pieces after this many timeouts, or after one if an outage check was answered right before. */
const TIMEOUTS_BEFORE_CUT = 2;

/**
 * Makes a page smaller that timed out too often, if the service itself reported the timeout or answered others in the meantime. Otherwise
 * the connection may be dead, so an outage check must be answered first.
 */
function tooLong(state: Underway, event: EventOf<'failed'>): PageState | undefined {
  const { fault, isProof } = event;
  if (state.trouble.timeouts < (isProof ? 1 : TIMEOUTS_BEFORE_CUT)) return undefined;
  if (fault.kind === 'timeout' && !isProof && !isAnsweredSince(state, event)) {
    const why = 'timed out again: checking whether the service answers';
    return again(state, fault, why, { waitMs: 0, check: 'service' });
  }
  return { ...place(state), at: 'cut', fault, why: 'timed out again: continues with smaller requests' };
}

/** While nobody is answered, all requests wait at the circuit breaker. */
function unanswered(state: Underway, event: EventOf<'failed'>): PageState | undefined {
  if (!event.isHeld || !isNoAnswer(event.fault)) return undefined;
  return again(withWait(state, event), event.fault, 'no page is answered: waiting for the service');
}

/** If a coverage check fails while queries run, it is sent again after them and uses up no retry, because rows are more urgent. */
function putOff(state: Underway, event: EventOf<'failed'>): PageState | undefined {
  if (event.asker !== 'guard' || event.areQueriesOver) return undefined;
  if (!decideRetry({ ...event, retriesSoFar: 0, ownRetries: undefined }).retry) return undefined;
  const trouble = { ...state.trouble, isPutOff: true } as const;
  return again({ ...state, trouble }, event.fault, 'repeated after the queries');
}

function retryOrGiveUp(state: Underway, event: EventOf<'failed'>): PageState {
  const { fault, asker } = event;
  const { trouble } = state;
  const { retries } = trouble;
  const decision = decideRetry({ ...event, retriesSoFar: retries });
  const why = decision.reason;
  if (decision.retry && !event.isStopped) {
    const counted = { ...state, trouble: { ...trouble, retries: retries + 1 } };
    return again(counted, fault, why, { waitMs: decision.waitMs, isRetry: true });
  }
  // The fault may be the service's and not the page's: either nothing was answered since the page failed, or the service asked this request
  // for a long wait that may be meant for all.
  const isUnclear = isNoAnswer(fault) && (isLongWait(event) || !isAnsweredSince(state, event));
  if (isUnclear && asker !== 'check') return again(withWait(state, event), fault, why, { check: 'service' });
  const end = { ...place(state), at: 'failed', why } as const;
  if (isRefusedAlone(trouble, fault, event.access)) {
    const { title, nextStep } = REFUSED_ALONE;
    return { ...end, fault: cleanFault({ ...fault, message: `${title}: ${fault.message}`, nextStep }) };
  }
  return { ...end, fault: retries === 0 ? fault : endedBy(fault, why), ofTable: isOfTable(event) };
}

/**
 * Whether the fault stops all queries of the table. That of a coverage check does not, because queries will meet it themselves; only an
 * expired credential affects everything.
 */
function isOfTable({ fault, asker, areQueriesOver }: EventOf<'failed'>): boolean {
  if (asker === 'guard' && !areQueriesOver && fault.kind !== 'expired') return false;
  return fault.kind === 'auth' || fault.kind === 'expired' || fault.kind === 'not-found';
}

/** Adds the reason to the message, as in `page 3: HTTP 503: given up after 8 retries`. */
function endedBy(fault: TableFault, reason: string): TableFault {
  return cleanFault({ ...fault, message: `${fault.message.replace(/[.:]$/u, '')}: ${reason}` });
}

/** A fault that may have a Retry-After, and the policy, which says how long a run waits at most. */
type Heard = Pick<EventOf<'failed' | 'held'>, 'fault' | 'atMs' | 'policy'>;

/** Whether the service asks for a longer wait than a run allows. */
function isLongWait({ fault: { retryAfterMs = 0 }, policy }: Pick<Heard, 'fault' | 'policy'>): boolean {
  return retryAfterMs > policy.retryAfterMaxMs;
}

/** Remembers a Retry-After that is longer than this run waits, so that the same request is not sent too early. */
function withWait(state: Underway, heard: Heard): Underway {
  const { askedToWait, ...trouble } = state.trouble;
  const { [state.sentTo]: _before, ...others } = askedToWait ?? {};
  const { fault, atMs } = heard;
  const waits = isLongWait(heard) ? { ...others, [state.sentTo]: { atMs, fault } } : others;
  const isAny = Object.keys(waits).length > 0;
  return { ...state, trouble: isAny ? { ...trouble, askedToWait: waits } : trouble };
}

/**
 * Why a page may not be sent although the circuit breaker allows it: its host asked this page for a longer wait, but answered others in the
 * meantime.
 */
export function whyTooEarly(
  { trouble: { askedToWait } }: PageState,
  replica: Replica,
  now: { readonly atMs: number; readonly resumedAtMs: number },
): TableFault | undefined {
  const asked = askedToWait?.[replica];
  if (asked === undefined) return undefined;
  const { fault, atMs } = asked;
  const { retryAfterMs = 0 } = fault;
  const isOver = now.atMs >= atMs + retryAfterMs || (isRefusal(fault) && now.resumedAtMs >= atMs);
  return isOver ? undefined : endedBy(fault, longWaitWords(retryAfterMs));
}
