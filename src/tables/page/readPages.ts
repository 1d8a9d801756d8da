import type { Result } from '../../core/result.ts';
import { pause, SLEEP_MS } from '../base/clock.ts';
import type { TablesEnv } from '../base/env.ts';
import { compareKeys } from '../wire/keysOfPage.ts';
import { type AnswerPath, type LastPage } from '../progress/endProof.ts';
import { type Lane, LANE_PRIORITY } from '../pacing/lanes.ts';
import type { Page, PageReader } from '../wire/pageReader.ts';
import { isSilent, judgeFailure, whyTooEarly } from './faults.ts';
import { askElsewhere, mayUse, replicaFor, whyNowhere } from './secondary.ts';
import type { RequestRecord, SinkFault, SinkReceipt } from '../progress/runTypes.ts';
import { faultOf, type TableError, tableError } from '../base/tableError.ts';
import { tokenShape } from '../wire/transport.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { Again, PageJob, RunContext } from './job.ts';

/** An accepted page, without its bytes. */
export interface AcceptedPage {
  readonly receipt: SinkReceipt;
  readonly bytes: number;
  readonly endedAtMs: number;
  /** Present where it came without a continuation. */
  readonly last?: LastPage;
  readonly replica: Replica;
  /** Set where the page was accepted, but the query cannot go on. */
  readonly dead?: TableError;
}

/**
 * Reads the next page of a job, as often as the policy allows, until the decoder has accepted it.
 * Throws TableError where it is given up or cancelled.
 */
export async function readNextPage(run: RunContext, job: PageJob): Promise<AcceptedPage> {
  let retries = 0;
  let lateMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    // A wait that the page ended late is its own time, as a wait for a lane is.
    const queuedAtMs = run.env.monotonicMs() - lateMs;
    const lane = await takeOpenLane(run, job);
    const dead = run.deadTables.get(job.tableName);
    if (dead !== undefined) throw tableError(dead);
    const tried = await tryPage(run, job, { attempt, retries, queuedAtMs, lane });
    if ('receipt' in tried) return tried;
    dropLane(job);
    retries += tried.isFree ? 0 : 1;
    lateMs = await pause(tried.waitMs, run.env, run.signal);
    if (lateMs > SLEEP_MS && isSilent(run)) run.gate.close(tried.fault);
  }
}

