import { fail, ok, type Result } from '../../core/result.ts';
import { cleanFault, faultOf, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { type Lane, LANE_PRIORITY } from '../pacing/lanes.ts';
import { isNoAnswer } from '../pacing/retry.ts';
import type { AnswerPath } from '../progress/endProof.ts';
import type { SinkReceipt } from '../progress/runTypes.ts';
import { compareKeys } from '../wire/keysOfPage.ts';
import { refusedPage } from '../wire/refusedPage.ts';
import type { Page, PageReader } from '../wire/pageReader.ts';
import { tokenShape } from '../wire/transport.ts';
import { judgeFailure } from './faults.ts';
import {
  type AcceptedPage,
  dropLane,
  NO_TROUBLE,
  type PageJob,
  type RunContext,
  type TriedPage,
  letIn,
} from './job.ts';
import { askElsewhere } from './secondary.ts';

export interface Attempt {
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
export async function askForPage(run: RunContext, job: PageJob, attempt: Attempt): Promise<TriedPage> {
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
