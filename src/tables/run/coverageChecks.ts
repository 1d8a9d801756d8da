import { LONGEST_HOLD_MS } from '../pacing/hostHolds.ts';
import { dropLane, type RowJob } from './job.ts';
import { nextState } from './queryState.ts';
import { readNextPage } from './readPage.ts';
import { asDeleted } from './absentTables.ts';
import { MOST_EMPTY_PAGES } from '../progress/runBudget.ts';
import { oneRowJob, checkOutage } from './jobs.ts';
import { isAnswered, waitingCheck } from '../progress/runLog.ts';
import { countToken, mayHide, type Run } from './readQueries.ts';
import type { GuardOutcome, LaneGuard } from '../progress/runTypes.ts';
import { faultOf, type TableFault } from '../base/tableError.ts';

/**
 * Sends all coverage checks that an earlier run did not finish, from the start, in lanes that queries leave. A coverage
 * check waits until its table has answered a query, and takes no retries from queries: one that fails while they run is
 * sent again after them (`replicaFor`, `judgeFailure`). `queries` resolves when all queries have ended. If the primary
 * did not answer checks while the secondary answered queries, they continue then, from the last page that they read.
 * Throws only bugs (never a TableError).
 */
export function runCoverageChecks(run: Run, queries: Promise<void>): readonly Promise<void>[] {
  const answered = new Set(run.log.guards().flatMap((guard) => (isAnswered(guard) ? guard.index : [])));
  let check: ReturnType<typeof checkOutage> | undefined;
  const whyLost = async (): Promise<TableFault | undefined> => {
    await queries;
    const fault = run.secondary?.primaryFault();
    if (fault !== undefined && run.lanes.askedMs('primary') > LONGEST_HOLD_MS) return fault;
    const [first] = run.log.queries();
    check ??= first === undefined ? Promise.resolve(undefined) : checkOutage(run, first, { attempt: 1 });
    const found = await check;
    return found === 'not sent' ? fault : found;
  };
  return run.options.guards
    .filter(({ index }) => !answered.has(index))
    .map((guard) => runCoverageCheck(run, guard, { queries, whyLost }));
}

interface Later {
  readonly queries: Promise<void>;
  /** Asks the primary once, for all coverage checks, after the queries; undefined: it is back. */
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
  // A table that no query found is not checked before all queries have ended (`replicaFor`): their results are known.
  if (isAbsentTable(run, guard, fault)) run.log.setGuard({ ...base, state: 'clear' });
  else run.log.setGuard({ ...base, state: 'failed', fault: asDeleted(run, guard.tableName, fault) });
}

/** The service was asked exactly this, and wants it asked again later than a run waits. Shorter waits hold the whole host. */
function mustWaitLong({ retryAfterMs = 0 }: TableFault): boolean {
  return retryAfterMs > LONGEST_HOLD_MS;
}

function faultOrThrow(caught: unknown): TableFault {
  const fault = faultOf(caught);
  if (fault === undefined) throw caught;
  return fault;
}

/** One row is enough, because the plan expects none there. Empty pages with a token are read on. */
async function tryCoverageCheck(run: Run, guard: LaneGuard, job: RowJob): Promise<TableFault | undefined> {
  const { index, tableName } = guard;
  try {
    for (let empty = 1; ; empty += 1) {
      const page = await readNextPage(run, job);
      if (!page.ok) return page.error;
      const { receipt, last } = page.value;
      if (receipt.rows === 0 && job.state.at !== 'done') {
        if (empty >= MOST_EMPTY_PAGES) return endless(tableName);
        countToken(run, job.state.continuation);
        continue;
      }
      if (receipt.rows === 0) {
        run.proofs.end({ kind: 'guard', index }, last);
        if (mayHide(run, page.value)) run.proofs.doubt({ kind: 'guard', index }, 'hidden');
      }
      const key = receipt.firstKey === undefined ? {} : { key: receipt.firstKey };
      const state: GuardOutcome['state'] = receipt.rows > 0 ? 'hit' : 'clear';
      run.log.setGuard({ ...waitingCheck(guard), state, ...key });
      return undefined;
    }
  } catch (caught) {
    run.stop('crash');
    throw caught;
  } finally {
    dropLane(job);
  }
}

function endless(tableName: string): TableFault {
  return {
    kind: 'loop',
    message: `table ${tableName}: ${MOST_EMPTY_PAGES} consecutive pages were empty.`,
    nextStep: 'Continue reads on.',
  };
}

/** A table that does not exist, and need not, holds no rows outside the plan either. */
function isAbsentTable(
  { log, letIn }: Run,
  { tableName, mayBeAbsent }: LaneGuard,
  { kind }: TableFault,
): boolean {
  if (kind !== 'not-found' || letIn.has(tableName)) return false;
  const own = log.queries().filter((query) => query.tableName === tableName);
  return own.length === 0 ? mayBeAbsent === true : own.every(({ isAbsent }) => isAbsent === true);
}
