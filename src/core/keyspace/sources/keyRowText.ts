import { cellAt } from '../../keys/pasted/pastedCsv.ts';
import type { KeyRow } from './keyRow.ts';

/** What a dropped or pasted text is. A `list` has a key or so a line: keys/bulk reads it. */
export type KeyTextKind = 'ndjson' | 'csv' | 'list';

const HEAD_CHARS = 4096;

function columnsOf(header: string): readonly string[] {
  const names: string[] = [];
  for (let at = 0; ; ) {
    const cell = cellAt(header, at, ',');
    names.push(cell.text);
    if (cell.isLast) return names;
    at = cell.next;
  }
}

/** By its first line: an object with a PartitionKey, or a header that names PartitionKey and RowKey. */
export function keyTextKind(text: string): KeyTextKind {
  const head = text
    .slice(0, HEAD_CHARS)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const line = head.split('\n', 1)[0] ?? '';
  if (line.startsWith('{') && head.includes('"PartitionKey"')) return 'ndjson';
  const columns = columnsOf(line);
  return columns.includes('PartitionKey') && columns.includes('RowKey') ? 'csv' : 'list';
}

/** Lines or records that hold no row: counted, not lost. */
export interface UnreadableRows {
  unreadable: number;
}

function ownText(entity: object, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(entity, name)?.value;
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsedObject(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The rows of an NDJSON export, an entity a line.
 * @yields each row
 */
export function* ndjsonRows(text: string, counts: UnreadableRows): Generator<KeyRow> {
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline;
    const line = text.slice(from, to).trim();
    from = to + 1;
    if (line === '') continue;
    const entity = parsedObject(line);
    const partitionKey = entity === undefined ? undefined : ownText(entity, 'PartitionKey');
    if (entity === undefined || partitionKey === undefined) {
      counts.unreadable++;
      continue;
    }
    yield {
      partitionKey,
      rowKey: ownText(entity, 'RowKey') ?? '',
      timestamp: ownText(entity, 'Timestamp'),
      value: (name) => ownText(entity, name),
    };
  }
}

/**
 * The rows of a CSV (RFC 4180) with a header that names PartitionKey and RowKey. Empty cells are no value.
 * @yields each row
 */
export function* csvRows(text: string, counts: UnreadableRows): Generator<KeyRow> {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const end = text.indexOf('\n', start);
  if (end < 0) return;
  const names = columnsOf(text.slice(start, end).trimEnd());
  const columns = new Map(names.map((name, at) => [name, at]));
  for (let at = end + 1; at < text.length; ) {
    const cells: string[] = [];
    let isLast = false;
    while (!isLast) {
      const cell = cellAt(text, at, ',');
      cells.push(cell.text);
      at = cell.next;
      ({ isLast } = cell);
    }
    if (cells.length === 1 && cells[0] === '') continue;
    const cellOf = (name: string): string | undefined => {
      const column = columns.get(name);
      const cell = column === undefined ? undefined : cells[column];
      return cell === '' ? undefined : cell;
    };
    if (cells.length !== names.length) {
      counts.unreadable++;
      continue;
    }
    yield {
      // The empty key is a key.
      partitionKey: cellOf('PartitionKey') ?? '',
      rowKey: cellOf('RowKey') ?? '',
      timestamp: cellOf('Timestamp'),
      value: cellOf,
    };
  }
}

/** The rows of an export; a `list` has none here. */
export function textRows(text: string, kind: KeyTextKind, counts: UnreadableRows): Iterable<KeyRow> {
  if (kind === 'ndjson') return ndjsonRows(text, counts);
  return kind === 'csv' ? csvRows(text, counts) : [];
}
