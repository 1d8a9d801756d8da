import { faultOf } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { LANE_PRIORITY } from '../pacing/lanes.ts';
import { isNoAnswer } from '../pacing/retry.ts';
import type { EndDoubt, OpenEnd } from '../progress/endProof.ts';
import { spentPart } from '../progress/runBudget.ts';
import { isAnswered, waitingCheck } from '../progress/runLog.ts';
import type { LaneQuery, QueryPart, QueryProgress, RunOutcome, Unproven } from '../progress/runTypes.ts';
import { dropLane, isNoTable, noteDeleted, type Run } from './context.ts';
import { oneRowJob } from './oneRow.ts';
import { cutPart, isOpenEnded, REST } from './parts.ts';
import { readNextPage } from './readPage.ts';
import { MOST_ROWS, partName, readQuery, settleAll } from './readQueries.ts';

/**
 * Reads on after each end whose page was as full as pages that continue, or that came while tokens were hidden. CORS may have hidden the
 * token of such a page for a while, and tokens of later pages prove only that they are readable by then.
 * A shorter page counts as an end: the service rarely continues after one, and a hidden token cannot be told there from a missing one. If
 * the run or the query ended before an end was read on from, the end stays unproven.
 * Returns true if something changed, so that the ends must be checked again.
 */
