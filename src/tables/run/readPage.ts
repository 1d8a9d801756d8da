import { fail, ok, type Result } from '../../core/result.ts';
import { pause, SLEEP_MS } from '../base/clock.ts';
import { faultOf, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { type Lane, LANE_PRIORITY } from '../pacing/lanes.ts';
import { isNoAnswer } from '../pacing/retry.ts';
import type { AnswerPath } from '../progress/endProof.ts';
import type { RequestRecord, SinkReceipt } from '../progress/runTypes.ts';
import type { ContinuationToken, Page, PageReader, TokenShape } from '../wire/pageReader.ts';
import { refusedPage } from '../wire/refusedPage.ts';
import { leavesHost, mayUse, replicaFor, whyNowhere } from './hosts.ts';
import { dropLane, letIn, type PageJob, type Run, type StoredPage } from './context.ts';
import { type Access, whyHeld } from './access.ts';
import { nextState, type PageEvent, whyTooEarly } from './pageState.ts';

/**
 * Reads the next page of a job, as often as the policy allows: waits until the circuit breaker allows it and a lane of a suitable host is
 * free, sends one request, stores a whole page, and tells `pageState.ts` what happened. Fails if the job cannot read on like this;
 * `job.state` then says whether it is to be cut or moved to the other host. Throws only bugs, never a TableError.
 */
export async function readNextPage(run: Run, job: PageJob): Promise<Result<StoredPage, TableFault>> {
  try {
    let lateMs = 0;
    for (;;) {
      // If the last wait ended late, that delay counts as time of this page, like a wait for a lane.
      const queuedAtMs = run.env.monotonicMs() - lateMs;
      const open = await takeLaneOfTable(run, job);
      if (open.kind === 'lane') {
        const page = await askForPage(run, job, queuedAtMs, open.lane);
        if (page !== undefined) return ok(page);
      } else job.state = nextState(job.state, open);
      if ('fault' in job.state) return fail(job.state.fault);
      dropLane(job);
      lateMs = await waitAgain(run, job);
    }
  } catch (caught) {
    // It was cancelled while it waited, or the outage lasted too long.
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    job.state = nextState(job.state, { kind: 'left', fault });
    return fail(fault);
  }
}

/** Returns by how many milliseconds the wait was too long. */
async function waitAgain(run: Run, { state }: PageJob): Promise<number> {
  const again = state.at === 'waiting' ? state.again : undefined;
  if (again === undefined) return 0;
  const lateMs = await pause(again.waitMs ?? 0, run.env, run.signal);
  if (lateMs > SLEEP_MS && isSilent(run)) run.breaker.trip({ ...again.fault, afterSleep: true });
  return lateMs;
}

/**
 * Whether nothing was answered lately. If so, a late timer means that the page was asleep; otherwise the tab was only in the background.
 */
function isSilent(run: Run): boolean {
  return run.env.monotonicMs() - (run.breaker.answeredAtMs() ?? 0) > SLEEP_MS;
}

type OpenLane = { readonly kind: 'lane'; readonly lane: Lane } | PageEvent;

/**
 * Takes a lane, unless the table is known to be unreadable. Before one refused request decides that, other requests of the table that are
 * in flight must have ended: if one of them is answered, only the refused request is at fault.
 */
async function takeLaneOfTable(run: Run, job: PageJob): Promise<OpenLane> {
  for (;;) {
    const open = await takeOpenLane(run, job);
    if (open.kind !== 'lane' || !run.deadTables.has(job.tableName)) return open;
    dropLane(job);
    const others = [...run.inFlight].filter(({ tableName }) => tableName === job.tableName);
    await Promise.allSettled(others.map(({ ended }) => ended));
    const fault = run.deadTables.get(job.tableName);
    if (fault !== undefined) return { kind: 'left', fault };
  }
}

/** Takes a lane once requests may be sent, or returns why the page cannot be read at any host. */
async function takeOpenLane(run: Run, job: PageJob): Promise<OpenLane> {
  const { breaker, env } = run;
  for (;;) {
    if (!breaker.isClosed(job)) dropLane(job);
    await breaker.enter(job, job.state.trouble.failedAtMs, run.signal);
    const before = whyNowhere(run, job);
    if (before !== undefined) return before;
    const lane = await takeLane(run, job);
    const since = whyNowhere(run, job);
    if (since !== undefined) return since;
    if (breaker.isClosed(job) && mayUse(run, job, lane.replica)) {
      const now = { atMs: env.monotonicMs(), resumedAtMs: breaker.resumedAtMs() };
      const fault = whyTooEarly(job.state, lane.replica, now);
      return fault === undefined ? { kind: 'lane', lane } : { kind: 'left', fault };
    }
    dropLane(job);
    // Always gives the browser a turn here. Otherwise a loop without waiting would be one long task that freezes the page.
    await new Promise<void>((resolve) => void env.setTimer(resolve, 0));
  }
}

async function takeLane(run: Run, job: PageJob): Promise<Lane> {
  if (job.lane !== undefined && !mayUse(run, job, job.lane.replica)) dropLane(job);
  const held = job.lane;
  job.lane = undefined;
  const isLast = job.state.trouble.failedAtMs !== undefined && run.breaker.triesOthers();
  const goesOn = job.started && job.priority !== LANE_PRIORITY.guard && !isLast;
  const lane = await (held === undefined
    ? run.lanes.acquire(goesOn ? LANE_PRIORITY.goOn : job.priority, run.signal, () => replicaFor(run, job))
    : run.lanes.renew(held, run.signal));
  job.lane = lane;
  return lane;
}

/** A page, with how it arrived and what was known when it was requested. */
interface Came {
  readonly page: Page;
  readonly path: AnswerPath;
  readonly arrived: number;
  readonly tokensRead: boolean;
}

/** Sends one request and stores its page. Undefined if no page came, or if it was refused. */
async function askForPage(
  run: Run,
  job: PageJob,
  queuedAtMs: number,
  lane: Lane,
): Promise<StoredPage | undefined> {
  if (job.state.trouble.attempts === 0) run.breaker.noteSent(job);
  const asked = await requestPage(run, job, lane, { queuedAtMs });
  const { stored } = asked;
  if (asked.hasAnswered && (stored.ok || !isNoAnswer(stored.error))) {
    // Only after decoding, because an answer that is not a page does not count. Neither does a coverage check that is answered while
    // queries wait for their pages.
    if (job.kind !== 'guard' || run.areQueriesOver) run.breaker.noteAnswer(job);
  }
  if (stored.ok) return stored.value;
  job.state = nextState(job.state, noteFailure(run, job, stored.error, asked.startedAtMs, lane.replica));
  followUp(run, job, stored.error, asked.id);
  return undefined;
}

interface Requested {
  /** Id of its record in the log. */
  readonly id: number;
  readonly startedAtMs: number;
  /** Whether its answer arrived as a whole, whatever it contains. */
  readonly hasAnswered: boolean;
  readonly stored: Result<StoredPage, TableFault>;
}

/** Sends one request, whatever the circuit breaker says, and stores its page. Throws only bugs, never a TableError. */
export async function requestPage(
  run: Run,
  job: PageJob,
  lane: Lane,
  record: Pick<RequestRecord, 'queuedAtMs' | 'retryReason'>,
): Promise<Requested> {
  const startedAtMs = run.env.monotonicMs();
  const id = openRecord(run, job, lane, { ...record, startedAtMs });
  job.state = nextState(job.state, { kind: 'sent', atMs: startedAtMs, to: lane.replica });
  const sent = { tableName: job.tableName, ended: send(run, job, lane, startedAtMs) };
  run.inFlight.add(sent);
  const came = await sent.ended.finally(() => run.inFlight.delete(sent));
  const stored = came.ok ? await storePage(run, job, came.value, id) : came;
  if (!stored.ok) {
    const { error: fault } = stored;
    run.lanes.hold(lane.replica, fault.retryAfterMs ?? 0, run.env);
    const endedAtMs = came.ok ? came.value.page.timing.endedAtMs : run.env.monotonicMs();
    run.log.closeRequest(id, { endedAtMs, fault, status: fault.status, requestId: fault.requestId });
  }
  return { id, startedAtMs, hasAnswered: came.ok, stored };
}

function openRecord(
  run: Run,
  job: PageJob,
  lane: Lane,
  record: Pick<RequestRecord, 'queuedAtMs' | 'startedAtMs' | 'retryReason'>,
): number {
  const { continuation, trouble } = job.state;
  job.started = true;
  if (trouble.attempts === 0) job.page = job.nextPage();
  if (job.kind === 'query') job.query.noteSent(record.startedAtMs);
  const isOther = !run.log
    .queries()
    .some(({ index, tableName }) => index === job.index && tableName === job.tableName);
  return run.log.openRequest({
    kind: job.kind,
    queryIndex: job.index,
    tableName: job.kind === 'check' && isOther ? job.tableName : undefined,
    filter: job.filter,
    page: job.page,
    attempt: trouble.attempts,
    lane: lane.number,
    replica: lane.replica === 'secondary' ? lane.replica : undefined,
    preflight: readerAt(run, lane.replica).costsPreflight() ? true : undefined,
    sentAtUnixMs: run.env.nowMs(),
    sentToken: continuation && tokenShape(continuation),
    ...record,
  });
}

function readerAt(run: Run, replica: Replica): PageReader {
  return (replica === 'secondary' ? run.secondary?.reader : undefined) ?? run.reader;
}

async function send(
  run: Run,
  job: PageJob,
  { replica }: Lane,
  sentAtMs: number,
): Promise<Result<Came, TableFault>> {
  const reader = readerAt(run, replica);
  const sent = run.proofs.sending();
  const tokensRead = reader.tokenReadable();
  const { tableName, filter, select, top } = job;
  const { continuation } = job.state;
  try {
    const page = await reader.readPage({ tableName, filter, select, top, continuation }, run.signal);
    const path = { replica, transport: page.transport ?? reader.transport };
    const arrived = run.proofs.answered(path, sent, page.continuation?.nextPartitionKey !== undefined);
    run.secondary?.noteAnswer(replica);
    run.lanes.noteAnswer(replica);
    letIn(run, job.tableName, sentAtMs);
    run.deadTables.delete(job.tableName);
    return ok({ page, path, arrived, tokensRead });
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return fail(fault);
  }
}

async function storePage(
  run: Run,
  job: PageJob,
  { page, path, arrived, tokensRead }: Came,
  id: number,
): Promise<Result<StoredPage, TableFault>> {
  const { continuation, requestId, timing } = page;
  const name = `page ${job.page + 1} of table ${job.tableName}`;
  const isSeen = continuation !== undefined && job.seenTokens.has(continuation);
  job.state = nextState(job.state, { kind: 'answered', isSeen, page, name });
  if ('fault' in job.state) return fail(job.state.fault);
  // Must be read before the body is passed on, which may transfer it away.
  const bytes = page.body.byteLength;
  run.log.closeRequest(id, {
    headersAtMs: timing.headersAtMs,
    endedAtMs: timing.endedAtMs,
    status: 200,
    requestId,
    bytes,
    hasContinuation: continuation !== undefined,
    token: continuation && tokenShape(continuation),
  });
  leaveLane(run, job, continuation === undefined);
  const receipt = await decode(run, job, page, name);
  const decodedAtMs = run.env.monotonicMs();
  if (!receipt.ok) {
    run.log.closeRequest(id, { decodedAtMs });
    return receipt;
  }
  run.log.closeRequest(id, { rows: receipt.value.rows, decodedAtMs });
  if (continuation !== undefined) job.seenTokens.add(continuation);
  job.state = nextState(job.state, {
    kind: 'stored',
    page,
    receipt: receipt.value,
    mostEmpty: job.mostEmpty,
    name,
  });
  const last = { ...path, arrived, headersHidden: !page.headersExposed };
  return ok({ receipt: receipt.value, bytes, last, tokensRead });
}

/**
 * Gives the lane back or lends it. The next query need not wait for the decoder, but pages must not pile up in front of it. If a query has
 * more to read, its lane is idle while its page waits to be decoded, so a coverage check may use it.
 */
function leaveLane(run: Run, job: PageJob, isLast: boolean): void {
  // Coverage checks wait behind the queries again for each request.
  if (job.priority === LANE_PRIORITY.guard || (isLast && run.sinking < run.lanes.width)) dropLane(job);
  else if (run.sinking > 0 && job.lane?.lend() === true) job.lane = undefined;
}

/** Decodes the page. If the decoder refuses it, it does not count. */
async function decode(
  run: Run,
  job: PageJob,
  page: Page,
  name: string,
): Promise<Result<SinkReceipt, TableFault>> {
  run.sinking += 1;
  try {
    const receipt = await job.accept(page);
    return receipt.ok ? receipt : fail(refusedPage(name, receipt.error, page.requestId));
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return fail(fault);
  } finally {
    run.sinking -= 1;
  }
}

/** Tells the circuit breaker and the hosts about a failed request. Returns the event, with everything that decides what comes next. */
function noteFailure(
  run: Run,
  job: PageJob,
  fault: TableFault,
  startedAtMs: number,
  sentTo: Replica,
): PageEvent {
  const { breaker, env, policy, signal } = run;
  const asker = job.kind;
  if (leavesHost(run, job, fault, sentTo)) return { kind: 'host failed', fault, asker };
  const access: Access = { letInAtMs: run.letIn.get(job.tableName), resumedAtMs: breaker.resumedAtMs() };
  const atMs = env.monotonicMs();
  const canPause = run.options.control !== undefined;
  const now = { isSilent: isSilent(run), isOnline: env.isOnline(), canPause, ...access };
  const why = signal.aborted ? undefined : whyHeld(job.state.trouble, fault, now);
  if (why !== undefined)
    return { kind: 'held', fault, why, atMs, isFresh: startedAtMs >= breaker.closedAtMs(), policy };
  const wasHeld = !breaker.isClosed(job);
  const isProof = breaker.isProof(startedAtMs);
  const ownRetries = breaker.noteFailure({ fault, asker: job, startedAtMs });
  return {
    kind: 'failed',
    fault,
    asker,
    atMs,
    policy,
    random: env.random(),
    isStopped: signal.aborted,
    areQueriesOver: run.areQueriesOver,
    canCut: job.kind === 'query' && job.query.canCut(),
    wasHeld,
    isHeld: !breaker.isClosed(job),
    isProof,
    ownRetries,
    answeredAtMs: breaker.answeredAtMs(),
    access,
  };
}

/** Logs what follows from a failed request, and does what the next state requires. */
function followUp(run: Run, job: PageJob, fault: TableFault, id: number): void {
  const { state, tableName } = job;
  const again = state.at === 'waiting' ? state.again : undefined;
  run.log.closeRequest(id, {
    retryReason: again?.why ?? ('why' in state ? state.why : undefined),
    retryWaitMs: again?.waitMs,
  });
  if (again?.isRetry === true && job.kind === 'query') job.query.noteRetry();
  if (again?.check !== undefined) run.breaker.trip(fault, again.check === 'table' ? tableName : undefined);
  if (state.at === 'cut') run.breaker.noteCut();
  if (state.at === 'failed' && state.ofTable === true) run.deadTables.set(tableName, fault);
}

/** What may be shown and logged of a token, which is opaque and may be long. */
function tokenShape({ nextPartitionKey, nextRowKey }: ContinuationToken): TokenShape {
  return { nextPartitionKeyChars: nextPartitionKey?.length, nextRowKeyChars: nextRowKey?.length };
}
