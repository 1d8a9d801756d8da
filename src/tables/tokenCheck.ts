import { dropLane, readNextPage, type RunContext } from './readPages.ts';
import type { Replica } from './lanes.ts';
import { oneRowJob } from './runJobs.ts';
import type { QueryProgress, RunOutcome } from './runTypes.ts';
import { faultOf } from './tableError.ts';

/**
 * Whether the pages of an ended run could show that more follow (see `tokenProof.ts`). Nothing is asked where a
 * continuation was read before, or where the answer is known already. Else one row is asked for, once for the run, of
 * the table that gave most rows: if it has two and no continuation comes with the one, it is hidden. With fewer rows
 * the whole table may still have more, and its continuation then proves the same. Never throws for what the service does.
 */
export async function checkToken(run: RunContext): Promise<RunOutcome['continuation']> {
  const primary = await checkReplica(run, 'primary');
  const isRead = run.ledger.queries().some(({ readsSecondary }) => readsSecondary === true);
  // The CORS rules of the copy may be older than those of the account.
  return primary === 'readable' && isRead ? checkReplica(run, 'secondary') : primary;
}

async function checkReplica(run: RunContext, replica: Replica): Promise<RunOutcome['continuation']> {
  const isLeft = (): boolean => replica === 'secondary' && run.secondary?.dropped() !== undefined;
  // Without a secondary in this run, its pages are of an earlier one, which said of each what it proved.
  const reader = replica === 'secondary' ? run.secondary?.reader : run.reader;
  if (reader === undefined || reader.tokenReadable()) return 'readable';
  if (isLeft()) return 'unknown';
  const done = run.ledger.queries().filter(({ state }) => state === 'done');
  if (done.some(({ headersExposed }) => !headersExposed)) return 'hidden';
  const asked = mostRows(done);
  if (asked === undefined || run.signal.aborted) return 'unknown';
  const rows = await askOneRow(run, asked.query, replica);
  if (reader.tokenReadable()) return 'readable';
  return rows === 1 && asked.tableRows > 1 && !isLeft() ? 'hidden' : 'unknown';
}

/** A query of the table with most rows, and those rows. */
function mostRows(
  queries: readonly QueryProgress[],
): { readonly query: QueryProgress; readonly tableRows: number } | undefined {
  const rowsOf = new Map<string, number>();
  for (const { tableName, rows } of queries) rowsOf.set(tableName, (rowsOf.get(tableName) ?? 0) + rows);
  const [query] = queries.toSorted((a, b) => (rowsOf.get(b.tableName) ?? 0) - (rowsOf.get(a.tableName) ?? 0));
  return query === undefined ? undefined : { query, tableRows: rowsOf.get(query.tableName) ?? 0 };
}

/** How many rows came; undefined: no answer. */
async function askOneRow(
  run: RunContext,
  query: QueryProgress,
  replica: Replica,
): Promise<number | undefined> {
  const job = oneRowJob({ kind: 'check', index: query.index, tableName: query.tableName, replica });
  try {
    return (await readNextPage(run, job)).receipt.rows;
  } catch (caught) {
    if (faultOf(caught) === undefined) throw caught;
    return undefined;
  } finally {
    dropLane(job);
  }
}