export async function readAfterFullPages(run: Run): Promise<boolean> {
  let isChanged = false;
  for (;;) {
    // If the budget is used up, perhaps exactly by the last row, ends are read on from one by one. The run is then stopped only if more
    // rows follow.
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

/** For a run that ends early: notes that later tokens do not prove those ends of a query whose last page was full. */
export function doubtFullEnds(run: Run, query: LaneQuery): boolean {
  const doubted = fullEnds(run, query).map(({ order }) => leaveOpen(run, query, order, 'not-read-on'));
  return doubted.includes(true);
}

/** The parts of a query whose last page was as full as pages that continue, or came while tokens were hidden. */
function fullEnds(run: Run, query: LaneQuery): readonly QueryPart[] {
  return run.log.progress(query.index).parts.filter((part) => {
    const { order, state, isCut, top = run.options.top ?? MOST_ROWS } = part;
    const name = partName(query.index, order);
    const rows = run.lastPageRows.get(name) ?? 0;
    const isFull = rows > 0 && rows >= Math.min(top, run.leastFullRows ?? top);
    return (
      (isFull || isShownNow(run, run.hiddenEnds.get(name))) &&
      state === 'done' &&
      isCut !== true &&
      isOpenEnded(part)
    );
  });
}

/** Whether the host of a page that may hide its token has had readable tokens since. */
function isShownNow({ reader, secondary }: Run, host: Replica | undefined): boolean {
  if (host === undefined) return false;
  return (host === 'primary' ? reader : secondary?.reader)?.tokenReadable() === true;
}

/** Reopens a query if one of its ends looks too full. An end that cannot be reopened stays unproven. */
function reopen(run: Run, query: LaneQuery): 'reopened' | 'doubted' | 'nothing' {
  const full = fullEnds(run, query);
  const reopened = full.filter(({ order }) => cutPart(run.log, query, order, REST) !== undefined);
  // For these no filter can ask for what may follow, for example because it would have too many comparisons.
  const doubted = full.filter(
    (part) => !reopened.includes(part) && leaveOpen(run, query, part.order, 'cannot-read-on'),
  );
  return reopened.length > 0 ? 'reopened' : doubted.length > 0 ? 'doubted' : 'nothing';
}

/** If rows of the query were wrong, that is already the reason why it is not complete, and also why it cannot be read on. */
function leaveOpen({ log, proofs }: Run, { index }: LaneQuery, order: number, why: EndDoubt): boolean {
  return log.progress(index).anomalies === undefined && proofs.doubt({ kind: 'query', index, order }, why);
}

/** If no token was ever readable, the result says so, and reading on by keys would not change that. */
function mayContinue({ reader, secondary }: Run): boolean {
  return reader.tokenReadable() || secondary?.reader.tokenReadable() === true;
}

type Continuation = RunOutcome['continuation'];

/** If a table has fewer than two rows or is missing, the check asks the next one: up to this many tables of the run, and as many others. */
const MAX_TABLES = 5;

/**
 * Handles what an earlier run could not prove, before anything is sent: it reads on after each such end. A token of this run proves nothing
 * about the earlier end, because somebody may have changed the CORS rule in between. If the last key or the range is unknown, the end stays
 * unproven.
 */
export function resumeUnproven(run: Run, queries: readonly LaneQuery[]): void {
  const { log, proofs } = run;
  for (const query of queries) {
    for (const { order, unproven } of log.progress(query.index).parts) {
      if (unproven === undefined || cutPart(log, query, order, REST) !== undefined) continue;
      const { replica, transport } = unproven;
      const of = { kind: 'query', index: query.index, order } as const;
      proofs.end(of, { replica, transport, arrived: 0, headersHidden: false });
      proofs.doubt(of, 'cannot-read-on');
    }
  }
  for (const guard of log.guards()) {
    if (guard.unproven !== undefined && isAnswered(guard)) log.setGuard(waitingCheck(guard));
  }
}

/**
 * If tokens were hidden when the account was connected, asks for one row first to see whether they still are. Without this, every page that
 * comes before the first token would be read on from. Faults of the service are not thrown.
 */
export async function checkTokensFirst(run: Run, wereHidden: boolean | undefined): Promise<void> {
  if (wereHidden !== true || run.reader.tokenReadable() || run.signal.aborted) return;
  const [first] = run.log.queries().filter(({ state }) => state !== 'done');
  if (first !== undefined) await askOneRow(run, first, 'primary');
}

/**
 * The last check, once everything has ended: proves the ends of a run (`endProof.ts`). From each host with open ends it reads one row of a
 * table that is known to have two, which must come with a token. If no table of the run has two rows, it asks other tables. Ends that stay
 * open are marked, and the result does not answer for what may follow them. Faults of the service are not thrown.
 */
export async function checkEnds(run: Run): Promise<Continuation> {
  await Promise.all(
    (['primary', 'secondary'] as const).map(async (replica) => {
      const why = await whyUnproven(run, replica);
      for (const end of run.proofs.open()) {
        if (end.page.replica === replica) markOpen(run, end, why);
      }
    }),
  );
  return worstOf(run);
}

/** Asks one host and returns why its ends stay unproven. Ends that the answer proves are no longer open. */
async function whyUnproven(run: Run, replica: Replica): Promise<Unproven['why']> {
  const tables = largestOfTables(run.log.queries()).slice(0, MAX_TABLES);
  let why: Unproven['why'] = 'unanswered';
  for (const query of tables) {
    if (!isAskable(run, replica)) return why;
    const rows = await askOneRow(run, query, replica);
    if (rows === 'no answer' || rows === 'refused') return 'unanswered';
    const told = whatItTells(rows, rowsOf(run.log.queries(), query.tableName));
    if (told === 'hidden') return told;
    why = told ?? why;
  }
  if (why !== 'unknown') return why;
  for (const tableName of othersOf(run)) {
    if (!isAskable(run, replica)) break;
    // If that table is refused, nothing can be concluded, so the next one is asked.
    const rows = await askOneRow(run, { index: 0, tableName }, replica);
    if (rows === 'no answer') why = 'unanswered';
  }
  // Nothing contradicts what was seen when the account was connected.
  return run.options.tokensWereHidden === true ? 'hidden' : why;
}

function othersOf({ log, options: { otherTables = [] } }: Run): readonly string[] {
  const own = new Set(log.queries().map((query) => query.tableName));
  return otherTables.filter((tableName) => !own.has(tableName)).slice(0, MAX_TABLES);
}

/** Whether the host can be asked, and its answer could prove an end. */
function isAskable({ secondary, signal, proofs }: Run, replica: Replica): boolean {
  const isThere = replica === 'primary' || (secondary !== undefined && secondary.dropped() === undefined);
  const isOpen = ({ page, doubt, hasLaterToken }: OpenEnd): boolean =>
    page.replica === replica && !page.headersHidden && !isFinal(doubt) && !hasLaterToken;
  return isThere && !signal.aborted && proofs.open().some(isOpen);
}

/** Whether no answer could prove such an end. */
function isFinal(doubt: OpenEnd['doubt']): doubt is 'hidden' | 'cannot-read-on' {
  return doubt === 'hidden' || doubt === 'cannot-read-on';
}

/** What an answer of one row without a token means, given how many rows its table is known to have. Undefined if it means nothing. */
function whatItTells(rows: number | 'gone', known: number): Unproven['why'] | undefined {
  if (rows === 'gone') return undefined;
  if (rows === 1 && known > 1) return 'hidden';
  return rows < 2 && known < 2 ? 'unknown' : undefined;
}

/**
 * Marks an end as unproven, if the part seemed done or the coverage check found nothing.
 * @param why What the last check of the end's host found.
 */
function markOpen({ log }: Run, end: OpenEnd, why: Unproven['why']): void {
  const { of, page } = end;
  const { replica, transport } = page;
  const unproven = { why: whyOpen(end, why), replica, transport };
  if (of.kind === 'query') log.tell(of.index, { kind: 'doubted', order: of.order, unproven });
  else if (log.guard(of.index).state === 'clear')
    log.setGuard({ ...log.guard(of.index), headersExposed: false, unproven });
}

function whyOpen({ page, doubt, hasLaterToken }: OpenEnd, why: Unproven['why']): Unproven['why'] {
  if (page.headersHidden) return 'hidden';
  if (isFinal(doubt)) return doubt;
  // Even if the table is too small for a token, it is possible to read on from an end in doubt.
  return doubt !== undefined && (hasLaterToken || why === 'unknown') ? doubt : why;
}

/** For a run that ends before its last check, so that nothing could be asked. */
export function markAllOpen(run: Run): void {
  for (const end of run.proofs.open()) markOpen(run, end, 'unanswered');
}

function worstOf({ log }: Run): Continuation {
  const marks = [
    ...log.queries().flatMap(({ parts }) => parts.map(({ unproven }) => unproven)),
    ...log.guards().map(({ unproven }) => unproven),
  ];
  const has = (why: Unproven['why']): boolean => marks.some((mark) => mark?.why === why);
  return (
    (['hidden', 'unanswered', 'not-read-on', 'cannot-read-on', 'unknown'] as const).find(has) ?? 'readable'
  );
}

function rowsOf(queries: readonly QueryProgress[], tableName: string): number {
  return queries.reduce((sum, query) => sum + (query.tableName === tableName ? query.rows : 0), 0);
}

/** One query per table, those of tables with more rows first. */
function largestOfTables(queries: readonly QueryProgress[]): readonly QueryProgress[] {
  const first = new Map<string, QueryProgress>();
  for (const query of queries) if (!first.has(query.tableName)) first.set(query.tableName, query);
  const found = [...first.values()].map((query) => ({ query, rows: rowsOf(queries, query.tableName) }));
  return found.sort((a, b) => b.rows - a.rows).map(({ query }) => query);
}

/** Asks for one row and returns how many came, or why none did. Faults of the service are not thrown. */
async function askOneRow(
  run: Run,
  { index, tableName }: Pick<QueryProgress, 'index' | 'tableName'>,
  replica: Replica,
): Promise<number | 'gone' | 'refused' | 'no answer'> {
  const job = oneRowJob({ kind: 'check', index, tableName, replica });
  try {
    job.lane = await run.lanes.acquire(LANE_PRIORITY.guard, run.signal, replica);
    const page = await readNextPage(run, job);
    if (page.ok) return page.value.receipt.rows;
    const fault = page.error;
    if (!isNoTable(fault)) return isNoAnswer(fault) ? 'no answer' : 'refused';
    // What was read of it belongs to a table that no longer exists. Only the primary counts, because the secondary may lack a table for a
    // while.
    if (replica === 'primary') noteDeleted(run, tableName, fault);
    return 'gone';
  } catch (caught) {
    // It was cancelled while it waited for the lane.
    if (faultOf(caught) === undefined) throw caught;
    return 'no answer';
  } finally {
    dropLane(job);
  }
}
