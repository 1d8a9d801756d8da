import type { LaneQuery } from '../progress/runTypes.ts';
import { spentPart } from '../progress/runBudget.ts';
import { createQueryParts } from './parts.ts';
import { MOST_ROWS, partName, readQuery, type Run, settleAll } from './readQueries.ts';

/**
 * Reads on after each end whose page was as full as pages that continue. CORS may have hidden its token for a while: tokens of
 * later pages only prove that tokens are readable by then. A shorter page counts as the end. The service rarely continues after
 * one, and a hidden token there looks like no token.
 */
export async function readAfterFullPages(run: Run): Promise<void> {
  for (;;) {
    // The last row may use up the budget exactly: then the run is not stopped.
    if (run.signal.aborted || spentPart(run.options.budget, run) !== undefined) return;
    const reopened = run.options.queries.filter((query) => reopen(run, query));
    if (reopened.length === 0) return;
    await settleAll(reopened.map((query) => readQuery(run, query)));
  }
}

/** Reopens a query if one of its ends looks too full. An end that cannot be reopened stays unproven. */
function reopen(run: Run, query: LaneQuery): boolean {
  if (run.log.progress(query.index).state !== 'done' || run.replaced.has(query.tableName)) return false;
  const parts = createQueryParts(run.log, query);
  let isReopened = false;
  for (const { order, isCut, top = run.options.top ?? MOST_ROWS } of parts.all()) {
    const rows = run.lastPageRows.get(partName(query.index, order)) ?? 0;
    const isFull = rows > 0 && rows >= Math.min(top, run.leastFullRows ?? top);
    if (!isFull || isCut === true || !mayContinue(run) || !parts.isOpenEnded(order)) continue;
    if (parts.rest(order) !== undefined) isReopened = true;
    else leaveOpen(run, query, order);
  }
  if (isReopened) run.log.update(query.index, { state: 'waiting' });
  return isReopened;
}

/**
 * No filter asks for what may follow, such as one with too many comparisons: the end stays unproven. A query with wrong rows has that as
 * its reason, which also keeps it from being read on.
 */
function leaveOpen({ log, proofs }: Run, { index }: LaneQuery, order: number): void {
  if (log.progress(index).anomalies === undefined) proofs.doubt({ kind: 'query', index, order });
}

/** If no token was ever readable, the result says so, and open on by keys would not change that. */
function mayContinue({ reader, secondary }: Run): boolean {
  return reader.tokenReadable() || secondary?.reader.tokenReadable() === true;
}
