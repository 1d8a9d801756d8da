import type { Entity } from '../../core/entities/entity.ts';
import { type KnownColumn, mergedColumns } from '../../core/odata/edit/knownColumn.ts';
import { detectScheme, type SchemeProposal } from '../../core/keys/detectScheme.ts';
import { afterPrefix } from '../../core/keys/base/digits.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { templateSchemes } from '../../core/keys/templates/templateScheme.ts';
import { comparison, stringLiteral } from '../../core/odata/builders.ts';
import { formatFilter } from '../../core/odata/filter.ts';
import type { Connection } from '../../tables/connection/connectionTypes.ts';
import { tableError } from '../../tables/base/tableError.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import { decodeKeysPage, decodePage } from '../../core/entities/page/decodePage.ts';
import { pageEntity } from '../../core/entities/page/decodedPage.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { ContinuationToken } from '../../tables/wire/pageReader.ts';

/** The parts of a row that tell how a table is keyed. */
type SampledKeys = Pick<Entity, 'partitionKey' | 'rowKey' | 'timestamp'>;

export interface TableSample {
  readonly tableName: string;
  readonly keys: readonly SampledKeys[];
  /** Best first; empty if nothing fits. */
  readonly proposals: readonly SchemeProposal[];
  /** Names of properties that some of its rows have, unordered; empty if no whole row was read. Others may exist. */
  readonly properties: readonly string[];
  /** The same properties with types and values, and some of the keys. */
  readonly columns: readonly KnownColumn[];
}

/** Rows of the first page: enough to see rounding and order, and few enough to load quickly. */
const SAMPLE_ROWS = 200;
/**
 * A page is in key order, so it shows only low prefixes. These start keys each read one more row, where other event
 * volumes and key forms begin: prefix 1, prefix 10, plain ticks (year 1585 on), inverted ticks. These rows are read
 * whole, for the names of their properties.
 */
const SAMPLE_STARTS = ['0000000000000000001', '0000000000000000010', '05', '2'];

/** Samples the keys of a table and proposes how it is keyed. Throws TableError. */
export async function readTableSample(
  connection: Connection,
  tableName: string,
  signal: AbortSignal,
): Promise<TableSample> {
  const read = (from: string | undefined, top: number, isWhole = false) =>
    readRows(connection, { tableName, from, top, isWhole }, signal);
  const [page, ...some] = await Promise.all([
    read(undefined, SAMPLE_ROWS),
    ...SAMPLE_STARTS.map((from) => read(from, 1, true)),
  ]);
  const properties = [...new Set(some.flat().flatMap((row) => row.properties.map(({ name }) => name)))];
  const keys = distinct([...page, ...some.flat()]);
  const columns = knownColumns(keys, some.flat());
  const proposals = detectScheme(tableName, keys);
  const beyond = keyBeyond(proposals[0]);
  if (beyond === undefined) return { tableName, keys, proposals, properties, columns };
  // Text that begins every key of the first page belongs to the whole table only if no other keys follow.
  const more = distinct([...keys, ...(await read(beyond, 1))]);
  if (more.length === keys.length) return { tableName, keys, proposals, properties, columns };
  return { tableName, keys: more, proposals: detectScheme(tableName, more), properties, columns };
}

/** How many keys an editor suggests: enough to choose from, but not all that were read. */
const KNOWN_KEYS = 30;

function knownColumns(keys: readonly SampledKeys[], whole: readonly Entity[]): readonly KnownColumn[] {
  const texts = (name: string, all: readonly string[]): KnownColumn => ({
    name,
    types: ['Edm.String'],
    values: [...new Set(all)].slice(0, KNOWN_KEYS).map((text) => ({ type: 'Edm.String', text })),
  });
  const properties = whole.flatMap((row) =>
    row.properties.map(
      ({ name, type, text }): KnownColumn => ({
        name,
        types: [type],
        values: [{ type, text }],
      }),
    ),
  );
  return [
    ...mergedColumns([properties]),
    texts(
      'PartitionKey',
      keys.map(({ partitionKey }) => partitionKey),
    ),
    texts(
      'RowKey',
      keys.map(({ rowKey }) => rowKey),
    ),
  ];
}

/** Removes duplicate rows. */
function distinct(keys: readonly SampledKeys[]): readonly SampledKeys[] {
  const seen = new Set<string>();
  return keys.filter(({ partitionKey, rowKey }) => {
    const name = JSON.stringify([partitionKey, rowKey]);
    return seen.size < seen.add(name).size;
  });
}

/** The first possible PartitionKey after those that begin with a proposal's text before the time; undefined if there is none. */
function keyBeyond(proposal: SchemeProposal | undefined): string | undefined {
  if (proposal?.textBefore === undefined || schemeById(proposal.schemeId)?.timeSource !== 'partition')
    return undefined;
  return afterPrefix(proposal.textBefore);
}

/** Rows whose PartitionKey is `from` or after it. */
async function readRows(
  connection: Connection,
  { from, ...query }: Omit<FirstRowsQuery, 'filter'> & { readonly from: string | undefined },
  signal: AbortSignal,
): Promise<readonly Entity[]> {
  const filter =
    from === undefined ? undefined : formatFilter(comparison('PartitionKey', 'ge', stringLiteral(from)));
  const rows = await readFirstRows(connection, { ...query, filter }, signal);
  if (rows.ok) return rows.value;
  const message = `Sampling the keys of ${query.tableName}: ${rows.error.message}`;
  throw tableError({ kind: 'protocol', message, nextStep: rows.error.nextStep });
}

/** Adds proposals from the user's own templates to a sample. They come first among equals. Nothing is requested again. */
export function withSavedTemplates(sample: TableSample, saved: readonly SavedTemplate[]): TableSample {
  const templates = templateSchemes(saved);
  if (templates.length === 0) return sample;
  return { ...sample, proposals: detectScheme(sample.tableName, sample.keys, templates) };
}

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
