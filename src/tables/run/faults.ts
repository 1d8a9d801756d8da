import { SLEEP_MS } from '../base/clock.ts';
import { decideRetry, isNoAnswer, longWaitWords } from '../pacing/retry.ts';
import { isRefusal } from '../pacing/pause.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { RequestRecord } from '../progress/runTypes.ts';
import { cleanFault, type TableFault } from '../base/tableError.ts';
import { REFUSED_ALONE } from '../wire/refusals.ts';
import type { Again, PageJob, RunContext, TriedPage } from './job.ts';

/** A request that brought no page. */
export interface FailedPage {
  readonly fault: TableFault;
  /** Id of its record. */
  readonly id: number;
  /** Retries of the page so far. */
  readonly retries: number;
  readonly replica: Replica;
  readonly startedAtMs: number;
  /** When the last byte of a refused whole answer arrived. */
  readonly endedAtMs: number | undefined;
}

/** Whether nothing was answered lately: then a late timer means a page that slept, not a hidden one. */
export function isSilent(run: RunContext): boolean {
  return run.env.monotonicMs() - (run.breaker.answeredAtMs() ?? 0) > SLEEP_MS;
}

/** Decides what happens after a failed request: read the page again, cut it, or give it up. */
export function judgeFailure(run: RunContext, job: PageJob, failed: FailedPage): TriedPage {
  const { fault, retries, startedAtMs } = failed;
  if (!run.signal.aborted) {
    const waits = waitForPerson(run, job, failed);
    if (waits !== undefined) return waits;
  }
  job.trouble = { failingSinceMs: startedAtMs, ...job.trouble, failedAtMs: run.env.monotonicMs() };
  const wasOpen = !run.breaker.isClosed(job);
  const isProof = run.breaker.isProof(startedAtMs);
  const ownRetries = run.breaker.noteFailure({ fault, asker: job, startedAtMs });
  if (!wasOpen && isTooLong(run, job, fault, isProof)) return cutOrAsk(run, job, failed, isProof);
  const waits = waitForService(run, job, failed) ?? putOffGuard(run, job, failed);
  if (waits !== undefined) return waits;
  const decision = decideRetry({
    fault,
    retriesSoFar: retries,
    ownRetries,
    policy: run.policy,
    random: run.env.random(),
  });
  closeFailed(run, failed, {
    retryReason: decision.reason,
    ...(decision.retry ? { retryWaitMs: decision.waitMs } : {}),
  });
  if (decision.retry && !run.signal.aborted) {
    if (job.kind === 'query') job.query.noteRetry();
    return { kind: 'again', waitMs: decision.waitMs, isFree: false, fault };
  }
  if (isUnclear(run, job, fault)) {
    noteWait(run, job, failed);
    run.breaker.trip(fault);
    return atOnce(fault);
  }
  if (isRefusedAlone(run, job, fault)) return { kind: 'failed', fault: refusedAlone(fault) };
  if (isOfTable(run, job, fault)) run.deadTables.set(job.tableName, fault);
  return { kind: 'failed', fault: retries === 0 ? fault : endedBy(fault, decision.reason) };
}

/** Reads the same page again as soon as the breaker allows, without using a retry. */
function atOnce(fault: TableFault): Again {
  return { kind: 'again', waitMs: 0, isFree: true, fault };
}

/**
 * Whether no query of the table can succeed any more. A coverage check's fault stops no query: queries will see it
 * themselves. Only the end of the SAS is the same for all.
 */
function isOfTable(run: RunContext, job: PageJob, fault: TableFault): boolean {
  if (job.kind === 'guard' && !run.areQueriesOver && fault.kind !== 'expired') return false;
  return fault.kind === 'auth' || fault.kind === 'expired' || fault.kind === 'not-found';
}

/** `page 3: HTTP 503: given up after 8 retries`, as one sentence. */
function endedBy(fault: TableFault, reason: string): TableFault {
  return cleanFault({ ...fault, message: `${fault.message.replace(/[.:]$/u, '')}: ${reason}` });
}

