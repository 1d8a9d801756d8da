import { createEndProofs } from '../progress/endProof.ts';
import { createLanes, LANES_PER_HOST } from '../pacing/lanes.ts';
import { learnLastSync } from './lastSync.ts';
import { DEFAULT_RETRY_POLICY } from '../pacing/retry.ts';
import { keepDeleted, markReplaced, withdrawAbsent } from './absentTables.ts';
import { isCeiling } from '../progress/runBudget.ts';
import { createCircuitBreaker } from '../pacing/circuitBreaker.ts';
import { runCoverageChecks } from './coverageChecks.ts';
import { hostsCheck } from './jobs.ts';
import { createRunLog, isAnswered, type RunLog } from '../progress/runLog.ts';
import {
  checkEnds,
  checkTokensFirst,
  doubtFullEnds,
  markAllOpen,
  readAfterFullPages,
  resumeUnproven,
} from './ends.ts';
import { readQuery, type Run, settleAll, type StopCause, stopAtBudget } from './readQueries.ts';
import { usedWidth } from './hosts.ts';
import { createRunSecondary } from './secondary.ts';
import type { LaneGuard, QueryProgress, RunOptions, RunOutcome } from '../progress/runTypes.ts';

/**
 * Reads every planned query to its end, six requests at a time for each host; sends the coverage checks in lanes that
 * queries leave; then makes the last check: one row that must come with a token. A page counts once the page sink has
 * accepted it. A failed query does not stop the others, and keeps its token. Cancel and a spent budget abort requests
 * in flight and send nothing after. Never throws for what the service does; an error of the sink or of `onEvent` ends
 * the run and is thrown.
 */
export async function runQueries(options: RunOptions): Promise<RunOutcome> {
  const { env, signal } = options;
  const startedAtMs = env.monotonicMs();
  const run = createRun(options);
  // A table that was replaced in an earlier run is marked for good, and its coverage checks were asked again since.
  const checked = options.guards.filter(({ tableName }) => !run.replaced.has(tableName));
  const onCancel = (): void => run.stop('cancel');
  signal.addEventListener('abort', onCancel);
  if (signal.aborted) onCancel();
  stopAtBudget(run);
  try {
    resumeUnproven(run, options.queries);
    await checkTokensFirst(run, options.tokensWereHidden);
    const reading = new AbortController();
    const isOver = AbortSignal.any([run.signal, reading.signal]);
    const learned = learnLastSync(run, options.readStats, firstOf(run.log.queries()).index, isOver);
    const queries = settleAll(
      options.queries.map(async (query) => {
        if (run.log.progress(query.index).state === 'done') return;
        await readQuery(run, query);
      }),
    )
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
    // A coverage check may have been answered for a table that no query found.
    withdrawAbsent(run);
    const continuation = await checkAllEnds(run);
    // So may the last check.
    withdrawAbsent(run);
    markReplaced(run, checked);
    keepDeleted(run, options);
    return outcomeOf(run, continuation, env.monotonicMs() - startedAtMs);
  } catch (caught) {
    // Its rows stay, but must claim no more than is proven.
    for (const query of options.queries) doubtFullEnds(run, query);
    markAllOpen(run);
    markReplaced(run, checked);
    keepDeleted(run, options);
    throw caught;
  } finally {
    run.end();
    run.breaker.end();
    signal.removeEventListener('abort', onCancel);
  }
}

/** If only the last check shows that tokens are readable, full last pages are read on from after it. Their ends need a check too. */
async function checkAllEnds(run: Run): Promise<RunOutcome['continuation']> {
  for (;;) {
    const continuation = await checkEnds(run);
    if (!(await readAfterFullPages(run))) return continuation;
  }
}

/**
 * Tables that answered in the runs that this one continues. A coverage check of an absent table is clear without an answer, so it does not
 * count.
 */
