import { decodeKeysPage } from '../core/entities/decodePage.ts';
import { pageEntity } from '../core/entities/decodedPage.ts';
import { detectScheme, type SchemeProposal } from '../core/keys/detectScheme.ts';
import { comparison, stringLiteral } from '../core/odata/builders.ts';
import { formatFilter } from '../core/odata/filter.ts';
import type { Connection } from '../tables/connectionTypes.ts';
import { LANE_PRIORITY } from '../tables/lanes.ts';
import { tableError } from '../tables/tableError.ts';

/** The three system properties of a row: enough to tell how a table is keyed. */
export interface SampledKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp?: string;
}

export interface TableSample {
  readonly tableName: string;
  readonly keys: readonly SampledKeys[];
  /** Best first; empty where nothing fits. */
  readonly proposals: readonly SchemeProposal[];
}

/** Rows of the first page: enough for rounding and order, small enough to wait for. */
const SAMPLE_ROWS = 200;
const KEYS_ONLY = ['PartitionKey', 'RowKey', 'Timestamp'];

/**
 * A page comes in key order, so it shows the low prefixes only. One row each is asked for where other event volumes
 * and other forms of the key begin: prefix 1, prefix 10, plain ticks (year 1585 on), inverted ticks.
 */
const PROBES = ['0000000000000000001', '0000000000000000010', '05', '2'];

/** Samples the keys of a table and says how it seems to be keyed. Throws TableError. */
export async function readTableSample(
  connection: Connection,
  tableName: string,
  signal: AbortSignal,
): Promise<TableSample> {
  const pages = await Promise.all([
    readKeys(connection, tableName, undefined, SAMPLE_ROWS, signal),
    ...PROBES.map((from) => readKeys(connection, tableName, from, 1, signal)),
  ]);
  const seen = new Set<string>();
  const keys = pages.flat().filter(({ partitionKey, rowKey }) => {
    const name = JSON.stringify([partitionKey, rowKey]);
    return seen.size < seen.add(name).size;
  });
  return { tableName, keys, proposals: detectScheme(tableName, keys) };
}

async function readKeys(
  connection: Connection,
  tableName: string,
  fromPartition: string | undefined,
  top: number,
  signal: AbortSignal,
): Promise<readonly SampledKeys[]> {
  const lane = await connection.lanes.acquire(LANE_PRIORITY.start, signal);
  const filter =
    fromPartition === undefined
      ? undefined
      : formatFilter(comparison('PartitionKey', 'ge', stringLiteral(fromPartition)));
  const page = await connection.reader
    .readPage({ tableName, top, select: KEYS_ONLY, ...(filter !== undefined && { filter }) }, signal)
    .finally(lane.release);
  const decoded = decodeKeysPage(page.body);
  if (!decoded.ok) {
    throw tableError({
      kind: 'protocol',
      message: `Sampling the keys of ${tableName}: ${decoded.error.message}`,
      nextStep: decoded.error.nextStep,
    });
  }
  return Array.from({ length: decoded.value.rowCount }, (_, row) => pageEntity(decoded.value, row));
}