/** Waits at the breaker for what no retry can bring; undefined: judge the page itself. */
function waitForPerson(run: RunContext, job: PageJob, failed: FailedPage): Again | undefined {
  const { fault, startedAtMs } = failed;
  const waitsFor = pauseReason(run, job, failed);
  if (waitsFor === undefined) return undefined;
  closeFailed(run, failed, { retryReason: waitsFor });
  if (startedAtMs >= run.breaker.closedAtMs()) run.breaker.trip(fault, job.tableName);
  if (isRefusal(fault)) {
    job.trouble = { ...job.trouble, refusedAtMs: run.env.monotonicMs() };
    noteWait(run, job, failed);
  }
  return atOnce(fault);
}

/** While nobody is answered, all wait at the breaker. */
function waitForService(run: RunContext, job: PageJob, failed: FailedPage): Again | undefined {
  const { fault } = failed;
  if (run.signal.aborted || run.breaker.isClosed(job) || !isNoAnswer(fault)) return undefined;
  noteWait(run, job, failed);
  closeFailed(run, failed, { retryReason: 'no page is answered: waiting for the service' });
  return atOnce(fault);
}

/** Keeps a Retry-After that is longer than this run waits, so that the same request is not sent before. */
function noteWait(run: RunContext, job: PageJob, { fault, replica }: FailedPage): void {
  const { askedToWait: _before, ...trouble } = job.trouble;
  const atMs = run.env.monotonicMs();
  const untilMs = atMs + (fault.retryAfterMs ?? 0);
  job.trouble = isAskedToWait(run, fault)
    ? { ...trouble, askedToWait: { replica, atMs, untilMs, fault } }
    : trouble;
}

/**
 * A coverage check that fails while queries run waits for their end, without using a retry: rows come first. Undefined:
 * judge it.
 */
function putOffGuard(run: RunContext, job: PageJob, failed: FailedPage): Again | undefined {
  const { fault } = failed;
  if (job.kind !== 'guard' || run.areQueriesOver || run.signal.aborted) return undefined;
  const decision = decideRetry({
    fault,
    retriesSoFar: 0,
    ownRetries: undefined,
    policy: run.policy,
    random: run.env.random(),
  });
  if (!decision.retry) return undefined;
  job.trouble = { ...job.trouble, isPutOff: true };
  closeFailed(run, failed, { retryReason: 'repeated after the queries' });
  return { kind: 'again', waitMs: decision.waitMs, isFree: true, fault };
}

/** A page is cut after this many timeouts; after one if an outage check was answered right before. */
const TIMEOUTS_BEFORE_CUT = 2;

/** Whether a page timed out so often that a smaller one should be requested. */
function isTooLong(run: RunContext, job: PageJob, fault: TableFault, isProof: boolean): boolean {
  const isOwnTimeout = fault.kind === 'timeout';
  if (!isOwnTimeout && fault.code !== 'OperationTimedOut') return false;
  const timeouts = job.trouble.timeouts + 1;
  job.trouble = { ...job.trouble, timeouts };
  if (timeouts < (isProof ? 1 : TIMEOUTS_BEFORE_CUT) || run.signal.aborted) return false;
  return job.kind === 'query' && job.query.canCut();
}

/**
 * Cuts a page if the service itself reports a timeout, or answered others meanwhile. Otherwise the line may be dead,
 * which an outage check decides first.
 */
function cutOrAsk(run: RunContext, job: PageJob, failed: FailedPage, isProof: boolean): TriedPage {
  const { fault } = failed;
  if (fault.kind === 'timeout' && !isProof && !isAnsweredSince(run, job)) {
    closeFailed(run, failed, {
      retryReason: 'timed out again: checking whether the service answers',
      retryWaitMs: 0,
    });
    run.breaker.trip(fault);
    return atOnce(fault);
  }
  closeFailed(run, failed, { retryReason: 'timed out again: continues with smaller requests' });
  run.breaker.noteCut();
  return { kind: 'cut', fault };
}

