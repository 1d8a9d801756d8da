import { isNoTable, noteDeleted, type Run } from './context.ts';
import { waitingCheck } from '../progress/runLog.ts';
import type { LaneGuard, LaneQuery, RunOptions } from '../progress/runTypes.ts';
import type { TableFault } from '../base/tableError.ts';

type Read = Pick<Run, 'letIn' | 'log' | 'replaced'>;

const DELETED_STEP = 'What was read of it is kept; run again to see what is there now.';

/**
 * Whether a fault says that the table is missing, and the plan allows that, so that the query is done. If the table has answered, in this
 * run or before, it did exist: then its rows are lost, and nobody knows which they were.
 */
export function isAbsent({ letIn }: Read, { mayBeAbsent, tableName }: LaneQuery, fault: TableFault): boolean {
  return mayBeAbsent === true && isNoTable(fault) && !letIn.has(tableName);
}

/** Rewords the fault of a table that answered before and is missing now. */
export function asDeleted(run: Read, tableName: string, fault: TableFault): TableFault {
  if (!noteDeleted(run, tableName, fault)) return fault;
  return {
    ...fault,
    wasThere: true,
    message: `table ${tableName}: the table was deleted while it was read.`,
    nextStep: DELETED_STEP,
  };
}

function anotherTable(tableName: string): TableFault {
  return {
    kind: 'not-found',
    status: 404,
    code: 'TableNotFound',
    wasThere: true,
    message: `table ${tableName}: the table was deleted, or created, while it was read.`,
    nextStep: DELETED_STEP,
  };
}

/**
 * Call this when no request is in flight. Of two parallel queries, one may hear that the table is missing just before the other is
 * answered; then the first is no longer done, and its keys count as unread.
 */
export function withdrawAbsent({ letIn, log, replaced }: Read): void {
  for (const query of log.queries()) {
    if (query.isAbsent !== true || !letIn.has(query.tableName)) continue;
    replaced.add(query.tableName);
    log.tell(query.index, { kind: 'existed', fault: anotherTable(query.tableName) });
  }
}

/**
 * Marks what was read of a table that was deleted or created during the run: its rows may come from two tables, and no key tells what is
 * missing of either. A coverage check that found nothing may have asked the first table, so it counts as failed, and Continue sends it
 * again.
 * @param guards Those whose tables were not replaced in an earlier run.
 */
export function markReplaced({ log, replaced }: Read, guards: readonly LaneGuard[]): void {
  for (const guard of guards) {
    if (!replaced.has(guard.tableName) || log.guard(guard.index).state !== 'clear') continue;
    log.setGuard({ ...waitingCheck(guard), state: 'failed', fault: anotherTable(guard.tableName) });
  }
  for (const { index, tableName, pages, isReplaced } of log.queries()) {
    if (replaced.has(tableName) && pages > 0 && isReplaced !== true) log.update(index, { isReplaced: true });
  }
}

/**
 * If a query or coverage check was not sent in this run, it keeps the fault that its table was deleted. Without the fault, the next run
 * would take the table for one that never existed.
 */
export function keepDeleted(
  { log }: Pick<Run, 'log'>,
  { resume = [], resumeGuards = [] }: Pick<RunOptions, 'resume' | 'resumeGuards'>,
): void {
  for (const { index, fault } of resume) {
    if (fault?.wasThere !== true) continue;
    const { state, fault: now } = log.progress(index);
    if (state !== 'done' && now === undefined) log.update(index, { fault });
  }
  for (const { index, fault } of resumeGuards) {
    if (fault?.wasThere === true && log.guard(index).state === 'waiting')
      log.setGuard({ ...log.guard(index), fault });
  }
}
