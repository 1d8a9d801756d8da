// Query Entities, page by page, as the service documents it.
// https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { type CompiledFilter, compileFilter, FilterFault } from './eval.ts';
import { type RowSource, seek } from './rowSource.ts';
import { isWithin, type KeyBounds } from './sasCheck.ts';
import { type ServiceFault, serviceFault } from './errorAnswer.ts';
import { decodeToken, encodeToken, type EntityForm, entityText, pageText, pointText } from './wireText.ts';

/** Why pages may end before the limit of 1,000 rows. The real service may do all of this. */
export interface PagingScript {
  readonly rowsPerPage?: number;
  /** Number of pages without rows, but with a token, that precede each page after a token. */
  readonly emptyPages?: number;
  /** Ends a page at the end of its partition. The token then names only the next partition. */
  readonly cutAtPartitions?: boolean;
  /** The service stops after examining this many rows for a page, so pages end early or are empty. */
  readonly scanLimit?: number;
  /** Milliseconds to examine a row. After 5 s, a page ends with the rows that it has. */
  readonly rowMs?: number;
  /**
   * PartitionKeys, in order, at which another partition server begins. A page never continues on the next server: it ends with a token
   * there, and is empty if the server had no matching rows.
   */
  readonly servers?: readonly string[];
  /** Least length of tokens; by default they are as long as their text. The service documents no limit. */
  readonly tokenChars?: number;
}

export interface Query {
  readonly source: RowSource;
  readonly parameters: URLSearchParams;
  /** The text between the brackets after the name of the table, for a point query. */
  readonly keys: string | undefined;
  readonly bounds: KeyBounds;
  readonly paging: PagingScript;
  readonly form: EntityForm;
}

export interface QueryAnswer {
  readonly body: string;
  readonly nextPartitionKey: string | undefined;
  readonly nextRowKey: string | undefined;
  /** Milliseconds for examining rows; 0 without `rowMs`. */
  readonly scanMs: number;
  /** How many rows of each partition are on the page. */
  readonly partitionRows: ReadonlyMap<string, number>;
}

const MAX_PAGE_ROWS = 1000;
const MAX_COMPARISONS = 15;
/** After this time the service ends a page, in milliseconds. */
const PAGE_LIMIT_MS = 5000;
/** Maximum size of a page's entities. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** One page of rows, or what is wrong with the query. */
export function answerQuery(query: Query): QueryAnswer | { readonly fault: ServiceFault } {
  const { parameters, keys } = query;
  const top = topOf(parameters);
  if (typeof top !== 'number') return { fault: top };
  const filter = filterOf(parameters);
  if ('status' in filter) return { fault: filter };
  const start = startOf(query, filter);
  if ('status' in start) return { fault: start };
  if (keys !== undefined && keys !== '') return pointQuery(query, keys);
  if (start.emptyPagesLeft > 0) {
    return tokenAt(query, start.index, start.emptyPagesLeft - 1, NOTHING);
  }
  return readPage(query, filter, start.index, top);
}

function readPage(query: Query, filter: CompiledFilter, startIndex: number, top: number): QueryAnswer {
  const { source, paging, bounds, form } = query;
  const limit = Math.min(top, MAX_PAGE_ROWS, paging.rowsPerPage ?? MAX_PAGE_ROWS);
  const lastIndex = Math.min(source.count, startIndex + scanLimit(paging));
  const draft: PageDraft = { entities: [], bytes: 0, scanned: 0, partitionRows: new Map() };
  const server = startIndex < source.count ? serverOf(paging, source.rowAt(startIndex).partitionKey) : 0;
  const goOnAt = (index: number) => tokenAt(query, index, paging.emptyPages ?? 0, draft);
  for (let index = startIndex; index < lastIndex; index += 1) {
    const row = source.rowAt(index);
    if (isBehind(row, filter)) return lastPage(query, draft);
    if (serverOf(paging, row.partitionKey) !== server) return goOnAt(index);
    draft.scanned += 1;
    if (!filter.matches(row) || !isWithin(row.partitionKey, row.rowKey, bounds)) continue;
    const text = entityText(row, form);
    if (!fits(draft, row.partitionKey, text, { limit, paging })) return goOnAt(index);
    draft.entities.push(text);
    draft.partitionRows.set(row.partitionKey, (draft.partitionRows.get(row.partitionKey) ?? 0) + 1);
  }
  return lastIndex < source.count ? goOnAt(lastIndex) : lastPage(query, draft);
}

