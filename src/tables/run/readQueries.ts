import { LANE_PRIORITY } from '../pacing/lanes.ts';
import { MOST_CUTS } from '../pacing/silence.ts';
import { readNextPage } from './readPage.ts';
import { asDeleted, isAbsent } from './absentTables.ts';
import { areTokensSpent, MOST_EMPTY_PAGES, spentPart } from '../progress/runBudget.ts';
import { addCut, cutPart, HALVES, isOpenEnded, partOf, piecesOf, piecesWorth, REST } from './parts.ts';
import { usedReplicas } from './hosts.ts';
import type { LaneQuery, QueryPart } from '../progress/runTypes.ts';
import type { TableFault } from '../base/tableError.ts';
import { createSeenTokens } from '../wire/seenTokens.ts';
import { dropLane, type QueryJob, type Run, type StoredPage } from './context.ts';
import { waitingAt } from './pageState.ts';
import type { ContinuationToken } from '../wire/pageReader.ts';

interface OpenQuery {
  readonly run: Run;
  readonly query: LaneQuery;
  /** Milliseconds that earlier runs spent on it. */
  readonly elapsedBeforeMs: number;
  firstSentAtMs: number | undefined;
  nextPage: number;
  /** Number of pages in a row that brought a token but no row, over all its parts. */
  emptyPages: number;
  /** Number of cuts because of timeouts since its last page. */
  cuts: number;
}

/** Waits for all of them, then throws the first unexpected error if there was one. */
export async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(works);
  const crash = settled.find((one) => one.status === 'rejected');
  if (crash !== undefined) throw crash.reason;
}

/** Reads the rest of a query with all its parts. Throws only bugs, never a TableError; a bug ends the run. */
export async function readQuery(run: Run, query: LaneQuery): Promise<void> {
  const { log } = run;
  const before = log.progress(query.index);
  if (before.state === 'done') return;
  const open: OpenQuery = {
    run,
    query,
    elapsedBeforeMs: before.elapsedMs ?? 0,
    firstSentAtMs: undefined,
    // An earlier run with several parts may have requested more pages than it received, and no page number may appear twice.
    nextPage: before.parts.length === 1 ? before.pages : before.requests,
    emptyPages: 0,
    cuts: 0,
  };
  const left = before.parts.filter(({ state }) => state !== 'done');
  await settleAll(left.map(({ order }) => readPart(open, order)));
  stopAtBudget(run);
}

/** Reads a part to its end or as far as possible, then the pieces that it was cut into. */
async function readPart(open: OpenQuery, order: number): Promise<void> {
  const job = jobOf(open, order);
  let pieces: readonly number[];
  try {
    pieces = await readPages(open, job, order);
  } catch (caught) {
    open.run.stop('crash');
    throw caught;
  } finally {
    dropLane(job);
  }
  await settleAll(pieces.map((piece) => readPart(open, piece)));
}

/** Reads page after page until the part ends or is cut. Returns the new pieces, or none if the part ended. */
async function readPages(open: OpenQuery, job: QueryJob, order: number): Promise<readonly number[]> {
  const { run, query } = open;
  for (;;) {
    const page = await readNextPage(run, job);
    if (page.ok) countPage(open, job, order, page.value);
    const { state } = job;
    if (state.at === 'cut') open.cuts += 1;
    const pieces =
      state.at === 'waiting'
        ? shareOut(open, order)
        : state.at === 'cut'
          ? cutPart(run.log, query, order, { ...HALVES, top: fewerRows(job) })
          : state.at === 'moved'
            ? cutPart(run.log, query, order, REST)
            : undefined;
    if (pieces !== undefined) return pieces;
    if (state.at === 'waiting') continue;
    if ('fault' in state) endPart(open, order, state.fault);
    return [];
  }
}

/** The default page size, and the smallest one worth trying after timeouts. */
export const MOST_ROWS = 1000;
const LEAST_ROWS = 50;

/** After a timeout the page size is also halved, because the rows may have taken the time, and not the keys between them. */
function fewerRows({ top = MOST_ROWS }: QueryJob): number {
  return Math.min(top, Math.max(LEAST_ROWS, Math.floor(top / 2)));
}

/** Records why a part was not read to its end. */
function endPart({ run, query }: OpenQuery, order: number, fault: TableFault): void {
  const isGone = isAbsent(run, query, fault);
  const why = isGone ? fault : asDeleted(run, query.tableName, fault);
  run.log.tell(query.index, { kind: 'ended', order, fault: why, isAbsent: isGone });
}

/** Cuts the rest of a part if lanes are idle. */
function shareOut({ run, query }: OpenQuery, order: number): readonly number[] | undefined {
  if (run.options.share === false || run.signal.aborted) return undefined;
  if (!run.breaker.isClosed({ kind: 'query', index: query.index })) return undefined;
  const { lanes, shareCosts: costs } = run;
  const requests = run.log.requestCount();
  const idle = lanes.spare(usedReplicas(run));
  const wanted = piecesWorth(partAt(run, query, order), { idle, requests, costs });
  const pieces = wanted > 1 ? cutPart(run.log, query, order, { ...HALVES, pieces: wanted }) : undefined;
  if (pieces !== undefined) addCut(costs, pieces.length);
  return pieces;
}