function tablesThatAnswered(log: RunLog, options: RunOptions): readonly string[] {
  const { resume = [], resumeGuards = [], guards } = options;
  const queries = log.queries();
  const wasGone = new Set(resumeGuards.filter(({ fault }) => fault?.wasThere).map(({ index }) => index));
  const isKnown = ({ tableName, mayBeAbsent }: LaneGuard): boolean => {
    const own = queries.filter((query) => query.tableName === tableName);
    return own.length === 0 ? mayBeAbsent !== true : own.some(({ isAbsent }) => isAbsent !== true);
  };
  return [
    ...queries.filter(({ pages }) => pages > 0),
    ...resume.filter(({ fault }) => fault?.wasThere),
    ...guards.filter(
      (guard) => wasGone.has(guard.index) || (isAnswered(log.guard(guard.index)) && isKnown(guard)),
    ),
  ].map(({ tableName }) => tableName);
}

function createRun(options: RunOptions): Run {
  const stopping = new AbortController();
  let stopCause: StopCause | 'crash' | undefined;
  const policy = options.retryPolicy ?? DEFAULT_RETRY_POLICY;
  const log = createRunLog(options.queries, options.guards, options, options.onEvent);
  const queries = log.queries();
  const lanes = options.lanes ?? createLanes(LANES_PER_HOST, options.secondary === undefined ? 1 : 2);
  const letIn = new Map(
    tablesThatAnswered(log, options).map((tableName) => [tableName, Number.NEGATIVE_INFINITY] as const),
  );
  const wire = {
    letIn,
    replaced: new Set(queries.filter(({ isReplaced }) => isReplaced).map(({ tableName }) => tableName)),
    reader: options.reader,
    env: options.env,
    lanes,
    secondary:
      options.secondary === undefined
        ? undefined
        : createRunSecondary(options.secondary, lanes, options.readStats !== undefined),
    policy,
    log,
    signal: stopping.signal,
  };
  const deadTables: Run['deadTables'] = new Map();
  const check = hostsCheck(wire);
  const breaker = createCircuitBreaker({
    ...wire,
    width: () => usedWidth(wire),
    control: options.control,
    onPause: (pause) => options.onEvent({ kind: 'pause', pause }),
    check: async (attempt, isSent, refusedTable) => {
      const [first = firstOf(queries)] = log.queries().filter(({ state }) => state !== 'done');
      const asked = queries.find(({ tableName }) => tableName === refusedTable) ?? first;
      const fault = await check(asked, attempt, isSent);
      const wasLetIn = letIn.has(asked.tableName);
      if (fault === undefined && wasLetIn) letIn.set(asked.tableName, options.env.monotonicMs());
      // Nobody is asked for another credential, unless this one could read the table before.
      if (fault === undefined || fault === 'not sent' || fault.kind !== 'auth' || wasLetIn) return fault;
      deadTables.set(asked.tableName, fault);
      return undefined;
    },
  });
  return {
    options,
    ...wire,
    breaker,
    proofs: createEndProofs(),
    canPause: options.control !== undefined,
    deadTables,
    inFlight: new Set(),
    sinking: 0,
    areQueriesOver: false,
    shareCosts: { spent: 0 },
    stop: (cause) => {
      stopCause ??= cause;
      stopping.abort();
    },
    stopCause: () => stopCause,
    end: () => stopping.abort(),
    rows: sumOf(queries, (query) => query.rows),
    bytes: sumOf(queries, (query) => query.bytes),
    readAtMs: options.env.nowMs(),
    tokenBytes: 0,
    leastFullRows: undefined,
    lastPageRows: new Map(),
    hiddenEnds: new Map(),
  };
}

/** A plan without a query is a bug of the plan. */
function firstOf(queries: readonly QueryProgress[]): QueryProgress {
  const [first] = queries;
  if (first === undefined) throw new RangeError('A run without queries');
  return first;
}

function sumOf(queries: readonly QueryProgress[], of: (query: QueryProgress) => number): number {
  return queries.reduce((total, query) => total + of(query), 0);
}

function outcomeOf(run: Run, continuation: RunOutcome['continuation'], elapsedMs: number): RunOutcome {
  const queries = run.log.queries();
  const guards = run.log.guards();
  const cause = run.stopCause();
  const secondaryFault = run.secondary?.dropped();
  // One part of a query may have failed, so that all of it has, and another was stopped.
  const isCut =
    queries.some(({ state, parts = [] }) =>
      [state, ...parts.map((part) => part.state)].includes('stopped'),
    ) || guards.some(({ state }) => state === 'waiting');
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
