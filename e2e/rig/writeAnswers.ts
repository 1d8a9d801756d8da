// The write side of the scripted service: tables, single rows, and entity group transactions. It is off unless a test or the demo asks for
// it.
import { batchAnswer, innerRequests } from './batchText.ts';
import { dataHeaders, type ServiceFault, serviceFault } from './errorAnswer.ts';
import { metadataOf, versionOf, type WireRequest } from './wireExchange.ts';
import { etagOf, rowOf, type RowChange, type WrittenTables } from './writtenTables.ts';

/** What a write can do. A SAS may allow each of these or not. */
export type WriteOperation = 'create table' | 'delete table' | 'insert' | 'update' | 'upsert' | 'delete';

export interface WritePlace {
  readonly request: WireRequest;
  readonly tables: WrittenTables;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  readonly requestId: string;
  /** For how many milliseconds the name of a deleted table stays taken. */
  readonly deleteMs: number;
  /** Why the credential does not allow an operation; undefined if it does. */
  readonly refusalOf: (operation: WriteOperation, tableName?: string) => ServiceFault | undefined;
  /** Why the service is too busy for so many rows of a partition. Otherwise it counts them and returns undefined. */
  readonly busyWith: (partitionRows: ReadonlyMap<string, number>) => ServiceFault | undefined;
  /** The text of a fault, as the body of an answer of its own. */
  readonly faultText: (fault: ServiceFault) => string;
}

export type WriteAnswer =
  | { readonly fault: ServiceFault }
  | { readonly status: number; readonly headers: Map<string, string>; readonly body: string };

const MOST_CHANGES = 100;
const MOST_BATCH_BYTES = 4 * 1024 * 1024;

/** Answers a request that writes. `resource`: the path below the account, decoded. */
export function answerWrite(place: WritePlace, resource: string): WriteAnswer {
  const { request } = place;
  if (resource === 'Tables') return request.method === 'POST' ? createTable(place) : WRONG_VERB;
  const dropped = /^Tables\('([^']*)'\)$/.exec(resource)?.[1];
  if (dropped !== undefined) return request.method === 'DELETE' ? dropTable(place, dropped) : WRONG_VERB;
  if (resource === '$batch') return request.method === 'POST' ? transaction(place) : WRONG_VERB;
  const change = changeOf(place, { ...request, body: request.body ?? '' }, resource);
  if ('fault' in change) return change;
  const fault = doneFault(place, change.table, [change]);
  if (fault !== undefined) return { fault };
  return {
    status: 204,
    headers: headersOf(place, change.kind === 'delete' ? [] : [['ETag', etagOf(change.row)]]),
    body: '',
  };
}

const WRONG_VERB = { fault: serviceFault(405, 'UnsupportedHttpVerb') };

function headersOf(
  { request, requestId }: WritePlace,
  more: readonly (readonly [string, string])[],
): Map<string, string> {
  const about = {
    metadata: metadataOf(request) ?? 'minimalmetadata',
    version: versionOf(request),
    requestId,
  };
  const headers = dataHeaders(about);
  headers.delete('Content-Type');
  for (const [name, value] of more) headers.set(name, value);
  return headers;
}

function createTable(place: WritePlace): WriteAnswer {
  const { request, tables, nowMs } = place;
  const told = jsonOf(request.body)?.['TableName'];
  const name = typeof told === 'string' ? told : '';
  const fault = place.refusalOf('create table', name) ?? tables.create(name, nowMs);
  if (fault !== undefined) return { fault };
  return { status: 204, headers: headersOf(place, [['Preference-Applied', 'return-no-content']]), body: '' };
}

function dropTable(place: WritePlace, name: string): WriteAnswer {
  const fault =
    place.refusalOf('delete table', name) ?? place.tables.drop(name, place.nowMs + place.deleteMs);
  return fault === undefined ? { status: 204, headers: headersOf(place, []), body: '' } : { fault };
}

type Change = RowChange & { readonly table: string };
type Entity = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, RowChange['kind']>> = {
  PUT: 'replace',
  MERGE: 'merge',
  PATCH: 'merge',
  DELETE: 'delete',
};

