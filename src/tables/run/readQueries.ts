import { LANE_PRIORITY } from '../pacing/lanes.ts';
import { MOST_CUTS } from '../pacing/silence.ts';
import { readNextPage } from './readPage.ts';
import { asDeleted, isAbsent } from './absentTables.ts';
import { areTokensSpent, MOST_EMPTY_PAGES, spentPart } from '../progress/runBudget.ts';
import { addCut, createQueryParts, piecesWorth, type QueryParts } from './parts.ts';
import { copyOf, usedReplicas } from './hosts.ts';
import type { LaneQuery, QueryPart, QueryProgress, RowAnomalies, SinkReceipt } from '../progress/runTypes.ts';
import type { TableFault } from '../base/tableError.ts';
import { createSeenTokens } from '../wire/seenTokens.ts';
import { dropLane, type QueryJob, type Run, type StoredPage } from './context.ts';
import { waitingAt } from './queryState.ts';
import type { ContinuationToken } from '../wire/pageReader.ts';

/** A query that is being read. */
interface OpenQuery {
  readonly run: Run;
  readonly query: LaneQuery;
  readonly parts: QueryParts;
  /** Time that earlier runs spent on it. */
  readonly elapsedBeforeMs: number;
  firstSentAtMs: number | undefined;
  /** Number of its next page. */
  nextPage: number;
  /** Consecutive empty pages. */
  emptyInARow: number;
  /** Cuts after timeouts, since its last page. */
  cuts: number;
}

/** Waits for all of them, then throws the first unexpected error, if any. */
export async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(works);
  const crash = settled.find((one) => one.status === 'rejected');
  if (crash !== undefined) throw crash.reason;
}

/** Reads the rest of a query with all its parts. Throws only bugs (never a TableError), and ends the run with them. */
export async function readQuery(run: Run, query: LaneQuery): Promise<void> {
  const { log } = run;
  const before = log.progress(query.index);
  if (before.state === 'done') return;
  const parts = createQueryParts(log, query);
  const elapsedBeforeMs = before.elapsedMs ?? 0;
  // Parts of an earlier run may have requested more pages than they received: no number may repeat.
  const nextPage = before.parts === undefined ? before.pages : before.requests;
  const open: OpenQuery = {
    run,
    query,
    parts,
    elapsedBeforeMs,
    firstSentAtMs: undefined,
    nextPage,
    emptyInARow: 0,
    cuts: 0,
  };
  const left = parts.all().filter(({ state }) => state !== 'done');
  await settleAll(left.map(({ order }) => readPart(open, order)));
  const ended = parts.all();
  const failed = ended.find(({ state }) => state === 'failed');
  if (failed?.fault !== undefined) log.update(query.index, { state: 'failed', fault: failed.fault });
  else {
    const isDone = ended.every(({ state }) => state === 'done');
    log.update(query.index, { state: isDone ? 'done' : 'stopped' });
  }
  stopAtBudget(run);
}

/** Reads a part to its end, or as far as possible, then the pieces it was cut into. */
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

/** Reads page after page until the part ends or is cut. Returns the new pieces, none if it ended. */
async function readPages(open: OpenQuery, job: QueryJob, order: number): Promise<readonly number[]> {
  const { parts } = open;
  for (;;) {
    const page = await readNextPage(open.run, job);
    if (page.ok) countPage(open, job, order, page.value);
    const { state } = job;
    if (state.at === 'cut') open.cuts += 1;
    const pieces =
      state.at === 'waiting'
        ? shareOut(open, order)
        : state.at === 'cut'
          ? parts.cut(order, 2, fewerRows(job))
          : state.at === 'moved'
            ? parts.rest(order)
            : undefined;
    if (pieces !== undefined) return pieces;
    if (state.at === 'waiting') continue;
    if ('fault' in state) endPart(open, order, state.fault);
    return [];
  }
}

/** The default page size, and the smallest worth trying after timeouts. */
export const MOST_ROWS = 1000;
const LEAST_ROWS = 50;

/**
 * A page that timed out is also requested with half as many rows: perhaps rows took the time, not the keys between
 * them.
 */
function fewerRows({ top = MOST_ROWS }: QueryJob): number {
  return Math.min(top, Math.max(LEAST_ROWS, Math.floor(top / 2)));
}

/** Logs why a part was not read to its end. */
function endPart({ run, parts, query }: OpenQuery, order: number, fault: TableFault): void {
  const part = parts.get(order);
  if (isAbsent(run, query, fault)) parts.set({ ...part, state: 'done' }, { isAbsent: true });
  else if (fault.kind === 'cancelled') parts.set({ ...part, state: 'stopped' });
  else parts.set({ ...part, state: 'failed', fault: asDeleted(run, query.tableName, fault) });
}

/** Cuts the rest of a part if lanes are idle. */
function shareOut({ run, query, parts }: OpenQuery, order: number): readonly number[] | undefined {
  if (run.options.share === false || run.signal.aborted) return undefined;
  if (!run.breaker.isClosed({ kind: 'query', index: query.index })) return undefined;
  const { lanes, shareCosts: costs } = run;
  const requests = run.log.requestCount();
  const idle = lanes.spare(usedReplicas(run));
  const wanted = piecesWorth(parts.get(order), { idle, requests, costs });
  const pieces = wanted > 1 ? parts.cut(order, wanted) : undefined;
  if (pieces !== undefined) addCut(costs, pieces.length);
  return pieces;
}

