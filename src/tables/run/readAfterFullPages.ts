import type { Replica } from '../pacing/hostHolds.ts';
import type { EndDoubt } from '../progress/endProof.ts';
import type { LaneQuery, QueryPart } from '../progress/runTypes.ts';
import { spentPart } from '../progress/runBudget.ts';
import { createQueryParts } from './parts.ts';
import { MOST_ROWS, partName, readQuery, type Run, settleAll } from './readQueries.ts';

/**
 * Reads on after each end whose page was as full as pages that continue, or came while tokens were hidden. CORS may have hidden its token
 * for a while: tokens of later pages only prove that tokens are readable by then. A shorter page counts as the end. The service rarely
 * continues after one, and a hidden token there looks like no token. What is not read on from, because the run or the query ended before,
 * stays unproven. True: something changed, so ends must be checked again.
 */
export async function readAfterFullPages(run: Run): Promise<boolean> {
  let isChanged = false;
  for (;;) {
    // The last row may use up the budget exactly. Read on one by one, the run is stopped only if there is more than that.
    const most = spentPart(run.options.budget, run) === undefined ? Number.POSITIVE_INFINITY : 1;
    const reopened: LaneQuery[] = [];
    for (const query of run.options.queries) {
      if (run.replaced.has(query.tableName)) continue;
      if (run.signal.aborted || run.log.progress(query.index).state !== 'done')
        isChanged = doubtFullEnds(run, query) || isChanged;
      else if (mayContinue(run) && reopened.length < most) {
        const did = reopen(run, query);
        isChanged ||= did !== 'nothing';
        if (did === 'reopened') reopened.push(query);
      }
    }
    if (reopened.length === 0) return isChanged;
    await settleAll(reopened.map((query) => readQuery(run, query)));
  }
}

/** For a run that ends early: a later token proves none of its full ends. */
export function doubtFullEnds(run: Run, query: LaneQuery): boolean {
  const doubted = fullEnds(run, query).map(({ order }) => leaveOpen(run, query, order, 'not-read-on'));
  return doubted.includes(true);
}

/** The parts of a query that ended with a page as full as pages that continue. */
function fullEnds(run: Run, query: LaneQuery): readonly QueryPart[] {
  const parts = createQueryParts(run.log, query);
  return parts.all().filter(({ order, state, isCut, top = run.options.top ?? MOST_ROWS }) => {
    const name = partName(query.index, order);
    const rows = run.lastPageRows.get(name) ?? 0;
    const isFull = rows > 0 && rows >= Math.min(top, run.leastFullRows ?? top);
    return (
      (isFull || isShownNow(run, run.hiddenEnds.get(name))) &&
      state === 'done' &&
      isCut !== true &&
      parts.isOpenEnded(order)
    );
  });
}

/** Whether a page that may hide its token came from a host whose tokens are readable by now. */
function isShownNow({ reader, secondary }: Run, host: Replica | undefined): boolean {
  if (host === undefined) return false;
  return (host === 'primary' ? reader : secondary?.reader)?.tokenReadable() === true;
}

/** Reopens a query if one of its ends looks too full. An end that cannot be reopened stays unproven. */
function reopen(run: Run, query: LaneQuery): 'reopened' | 'doubted' | 'nothing' {
  const full = fullEnds(run, query);
  const parts = createQueryParts(run.log, query);
  const reopened = full.filter(({ order }) => parts.rest(order) !== undefined);
  // No filter asks for what may follow, such as one with too many comparisons.
  const doubted = full.filter(
    (part) => !reopened.includes(part) && leaveOpen(run, query, part.order, 'cannot-read-on'),
  );
  if (reopened.length > 0) run.log.update(query.index, { state: 'waiting' });
  return reopened.length > 0 ? 'reopened' : doubted.length > 0 ? 'doubted' : 'nothing';
}

/** A query with wrong rows has that as its reason, which also keeps it from being read on. */
function leaveOpen({ log, proofs }: Run, { index }: LaneQuery, order: number, why: EndDoubt): boolean {
  return log.progress(index).anomalies === undefined && proofs.doubt({ kind: 'query', index, order }, why);
}

/** As long as no token was readable, the result says so, and reading on by keys would not change that. */
function mayContinue({ reader, secondary }: Run): boolean {
  return reader.tokenReadable() || secondary?.reader.tokenReadable() === true;
}
