import type { Replica } from './lanes.ts';
import { LANE_PRIORITY } from './lanes.ts';
import type { PageReader } from './pageReader.ts';
import { dropLane, readNextPage, type RunContext } from './readPages.ts';
import { oneRowJob } from './runJobs.ts';
import type { QueryProgress, RunOutcome } from './runTypes.ts';
import { faultOf } from './tableError.ts';

type Continuation = RunOutcome['continuation'];

/**
 * Whether the pages of a run could show that more follow (see `tokenProof.ts`). Nothing is asked where a continuation was
 * read before, or where the answer is known already. Else one row is asked for, once for the run and host, of the table
 * that gave most rows: if it has two and no continuation comes with the one, it is hidden. With fewer rows the whole table
 * may still have more, and its continuation then proves the same.
 */
export interface TokenCheck {
  /** Asks for the row where a lane has nothing else to do, as soon as a table has two. */
  readonly queryHasEnded: () => void;
  /** To be called once all queries have ended. Never throws for what the service does. */
  readonly end: () => Promise<Continuation>;
}

export function createTokenCheck(run: RunContext): TokenCheck {
  const primary = checkOf(run, 'primary');
  const secondary = checkOf(run, 'secondary');
  const readsSecondary = (): boolean => run.ledger.queries().some((query) => query.readsSecondary === true);
  return {
    queryHasEnded: () => {
      primary.askEarly();
      if (readsSecondary()) secondary.askEarly();
    },
    end: async () => {
      // The CORS rules of the copy may be older than those of the account.
      const hosts = readsSecondary() ? [primary, secondary] : [primary];
      // Nothing came from a primary that does not answer: nothing of it is to be proven.
      const { secondary: copy } = run;
      if (readsSecondary() && copy?.primaryFault() !== undefined && !copy.hasPrimaryAnswered()) hosts.shift();
      const found = await Promise.all(hosts.map((host) => host.end()));
      return found.find((each) => each !== 'readable') ?? 'readable';
    },
  };
}

/** The row that was asked for. */
interface Asked {
  readonly tableName: string;
  readonly answer: Promise<OneRow>;
}

/** How many rows came. */
interface OneRow {
  /** Undefined: no answer, or none was needed any more when it was its turn. */
  readonly rows: number | undefined;
  /** Monotonic: the service wants to be left alone until then. */
  readonly notBeforeMs: number;
}

function checkOf(run: RunContext, replica: Replica) {
  const isLeft = (): boolean => replica === 'secondary' && run.secondary?.dropped() !== undefined;
  // Without a secondary in this run, its pages are of an earlier one, which said of each what it proved.
  const reader = replica === 'secondary' ? run.secondary?.reader : run.reader;
  let early: Asked | undefined;

  const verdict = async (known: PageReader): Promise<Continuation> => {
    if (known.tokenReadable()) return 'readable';
    if (isLeft()) return 'unknown';
    const done = doneQueries(run);
    if (done.some(({ headersExposed }) => !headersExposed)) return 'hidden';
    const most = mostRows(done);
    if (most === undefined || run.signal.aborted) return 'unknown';
    const hasMore = await holdsMore(known, most, done);
    if (known.tokenReadable()) return 'readable';
    return hasMore && !isLeft() ? 'hidden' : 'unknown';
  };
  /** Whether the one row came of a table that gave more. */
  const holdsMore = async (
    known: PageReader,
    most: QueryProgress,
    done: readonly QueryProgress[],
  ): Promise<boolean> => {
    const found = await early?.answer;
    if (found !== undefined && run.env.monotonicMs() < found.notBeforeMs) return false;
    const rows = found?.rows ?? (await askOneRow(run, most, replica, known)).rows;
    const tableName = found?.rows === undefined ? most.tableName : early?.tableName;
    return rows === 1 && rowsOf(done, tableName) > 1;
  };

  return {
    askEarly: (): void => {
      if (reader === undefined || early !== undefined || reader.tokenReadable() || isLeft()) return;
      const most = mostRows(doneQueries(run));
      if (most === undefined || rowsOf(doneQueries(run), most.tableName) < 2) return;
      early = { tableName: most.tableName, answer: askOneRow(run, most, replica, reader) };
    },
    end: async (): Promise<Continuation> => {
      if (reader === undefined) return 'readable';
      const found = await verdict(reader);
      await early?.answer;
      return found;
    },
  };
}

function doneQueries({ ledger }: RunContext): readonly QueryProgress[] {
  return ledger.queries().filter(({ state }) => state === 'done');
}

function rowsOf(queries: readonly QueryProgress[], tableName: string | undefined): number {
  return queries.reduce((sum, query) => sum + (query.tableName === tableName ? query.rows : 0), 0);
}

/** A query of the table with most rows. */
function mostRows(queries: readonly QueryProgress[]): QueryProgress | undefined {
  const [first] = queries;
  let most = first;
  const tables = new Set(queries.map(({ tableName }) => tableName));
  if (tables.size === 1) return first;
  for (const tableName of tables) {
    if (most !== undefined && rowsOf(queries, tableName) > rowsOf(queries, most.tableName))
      most = queries.find((query) => query.tableName === tableName);
  }
  return most;
}

/** Throws no TableError. */
async function askOneRow(
  run: RunContext,
  query: QueryProgress,
  replica: Replica,
  reader: PageReader,
): Promise<OneRow> {
  const job = oneRowJob({ kind: 'check', index: query.index, tableName: query.tableName, replica });
  try {
    job.lane = await run.lanes.acquire(LANE_PRIORITY.guard, run.signal, replica);
    const rows = reader.tokenReadable() ? undefined : (await readNextPage(run, job)).receipt.rows;
    return { rows, notBeforeMs: 0 };
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return { rows: undefined, notBeforeMs: run.env.monotonicMs() + (fault.retryAfterMs ?? 0) };
  } finally {
    dropLane(job);
  }
}