function isAnsweredSince(run: RunContext, { trouble: { failingSinceMs } }: PageJob): boolean {
  const answeredAtMs = run.breaker.answeredAtMs();
  return failingSinceMs !== undefined && answeredAtMs !== undefined && answeredAtMs > failingSinceMs;
}

/**
 * What a page waits for that retries cannot bring; undefined: nothing. After its first refusal a check tells whether all are refused.
 * A credential that never worked for the table is a fault of the query, unless it expired: then another one helps.
 */
function pauseReason(run: RunContext, job: PageJob, { fault }: FailedPage): string | undefined {
  if (fault.afterSleep === true && isSilent(run))
    return 'the page was asleep: checking whether the service answers';
  if (fault.kind === 'network' && !run.env.isOnline()) return 'waiting for the network';
  if (!run.canPause || !isRefusal(fault)) return undefined;
  if (fault.kind === 'auth' && lastRefusedMs(run, job) === undefined)
    return 'refused: checking whether all requests are';
  const isLetIn = run.letIn.has(job.tableName) && !isRefusedAlone(run, job, fault);
  return fault.kind === 'expired' || isLetIn ? 'waiting for another SAS or token' : undefined;
}

/** When this page was last refused with the credential in use; undefined: it was not. */
function lastRefusedMs({ breaker }: RunContext, { trouble: { refusedAtMs } }: PageJob): number | undefined {
  return refusedAtMs !== undefined && refusedAtMs > breaker.resumedAtMs() ? refusedAtMs : undefined;
}

/**
 * Whether this page was refused before, and a request of its table that was sent after that was answered: then the credential is
 * accepted, and this request is not.
 */
function isRefusedAlone(run: RunContext, job: PageJob, { kind }: TableFault): boolean {
  const refusedAtMs = lastRefusedMs(run, job);
  const answeredAtMs = run.letIn.get(job.tableName);
  return (
    kind === 'auth' && refusedAtMs !== undefined && answeredAtMs !== undefined && answeredAtMs >= refusedAtMs
  );
}

function refusedAlone(fault: TableFault): TableFault {
  const { title, nextStep } = REFUSED_ALONE;
  return cleanFault({ ...fault, message: `${title}: ${fault.message}`, nextStep });
}

/**
 * Why a page may not be sent although the breaker lets it: its host asked for a longer wait, but answered others
 * meanwhile.
 */
export function whyTooEarly(run: RunContext, job: PageJob, replica: Replica): TableFault | undefined {
  const { askedToWait } = job.trouble;
  if (askedToWait?.replica !== replica || run.env.monotonicMs() >= askedToWait.untilMs) return undefined;
  const { fault, atMs } = askedToWait;
  if (isRefusal(fault) && run.breaker.resumedAtMs() >= atMs) return undefined;
  return endedBy(fault, longWaitWords(fault.retryAfterMs ?? 0));
}

function closeFailed(run: RunContext, failed: FailedPage, why: Partial<RequestRecord>): void {
  const { fault, id } = failed;
  run.log.closeRequest(id, {
    endedAtMs: failed.endedAtMs ?? run.env.monotonicMs(),
    fault,
    status: fault.status,
    requestId: fault.requestId,
    ...why,
  });
}

/**
 * Whether the service may be at fault, not the page: nothing was answered since the page first failed, or one request heard a wait that
 * is longer than a run waits, which may be for all.
 */
function isUnclear(run: RunContext, job: PageJob, fault: TableFault): boolean {
  return (
    job.kind !== 'check' && isNoAnswer(fault) && (isAskedToWait(run, fault) || !isAnsweredSince(run, job))
  );
}

/** Whether the service asks for a longer wait than a run allows. */
function isAskedToWait(run: RunContext, { retryAfterMs = 0 }: TableFault): boolean {
  return retryAfterMs > run.policy.retryAfterMaxMs;
}