/** What a request would do to a row, or why it is not such a request. */
function changeOf(
  { nowMs }: WritePlace,
  request: Pick<WireRequest, 'method' | 'headers'> & { readonly body: string },
  resource: string,
): Change | { readonly fault: ServiceFault } {
  const [, table, keyText = ''] = /^(\w+)(?:\((.*)\))?$/s.exec(resource) ?? [];
  if (table === undefined) return { fault: serviceFault(400, 'InvalidUri') };
  const isInsert = keyText === '' && request.method === 'POST';
  const kind = isInsert ? 'insert' : KINDS[request.method];
  if (kind === undefined || isInsert !== (keyText === '')) return WRONG_VERB;
  const entity = kind === 'delete' ? {} : jsonOf(request.body);
  if (entity === undefined) return { fault: serviceFault(400, 'InvalidInput') };
  const keys = isInsert ? keysIn(entity) : keysOf(keyText);
  if (keys === undefined) return { fault: serviceFault(400, 'PropertiesNeedValue') };
  const timestamp = new Date(nowMs).toISOString().replace('Z', '0000Z');
  return { kind, table, row: rowOf(entity, keys, timestamp), etag: request.headers['if-match'] };
}

type Keys = { readonly partitionKey: string; readonly rowKey: string } | undefined;

function keysIn({ PartitionKey, RowKey }: Entity): Keys {
  return typeof PartitionKey === 'string' && typeof RowKey === 'string'
    ? { partitionKey: PartitionKey, rowKey: RowKey }
    : undefined;
}

function keysOf(text: string): Keys {
  const [, partitionKey, rowKey] =
    /^PartitionKey='((?:[^']|'')*)',RowKey='((?:[^']|'')*)'$/s.exec(text) ?? [];
  return partitionKey === undefined || rowKey === undefined
    ? undefined
    : { partitionKey: partitionKey.replaceAll("''", "'"), rowKey: rowKey.replaceAll("''", "'") };
}

const OPERATIONS: Readonly<Record<RowChange['kind'], WriteOperation>> = {
  insert: 'insert',
  replace: 'update',
  merge: 'update',
  delete: 'delete',
};

/** Makes all changes or none of them. Returns why none were made. */
function doneFault(
  place: WritePlace,
  table: string,
  changes: readonly RowChange[],
): ServiceFault | undefined {
  for (const { kind, etag } of changes) {
    const isUpsert = etag === undefined && (kind === 'replace' || kind === 'merge');
    const refusal = place.refusalOf(isUpsert ? 'upsert' : OPERATIONS[kind], table);
    if (refusal !== undefined) return refusal;
  }
  const rows = place.tables.rows(table);
  if (rows === undefined) return serviceFault(404, 'TableNotFound');
  const [first] = changes;
  const busy = place.busyWith(new Map([[first?.row.partitionKey ?? '', changes.length]]));
  if (busy !== undefined) return busy;
  for (const [at, change] of changes.entries()) {
    const fault = rows.faultOf(change);
    // In a transaction, the message begins with the number of the change.
    if (fault !== undefined)
      return changes.length === 1 ? fault : { ...fault, message: `${at}:${fault.message}` };
  }
  for (const change of changes) rows.apply(change);
  return undefined;
}

function transaction(place: WritePlace): WriteAnswer {
  const { request, requestId } = place;
  const body = request.body ?? '';
  if (Buffer.byteLength(body) > MOST_BATCH_BYTES) return { fault: serviceFault(413, 'RequestBodyTooLarge') };
  const changes: Change[] = [];
  for (const inner of innerRequests(body)) {
    const resource = decodeURIComponent(
      new URL(inner.target, 'http://service').pathname.split('/').at(-1) ?? '',
    );
    const change = changeOf(place, inner, resource);
    if ('fault' in change) return change;
    changes.push(change);
  }
  const [first] = changes;
  if (first === undefined || changes.length > MOST_CHANGES)
    return { fault: serviceFault(400, 'InvalidInput') };
  const isMixed = changes.some(
    ({ table, row }) => table !== first.table || row.partitionKey !== first.row.partitionKey,
  );
  const isTwice = new Set(changes.map(({ row }) => row.rowKey)).size < changes.length;
  const wrong = isMixed
    ? serviceFault(400, 'CommandsInBatchActOnDifferentPartitions')
    : isTwice
      ? serviceFault(400, 'InvalidDuplicateRow')
      : undefined;
  const fault = wrong ?? doneFault(place, first.table, changes);
  // If the service is busy or refuses the credential, it answers the request as a whole and not its parts.
  if (fault !== undefined && (fault.status === 403 || fault.status === 503)) return { fault };
  const etags = changes.map(({ kind, row }) => (kind === 'delete' ? undefined : etagOf(row)));
  const text = batchAnswer(requestId, etags, fault && { fault, text: place.faultText(fault) });
  return { status: 202, headers: headersOf(place, [['Content-Type', text.type]]), body: text.body };
}

function jsonOf(body: string | undefined): Entity | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Entity)
      : undefined;
  } catch {
    return undefined;
  }
}
