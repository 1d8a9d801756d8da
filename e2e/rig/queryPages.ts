// Query Entities, page by page, as the service documents it.
// https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
import { type CompiledFilter, compileFilter, FilterFault } from './eval.ts';
import { type RowSource, seek } from './rowSource.ts';
import { isWithin, type KeyBounds } from './sasCheck.ts';
import { decodeToken, encodeToken, entityText, type Metadata, type ServiceFault } from './wireText.ts';

/** How pages are cut, beyond the 1,000 rows that are the limit. All of it is legal for the service to do. */
export interface PagingScript {
  /** Rows a page at most, or a function of the position of the page's first row in the table. */
  readonly rowsPerPage?: number | ((firstIndex: number) => number);
  /** Pages without rows, but with a token, before each page that follows a token. */
  readonly emptyPages?: number;
  /** A page ends with its partition, and the token then names the next partition alone. */
  readonly cutAtPartitions?: boolean;
  /** Rows looked at per page before the service gives up for now: pages then end early, or stay empty. */
  readonly scanLimit?: number;
}

export interface Query {
  readonly source: RowSource;
  readonly parameters: URLSearchParams;
  /** What stands between the brackets after the table name: a point query. */
  readonly keys: string | undefined;
  readonly bounds: KeyBounds;
  readonly paging: PagingScript;
  readonly metadata: Metadata;
}

export interface QueryAnswer {
  readonly body: string;
  readonly nextPartitionKey: string | undefined;
  readonly nextRowKey: string | undefined;
}

const MAX_PAGE_ROWS = 1000;
const MAX_COMPARISONS = 15;

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
    return tokenAt(query, start.index, start.emptyPagesLeft - 1, []);
  }
  return readPage(query, filter, start.index, top);
}

function readPage(query: Query, filter: CompiledFilter, startIndex: number, top: number): QueryAnswer {
  const { source, paging, bounds, metadata } = query;
  const select = selectOf(query.parameters);
  const limit = Math.min(top, MAX_PAGE_ROWS, rowLimit(paging, startIndex));
  const lastIndex = Math.min(source.count, startIndex + (paging.scanLimit ?? source.count));
  const entities: string[] = [];
  let partition: string | undefined;
  for (let index = startIndex; index < lastIndex; index += 1) {
    const row = source.rowAt(index);
    if (filter.bounds.to !== undefined && row.partitionKey > filter.bounds.to)
      return lastPage(entities, metadata);
    if (!filter.matches(row) || !isWithin(row.partitionKey, row.rowKey, bounds)) continue;
    const leavesPartition =
      paging.cutAtPartitions === true && partition !== undefined && row.partitionKey !== partition;
    if (entities.length === limit || leavesPartition) {
      return tokenAt(query, index, paging.emptyPages ?? 0, entities);
    }
    partition = row.partitionKey;
    entities.push(entityText(row, metadata, select));
  }
  return lastIndex < source.count
    ? tokenAt(query, lastIndex, paging.emptyPages ?? 0, entities)
    : lastPage(entities, metadata);
}

function rowLimit({ rowsPerPage }: PagingScript, startIndex: number): number {
  return typeof rowsPerPage === 'function' ? rowsPerPage(startIndex) : (rowsPerPage ?? MAX_PAGE_ROWS);
}

function lastPage(entities: readonly string[], metadata: Metadata): QueryAnswer {
  return { body: bodyOf(entities, metadata), nextPartitionKey: undefined, nextRowKey: undefined };
}

/** A page that goes on at this row. How many empty pages come first travels in the token: the service keeps nothing. */
function tokenAt(
  query: Query,
  index: number,
  emptyPagesLeft: number,
  entities: readonly string[],
): QueryAnswer {
  const { source, paging, metadata } = query;
  const row = source.rowAt(index);
  const startsPartition = index === 0 || source.rowAt(index - 1).partitionKey !== row.partitionKey;
  return {
    body: bodyOf(entities, metadata),
    nextPartitionKey: encodeToken(`${emptyPagesLeft}:${row.partitionKey}`),
    nextRowKey: paging.cutAtPartitions === true && startsPartition ? undefined : encodeToken(row.rowKey),
  };
}

