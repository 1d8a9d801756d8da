import type { Entity } from '../../core/entities/entity.ts';
import { decodeKeysPage, decodePage } from '../../core/entities/page/decodePage.ts';
import { pageEntity } from '../../core/entities/page/decodedPage.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { Connection } from '../../tables/connection/connectionTypes.ts';
import type { ContinuationToken } from '../../tables/wire/pageReader.ts';

export interface FirstRowsQuery {
  readonly tableName: string;
  /** Undefined: from the first key of the table. */
  readonly filter: string | undefined;
  readonly top: number;
  /** Whether all properties are read; default: only keys and Timestamp. */
  readonly isWhole?: boolean;
}

/** Why there is no answer, as a message. */
export interface FirstRowsFault {
  readonly message: string;
  readonly nextStep: string;
}

/** Some services end pages early, which takes more requests. This limits how many. */
const MOST_EMPTY_PAGES = 100;
const KEYS_ONLY = ['PartitionKey', 'RowKey', 'Timestamp'];

/** The first rows of a range. An empty page with a token is not the end. Throws TableError. */
export async function readFirstRows(
  connection: Connection,
  { tableName, filter, top, isWhole = false }: FirstRowsQuery,
  signal: AbortSignal,
): Promise<Result<readonly Entity[], FirstRowsFault>> {
  const query = { tableName, top, select: isWhole ? undefined : KEYS_ONLY, filter };
  let continuation: ContinuationToken | undefined;
  for (let pages = 0; pages < MOST_EMPTY_PAGES; pages += 1) {
    const page = await connection.readOnce({ ...query, continuation }, signal);
    const decoded = isWhole ? decodePage(page.body) : decodeKeysPage(page.body);
    if (!decoded.ok) return decoded;
    ({ continuation } = page);
    const { value } = decoded;
    if (value.rowCount > 0 || continuation === undefined)
      return ok(Array.from({ length: value.rowCount }, (_, row) => pageEntity(value, row)));
  }
  return fail({
    message: `${MOST_EMPTY_PAGES} consecutive answers had no rows.`,
    nextStep: 'Choose the key scheme yourself.',
  });
}
