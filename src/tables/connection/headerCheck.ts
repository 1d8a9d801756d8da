import { receiptOf } from '../wire/keysOfPage.ts';
import { refusedPage } from '../wire/refusedPage.ts';
import type { Page, PageReader } from '../wire/pageReader.ts';
import { tableError } from '../base/tableError.ts';

/**
 * Whether this page can read an account's continuation headers. 'exposed': one was read. 'hidden': one must have been sent and could not be
 * read. 'unknown': none of the checked tables has two rows, so nothing could show it, and a run checks again.
 */
export type HeaderExposure = 'exposed' | 'hidden' | 'unknown';

/** Few tables are enough, because in nearly every account the first one has rows. */
const MAX_TABLES = 3;

/**
 * Finds out whether continuation tokens are readable, without a request if one was read before. It asks tables in order for one row, until
 * one has more rows, so that a token must come with it. If no token comes, it asks for two rows: if there are two, the first token was
 * hidden. Not retried.
 * @throws TableError
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