function bodyOf(entities: readonly string[], metadata: Metadata): string {
  const context =
    metadata === 'nometadata' ? '' : '"odata.metadata":"http://service/scripted/$metadata#Table",';
  return `{${context}"value":[${entities.join(',')}]}`;
}

function pointQuery(query: Query, keys: string): QueryAnswer | { readonly fault: ServiceFault } {
  const { source, metadata, bounds } = query;
  const match = /^PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'$/.exec(keys);
  if (match === null)
    return { fault: { status: 400, code: 'InvalidUri', message: 'The keys in the address are malformed.' } };
  const [partitionKey = '', rowKey = ''] = match.slice(1).map((key) => key.replaceAll("''", "'"));
  const index = seek(source, partitionKey, rowKey);
  const row = index < source.count ? source.rowAt(index) : undefined;
  if (
    row?.partitionKey !== partitionKey ||
    row.rowKey !== rowKey ||
    !isWithin(partitionKey, rowKey, bounds)
  ) {
    return {
      fault: { status: 404, code: 'ResourceNotFound', message: 'The specified resource does not exist.' },
    };
  }
  const body = entityText(row, metadata, selectOf(query.parameters));
  return { body, nextPartitionKey: undefined, nextRowKey: undefined };
}

function topOf(parameters: URLSearchParams): number | ServiceFault {
  const text = parameters.get('$top');
  if (text === null) return MAX_PAGE_ROWS;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE_ROWS) return Number(text);
  return {
    status: 400,
    code: 'InvalidInput',
    message: 'One of the request inputs is not valid: $top must be 1 to 1000.',
  };
}

function filterOf(parameters: URLSearchParams): CompiledFilter | ServiceFault {
  const text = parameters.get('$filter');
  if (text === null || text === '') {
    return { matches: () => true, comparisons: 0, bounds: { from: undefined, to: undefined } };
  }
  try {
    const filter = compileFilter(text);
    if (filter.comparisons <= MAX_COMPARISONS) return filter;
    return {
      status: 400,
      code: 'InvalidInput',
      message: `The filter has ${filter.comparisons} comparisons; ${MAX_COMPARISONS} are allowed.`,
    };
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    return { status: 400, code: 'InvalidInput', message: `Bad filter: ${error.message}` };
  }
}

function selectOf(parameters: URLSearchParams): readonly string[] | undefined {
  const text = parameters.get('$select');
  return text === null || text === '' ? undefined : text.split(',').map((name) => name.trim());
}

/** Where the page begins: at its token, or where the filter can first match. */
function startOf(
  { source, parameters }: Query,
  filter: CompiledFilter,
): { readonly index: number; readonly emptyPagesLeft: number } | ServiceFault {
  const partitionToken = parameters.get('NextPartitionKey');
  const rowToken = parameters.get('NextRowKey');
  if (partitionToken === null) {
    if (rowToken !== null) return invalidToken('NextRowKey');
    return {
      index: filter.bounds.from === undefined ? 0 : seek(source, filter.bounds.from, ''),
      emptyPagesLeft: 0,
    };
  }
  const [, emptyPages, partitionKey] = /^(\d+):(.*)$/s.exec(decodeToken(partitionToken) ?? '') ?? [];
  if (partitionKey === undefined) return invalidToken('NextPartitionKey');
  // A blank NextRowKey is refused (azure-sdk-for-js issue 20913).
  const rowKey = rowToken === null ? '' : decodeToken(rowToken);
  if (rowKey === undefined) return invalidToken('NextRowKey');
  return { index: seek(source, partitionKey, rowKey), emptyPagesLeft: Number(emptyPages) };
}

function invalidToken(name: string): ServiceFault {
  return { status: 400, code: 'InvalidInput', message: `One of the request inputs is not valid: ${name}.` };
}
