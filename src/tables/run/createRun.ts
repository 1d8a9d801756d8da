import { createCircuitBreaker } from '../pacing/circuitBreaker.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { createLanes, LANE_PRIORITY, LANES_PER_HOST } from '../pacing/lanes.ts';
import { isRefusal } from '../pacing/pause.ts';
import { DEFAULT_RETRY_POLICY, isNoAnswer, isOutage } from '../pacing/retry.ts';
import { tableError, type TableFault } from '../base/tableError.ts';
import { createEndProofs } from '../progress/endProof.ts';
import { createRunLog, isAnswered, type RunLog, sumOf } from '../progress/runLog.ts';
import type { LaneGuard, RunOptions } from '../progress/runTypes.ts';
import { dropLane, noteDeleted, type Run, type StopCause } from './context.ts';
import { usedWidth } from './hosts.ts';
import { oneRowJob } from './oneRow.ts';
import { requestPage } from './readPage.ts';
import { createRunSecondary } from './secondary.ts';

/**
 * The part that runs and questions about keys have in common.
 * @param first What an outage check asks for if no query is left.
 */
export function createRun(options: RunOptions, first: Asked): Run {
  const { env, reader, readStats, control } = options;
  const stopping = new AbortController();
  let stopCause: StopCause | 'crash' | undefined;
  const log = createRunLog(options.queries, options.guards, options, options.onEvent);
  const queries = log.queries();
  const lanes = options.lanes ?? createLanes(LANES_PER_HOST, options.secondary === undefined ? 1 : 2);
  const letIn = new Map(tablesThatAnswered(log, options).map((name) => [name, Number.NEGATIVE_INFINITY]));
  const shared = {
    options,
    letIn,
    replaced: new Set(queries.filter(({ isReplaced }) => isReplaced).map(({ tableName }) => tableName)),
    reader,
    env,
    lanes,
    secondary: options.secondary && createRunSecondary(options.secondary, lanes, readStats !== undefined),
    policy: options.retryPolicy ?? DEFAULT_RETRY_POLICY,
    log,
    signal: stopping.signal,
  };
  const stop: Run['stop'] = (cause) => {
    stopCause ??= cause;
    stopping.abort();
  };
  const onCancel = (): void => stop('cancel');
  options.signal.addEventListener('abort', onCancel);
  if (options.signal.aborted) onCancel();
  const deadTables: Run['deadTables'] = new Map();
  const breaker = createCircuitBreaker({
    ...shared,
    width: () => usedWidth(shared),
    control,
    onPause: (pause) => options.onEvent({ kind: 'pause', pause }),
    check: async (attempt, isSent, refusedTable) => {
      const open = log.queries().find(({ state }) => state !== 'done') ?? first;
      const asked = queries.find(({ tableName }) => tableName === refusedTable) ?? open;
      const fault = await checkHosts(run, asked, attempt, isSent);
      const wasLetIn = letIn.has(asked.tableName);
      if (fault === undefined && wasLetIn) letIn.set(asked.tableName, env.monotonicMs());
      // The user is asked for another credential only if the current one could read the table before.
      if (fault === undefined || fault === 'not sent' || fault.kind !== 'auth' || wasLetIn) return fault;
      deadTables.set(asked.tableName, fault);
      return undefined;
    },
  });
  const run: Run = {
    ...shared,
    breaker,
    proofs: createEndProofs(),
    deadTables,
    inFlight: new Set(),
    sinking: 0,
    areQueriesOver: queries.length === 0,
    shareCosts: { spent: 0 },
    stop,
    stopCause: () => stopCause,
    end: () => {
      stopping.abort();
      breaker.end();
      options.signal.removeEventListener('abort', onCancel);
    },
    rows: sumOf(queries, (query) => query.rows),
    bytes: sumOf(queries, (query) => query.bytes),
    readAtMs: env.nowMs(),
    tokenBytes: 0,
    leastFullRows: undefined,
    lastPageRows: new Map(),
    hiddenEnds: new Map(),
  };
  return run;
}

/**
 * Tables that answered in earlier runs that this one continues or follows. A coverage check of a missing table is clear although the table
 * never answered, so it does not count.
 */