/** Whether neither this row nor any after it can match. */
function isBehind({ partitionKey, rowKey }: DemoRow, { bounds, rowBounds }: CompiledFilter): boolean {
  if (bounds.to === undefined || partitionKey < bounds.to) return false;
  return partitionKey > bounds.to || (rowBounds.to !== undefined && rowKey > rowBounds.to);
}

/** Whether a page that is not empty can take another row. Counts its bytes. */
function fits(
  draft: PageDraft,
  partitionKey: string,
  text: string,
  { limit, paging }: { readonly limit: number; readonly paging: PagingScript },
): boolean {
  // The exact size is needed only for large entities. Most are small.
  const bytes = text.length > 1000 ? Buffer.byteLength(text) : text.length;
  const isFirst = draft.entities.length === 0;
  const leavesPartition = paging.cutAtPartitions === true && !draft.partitionRows.has(partitionKey);
  if (!isFirst && (draft.entities.length >= limit || leavesPartition)) return false;
  if (!isFirst && draft.bytes + bytes > MAX_PAGE_BYTES) return false;
  draft.bytes += bytes;
  return true;
}

interface PageDraft {
  readonly entities: string[];
  bytes: number;
  scanned: number;
  readonly partitionRows: Map<string, number>;
}

const NOTHING: PageDraft = { entities: [], bytes: 0, scanned: 0, partitionRows: new Map() };

/** How many rows a page may examine: as configured, and as many as the time allows. */
function scanLimit({ scanLimit: told, rowMs }: PagingScript): number {
  const inTime =
    rowMs === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(PAGE_LIMIT_MS / rowMs));
  return Math.min(told ?? Number.POSITIVE_INFINITY, inTime);
}

/** Number of the partition server with this partition. */
function serverOf({ servers = [] }: PagingScript, partitionKey: string): number {
  let server = 0;
  while (server < servers.length && partitionKey >= (servers[server] as string)) server += 1;
  return server;
}

function lastPage(query: Query, draft: PageDraft): QueryAnswer {
  return { ...contentOf(query, draft), nextPartitionKey: undefined, nextRowKey: undefined };
}

function contentOf(
  { form, paging }: Query,
  draft: PageDraft,
): Pick<QueryAnswer, 'body' | 'scanMs' | 'partitionRows'> {
  return {
    body: pageText(draft.entities, form),
    scanMs: draft.scanned * (paging.rowMs ?? 0),
    partitionRows: draft.partitionRows,
  };
}

/**
 * A page that continues at this row. The number of empty pages still to come is in the token, because the service keeps no state. At a new
 * partition server the token names no row, since the server begins with its first partition.
 */
function tokenAt(query: Query, index: number, emptyPagesLeft: number, draft: PageDraft): QueryAnswer {
  const { source, paging } = query;
  const row = source.rowAt(index);
  const startsPartition = index === 0 || source.rowAt(index - 1).partitionKey !== row.partitionKey;
  const namesNoRow = paging.cutAtPartitions === true || paging.servers !== undefined;
  return {
    ...contentOf(query, draft),
    nextPartitionKey: encodeToken(row.partitionKey, noteOf(emptyPagesLeft, paging.tokenChars)),
    nextRowKey: namesNoRow && startsPartition ? undefined : encodeToken(row.rowKey),
  };
}

/** Zeros at the front make a token long. Three characters of text become four of base64. */
function noteOf(emptyPagesLeft: number, tokenChars: number | undefined): string {
  if (tokenChars === undefined) return emptyPagesLeft === 0 ? '' : String(emptyPagesLeft);
  return String(emptyPagesLeft).padStart(Math.ceil((tokenChars * 3) / 4), '0');
}

