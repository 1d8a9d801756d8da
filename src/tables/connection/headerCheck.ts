import { receiptOf } from '../wire/keysOfPage.ts';
import { refusedPage } from '../wire/refusedPage.ts';
import type { Page, PageReader } from '../wire/pageReader.ts';
import { tableError } from '../base/tableError.ts';

/**
 * Whether this page can read an account's continuation headers. 'exposed': one was read. 'hidden': an expected one
 * could not be read. 'unknown': the checked tables have fewer than two rows, so nothing shows it; a run checks again.
 */
export type HeaderExposure = 'exposed' | 'hidden' | 'unknown';

/** Tables checked at most: in nearly every account the first one has rows. */
const MAX_TABLES = 3;

/**
 * The header check. Reads one row from each table in order until one shows it: if a table has more rows, a token must
 * come with the first. Without a token it reads two rows: if both come, the token was hidden. Sends nothing once a
 * token was read. Throws TableError; not retried here.
 */
export async function checkHeaders(
  reader: PageReader,
  tableNames: readonly string[],
  signal: AbortSignal,
): Promise<HeaderExposure> {
  if (reader.tokenReadable()) return 'exposed';
  for (const tableName of tableNames.slice(0, MAX_TABLES)) {
    const one = await readTop(reader, tableName, 1, signal);
    if (reader.tokenReadable()) return 'exposed';
    if (!one.page.headersExposed) return 'hidden';
    if (one.rows > 0 && (await readTop(reader, tableName, 2, signal)).rows > 1) {
      return reader.tokenReadable() ? 'exposed' : 'hidden';
    }
  }
  return 'unknown';
}

async function readTop(
  reader: PageReader,
  tableName: string,
  top: number,
  signal: AbortSignal,
): Promise<{ readonly page: Page; readonly rows: number }> {
  const page = await reader.readPage({ tableName, top, select: ['PartitionKey', 'RowKey'] }, signal);
  const receipt = receiptOf(page.body);
  if (receipt.ok) return { page, rows: receipt.value.rows };
  throw tableError(refusedPage(`page of table ${tableName}`, receipt.error, page.requestId));
}
