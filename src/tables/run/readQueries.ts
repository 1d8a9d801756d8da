import { LANE_PRIORITY } from '../pacing/lanes.ts';
import { readNextPage } from '../page/readPages.ts';
import { asDeleted, isAbsent } from './absentTables.ts';
import { MOST_EMPTY_PAGES, MOST_TOKEN_BYTES, spentPart } from '../progress/runBudget.ts';
import { createPartBook, type PartBook } from './parts.ts';
import { copyOf, usedReplicas } from '../page/secondary.ts';
import { addCut, piecesWorth, type ShareCosts } from './share.ts';
import type {
  LaneQuery,
  QueryPart,
  QueryProgress,
  RowAnomalies,
  RunOptions,
  RunOutcome,
  SinkReceipt,
} from '../progress/runTypes.ts';
import type { TableFault } from '../base/tableError.ts';
import { createSeenTokens } from '../wire/seenTokens.ts';
import { type AcceptedPage, dropLane, NO_TROUBLE, type QueryJob, type RunContext } from '../page/job.ts';
import type { ContinuationToken } from '../wire/pageReader.ts';

export type StopCause = NonNullable<RunOutcome['stoppedBy']>;

/** A run in progress: what its queries share, and how it is stopped. */
export interface Run extends RunContext {
  readonly options: RunOptions;
  readonly stop: (cause: StopCause | 'crash') => void;
  readonly shareCosts: ShareCosts;
  readonly stopCause: () => StopCause | 'crash' | undefined;
  /** Nothing is sent any more: ends the probes of a gate that is still closed when the run is over. */
  readonly end: () => void;
  /** Held in all, resumed parts included; what the budget counts. */
  rows: number;
  bytes: number;
  readAtMs: number;
  /** Of the continuations of this run. */
  tokenBytes: number;
}

/** A query that is being read. */
interface Reading {
  readonly run: Run;
  readonly query: LaneQuery;
  readonly book: PartBook;
  /** Time that earlier runs took over it. */
  readonly elapsedBeforeMs: number;
  firstSentAtMs: number | undefined;
  /** The number of the next page that is asked for. */
  nextPage: number;
  /** Pages without a row, one after the other. */
  emptyInARow: number;
}

/** Waits for all of them, then throws the first unexpected error, if there is one. */
export async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(works);
  const crash = settled.find((one) => one.status === 'rejected');
  if (crash !== undefined) throw crash.reason;
}

/** Reads what a query has left, all of its parts. Throws only what is no TableError, and ends the run with it. */
export async function readQuery(run: Run, query: LaneQuery): Promise<void> {
  const { ledger } = run;
  const before = ledger.progress(query.index);
  if (before.state === 'done') return;
  const book = createPartBook(ledger, query);
  const elapsedBeforeMs = before.elapsedMs ?? 0;
  // Parts of an earlier run have asked for more pages than they were given: no number comes twice.
  const nextPage = before.parts === undefined ? before.pages : before.requests;
  const reading: Reading = {
    run,
    query,
    book,
    elapsedBeforeMs,
    firstSentAtMs: undefined,
    nextPage,
    emptyInARow: 0,
  };
  const left = book.parts().filter(({ state }) => state !== 'done');
  await settleAll(left.map(({ order }) => readPart(reading, order)));
  const parts = book.parts();
  const failed = parts.find(({ state }) => state === 'failed');
  if (failed?.fault !== undefined) ledger.update(query.index, { state: 'failed', fault: failed.fault });
  else {
    const isDone = parts.every(({ state }) => state === 'done');
    ledger.update(query.index, { state: isDone ? 'done' : 'stopped' });
  }
  stopAtBudget(run);
}

/** Reads a part to its end, or as far as it goes, and then the pieces that it was cut into. */
async function readPart(reading: Reading, order: number): Promise<void> {
  const job = jobOf(reading, order);
  let pieces: readonly number[];
  try {
    pieces = await readPages(reading, job, order);
  } catch (caught) {
    reading.run.stop('crash');
    throw caught;
  } finally {
    dropLane(job);
  }
  await settleAll(pieces.map((piece) => readPart(reading, piece)));
}

/** Page after page, until the part is over or is cut: into the pieces that come back, none where it is over. */
async function readPages(reading: Reading, job: QueryJob, order: number): Promise<readonly number[]> {
  const { book } = reading;
  for (;;) {
    const answer = await readNextPage(reading.run, job);
    if (answer.kind !== 'page') {
      const pieces =
        answer.kind === 'cut'
          ? book.cut(order, 2, fewerRows(job))
          : answer.kind === 'move'
            ? book.rest(order)
            : undefined;
      if (pieces === undefined) endPart(reading, order, answer.fault);
      return pieces ?? [];
    }
    countPage(reading, job, order, answer);
    if (answer.next.kind === 'end') return [];
    if (answer.next.kind === 'stuck') {
      endPart(reading, order, answer.next.fault);
      return [];
    }
    const pieces = shareOut(reading, order);
    if (pieces !== undefined) return pieces;
  }
}

/** Rows of a page where nobody asks for fewer, and so few that they are not what takes the time. */
const MOST_ROWS = 1000;
const LEAST_ROWS = 50;

/** A page that took too long is asked for again with half as many rows, too: it may be the rows and not the keys between. */
function fewerRows({ top = MOST_ROWS }: QueryJob): number {
  return Math.min(top, Math.max(LEAST_ROWS, Math.floor(top / 2)));
}

/** Books that a part was not read to its end. */
function endPart({ run, book, query }: Reading, order: number, fault: TableFault): void {
  const part = book.part(order);
  if (isAbsent(run, query, fault)) book.set({ ...part, state: 'done' }, { isAbsent: true });
  else if (fault.kind === 'cancelled') book.set({ ...part, state: 'stopped' });
  else book.set({ ...part, state: 'failed', fault: asDeleted(run, query.tableName, fault) });
}

