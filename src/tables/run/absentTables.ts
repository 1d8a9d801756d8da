import { isNoTable, noteDeleted, type Run } from './context.ts';
import { waitingCheck } from '../progress/runLog.ts';
import type { LaneGuard, LaneQuery, RunOptions } from '../progress/runTypes.ts';
import type { TableFault } from '../base/tableError.ts';

type Read = Pick<Run, 'letIn' | 'log' | 'replaced'>;

const DELETED_STEP = 'What was read of it is kept; run again to see what is there now.';

/**
 * Whether a table may be missing and is: then its query is done. A table that answered, in this run or before, existed:
 * its rows are gone with it, and nobody knows which they were.
 */
export function isAbsent({ letIn }: Read, { mayBeAbsent, tableName }: LaneQuery, fault: TableFault): boolean {
  return mayBeAbsent === true && isNoTable(fault) && !letIn.has(tableName);
}

/** Rewords a fault about a table that is gone but answered before. */
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
 * Call when nothing is in flight: of parallel queries, one may hear that the table is missing before another is
 * answered. Tables wrongly taken as absent then count as unread.
 */
export function withdrawAbsent({ letIn, log, replaced }: Read): void {
  for (const query of log.queries()) {
    if (query.isAbsent !== true || !letIn.has(query.tableName)) continue;
    replaced.add(query.tableName);
    log.tell(query.index, { kind: 'existed', fault: anotherTable(query.tableName) });
  }
}

/**
 * Marks what was read of a table that was deleted or created meanwhile: rows from before and after belong to two
 * tables, and no key tells what of either is missing. A coverage check that found nothing may have asked the first one, so it
 * has failed, and Continue asks it again.
 * @param guards of tables that were not replaced before this run
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
 * A query or coverage check that was not asked in this run keeps the fault that its table was deleted. Without it, the next run would take
 * the table for one that never was.
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