function jobOf(open: OpenQuery, order: number): QueryJob {
  const { run, query, parts } = open;
  const { log, options } = run;
  const part = parts.get(order);
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
    nextPage: () => open.nextPage++,
    state: waitingAt(part),
    page: open.nextPage,
    // A piece of a running query goes before a new query.
    started: order > 0,
    lane: undefined,
    query: {
      canCut: () => open.cuts < MOST_CUTS && parts.canCut(order),
      canMove: () => parts.canRest(order),
      noteSent: (startedAtMs) => {
        open.firstSentAtMs ??= startedAtMs;
        sentAtUnixMs = run.env.nowMs();
        const { requests } = log.progress(query.index);
        log.update(query.index, { state: 'reading', requests: requests + 1 });
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
  const { run, parts } = open;
  const { state } = job;
  const { rows, shared = 0 } = page.receipt;
  /** As the service sent them: how full a page is tells whether more may follow. */
  const sent = rows + shared;
  open.cuts = 0;
  run.rows += rows;
  run.bytes += page.bytes;
  run.readAtMs = run.env.nowMs();
  const before = run.log.progress(job.index);
  parts.set(behindPage(parts.get(order), job, page), {
    pages: before.pages + 1,
    emptyPages: before.emptyPages + (sent === 0 ? 1 : 0),
    rows: before.rows + rows,
    bytes: before.bytes + page.bytes,
    ...copyOf(run, page.replica, before),
    ...addAnomalies(before.anomalies, page.receipt.anomalies),
    ...addUnjudged(before, page.receipt),
  });
  if (state.at === 'waiting' && sent > 0) run.leastFullRows = Math.min(sent, run.leastFullRows ?? sent);
  if (state.at === 'done') {
    const part = partName(job.index, order);
    run.lastPageRows.set(part, sent);
    if (mayHide(run, page)) run.hiddenEnds.set(part, page.replica);
    if (parts.isOpenEnded(order)) run.proofs.end({ kind: 'query', index: job.index, order }, page.last);
  } else {
    stopIfEndless(open, state.continuation, sent);
    // The last page of a query is marked done first, so that a budget met exactly at the end stops nothing.
    stopAtBudget(run);
  }
}

/** Whether a page without a token says nothing: tokens were hidden, and none had been read when it was requested. */
export function mayHide({ options }: Run, { tokensRead }: { readonly tokensRead: boolean }): boolean {
  return options.tokensWereHidden === true && !tokensRead;
}

/** A part of a query, as `Run.lastPageRows` names it. */
export function partName(index: number, order: number): string {
  return `${index} ${order}`;
}

/**
 * Stops a service that sends only tokens, which it could do forever. The run keeps its rows, and Continue reads on for
 * as long again.
 */
function stopIfEndless(open: OpenQuery, token: ContinuationToken | undefined, rows: number): void {
  const { run } = open;
  open.emptyInARow = rows === 0 ? open.emptyInARow + 1 : 0;
  if (open.emptyInARow >= MOST_EMPTY_PAGES) run.stop('empty pages');
  countToken(run, token);
}

/** For a query or a coverage check. */
export function countToken(run: Run, token: ContinuationToken | undefined): void {
  run.tokenBytes += (token?.nextPartitionKey ?? '').length + (token?.nextRowKey ?? '').length;
  if (areTokensSpent(run.tokenBytes)) run.stop('tokens');
}

function addAnomalies(
  before: RowAnomalies | undefined,
  found: RowAnomalies | undefined,
): Pick<QueryProgress, 'anomalies'> {
  if (found === undefined || found.outOfOrder + found.repeated + found.outside === 0) return {};
  const { outOfOrder, repeated, outside } = before ?? { outOfOrder: 0, repeated: 0, outside: 0 };
  const offFilter = (before?.offFilter ?? 0) + (found.offFilter ?? 0);
  const offWindow = (before?.offWindow ?? 0) + (found.offWindow ?? 0);
  return {
    anomalies: {
      outOfOrder: outOfOrder + found.outOfOrder,
      repeated: repeated + found.repeated,
      outside: outside + found.outside,
      ...(offFilter > 0 && { offFilter }),
      ...(offWindow > 0 && { offWindow }),
    },
  };
}

function addUnjudged(
  before: QueryProgress,
  { unjudged = 0, besideWindow = 0 }: SinkReceipt,
): Pick<QueryProgress, 'unjudged' | 'besideWindow'> {
  return {
    ...(unjudged > 0 && { unjudged: (before.unjudged ?? 0) + unjudged }),
    ...(besideWindow > 0 && { besideWindow: (before.besideWindow ?? 0) + besideWindow }),
  };
}

function behindPage(part: QueryPart, { state }: QueryJob, page: StoredPage): QueryPart {
  const { continuation: _past, replica: _before, firstKey = page.receipt.firstKey, ...kept } = part;
  const { continuation, replica, lastKey } = state;
  return {
    ...kept,
    pages: part.pages + 1,
    rows: part.rows + page.receipt.rows,
    state: state.at === 'done' ? 'done' : 'reading',
    continuation,
    ...(continuation === undefined || replica === 'primary' ? {} : { replica }),
    firstKey,
    lastKey,
  };
}

export function stopAtBudget(run: Run): void {
  const cause = spentPart(run.options.budget, run);
  if (cause === undefined) return;
  const isOver = run.log.queries().every(({ state }) => state === 'done' || state === 'failed');
  if (!isOver) run.stop(cause);
}
