// The write side of the scripted service, as far as the stress lab uses it: tables are made and deleted, rows are inserted and replaced, one
// at a time or many in a transaction. It is off unless a test asks for it.
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
import type { DemoProperty, DemoRow } from '../../scripts/demo/rows.mjs';
import { dataHeaders, type ServiceFault, serviceFault } from './errorAnswer.ts';
import { liveRows, type RowSource, seek } from './rowSource.ts';
import { metadataOf, versionOf, type WireRequest } from './wireExchange.ts';

/** What a write can do. A SAS may allow each of these or not. */
export type WriteOperation = 'create table' | 'delete table' | 'insert' | 'upsert';

/** The tables that clients made, with their rows in key order. */
export class WrittenTables {
  private readonly tables = new Map<string, DemoRow[]>();

  /** In the form in which other tables are read. */
  sources(): readonly (readonly [string, RowSource])[] {
    return [...this.tables].map(([name, rows]) => [name, liveRows(rows)]);
  }

  create(name: string): ServiceFault | undefined {
    if (this.tables.has(name)) return serviceFault(409, 'TableAlreadyExists');
    this.tables.set(name, []);
    return undefined;
  }

  drop(name: string): ServiceFault | undefined {
    return this.tables.delete(name) ? undefined : serviceFault(404, 'ResourceNotFound');
  }

  /** Makes all changes or none of them. Returns why none were made. */
  write(table: string, changes: readonly RowChange[]): ServiceFault | undefined {
    const rows = this.tables.get(table);
    if (rows === undefined) return serviceFault(404, 'TableNotFound');
    const placed = changes.map(({ row }) => {
      const at = seek(liveRows(rows), row.partitionKey, row.rowKey);
      return rows[at]?.partitionKey === row.partitionKey && rows[at].rowKey === row.rowKey;
    });
    if (changes.some(({ isInsert }, at) => isInsert && placed[at] === true))
      return serviceFault(409, 'EntityAlreadyExists');
    for (const [at, { row }] of changes.entries())
      rows.splice(seek(liveRows(rows), row.partitionKey, row.rowKey), placed[at] === true ? 1 : 0, row);
    return undefined;
  }
}

interface RowChange {
  readonly isInsert: boolean;
  readonly row: DemoRow;
}

export interface WritePlace {
  readonly request: WireRequest;
  readonly tables: WrittenTables;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  readonly requestId: string;
  /** Why the credential does not allow an operation; undefined if it does. */
  readonly refusalOf: (operation: WriteOperation, tableName: string) => ServiceFault | undefined;
  /** Why the service is too busy for so many rows of a partition. Otherwise it counts them and returns undefined. */
  readonly busyWith: (partitionRows: ReadonlyMap<string, number>) => ServiceFault | undefined;
}

export type WriteAnswer =
  | { readonly fault: ServiceFault }
  | { readonly status: number; readonly headers: Map<string, string>; readonly body: string };

const MOST_CHANGES = 100;

/** Answers a request that writes. `resource`: the path below the account, decoded. */
export function answerWrite(place: WritePlace, resource: string): WriteAnswer {
  const { request, tables } = place;
  const { method, body = '' } = request;
  const dropped = /^Tables\('([^']*)'\)$/.exec(resource)?.[1];
  if (method === 'DELETE' && dropped !== undefined)
    return noContent(place, place.refusalOf('delete table', dropped) ?? tables.drop(dropped));
  if (method === 'POST' && resource === 'Tables') {
    const { TableName: name } = JSON.parse(body) as { readonly TableName: string };
    return noContent(place, place.refusalOf('create table', name) ?? tables.create(name));
  }
  if (method === 'POST' && resource === '$batch') return transaction(place, body);
  const table = /^(\w+)(?:\(.*\))?$/s.exec(resource)?.[1];
  if (table === undefined || (method !== 'POST' && method !== 'PUT'))
    return { fault: serviceFault(405, 'UnsupportedHttpVerb') };
  return noContent(place, writeFault(place, table, [body], method === 'POST'));
}

/** Inserts the rows of a transaction, whose parts need no boundaries: each begins with a request line and ends with a line of JSON. */
function transaction(place: WritePlace, body: string): WriteAnswer {
  const parts = [...body.matchAll(/^POST \S+?\/(\w+)(?:\?\S*)? HTTP\/1\.1\r?$[\s\S]*?^(\{.*\})\r?$/gm)];
  const [table, ...others] = new Set(parts.map(([, name = '']) => name));
  if (table === undefined || others.length > 0 || parts.length > MOST_CHANGES)
    return { fault: serviceFault(400, 'InvalidInput') };
  const texts = parts.map(([, , text = '']) => text);
  const fault = writeFault(place, table, texts, true);
  if (fault !== undefined) return { fault };
  const [outer, inner] = [`batchresponse_${place.requestId}`, `changesetresponse_${place.requestId}`];
  const lines = [`--${outer}`, `Content-Type: multipart/mixed; boundary=${inner}`, ''];
  for (const _ of texts)
    lines.push(`--${inner}`, 'Content-Type: application/http', '', 'HTTP/1.1 204 No Content', '', '');
  const headers = headersOf(place, `multipart/mixed; boundary=${outer}`);
  return { status: 202, headers, body: [...lines, `--${inner}--`, `--${outer}--`, ''].join('\r\n') };
}

/** Writes rows of one partition. Returns why it did not. */
function writeFault(
  { tables, nowMs, refusalOf, busyWith }: WritePlace,
  table: string,
  texts: readonly string[],
  isInsert: boolean,
): ServiceFault | undefined {
  const timestamp = new Date(nowMs).toISOString().replace('Z', '0000Z');
  const changes = texts.map((text): RowChange => {
    const { PartitionKey, RowKey, ...rest } = JSON.parse(text) as Readonly<Record<string, string>>;
    const properties = Object.entries(rest).map(([name, value]): DemoProperty => [name, 'String', value]);
    return {
      isInsert,
      row: { partitionKey: PartitionKey ?? '', rowKey: RowKey ?? '', timestamp, properties },
    };
  });
  const [partition = '', ...others] = new Set(changes.map(({ row }) => row.partitionKey));
  if (others.length > 0) return serviceFault(400, 'CommandsInBatchActOnDifferentPartitions');
  if (new Set(changes.map(({ row }) => row.rowKey)).size < changes.length)
    return serviceFault(400, 'InvalidDuplicateRow');
  return (
    refusalOf(isInsert ? 'insert' : 'upsert', table) ??
    busyWith(new Map([[partition, changes.length]])) ??
    tables.write(table, changes)
  );
}

function noContent(place: WritePlace, fault: ServiceFault | undefined): WriteAnswer {
  return fault === undefined ? { status: 204, headers: headersOf(place), body: '' } : { fault };
}

function headersOf({ request, requestId }: WritePlace, type?: string): Map<string, string> {
  const metadata = metadataOf(request) ?? 'minimalmetadata';
  const headers = dataHeaders({ metadata, version: versionOf(request), requestId });
  if (type === undefined) headers.delete('Content-Type');
  else headers.set('Content-Type', type);
  return headers;
}
