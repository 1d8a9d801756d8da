import { createLanes, LANE_PRIORITY } from './lanes.ts';
import { type AcceptedPage, type PageJob, type RunContext, dropLane, readNextPage } from './readPages.ts';
import { createRetryBudget, DEFAULT_RETRY_POLICY } from './retry.ts';
import { isCeiling, spentPart } from './runBudget.ts';
import { createRunGate } from './runGate.ts';
import { oneRowJob, probeService } from './runJobs.ts';
import { createLedger, notAsked } from './runLedger.ts';
import type { LaneGuard, LaneQuery, QueryProgress, RunOptions, RunOutcome } from './runTypes.ts';
import { faultOf } from './tableError.ts';
import { checkToken } from './tokenCheck.ts';
import { tokenText } from './transport.ts';

type StopCause = NonNullable<RunOutcome['stoppedBy']>;

/** A run in progress: what its queries share, and how it is stopped. */
interface Run extends RunContext {
  readonly options: RunOptions;
  readonly stop: (cause: StopCause | 'crash') => void;
  readonly stopCause: () => StopCause | 'crash' | undefined;
  /** Held in all, resumed parts included; what the budget counts. */
  rows: number;
  bytes: number;
  readAtMs: number;
}

/**
 * Reads every planned query to the end of its continuation, six requests at a time, then asks the guards, then, until
 * a continuation was read on the connection, one row to see whether it can be.
 * A page counts when the sink has accepted it. A failed query does not stop the others; it keeps its token.
 * Cancel and a spent budget abort what is in flight and send nothing after. Never throws for what the service does;
 * an error of the sink or of `onEvent` itself ends the run and is thrown.
 */
export async function runQueries(options: RunOptions): Promise<RunOutcome> {
  const { env, signal } = options;
  const startedAtMs = env.monotonicMs();
  const run = createRun(options);
  const onCancel = (): void => run.stop('cancel');
  signal.addEventListener('abort', onCancel);
  if (signal.aborted) onCancel();
  stopAtBudget(run);
  try {
    await settleAll(options.queries.map((query) => readQuery(run, query)));
    if (run.stopCause() === undefined) {
      await settleAll(options.guards.map((guard) => askGuard(run, guard)));
    }
    const continuation = await checkToken(run);
    if (continuation !== 'readable') markUnproven(run);
    return outcomeOf(run, continuation, env.monotonicMs() - startedAtMs);
  } finally {
    run.gate.end();
    signal.removeEventListener('abort', onCancel);
  }
}

/** Whatever came without a continuation may go on: it says so from now on, also when the run is resumed. */
function markUnproven({ ledger }: Run): void {
  for (const { index, state } of ledger.queries()) {
    if (state === 'done') ledger.update(index, { headersExposed: false });
  }
  for (const guard of ledger.guards()) {
    if (guard.state === 'clear') ledger.setGuard({ ...guard, headersExposed: false });
  }
}

function createRun(options: RunOptions): Run {
  const stopping = new AbortController();
  let stopCause: StopCause | 'crash' | undefined;
  const policy = options.retryPolicy ?? DEFAULT_RETRY_POLICY;
  const ledger = createLedger(options.queries, options.guards, options.resume ?? [], options.onEvent);
  const queries = ledger.queries();
  const wire = {
    reader: options.reader,
    env: options.env,
    lanes: options.lanes ?? createLanes(),
    policy,
    ledger,
    signal: stopping.signal,
  };
  const gate = createRunGate({
    ...wire,
    probe: async (attempt) => {
      const [asked] = ledger.queries().filter(({ state }) => state !== 'done');
      return probeService(wire, asked ?? firstOf(queries), attempt);
    },
  });
  return {
    options,
    ...wire,
    gate,
    retryBudget: createRetryBudget(policy),
    deadTables: new Map(),
    sinking: 0,
    stop: (cause) => {
      stopCause ??= cause;
      stopping.abort();
    },
    stopCause: () => stopCause,
    rows: sumOf(queries, (query) => query.rows),
    bytes: sumOf(queries, (query) => query.bytes),
    readAtMs: options.env.nowMs(),
  };
}

/** A run has a query: a plan without one is a fault of the plan. */
function firstOf(queries: readonly QueryProgress[]): QueryProgress {
  const [first] = queries;
  if (first === undefined) throw new RangeError('A run without queries');
  return first;
}

function sumOf(queries: readonly QueryProgress[], of: (query: QueryProgress) => number): number {
  return queries.reduce((total, query) => total + of(query), 0);
}

/** Waits for all of them, then throws the first unexpected error, if there is one. */
async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(works);
  const crash = settled.find((one) => one.status === 'rejected');
  if (crash !== undefined) throw crash.reason;
}

async function readQuery(run: Run, query: LaneQuery): Promise<void> {
  const { ledger } = run;
  const before = ledger.progress(query.index);
  if (before.state === 'done') return;
  const job = jobOf(run, query, before);
  try {
    for (let isLast = false; !isLast; ) {
      const page = await readNextPage(run, job);
      countPage(run, job, page);
      if (page.dead !== undefined) throw page.dead;
      isLast = page.isLast;
    }
    ledger.update(query.index, { state: 'done' });
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) {
      run.stop('crash');
      throw caught;
    }
    ledger.update(
      query.index,
      fault.kind === 'cancelled' ? { state: 'stopped' } : { state: 'failed', fault },
    );
  } finally {
    dropLane(job);
  }
  stopAtBudget(run);
}

