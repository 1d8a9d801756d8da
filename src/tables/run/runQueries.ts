import { LONGEST_HOLD_MS } from '../pacing/hostHolds.ts';
import { faultOf, type TableFault } from '../base/tableError.ts';
import { isCeiling } from '../progress/runBudget.ts';
import { isAnswered, sumOf, waitingCheck } from '../progress/runLog.ts';
import type { GuardOutcome, LaneGuard, LaneQuery, RunOptions, RunOutcome } from '../progress/runTypes.ts';
import { asDeleted, keepDeleted, markReplaced, withdrawAbsent } from './absentTables.ts';
import { dropLane, type RowJob, type Run } from './context.ts';
import { checkOutage, createRun } from './createRun.ts';
import {
  checkEnds,
  checkTokensFirst,
  doubtFullEnds,
  markAllOpen,
  readAfterFullPages,
  resumeUnproven,
} from './ends.ts';
import { oneRowJob } from './oneRow.ts';
import { learnLastSync } from './hosts.ts';
import { nextState } from './pageState.ts';
import { readNextPage } from './readPage.ts';
import { countToken, mayHide, readQuery, settleAll, stopAtBudget } from './readQueries.ts';

/**
 * Reads every planned query to its end, with at most six requests at a time for each host. Coverage checks use lanes that queries leave. At
 * the end comes the last check, for one row that must come with a token.
 * A page counts once the sink has accepted it. A failed query does not stop the others, and keeps its continuation token. Cancelling, or a
 * budget that is used up, aborts requests in flight, and nothing is sent after that. Faults of the service are never thrown; an error of
 * the sink or of `onEvent` ends the run and is thrown.
 */
export async function runQueries(options: RunOptions): Promise<RunOutcome> {
  const { env } = options;
  const startedAtMs = env.monotonicMs();
  const run = createRun(options, firstOf(options.queries));
  // If a table was replaced in an earlier run, its queries are already marked, and its coverage checks have been sent again since.
  const checked = options.guards.filter(({ tableName }) => !run.replaced.has(tableName));
  stopAtBudget(run);
  try {
    resumeUnproven(run, options.queries);
    await checkTokensFirst(run, options.tokensWereHidden);
    const reading = new AbortController();
    const isOver = AbortSignal.any([run.signal, reading.signal]);
    const learned = learnLastSync(run, options.readStats, firstOf(options.queries).index, isOver);
    const queries = settleAll(options.queries.map((query) => readQuery(run, query)))
      .then(async () => {
        await readAfterFullPages(run);
        withdrawAbsent(run);
      })
      .finally(() => {
        reading.abort();
        run.areQueriesOver = true;
        run.lanes.handOn();
      });
    const guards = run.stopCause() === undefined ? runCoverageChecks(run, queries) : [];
    await settleAll([learned, queries, ...guards]);
    // A coverage check may have been answered by a table that the queries had found missing.
    withdrawAbsent(run);
    const continuation = await checkAllEnds(run);
    // The same may have happened in the last check.
    withdrawAbsent(run);
    markReplaced(run, checked);
    keepDeleted(run, options);
    return outcomeOf(run, continuation, env.monotonicMs() - startedAtMs);
  } catch (caught) {
    // The rows are kept, but the result must not claim more than is proven.
    for (const query of options.queries) doubtFullEnds(run, query);
    markAllOpen(run);
    markReplaced(run, checked);
    keepDeleted(run, options);
    throw caught;
  } finally {
    run.end();
  }
}

/**
 * Full last pages may have to be read on from only after the last check has shown that tokens are readable. The new ends then need a check
 * of their own.
 */
async function checkAllEnds(run: Run): Promise<RunOutcome['continuation']> {
  for (;;) {
    const continuation = await checkEnds(run);
    if (!(await readAfterFullPages(run))) return continuation;
  }
}

/** A plan without a query is a bug of whoever made the plan. */
function firstOf(queries: readonly LaneQuery[]): LaneQuery {
  const [first] = queries;
  if (first === undefined) throw new RangeError('A run without queries');
  return first;
}

function outcomeOf(run: Run, continuation: RunOutcome['continuation'], elapsedMs: number): RunOutcome {
  const queries = run.log.queries();
  const guards = run.log.guards();
  const cause = run.stopCause();
  const secondaryFault = run.secondary?.dropped();
  // A query counts as failed if one of its parts has, even if another part was stopped.
  const isCut =
    queries.some(({ parts }) => parts.some(({ state }) => state === 'stopped')) ||
    guards.some(({ state }) => state === 'waiting');
  const stoppedBy = cause === undefined || cause === 'crash' || !isCut ? undefined : cause;
  return {
    queries,
    guards,
    requests: run.log.requests(),
    rows: run.rows,
    bytes: run.bytes,
    secondaryFault,
    retries: sumOf(queries, (query) => query.retries),
    continuation,
    stoppedBy,
    atCeiling: (stoppedBy === 'rows' || stoppedBy === 'bytes') && isCeiling(run.options.budget, stoppedBy),
    firstReadAtMs: Math.min(...queries.map((query) => query.firstReadAtMs ?? run.readAtMs), run.readAtMs),
    readAtMs: run.readAtMs,
    elapsedMs,
  };
}

