import { decodeKeysPage } from '../../core/entities/page/decodePage.ts';
import { pageEntity } from '../../core/entities/page/decodedPage.ts';
import { detectScheme, type SchemeProposal } from '../../core/keys/detectScheme.ts';
import { afterPrefix } from '../../core/keys/base/digits.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { comparison, stringLiteral } from '../../core/odata/builders.ts';
import { formatFilter } from '../../core/odata/filter.ts';
import type { Connection } from '../../tables/connection/connectionTypes.ts';
import type { ContinuationToken } from '../../tables/wire/pageReader.ts';
import { tableError } from '../../tables/base/tableError.ts';

/** The three system properties of a row: enough to tell how a table is keyed. */
export interface SampledKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp?: string;
}

export interface TableSample {
  readonly tableName: string;
  readonly keys: readonly SampledKeys[];
  /** Best first; empty if nothing fits. */
  readonly proposals: readonly SchemeProposal[];
}

/** Rows of the first page: enough to see rounding and order, few enough to wait for. */
const SAMPLE_ROWS = 200;
/** Gives a service that ends pages early some more requests, but not endlessly many. */
const MOST_EMPTY_PAGES = 100;
const KEYS_ONLY = ['PartitionKey', 'RowKey', 'Timestamp'];

/**
 * A page is in key order, so it shows only low prefixes. These start keys each read one more row, where other event
 * volumes and key forms begin: prefix 1, prefix 10, plain ticks (year 1585 on), inverted ticks.
 */
const SAMPLE_STARTS = ['0000000000000000001', '0000000000000000010', '05', '2'];

/** Samples the keys of a table and proposes how it is keyed. Throws TableError. */
export async function readTableSample(
  connection: Connection,
  tableName: string,
  signal: AbortSignal,
): Promise<TableSample> {
  const pages = await Promise.all([
    readKeys(connection, tableName, undefined, SAMPLE_ROWS, signal),
    ...SAMPLE_STARTS.map((from) => readKeys(connection, tableName, from, 1, signal)),
  ]);
  const keys = distinct(pages.flat());
  const proposals = detectScheme(tableName, keys);
  const beyond = keyBeyond(proposals[0]);
  if (beyond === undefined) return { tableName, keys, proposals };
  // Text that begins every key of the first page belongs to the whole table only if no other keys follow.
  const more = distinct([...keys, ...(await readKeys(connection, tableName, beyond, 1, signal))]);
  if (more.length === keys.length) return { tableName, keys, proposals };
  return { tableName, keys: more, proposals: detectScheme(tableName, more) };
}

/** Each row once. */
function distinct(keys: readonly SampledKeys[]): readonly SampledKeys[] {
  const seen = new Set<string>();
  return keys.filter(({ partitionKey, rowKey }) => {
    const name = JSON.stringify([partitionKey, rowKey]);
    return seen.size < seen.add(name).size;
  });
}

/** The first PartitionKey after those that begin with the text before the time in a proposal; undefined: none. */
function keyBeyond(proposal: SchemeProposal | undefined): string | undefined {
  if (proposal?.textBefore === undefined || schemeById(proposal.schemeId)?.timeSource !== 'partition')
    return undefined;
  return afterPrefix(proposal.textBefore);
}

/** Keys from `fromPartition` on. An empty page with a token is not the end. */
async function readKeys(
  connection: Connection,
  tableName: string,
  fromPartition: string | undefined,
  top: number,
  signal: AbortSignal,
): Promise<readonly SampledKeys[]> {
  const filter =
    fromPartition === undefined
      ? undefined
      : formatFilter(comparison('PartitionKey', 'ge', stringLiteral(fromPartition)));
  const query = { tableName, top, select: KEYS_ONLY, ...(filter !== undefined && { filter }) };
  let continuation: ContinuationToken | undefined;
  for (let pages = 0; pages < MOST_EMPTY_PAGES; pages += 1) {
    const page = await connection.readOnce({ ...query, ...(continuation && { continuation }) }, signal);
    const keys = keysOf(page.body, tableName);
    ({ continuation } = page);
    if (keys.length > 0 || continuation === undefined) return keys;
  }
  throw sampleError(
    tableName,
    `${MOST_EMPTY_PAGES} consecutive answers had no rows.`,
    'Choose the key scheme yourself.',
  );
}

function keysOf(body: Uint8Array, tableName: string): readonly SampledKeys[] {
  const decoded = decodeKeysPage(body);
  if (!decoded.ok) throw sampleError(tableName, decoded.error.message, decoded.error.nextStep);
  return Array.from({ length: decoded.value.rowCount }, (_, row) => pageEntity(decoded.value, row));
}

function sampleError(tableName: string, message: string, nextStep: string): Error {
  return tableError({ kind: 'protocol', message: `Sampling the keys of ${tableName}: ${message}`, nextStep });
}