/** Cuts what a part has left where lanes have nothing else to do. */
function shareOut({ run, book }: Reading, order: number): readonly number[] | undefined {
  if (run.options.share === false || !run.gate.isOpen() || run.signal.aborted) return undefined;
  const { lanes, shareCosts: costs } = run;
  const requests = run.ledger.requestCount();
  const idle = lanes.spare(usedReplicas(run));
  const wanted = piecesWorth(book.part(order), { idle, requests, costs });
  const pieces = wanted > 1 ? book.cut(order, wanted) : undefined;
  if (pieces !== undefined) addCut(costs, pieces.length);
  return pieces;
}

function jobOf(reading: Reading, order: number): QueryJob {
  const { run, query, book } = reading;
  const { ledger, options } = run;
  const part = book.part(order);
  const { range, top = options.top } = part;
  let sentAtUnixMs = run.readAtMs;
  const place = { order, ...(range === undefined ? {} : { range }) };
  return {
    kind: 'query',
    index: query.index,
    tableName: query.tableName,
    ...(part.filter === undefined ? {} : { filter: part.filter }),
    ...(query.select === undefined ? {} : { select: query.select }),
    ...(top === undefined ? {} : { top }),
    priority: LANE_PRIORITY.start,
    seenTokens: createSeenTokens(part.continuation),
    nextPage: () => reading.nextPage++,
    position: {
      continuation: part.continuation,
      replica: part.replica ?? 'primary',
      lastKey: part.lastKey,
    },
    trouble: NO_TROUBLE,
    page: reading.nextPage,
    // A piece of a query that has started goes before one that has not.
    started: order > 0,
    lane: undefined,
    avoidsSecondary: false,
    book: {
      canCut: () => book.canCut(order),
      canMove: () => book.canRest(order),
      noteSent: (startedAtMs) => {
        reading.firstSentAtMs ??= startedAtMs;
        sentAtUnixMs = run.env.nowMs();
        const { requests } = ledger.progress(query.index);
        ledger.update(query.index, { state: 'reading', requests: requests + 1 });
      },
      noteRetry: () => ledger.update(query.index, { retries: ledger.progress(query.index).retries + 1 }),
    },
    accept: async (page) => {
      const { endedAtMs } = page.timing;
      const receipt = await options.sink(query.index, page, place);
      if (receipt.ok) {
        const { firstReadAtMs = sentAtUnixMs } = ledger.progress(query.index);
        const elapsedMs = reading.elapsedBeforeMs + endedAtMs - (reading.firstSentAtMs ?? endedAtMs);
        ledger.update(query.index, { elapsedMs, firstReadAtMs });
      }
      return receipt;
    },
  };
}

function countPage(reading: Reading, job: QueryJob, order: number, page: AcceptedPage): void {
  const { run, book } = reading;
  const { rows } = page.receipt;
  run.rows += rows;
  run.bytes += page.bytes;
  run.readAtMs = run.env.nowMs();
  const before = run.ledger.progress(job.index);
  book.set(behindPage(book.part(order), job, page), {
    pages: before.pages + 1,
    emptyPages: before.emptyPages + (rows === 0 ? 1 : 0),
    rows: before.rows + rows,
    bytes: before.bytes + page.bytes,
    ...copyOf(run, page.replica, before),
    ...addAnomalies(before.anomalies, page.receipt.anomalies),
    ...addUnjudged(before, page.receipt),
  });
  const { next } = page;
  if (next.kind === 'end') {
    if (book.isOpenEnded(order)) run.proofs.end({ kind: 'query', index: job.index, order }, next.last);
  } else {
    stopIfEndless(reading, job.position.continuation, rows);
    // The last page of a query is marked done first: a budget that is met exactly by the end stops nothing.
    stopAtBudget(run);
  }
}

/** A service that gives only tokens gives them for ever. What a run has is kept, and Continue goes on for as long again. */
function stopIfEndless(reading: Reading, token: ContinuationToken | undefined, rows: number): void {
  const { run } = reading;
  reading.emptyInARow = rows === 0 ? reading.emptyInARow + 1 : 0;
  if (reading.emptyInARow >= MOST_EMPTY_PAGES) run.stop('empty pages');
  countToken(run, token);
}

/** Of a query or of a guard. */
export function countToken(run: Run, token: ContinuationToken | undefined): void {
  run.tokenBytes += (token?.nextPartitionKey ?? '').length + (token?.nextRowKey ?? '').length;
  if (run.tokenBytes >= MOST_TOKEN_BYTES) run.stop('tokens');
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

function behindPage(part: QueryPart, { position }: QueryJob, page: AcceptedPage): QueryPart {
  const { continuation: _past, replica: _before, firstKey = page.receipt.firstKey, ...kept } = part;
  const { continuation, replica, lastKey } = position;
  return {
    ...kept,
    pages: part.pages + 1,
    rows: part.rows + page.receipt.rows,
    state: page.next.kind === 'end' ? 'done' : 'reading',
    ...(continuation === undefined ? {} : { continuation }),
    ...(continuation === undefined || replica === 'primary' ? {} : { replica }),
    ...(firstKey === undefined ? {} : { firstKey }),
    ...(lastKey === undefined ? {} : { lastKey }),
  };
}

export function stopAtBudget(run: Run): void {
  const cause = spentPart(run.options.budget, run);
  if (cause === undefined) return;
  const isOver = run.ledger.queries().every(({ state }) => state === 'done' || state === 'failed');
  if (!isOver) run.stop(cause);
}