/**
 * Sends all coverage checks that an earlier run did not finish, each from its start, in lanes that queries leave. A check waits until its
 * table has answered a query. One that fails while queries run is sent again after them (`pageState.ts`). If the primary does not answer
 * checks while the secondary answers queries, the checks continue after the queries, from the last page that they read. Throws only bugs,
 * never a TableError.
 * @param queries Resolves when all queries have ended.
 */
function runCoverageChecks(run: Run, queries: Promise<void>): readonly Promise<void>[] {
  let check: ReturnType<typeof checkOutage> | undefined;
  const whyLost = async (): Promise<TableFault | undefined> => {
    await queries;
    const fault = run.secondary?.primaryFault();
    if (fault !== undefined && run.lanes.askedMs('primary') > LONGEST_HOLD_MS) return fault;
    check ??= checkOutage(run, firstOf(run.options.queries), { attempt: 1 });
    const found = await check;
    return found === 'not sent' ? fault : found;
  };
  return run.options.guards
    .filter(({ index }) => !isAnswered(run.log.guard(index)))
    .map((guard) => runCoverageCheck(run, guard, { queries, whyLost }));
}

interface Later {
  readonly queries: Promise<void>;
  /** After the queries, asks the primary once on behalf of all coverage checks. Resolves with undefined if it answers again. */
  readonly whyLost: () => Promise<TableFault | undefined>;
}

async function runCoverageCheck(run: Run, guard: LaneGuard, later: Later): Promise<void> {
  const base = waitingCheck(guard);
  const { index, tableName, filter } = guard;
  const job = oneRowJob({ kind: 'guard', index, tableName, filter });
  const isLost = (): boolean => run.secondary?.primaryFault() !== undefined;
  let fault = await tryCoverageCheck(run, guard, job);
  if (fault !== undefined && fault.kind !== 'cancelled' && isLost() && !mustWaitLong(fault)) {
    job.state = nextState(job.state, { kind: 'asked again' });
    fault = (await later.whyLost().catch(faultOrThrow)) ?? (await tryCoverageCheck(run, guard, job));
  }
  if (fault === undefined || fault.kind === 'cancelled') return;
  // The results of all queries are known here: a table that never answered one is not checked before they have ended (`replicaFor`).
  if (isAbsentTable(run, guard, fault)) run.log.setGuard({ ...base, state: 'clear' });
  else run.log.setGuard({ ...base, state: 'failed', fault: asDeleted(run, guard.tableName, fault) });
}

/**
 * Whether the service asked this very check for a longer wait than a run makes. Shorter waits apply to the whole host and need no care
 * here.
 */
function mustWaitLong({ retryAfterMs = 0 }: TableFault): boolean {
  return retryAfterMs > LONGEST_HOLD_MS;
}

function faultOrThrow(caught: unknown): TableFault {
  const fault = faultOf(caught);
  if (fault === undefined) throw caught;
  return fault;
}

/** Asks for one row, which is enough because the plan expects none there. Reads on after empty pages with a token. */
async function tryCoverageCheck(run: Run, guard: LaneGuard, job: RowJob): Promise<TableFault | undefined> {
  const { index } = guard;
  try {
    for (;;) {
      const page = await readNextPage(run, job);
      if (!page.ok) return page.error;
      const { receipt, last } = page.value;
      if (receipt.rows === 0 && job.state.at !== 'done') {
        if ('fault' in job.state) return job.state.fault;
        countToken(run, job.state.continuation);
        continue;
      }
      if (receipt.rows === 0) {
        run.proofs.end({ kind: 'guard', index }, last);
        if (mayHide(run, page.value)) run.proofs.doubt({ kind: 'guard', index }, 'hidden');
      }
      const state: GuardOutcome['state'] = receipt.rows > 0 ? 'hit' : 'clear';
      run.log.setGuard({ ...waitingCheck(guard), state, ...(receipt.firstKey && { key: receipt.firstKey }) });
      return undefined;
    }
  } catch (caught) {
    run.stop('crash');
    throw caught;
  } finally {
    dropLane(job);
  }
}

/** Whether the table is missing and the plan allows that. Then it has no rows outside the plan either. */
function isAbsentTable(
  { log, letIn }: Run,
  { tableName, mayBeAbsent }: LaneGuard,
  { kind }: TableFault,
): boolean {
  if (kind !== 'not-found' || letIn.has(tableName)) return false;
  const own = log.queries().filter((query) => query.tableName === tableName);
  return own.length === 0 ? mayBeAbsent === true : own.every(({ isAbsent }) => isAbsent === true);
}
