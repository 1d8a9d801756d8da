import { memberOf } from './errorBody.ts';
import type { TableList } from './connectionTypes.ts';
import { type HeaderExposure, probeExposure } from './exposureProbe.ts';
import type { PageReader } from './pageReader.ts';
import { faultOf, tableError } from './tableError.ts';
import type { Transport } from './transport.ts';

/** A list that never ends is a broken service, not an account. 1,000 names a page. */
const MAX_TABLE_PAGES = 1000;

function listError(message: string): Error {
  return tableError({
    kind: 'protocol',
    message: `list of tables: ${message}`,
    nextStep: 'Type the table name instead.',
  });
}

/** The names in one page: `{"value":[{"TableName":"..."}]}`. Throws TableError for anything else. */
function readTableNames(body: Uint8Array): readonly string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw listError('the answer is malformed');
  }
  const rows = memberOf(parsed, 'value');
  if (!Array.isArray(rows)) throw listError('the answer has no list (value)');
  return rows.map((row: unknown) => {
    const name = memberOf(row, 'TableName');
    if (typeof name !== 'string') throw listError('an entry has no TableName');
    return name;
  });
}

/** A list as it was read, before its end was judged. */
interface ReadTables {
  readonly names: readonly string[];
  /** Names on the last page. */
  readonly lastCount: number;
  readonly pages: number;
  /** False where a page came without readable x-ms-* headers, or where the list did not end. */
  readonly mayBeWhole: boolean;
}

/** All tables of the account, page after page. `readPage` is one page, retried by its owner. */
export async function readAllTables(
  readPage: (nextTableName: string | undefined) => ReturnType<Transport['readTables']>,
): Promise<ReadTables> {
  const names: string[] = [];
  const seen = new Set<string>();
  let next: string | undefined;
  let mayBeWhole = true;
  for (let pages = 1; pages <= MAX_TABLE_PAGES; pages += 1) {
    const page = await readPage(next);
    const found = readTableNames(page.body);
    // Not as arguments: there may be more of them than a call takes.
    for (const name of found) names.push(name);
    mayBeWhole &&= page.headersExposed;
    next = page.nextTableName;
    if (next === undefined) return { names, lastCount: found.length, pages, mayBeWhole };
    if (seen.has(next)) throw listError('the continuation does not move forward');
    seen.add(next);
  }
  return { names, lastCount: 0, pages: MAX_TABLE_PAGES, mayBeWhole: false };
}

/** Source: query timeout and pagination: 1,000 items a page. */
const FULL_PAGE = 1000;

/**
 * Whether a list is complete. A token that was read in it proves that its end is one. A list of one page that is not
 * full ends there if this page may read the continuations of entities: a rule that exposes those and hides only
 * x-ms-continuation-NextTableName would go unnoticed, and only where the service cuts a page before it is full.
 * `reader`: undefined where the SAS may not read entities, so that nothing can be tried.
 */
export async function judgeList(
  list: ReadTables,
  reader: PageReader | undefined,
  signal: AbortSignal,
): Promise<TableList> {
  const { names, lastCount, pages, mayBeWhole } = list;
  const exposure =
    !mayBeWhole && pages === 1
      ? 'hidden'
      : reader === undefined
        ? 'unknown'
        : await tryProbe(reader, names, signal);
  const isEnd = pages > 1 || (exposure === 'exposed' && lastCount < FULL_PAGE);
  return { names, complete: mayBeWhole && isEnd, exposure };
}

/** A table that cannot be read now must not keep the list from being shown. */
async function tryProbe(
  reader: PageReader,
  names: readonly string[],
  signal: AbortSignal,
): Promise<HeaderExposure> {
  try {
    return await probeExposure(reader, names, signal);
  } catch (caught) {
    const kind = faultOf(caught)?.kind;
    if (kind === undefined || kind === 'cancelled' || kind === 'closed') throw caught;
    return 'unknown';
  }
}
