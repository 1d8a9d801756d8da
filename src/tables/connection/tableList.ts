import { memberOf } from '../wire/errorBody.ts';
import { isTableName } from '../../core/odata/tableName.ts';
import type { TableList } from './connectionTypes.ts';
import { type HeaderExposure, probeExposure } from './exposureProbe.ts';
import type { PageReader } from '../wire/pageReader.ts';
import { faultOf, tableError } from '../base/tableError.ts';
import type { Transport } from '../wire/transport.ts';

/** Names that are kept: more than anyone chooses from, and a list that never ends must not fill the memory. */
const MOST_TABLES = 20_000;
/** Pages that are read; the service may cut them before they are full (1,000 names). */
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
  /** Names that no table can have. */
  readonly dropped: number;
  /** It goes on after the names and pages that are read at most. */
  readonly isCut: boolean;
  /** Names on the last page. */
  readonly lastCount: number;
  readonly pages: number;
  /** False where a page came without readable x-ms-* headers, or where the list did not end. */
  readonly mayBeWhole: boolean;
}

/** The tables of the account, page after page, as many as are kept. `readPage` is one page, retried by its owner. */
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
  const { names, dropped, isCut, lastCount, pages, mayBeWhole } = list;
  const exposure =
    !mayBeWhole && pages === 1
      ? 'hidden'
      : reader === undefined
        ? 'unknown'
        : await tryProbe(reader, names, signal);
  const isEnd = pages > 1 || (exposure === 'exposed' && lastCount < FULL_PAGE);
  return {
    names,
    complete: mayBeWhole && isEnd && !isCut,
    exposure,
    ...(dropped > 0 && { dropped }),
    ...(isCut && { isCut }),
  };
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
