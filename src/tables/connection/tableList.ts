import { memberOf } from '../wire/errorBody.ts';
import { isTableName } from '../../core/keyText.ts';
import type { TableList } from './connectionTypes.ts';
import { checkHeaders, type HeaderExposure } from './headerCheck.ts';
import type { PageReader, Transport } from '../wire/pageReader.ts';
import { faultOf, tableError } from '../base/tableError.ts';

/** More names than anyone chooses from are not kept, so that an endless list cannot fill the memory. */
const MOST_TABLES = 20_000;
/** Limits the number of requests, because the service may end a page before its 1,000 names. */
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

/** The list as it was read, before anything is said about its end. */
interface ReadTables {
  readonly names: readonly string[];
  /** How many names were left out because no table can have such a name. */
  readonly dropped: number;
  /** Whether the list was cut off at the limit of names or pages. */
  readonly isCut: boolean;
  /** Number of names on the last page. */
  readonly lastCount: number;
  readonly pages: number;
  /** False if a page had no readable x-ms-* headers. */
  readonly mayBeWhole: boolean;
}

/** Reads the names of the account's tables, page after page, up to the limits. `readPage` must retry by itself. */
export async function readAllTables(
  readPage: (nextTableName: string | undefined) => ReturnType<Transport['readTables']>,
): Promise<ReadTables> {
  const names = new Set<string>();
  let dropped = 0;
  let isCut = false;
  const seen = new Set<string>();
  let next: string | undefined;
  let mayBeWhole = true;
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(next);
    const found = readTableNames(page.body);
    for (const name of found) {
      if (!isTableName(name)) dropped += 1;
      else if (names.size < MOST_TABLES) names.add(name);
      else isCut = true;
    }
    mayBeWhole &&= page.headersExposed;
    next = page.nextTableName;
    isCut ||= next !== undefined && pages === MOST_TABLE_PAGES;
    if (next === undefined || isCut)
      return { names: [...names], dropped, isCut, lastCount: found.length, pages, mayBeWhole };
    if (seen.has(next)) throw listError('the continuation does not move forward');
    seen.add(next);
  }
}

/** Source: query timeout and pagination: 1,000 items a page. */
const FULL_PAGE = 1000;

/**
 * Whether a list is complete. A continuation token that was read in it proves its end. A single page that is not full also counts as the
 * end if this page can read the continuation tokens of entities. One gap remains: if a CORS rule exposes those and hides only
 * x-ms-continuation-NextTableName, an early end of a page goes unnoticed.
 * @param reader Undefined if the SAS may not read entities, so that nothing can be checked.
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

/** If a table cannot be read, the list must still be shown. */
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