/** A lane, at a time when requests may be sent. */
async function takeOpenLane(run: RunContext, job: PageJob): Promise<Lane> {
  for (;;) {
    if (!run.gate.isOpen()) dropLane(job);
    await run.gate.enter(run.signal);
    const before = whyNowhere(run, job);
    if (before !== undefined) throw before;
    const lane = await takeLane(run, job);
    const since = whyNowhere(run, job);
    if (since !== undefined) throw since;
    const isUsable = run.gate.isOpen() && mayUse(run, job, lane.replica);
    const tooEarly = isUsable ? whyTooEarly(run, job, lane.replica) : undefined;
    if (tooEarly !== undefined) throw tooEarly;
    if (isUsable) return lane;
    dropLane(job);
    // Whatever is wrong with the lanes, the page stays alive: without a turn, this would be one long task.
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
  const priority = job.started && !isGuard(job) ? LANE_PRIORITY.goOn : job.priority;
  const lane = await (held === undefined
    ? run.lanes.acquire(priority, run.signal, () => replicaFor(run, job))
    : run.lanes.renew(held, run.signal));
  job.lane = lane;
  return lane;
}

/** Who waits behind all queries, for each of its requests. */
function isGuard({ priority }: PageJob): boolean {
  return priority === LANE_PRIORITY.guard;
}

/** Whoever reads pages of a job ends with this. */
export function dropLane(job: PageJob): void {
  job.lane?.release();
  job.lane = undefined;
}

interface Attempt {
  /** Requests for this page so far. */
  readonly attempt: number;
  /** Those of them that count. */
  readonly retries: number;
  readonly queuedAtMs: number;
  readonly lane: Lane;
}

/** One request. Returns the accepted page or how long to wait; throws where the page is given up. */
async function tryPage(run: RunContext, job: PageJob, attempt: Attempt): Promise<AcceptedPage | Again> {
  const startedAtMs = run.env.monotonicMs();
  job.started = true;
  if (attempt.attempt === 0) {
    run.retryBudget.addFirstTry(job);
    job.page = job.nextPage();
  }
  job.onSent(startedAtMs);
  const id = run.ledger.openRequest({
    kind: job.kind,
    queryIndex: job.index,
    ...(job.filter === undefined ? {} : { filter: job.filter }),
    page: job.page,
    attempt: attempt.attempt,
    lane: attempt.lane.number,
    ...(attempt.lane.replica === 'secondary' ? { replica: attempt.lane.replica } : {}),
    queuedAtMs: attempt.queuedAtMs,
    startedAtMs,
    sentAtUnixMs: run.env.nowMs(),
    ...(job.continuation === undefined ? {} : { sentToken: tokenShape(job.continuation) }),
  });
  let endedAtMs: number | undefined;
  try {
    const reader = (attempt.lane.replica === 'secondary' ? run.secondary?.reader : undefined) ?? run.reader;
    const sent = run.proofs.sending();
    const page = await reader.readPage(queryOf(job), run.signal);
    ({ endedAtMs } = page.timing);
    const path = { replica: attempt.lane.replica, transport: page.transport ?? reader.transport };
    const arrived = run.proofs.answered(path, sent, page.continuation?.nextPartitionKey !== undefined);
    run.secondary?.noteAnswer(attempt.lane.replica);
    run.lanes.noteAnswer(attempt.lane.replica);
    run.gate.noteAnswer();
    run.retryBudget.keep();
    letIn(run, job.tableName);
    refuseLoop(job, page);
    return await acceptPage(run, job, { page, path, arrived }, id);
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    run.lanes.hold(attempt.lane.replica, fault.retryAfterMs ?? 0, run.env);
    const elsewhere = askElsewhere(run, job, { fault, id, replica: attempt.lane.replica });
    if (elsewhere !== undefined) return elsewhere;
    const { retries, lane } = attempt;
    return judgeFailure(run, job, { fault, id, retries, replica: lane.replica, startedAtMs, endedAtMs });
  }
}

/** Guards of a table wait until it has answered a query. */
function letIn(run: RunContext, tableName: string): void {
  const isNew = !run.letIn.has(tableName);
  run.letIn.set(tableName, run.env.monotonicMs());
  if (isNew) run.lanes.handOn();
}

function queryOf(job: PageJob): Parameters<PageReader['readPage']>[0] {
  return {
    tableName: job.tableName,
    ...(job.filter === undefined ? {} : { filter: job.filter }),
    ...(job.select === undefined ? {} : { select: job.select }),
    ...(job.top === undefined ? {} : { top: job.top }),
    ...(job.continuation === undefined ? {} : { continuation: job.continuation }),
  };
}

const LOOP_STEP = 'Run again; if it stays, pass the request id to support.';

/** The service is to move forward: the same token twice would read the same rows for ever. */
function refuseLoop(job: PageJob, page: Page): void {
  if (page.continuation === undefined || !job.seenTokens.has(page.continuation)) return;
  throw tableError({
    kind: 'loop',
    ...(page.requestId === undefined ? {} : { requestId: page.requestId }),
    message: `page ${job.page + 1} of table ${job.tableName}: the service gave a continuation for the second time`,
    nextStep: LOOP_STEP,
  });
}

/** A page, how it came, and when. */
interface Came {
  readonly page: Page;
  readonly path: AnswerPath;
  readonly arrived: number;
}

async function acceptPage(run: RunContext, job: PageJob, came: Came, id: number): Promise<AcceptedPage> {
  const { page } = came;
  // The body may be transferred away: its size is taken before.
  const bytes = page.body.byteLength;
  const answered: Partial<RequestRecord> = {
    headersAtMs: page.timing.headersAtMs,
    endedAtMs: page.timing.endedAtMs,
    status: 200,
    ...(page.requestId === undefined ? {} : { requestId: page.requestId }),
    bytes,
    hasContinuation: page.continuation !== undefined,
    ...(page.continuation === undefined ? {} : { token: tokenShape(page.continuation) }),
  };
  run.ledger.closeRequest(id, answered);
  leaveLane(run, job, page.continuation === undefined);
  run.sinking += 1;
  let receipt: Result<SinkReceipt, SinkFault>;
  try {
    receipt = await job.accept(page);
  } finally {
    run.sinking -= 1;
  }
  const decodedAtMs = run.env.monotonicMs();
  if (!receipt.ok) {
    run.ledger.closeRequest(id, { decodedAtMs });
    throw refusedPage(job, page, receipt.error);
  }
  run.ledger.closeRequest(id, { rows: receipt.value.rows, decodedAtMs });
  return advance(job, came, receipt.value, bytes);
}

/**
 * The next query need not wait for the decoder, but pages must not pile up before it either. A lane whose query has more
 * to read does nothing while the page waits for the pages before it: a guard may use it meanwhile.
 */
function leaveLane(run: RunContext, job: PageJob, isLast: boolean): void {
  if (isGuard(job) || (isLast && run.sinking < run.lanes.width)) dropLane(job);
  else if (run.sinking > 0 && job.lane?.lend() === true) job.lane = undefined;
}

function refusedPage(job: PageJob, page: Page, error: SinkFault): TableError {
  return tableError({
    kind: 'protocol',
    ...(page.requestId === undefined ? {} : { requestId: page.requestId }),
    message: `page ${job.page + 1} of table ${job.tableName}: ${error.message}`,
    nextStep:
      error.nextStep ??
      'Something between the browser and the service may have changed the answer: run again.',
  });
}

/** Moves the job behind an accepted page. */
function advance(job: PageJob, came: Came, receipt: SinkReceipt, bytes: number): AcceptedPage {
  const { page, path, arrived } = came;
  const { replica } = path;
  const { lastKey } = receipt;
  const why = whyLoop(job, receipt);
  job.failingSinceMs = undefined;
  job.refused = undefined;
  job.timeouts = 0;
  job.continuation = page.continuation;
  job.replica = replica;
  const isAhead =
    lastKey !== undefined && (job.lastKey === undefined || compareKeys(lastKey, job.lastKey) > 0);
  if (isAhead) job.lastKey = lastKey;
  if (page.continuation !== undefined) job.seenTokens.add(page.continuation);
  return {
    receipt,
    bytes,
    endedAtMs: page.timing.endedAtMs,
    replica,
    ...(page.continuation === undefined
      ? { last: { ...path, arrived, headersHidden: !page.headersExposed } }
      : {}),
    ...(why === undefined
      ? {}
      : {
          dead: tableError({
            kind: 'loop',
            ...(page.requestId === undefined ? {} : { requestId: page.requestId }),
            message: `page ${job.page + 1} of table ${job.tableName} ${why}`,
            nextStep: LOOP_STEP,
          }),
        }),
  };
}

/** What shows that a query does not move forward; undefined: it does. */
function whyLoop(job: PageJob, { rows, firstKey, anomalies }: SinkReceipt): string | undefined {
  if (anomalies !== undefined) {
    return rows === 0 && anomalies.repeated > 0 ? 'holds only rows that were read before' : undefined;
  }
  const wentBack =
    firstKey !== undefined && job.lastKey !== undefined && compareKeys(firstKey, job.lastKey) <= 0;
  return wentBack ? 'begins before the end of the page before it: rows may repeat' : undefined;
}
