import { fail, ok, type Result } from '../../core/result.ts';
import { pause, SLEEP_MS } from '../base/clock.ts';
import type { TablesEnv } from '../base/env.ts';
import { cleanFault, faultOf, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { type Lane, LANE_PRIORITY } from '../pacing/lanes.ts';
import { isNoAnswer } from '../pacing/retry.ts';
import type { AnswerPath } from '../progress/endProof.ts';
import type { SinkReceipt } from '../progress/runTypes.ts';
import { compareKeys } from '../wire/keysOfPage.ts';
import type { ContinuationToken, Page, PageReader, TokenShape } from '../wire/pageReader.ts';
import { refusedPage } from '../wire/refusedPage.ts';
import { isSilent, judgeFailure, whyTooEarly } from './faults.ts';
import {
  type AcceptedPage,
  dropLane,
  letIn,
  NO_TROUBLE,
  type PageAnswer,
  type PageJob,
  type RunContext,
  type TriedPage,
} from './job.ts';
import { askElsewhere, mayUse, replicaFor, whyNowhere } from './secondary.ts';

/**
 * The life of a page. A job waits until the circuit breaker lets it send and a lane of one of its hosts is free. It
 * sends one request. A whole page is decoded and moves the job past it. Anything else is judged
 * (`faults.ts`, `secondary.ts`): read the same page again, cut it, move to the other host, or give it up. The caller
 * gets the result and decides what it means for the query.
 */

/** Reads the next page of a job, as often as the policy allows. Throws only bugs (never a TableError). */
export async function readNextPage(run: RunContext, job: PageJob): Promise<PageAnswer> {
  try {
    return await readOn(run, job);
  } catch (caught) {
    // While it waited, it was cancelled or the outage lasted too long.
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return { kind: 'failed', fault };
  }
}

async function readOn(run: RunContext, job: PageJob): Promise<PageAnswer> {
  let retries = 0;
  let lateMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    // A wait that ended late counts as the page's own time, like a wait for a lane.
    const queuedAtMs = run.env.monotonicMs() - lateMs;
    const open = await takeLaneOfTable(run, job);
    if (open.kind !== 'lane') return open;
    const tried = await askForPage(run, job, { attempt, retries, queuedAtMs, lane: open.lane });
    if (tried.kind !== 'again') return tried;
    dropLane(job);
    retries += tried.isFree ? 0 : 1;
    lateMs = await pause(tried.waitMs, run.env, run.signal);
    if (lateMs > SLEEP_MS && isSilent(run)) run.breaker.trip({ ...tried.fault, afterSleep: true });
  }
}

type OpenLane = { readonly kind: 'lane'; readonly lane: Lane } | PageAnswer;

/**
 * A lane, unless the table is dead. One refused request does not decide that while others of the table are in flight:
 * if one of them is answered, the refusal was about its own request.
 */
async function takeLaneOfTable(run: RunContext, job: PageJob): Promise<OpenLane> {
  for (;;) {
    const open = await takeOpenLane(run, job);
    if (open.kind !== 'lane' || !run.deadTables.has(job.tableName)) return open;
    dropLane(job);
    const others = [...run.inFlight].filter(({ tableName }) => tableName === job.tableName);
    await Promise.allSettled(others.map(({ ended }) => ended));
    const dead = run.deadTables.get(job.tableName);
    if (dead !== undefined) return { kind: 'failed', fault: dead };
  }
}

/** A lane, once requests may be sent; or why the page cannot be read anywhere. */
async function takeOpenLane(run: RunContext, job: PageJob): Promise<OpenLane> {
  for (;;) {
    if (!run.breaker.isClosed(job)) dropLane(job);
    await run.breaker.enter(job, job.trouble.failedAtMs, run.signal);
    const before = whyNowhere(run, job);
    if (before !== undefined) return before;
    const lane = await takeLane(run, job);
    const since = whyNowhere(run, job);
    if (since !== undefined) return since;
    if (run.breaker.isClosed(job) && mayUse(run, job, lane.replica)) {
      const fault = whyTooEarly(run, job, lane.replica);
      return fault === undefined ? { kind: 'lane', lane } : { kind: 'failed', fault };
    }
    dropLane(job);
    // Yields in any case: without it, a loop here would be one long task that freezes the page.
    await nextTurn(run.env);
  }
}

function nextTurn(env: TablesEnv): Promise<void> {
  return new Promise((resolve) => void env.setTimer(resolve, 0));
}