function pointQuery(query: Query, keys: string): QueryAnswer | { readonly fault: ServiceFault } {
  const { source, form, bounds } = query;
  const match = /^PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'$/.exec(keys);
  if (match === null)
    return { fault: serviceFault(400, 'InvalidInput', 'The keys in the address are malformed.') };
  const [partitionKey = '', rowKey = ''] = match.slice(1).map((key) => key.replaceAll("''", "'"));
  const index = seek(source, partitionKey, rowKey);
  const row = index < source.count ? source.rowAt(index) : undefined;
  if (
    row?.partitionKey !== partitionKey ||
    row.rowKey !== rowKey ||
    !isWithin(partitionKey, rowKey, bounds)
  ) {
    return { fault: serviceFault(404, 'ResourceNotFound') };
  }
  return {
    body: pointText(row, form),
    nextPartitionKey: undefined,
    nextRowKey: undefined,
    scanMs: 0,
    partitionRows: new Map([[partitionKey, 1]]),
  };
}

function topOf(parameters: URLSearchParams): number | ServiceFault {
  const text = parameters.get('$top');
  if (text === null) return MAX_PAGE_ROWS;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE_ROWS) return Number(text);
  return serviceFault(400, 'InvalidInput', '$top must be 1 to 1000.');
}

function filterOf(parameters: URLSearchParams): CompiledFilter | ServiceFault {
  const text = parameters.get('$filter');
  if (text === null || text === '') {
    const none = { from: undefined, to: undefined };
    return { matches: () => true, comparisons: 0, bounds: none, rowBounds: none };
  }
  try {
    const filter = compiled(text);
    if (filter.comparisons <= MAX_COMPARISONS) return filter;
    const detail = `The filter has ${filter.comparisons} comparisons; ${MAX_COMPARISONS} are allowed.`;
    return serviceFault(400, 'InvalidInput', detail);
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    return serviceFault(400, 'InvalidInput', `Bad filter: ${error.message}`);
  }
}

const FILTERS_KEPT = 2000;
const filters = new Map<string, CompiledFilter>();

/** Keeps compiled filters, because a run sends the same filter page after page. */
function compiled(text: string): CompiledFilter {
  const known = filters.get(text);
  if (known !== undefined) return known;
  const filter = compileFilter(text);
  if (filters.size >= FILTERS_KEPT) filters.clear();
  filters.set(text, filter);
  return filter;
}

/** Where the page begins: at its token, or where the filter can first match. */
function startOf(
  { source, parameters, paging }: Query,
  filter: CompiledFilter,
): { readonly index: number; readonly emptyPagesLeft: number } | ServiceFault {
  const partitionToken = parameters.get('NextPartitionKey');
  const rowToken = parameters.get('NextRowKey');
  if (partitionToken === null) {
    if (rowToken !== null) return invalidToken('NextRowKey');
    const { from, to } = filter.bounds;
    // Within one partition the RowKey leads directly to the row, unless the test wants rows to be examined one by one.
    const isDirect = from === to && paging.scanLimit === undefined && paging.rowMs === undefined;
    const rowFrom = isDirect ? filter.rowBounds.from : undefined;
    return { index: from === undefined ? 0 : seek(source, from, rowFrom ?? ''), emptyPagesLeft: 0 };
  }
  const partition = decodeToken(partitionToken);
  if (partition === undefined || !/^\d*$/.test(partition.note)) return invalidToken('NextPartitionKey');
  // A blank NextRowKey is refused (azure-sdk-for-js issue 20913).
  const row = rowToken === null ? { name: '' } : decodeToken(rowToken);
  if (row === undefined) return invalidToken('NextRowKey');
  return { index: seek(source, partition.name, row.name), emptyPagesLeft: Number(partition.note) };
}

function invalidToken(name: string): ServiceFault {
  return serviceFault(400, 'InvalidInput', `${name} is no token of this service.`);
}