function tablesThatAnswered(log: RunLog, options: RunOptions): readonly string[] {
  const { resume = [], resumeGuards = [], guards, answered = [] } = options;
  const queries = log.queries();
  const wasGone = new Set(resumeGuards.filter(({ fault }) => fault?.wasThere).map(({ index }) => index));
  const isKnown = ({ tableName, mayBeAbsent }: LaneGuard): boolean => {
    const known = queries.filter((query) => query.tableName === tableName);
    return known.length === 0 ? mayBeAbsent !== true : known.some(({ isAbsent }) => isAbsent !== true);
  };
  const own = [
    ...queries.filter(({ pages }) => pages > 0),
    ...resume.filter(({ fault }) => fault?.wasThere),
    ...guards.filter(
      (guard) => wasGone.has(guard.index) || (isAnswered(log.guard(guard.index)) && isKnown(guard)),
    ),
  ].map(({ tableName }) => tableName);
  return [...answered, ...own];
}

/**
 * An outage check of both hosts of a run, first of the primary. If only the secondary brings a page, the run continues there. The
 * secondary's own Retry-After is respected, and it is asked for a table that it is not known to lack. Returns undefined if one of the hosts
 * answers, otherwise the primary's fault.
 * @throws TableError 'cancelled'
 */
async function checkHosts(
  run: Run,
  asked: Asked,
  attempt: number,
  isSent: boolean,
): Promise<TableFault | 'not sent' | undefined> {
  const fault = await checkOutage(run, asked, { attempt, isSent });
  if (fault === undefined || fault === 'not sent') return fault;
  const { secondary, lanes } = run;
  const isTried = isOutage(fault) && fault.kind !== 'throttled';
  if (!isTried || secondary === undefined || secondary.dropped() !== undefined) return fault;
  if (lanes.askedMs('secondary') > 0) return fault;
  const there = [...run.log.queries().filter(({ state }) => state !== 'done'), asked].find(
    ({ tableName }) => !secondary.lacks(tableName),
  );
  if (there === undefined) return fault;
  const other = await checkOutage(run, there, { attempt, replica: 'secondary' });
  if (other === undefined) {
    secondary.losePrimary(fault);
    return undefined;
  }
  if (other !== 'not sent' && other.kind === 'not-found') secondary.noteAbsent(there.tableName);
  return fault;
}

interface Asked {
  readonly index: number;
  readonly tableName: string;
}

interface OutageCheckTry {
  readonly attempt: number;
  /** Send it even if the host asked to be left alone. */
  readonly isSent?: boolean;
  /** By default the primary. */
  readonly replica?: Replica;
}

/**
 * The outage check: reads one row of a table, without asking the circuit breaker, to see whether the service answers and accepts the SAS.
 * Returns undefined if it does; any other fault will show in the queries. 'not sent' means that the host asked for a wait too long to hold
 * its lanes, perhaps while this check waited for its lane.
 * @throws TableError 'cancelled'
 */
export async function checkOutage(
  run: Run,
  { index, tableName }: Asked,
  { attempt, isSent = false, replica = 'primary' }: OutageCheckTry,
): Promise<TableFault | 'not sent' | undefined> {
  const job = oneRowJob({ kind: 'check', index, tableName, replica, attempts: attempt });
  const queuedAtMs = run.env.monotonicMs();
  const lane = await run.lanes.acquire(LANE_PRIORITY.goOn, run.signal, replica);
  job.lane = lane;
  try {
    if (!isSent && run.lanes.askedMs(replica) > 0) return 'not sent';
    const retryReason = 'outage check: does the service answer';
    const { stored } = await requestPage(run, job, lane, { queuedAtMs, retryReason });
    if (stored.ok) return undefined;
    const { error: fault } = stored;
    if (fault.kind === 'cancelled') throw tableError(fault);
    // Only the primary counts, because the secondary may lack a new table for a while.
    if (replica === 'primary') noteDeleted(run, tableName, fault);
    // The primary may be left only for a secondary that brings pages, not for one that lacks the table or refuses the request.
    return replica === 'secondary' || isNoAnswer(fault) || isRefusal(fault) ? fault : undefined;
  } finally {
    dropLane(job);
  }
}