function jobOf(run: Run, query: LaneQuery, before: QueryProgress): PageJob {
  const { ledger } = run;
  const { top } = run.options;
  let firstSentAtMs: number | undefined;
  let sentAtUnixMs = run.readAtMs;
  const elapsedBeforeMs = before.elapsedMs ?? 0;
  const elapsedMs = (nowMs: number): number => elapsedBeforeMs + nowMs - (firstSentAtMs ?? nowMs);
  return {
    kind: 'query',
    index: query.index,
    tableName: query.tableName,
    ...(query.filter === undefined ? {} : { filter: query.filter }),
    ...(query.select === undefined ? {} : { select: query.select }),
    ...(top === undefined ? {} : { top }),
    priority: LANE_PRIORITY.start,
    seenTokens: new Set(before.continuation === undefined ? [] : [tokenText(before.continuation)]),
    continuation: before.continuation,
    lastKey: before.lastKey,
    page: before.pages,
    started: false,
    lane: undefined,
    failingSinceMs: undefined,
    onSent: (startedAtMs) => {
      firstSentAtMs ??= startedAtMs;
      sentAtUnixMs = run.env.nowMs();
      const { requests } = ledger.progress(query.index);
      ledger.update(query.index, { state: 'reading', requests: requests + 1 });
    },
    onRetry: () => ledger.update(query.index, { retries: ledger.progress(query.index).retries + 1 }),
    accept: async (page) => {
      const endedAtMs = page.timing.endedAtMs;
      const receipt = await run.options.sink(query.index, page);
      if (receipt.ok) {
        const { firstReadAtMs = sentAtUnixMs } = ledger.progress(query.index);
        ledger.update(query.index, { elapsedMs: elapsedMs(endedAtMs), firstReadAtMs });
      }
      return receipt;
    },
  };
}

function countPage(run: Run, job: PageJob, page: AcceptedPage): void {
  const { rows } = page.receipt;
  run.rows += rows;
  run.bytes += page.bytes;
  run.readAtMs = run.env.nowMs();
  const { continuation: _past, ...before } = run.ledger.progress(job.index);
  run.ledger.replace({
    ...before,
    pages: before.pages + 1,
    emptyPages: before.emptyPages + (rows === 0 ? 1 : 0),
    rows: before.rows + rows,
    bytes: before.bytes + page.bytes,
    headersExposed: before.headersExposed && page.headersExposed,
    ...(job.continuation === undefined ? {} : { continuation: job.continuation }),
    ...(job.lastKey === undefined ? {} : { lastKey: job.lastKey }),
  });
  // The last page of a query is marked done first: a budget that is met exactly by the end stops nothing.
  if (!page.isLast) stopAtBudget(run);
}

function stopAtBudget(run: Run): void {
  const cause = spentPart(run.options.budget, run);
  if (cause === undefined) return;
  const isOver = run.ledger.queries().every(({ state }) => state === 'done' || state === 'failed');
  if (!isOver) run.stop(cause);
}

/** One row is enough: it lies where the plan says that there is none. Empty pages with a token go on. */
async function askGuard(run: Run, guard: LaneGuard): Promise<void> {
  let headersExposed = true;
  const { index, tableName, filter } = guard;
  const job = oneRowJob({ kind: 'guard', index, tableName, filter });
  const base = notAsked(guard);
  try {
    for (;;) {
      const { receipt, isLast, headersExposed: exposed } = await readNextPage(run, job);
      headersExposed &&= exposed;
      if (receipt.rows > 0 || isLast) {
        const key = receipt.firstKey === undefined ? {} : { key: receipt.firstKey };
        run.ledger.setGuard({ ...base, state: receipt.rows > 0 ? 'hit' : 'clear', ...key, headersExposed });
        return;
      }
    }
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) {
      run.stop('crash');
      throw caught;
    }
    if (fault.kind !== 'cancelled') run.ledger.setGuard({ ...base, state: 'failed', fault, headersExposed });
  } finally {
    dropLane(job);
  }
}

function outcomeOf(run: Run, continuation: RunOutcome['continuation'], elapsedMs: number): RunOutcome {
  const queries = run.ledger.queries();
  const guards = run.ledger.guards();
  const cause = run.stopCause();
  const isCut =
    queries.some(({ state }) => state === 'stopped') || guards.some(({ state }) => state === 'not-asked');
  const stoppedBy = cause === undefined || cause === 'crash' || !isCut ? undefined : cause;
  return {
    queries,
    guards,
    requests: run.ledger.requests(),
    rows: run.rows,
    bytes: run.bytes,
    retries: sumOf(queries, (query) => query.retries),
    continuation,
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    atCeiling: (stoppedBy === 'rows' || stoppedBy === 'bytes') && isCeiling(run.options.budget, stoppedBy),
    firstReadAtMs: Math.min(...queries.map((query) => query.firstReadAtMs ?? run.readAtMs), run.readAtMs),
    readAtMs: run.readAtMs,
    elapsedMs,
  };
}
