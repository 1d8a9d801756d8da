import { memberOf } from '../wire/errorBody.ts';
import { isTableName } from '../../core/odata/tableName.ts';
import type { TableList } from './connectionTypes.ts';
import { type HeaderExposure, checkHeaders } from './headerCheck.ts';
import type { PageReader } from '../wire/pageReader.ts';
import { faultOf, tableError } from '../base/tableError.ts';
import type { Transport } from '../wire/transport.ts';

/** Most names kept: more than anyone chooses from, so that an endless list cannot fill the memory. */
const MOST_TABLES = 20_000;
/** Most pages read; the service may end a page before its 1,000 names. */
const MOST_TABLE_PAGES = 200;

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
  if (memberOf(parsed, 'odata.error') !== undefined) throw listError('the service broke off with an error');
  const rows = memberOf(parsed, 'value');
  if (!Array.isArray(rows)) throw listError('the answer has no list (value)');
  return rows.map((row: unknown) => {
    const name = memberOf(row, 'TableName');
    if (typeof name !== 'string') throw listError('an entry has no TableName');
    return name;
  });
}

/** A list as read, before its end is judged. */
interface ReadTables {
  readonly names: readonly string[];
  /** Names that no table can have. */
  readonly dropped: number;
  /** It was cut at the limit of names or pages. */
  readonly isCut: boolean;
  /** Names on the last page. */
  readonly lastCount: number;
  readonly pages: number;
  /** False if a page had no readable x-ms-* headers, or the list did not end. */
  readonly mayBeWhole: boolean;
}

/** Reads the tables of the account, page after page, up to the limits. `readPage` reads one page; its owner retries. */
export async function readAllTables(
  readPage: (nextTableName: string | undefined) => ReturnType<Transport['readTables']>,
): Promise<ReadTables> {
  const names = new Set<string>();
  let dropped = 0;
  let isCut = false;
  const seen = new Set<string>();
  let next: string | undefined;
  let mayBeWhole = true;
  for (let pages = 1; pages <= MOST_TABLE_PAGES; pages += 1) {
    const page = await readPage(next);
    const found = readTableNames(page.body);
    for (const name of found) {
      if (!isTableName(name)) dropped += 1;
      else if (names.size < MOST_TABLES) names.add(name);
      else isCut = true;
    }
    mayBeWhole &&= page.headersExposed;
    next = page.nextTableName;
    if (next === undefined || isCut)
      return { names: [...names], dropped, isCut, lastCount: found.length, pages, mayBeWhole };
    if (seen.has(next)) throw listError('the continuation does not move forward');
    seen.add(next);
  }
  return {
    names: [...names],
    dropped,
    lastCount: 0,
    pages: MOST_TABLE_PAGES,
    mayBeWhole: false,
    isCut: true,
  };
}

/** Source: query timeout and pagination: 1,000 items a page. */
const FULL_PAGE = 1000;

/**
 * Whether a list is complete. A token read in it proves its end. A single page that is not full also counts as the end
 * if this page can read the continuation tokens of entities. The gap: a CORS rule that exposes those and hides only
 * x-ms-continuation-NextTableName goes unnoticed if the service ends a page early. `reader`: undefined if the SAS may
 * not read entities, so nothing can be tried.
 */
export async function judgeList(
  list: ReadTables,
  reader: PageReader | undefined,
  signal: AbortSignal,
): Promise<TableList> {
  const { names, dropped, isCut, lastCount, pages, mayBeWhole } = list;
  const exposure =
    !mayBeWhole && pages === 1
      ? 'hidden'
      : reader === undefined
        ? 'unknown'
        : await tryHeaderCheck(reader, names, signal);
  const isEnd = pages > 1 || (exposure === 'exposed' && lastCount < FULL_PAGE);
  return {
    names,
    complete: mayBeWhole && isEnd && !isCut,
    exposure,
    dropped: dropped > 0 ? dropped : undefined,
    isCut: isCut ? true : undefined,
  };
}

/** A table that cannot be read must not stop the list from being shown. */
async function tryHeaderCheck(
  reader: PageReader,
  names: readonly string[],
  signal: AbortSignal,
): Promise<HeaderExposure> {
  try {
    return await checkHeaders(reader, names, signal);
  } catch (caught) {
    const kind = faultOf(caught)?.kind;
    if (kind === undefined || kind === 'cancelled' || kind === 'closed') throw caught;
    return 'unknown';
  }
}