async function takeLane(run: RunContext, job: PageJob): Promise<Lane> {
  if (job.lane !== undefined && !mayUse(run, job, job.lane.replica)) dropLane(job);
  const held = job.lane;
  job.lane = undefined;
  const isLast = job.trouble.failedAtMs !== undefined && run.breaker.triesOthers();
  const goesOn = job.started && job.priority !== LANE_PRIORITY.guard && !isLast;
  const lane = await (held === undefined
    ? run.lanes.acquire(goesOn ? LANE_PRIORITY.goOn : job.priority, run.signal, () => replicaFor(run, job))
    : run.lanes.renew(held, run.signal));
  job.lane = lane;
  return lane;
}

interface Attempt {
  /** Requests for this page so far. */
  readonly attempt: number;
  /** Requests that count as retries. */
  readonly retries: number;
  readonly queuedAtMs: number;
  readonly lane: Lane;
}

/** A page, how it arrived, and when. */
interface Came {
  readonly page: Page;
  readonly path: AnswerPath;
  readonly arrived: number;
  /** Whether a continuation token had been read from its host before. */
  readonly tokensRead: boolean;
}

/** Sends one request and judges the result. Throws only bugs (never a TableError). */
async function askForPage(run: RunContext, job: PageJob, attempt: Attempt): Promise<TriedPage> {
  const startedAtMs = run.env.monotonicMs();
  const id = openRecord(run, job, attempt, startedAtMs);
  const sent = { tableName: job.tableName, ended: send(run, job, attempt.lane, startedAtMs) };
  run.inFlight.add(sent);
  const came = await sent.ended.finally(() => run.inFlight.delete(sent));
  const accepted = came.ok ? await acceptPage(run, job, came.value, id) : came;
  if (came.ok && (accepted.ok || !isNoAnswer(accepted.error))) {
    // Not before its bytes were decoded: what is no page is no answer. Nor is a coverage check while queries wait for theirs.
    if (job.kind !== 'guard' || run.areQueriesOver) run.breaker.noteAnswer(job);
  }
  if (accepted.ok) return accepted.value;
  const fault = accepted.error;
  const { replica } = attempt.lane;
  run.lanes.hold(replica, fault.retryAfterMs ?? 0, run.env);
  const failed = { fault, id, replica, retries: attempt.retries, startedAtMs };
  const endedAtMs = came.ok ? came.value.page.timing.endedAtMs : undefined;
  return askElsewhere(run, job, failed) ?? judgeFailure(run, job, { ...failed, endedAtMs });
}

function openRecord(run: RunContext, job: PageJob, attempt: Attempt, startedAtMs: number): number {
  const { continuation } = job.position;
  job.started = true;
  if (attempt.attempt === 0) {
    run.breaker.noteSent(job);
    job.page = job.nextPage();
  }
  if (job.kind === 'query') job.query.noteSent(startedAtMs);
  return run.log.openRequest({
    kind: job.kind,
    queryIndex: job.index,
    ...(job.kind === 'check' && job.tableName !== run.log.progress(job.index).tableName
      ? { tableName: job.tableName }
      : {}),
    filter: job.filter,
    page: job.page,
    attempt: attempt.attempt,
    lane: attempt.lane.number,
    ...(attempt.lane.replica === 'secondary' ? { replica: attempt.lane.replica } : {}),
    ...(readerAt(run, attempt.lane.replica).costsPreflight() ? { preflight: true } : {}),
    queuedAtMs: attempt.queuedAtMs,
    startedAtMs,
    sentAtUnixMs: run.env.nowMs(),
    ...(continuation === undefined ? {} : { sentToken: tokenShape(continuation) }),
  });
}

function readerAt(run: RunContext, replica: Replica): PageReader {
  return (replica === 'secondary' ? run.secondary?.reader : undefined) ?? run.reader;
}

