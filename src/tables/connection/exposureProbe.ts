import { receiptOf } from '../wire/keysOfPage.ts';
import type { Page, PageReader } from '../wire/pageReader.ts';
import { tableError } from '../base/tableError.ts';

/**
 * Whether this page may read the continuation headers of an account. 'exposed': one was read. 'hidden': one must have
 * been there and could not be read. 'unknown': the tables that were asked have fewer than two rows, so that nothing
 * shows it; a run then asks again.
 */
export type HeaderExposure = 'exposed' | 'hidden' | 'unknown';

/** Tables that are asked at most: in nearly every account the first one has rows. */
const MAX_TABLES = 3;

/**
 * Asks the tables in order until one shows it: one row of a table that has more must come with a token. Where it comes
 * without, two rows are asked for: if there are two, the token was hidden. Nothing is asked once a token was read.
 * Throws TableError; not retried here.
 */
export async function probeExposure(
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
  throw tableError({
    kind: 'protocol',
    message: `page of table ${tableName}: ${receipt.error.message}`,
    nextStep: 'Connect again.',
  });
}