function partAt({ log }: Run, { index }: LaneQuery, order: number): QueryPart {
  return partOf(log.progress(index), order);
}

function jobOf(open: OpenQuery, order: number): QueryJob {
  const { run, query } = open;
  const { log, options } = run;
  const part = partAt(run, query, order);
  const { range, top = options.top } = part;
  let sentAtUnixMs = run.readAtMs;
  const slot = { order, range };
  return {
    kind: 'query',
    index: query.index,
    tableName: query.tableName,
    filter: part.filter,
    select: query.select,
    top,
    priority: LANE_PRIORITY.start,
    seenTokens: createSeenTokens(part.continuation),
    // Not limited for each part: the empty pages of all parts together stop the run.
    mostEmpty: Number.POSITIVE_INFINITY,
    nextPage: () => open.nextPage++,
    state: waitingAt(part),
    page: open.nextPage,
    // A piece of a running query has priority over a new query.
    started: order > 0,
    lane: undefined,
    query: {
      canCut: () =>
        open.cuts < MOST_CUTS && piecesOf(log.progress(query.index), query, order, HALVES) !== undefined,
      canMove: () => piecesOf(log.progress(query.index), query, order, REST) !== undefined,
      noteSent: (startedAtMs) => {
        open.firstSentAtMs ??= startedAtMs;
        sentAtUnixMs = run.env.nowMs();
        log.tell(query.index, { kind: 'sent' });
      },
      noteRetry: () => log.update(query.index, { retries: log.progress(query.index).retries + 1 }),
    },
    accept: async (page) => {
      const { endedAtMs } = page.timing;
      const receipt = await options.sink(query.index, page, slot);
      if (receipt.ok) {
        const { firstReadAtMs = sentAtUnixMs } = log.progress(query.index);
        const elapsedMs = open.elapsedBeforeMs + endedAtMs - (open.firstSentAtMs ?? endedAtMs);
        log.update(query.index, { elapsedMs, firstReadAtMs });
      }
      return receipt;
    },
  };
}

function countPage(open: OpenQuery, job: QueryJob, order: number, page: StoredPage): void {
  const { run, query } = open;
  const { state } = job;
  const { receipt, bytes } = page;
  const { rows, shared = 0 } = receipt;
  /** All rows that the service sent, since a full page may mean that more follow. */
  const sent = rows + shared;
  open.cuts = 0;
  run.rows += rows;
  run.bytes += bytes;
  run.readAtMs = run.env.nowMs();
  const { continuation, replica, lastKey } = state;
  const isLast = state.at === 'done';
  const syncedAtMs = page.last.replica === 'secondary' ? (run.secondary?.syncedAtMs() ?? 0) : undefined;
  const read = { continuation, replica, lastKey, isLast, receipt, bytes, syncedAtMs };
  run.log.tell(query.index, { kind: 'page', order, ...read });
  if (state.at === 'waiting' && sent > 0) run.leastFullRows = Math.min(sent, run.leastFullRows ?? sent);
  if (isLast) {
    const part = partName(query.index, order);
    run.lastPageRows.set(part, sent);
    if (mayHide(run, page)) run.hiddenEnds.set(part, page.last.replica);
    if (isOpenEnded(partAt(run, query, order)))
      run.proofs.end({ kind: 'query', index: query.index, order }, page.last);
  } else {
    // A service that sends only tokens could go on for ever. The run keeps its rows, and Continue reads as many pages again.
    open.emptyPages = sent === 0 ? open.emptyPages + 1 : 0;
    if (open.emptyPages >= MOST_EMPTY_PAGES) run.stop('empty pages');
    countToken(run, continuation);
    // Only if more pages follow: the last page of a query may use up the budget exactly, and then nothing is left to stop.
    stopAtBudget(run);
  }
}

/** Whether a missing token proves nothing, because tokens were hidden and none had been read when the page was requested. */
export function mayHide({ options }: Run, { tokensRead }: { readonly tokensRead: boolean }): boolean {
  return options.tokensWereHidden === true && !tokensRead;
}

/** The key of a part in `Run.lastPageRows` and `Run.hiddenEnds`. */
export function partName(index: number, order: number): string {
  return `${index} ${order}`;
}

/** Counts a token against the run's limit on tokens. */
export function countToken(run: Run, token: ContinuationToken | undefined): void {
  run.tokenBytes += (token?.nextPartitionKey ?? '').length + (token?.nextRowKey ?? '').length;
  if (areTokensSpent(run.tokenBytes)) run.stop('tokens');
}

export function stopAtBudget(run: Run): void {
  const cause = spentPart(run.options.budget, run);
  if (cause === undefined) return;
  const isOver = run.log.queries().every(({ state }) => state === 'done' || state === 'failed');
  if (!isOver) run.stop(cause);
}