async function send(
  run: RunContext,
  job: PageJob,
  { replica }: Lane,
  sentAtMs: number,
): Promise<Result<Came, TableFault>> {
  const reader = readerAt(run, replica);
  const sent = run.proofs.sending();
  const tokensRead = reader.tokenReadable();
  try {
    const page = await reader.readPage(queryOf(job), run.signal);
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

function queryOf({
  tableName,
  filter,
  select,
  top,
  position: { continuation },
}: PageJob): Parameters<PageReader['readPage']>[0] {
  return {
    tableName,
    filter,
    select,
    top,
    continuation,
  };
}

async function acceptPage(
  run: RunContext,
  job: PageJob,
  came: Came,
  id: number,
): Promise<Result<AcceptedPage, TableFault>> {
  const { page } = came;
  // The service must move forward: the same token twice would read the same rows forever.
  if (page.continuation !== undefined && job.seenTokens.has(page.continuation)) {
    const where = `page ${job.page + 1} of table ${job.tableName}`;
    return fail(loopFault(page, `${where}: the service gave a continuation for the second time`));
  }
  // The body may be transferred away, so its size is read first.
  const bytes = page.body.byteLength;
  run.log.closeRequest(id, {
    headersAtMs: page.timing.headersAtMs,
    endedAtMs: page.timing.endedAtMs,
    status: 200,
    requestId: page.requestId,
    bytes,
    hasContinuation: page.continuation !== undefined,
    ...(page.continuation === undefined ? {} : { token: tokenShape(page.continuation) }),
  });
  leaveLane(run, job, page.continuation === undefined);
  const receipt = await decode(run, job, page);
  const decodedAtMs = run.env.monotonicMs();
  if (!receipt.ok) {
    run.log.closeRequest(id, { decodedAtMs });
    return receipt;
  }
  run.log.closeRequest(id, { rows: receipt.value.rows, decodedAtMs });
  return ok(advance(job, came, receipt.value, bytes));
}

/**
 * Frees or lends the lane. The next query need not wait for the decoder, but pages must not pile up before it. A query
 * with more to read keeps its lane idle while its page waits for earlier pages: a coverage check may use it meanwhile.
 */
function leaveLane(run: RunContext, job: PageJob, isLast: boolean): void {
  // Coverage checks queue behind the queries for each of their requests.
  if (job.priority === LANE_PRIORITY.guard || (isLast && run.sinking < run.lanes.width)) dropLane(job);
  else if (run.sinking > 0 && job.lane?.lend() === true) job.lane = undefined;
}

/** Decodes the page; a page that the decoder refuses does not count. */
async function decode(run: RunContext, job: PageJob, page: Page): Promise<Result<SinkReceipt, TableFault>> {
  run.sinking += 1;
  try {
    const receipt = await job.accept(page);
    return receipt.ok
      ? receipt
      : fail(refusedPage(`page ${job.page + 1} of table ${job.tableName}`, receipt.error, page.requestId));
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return fail(fault);
  } finally {
    run.sinking -= 1;
  }
}

function loopFault({ requestId }: Page, message: string): TableFault {
  return cleanFault({
    kind: 'loop',
    requestId,
    message,
    nextStep: 'Run again. If it fails again, give the request id to support.',
  });
}

/** Moves the job past an accepted page. */
function advance(job: PageJob, came: Came, receipt: SinkReceipt, bytes: number): AcceptedPage {
  const { page, path, arrived, tokensRead } = came;
  const { continuation } = page;
  const past = job.position.lastKey;
  const { lastKey = past } = receipt;
  const isAhead = lastKey !== undefined && (past === undefined || compareKeys(lastKey, past) > 0);
  const stuck = whyStuck(job, receipt);
  job.trouble = NO_TROUBLE;
  job.position = { continuation, replica: path.replica, lastKey: isAhead ? lastKey : past };
  if (continuation !== undefined) job.seenTokens.add(continuation);
  const whole = {
    kind: 'page',
    receipt,
    bytes,
    endedAtMs: page.timing.endedAtMs,
    replica: path.replica,
  } as const;
  if (stuck !== undefined) {
    const fault = loopFault(page, `page ${job.page + 1} of table ${job.tableName} ${stuck}`);
    return { ...whole, next: { kind: 'stuck', fault } };
  }
  if (continuation !== undefined) return { ...whole, next: { kind: 'more', token: continuation } };
  const last = { ...path, arrived, headersHidden: !page.headersExposed };
  return { ...whole, next: { kind: 'end', last, tokensRead } };
}

/** Why a query does not move forward; undefined: it does. */
function whyStuck(job: PageJob, { rows, firstKey, anomalies }: SinkReceipt): string | undefined {
  if (anomalies !== undefined) {
    return rows === 0 && anomalies.repeated > 0 ? 'holds only rows that were read before' : undefined;
  }
  const { lastKey } = job.position;
  const wentBack = firstKey !== undefined && lastKey !== undefined && compareKeys(firstKey, lastKey) <= 0;
  return wentBack ? 'begins before the end of the page before it: rows may repeat' : undefined;
}

/** What may be shown and logged of a token, which is opaque and long. */
function tokenShape({ nextPartitionKey, nextRowKey }: ContinuationToken): TokenShape {
  return {
    ...(nextPartitionKey === undefined ? {} : { nextPartitionKeyChars: nextPartitionKey.length }),
    ...(nextRowKey === undefined ? {} : { nextRowKeyChars: nextRowKey.length }),
  };
}
