import { fail, ok, type Result, type TextFault } from '../../result.ts';
import { formatFilter, parseFilter } from '../../odata/filter.ts';
import type { FilterNode } from '../../odata/filterNode.ts';
import { MAX_FILTER_LENGTH } from '../../odata/limits.ts';
import { translated } from './translate.ts';
import { percentDecoded } from '../../percentText.ts';

export interface ReadQuery {
  readonly form: 'filter' | 'url' | 'where';
  /** The filter; undefined for a query without one, which reads the whole table. */
  readonly node: FilterNode | undefined;
  /** The table that is named in an address. */
  readonly table?: string;
  /** Calls of startswith that became ranges, such as `startswith(RowKey, 'a')`. */
  readonly startsWith: readonly string[];
}

const URL_START = /^\s*https?:\/\//i;
/** Matches `/Orders()` and `/devstoreaccount1/Orders(PartitionKey='a',RowKey='b')`. */
const TABLE_PART = /\/([A-Za-z$][A-Za-z0-9$]{2,62})(?:\(([^?]*)\))?\/?$/;
const POINT_PART = /^\s*PartitionKey\s*=\s*('(?:[^']|'')*')\s*,\s*RowKey\s*=\s*('(?:[^']|'')*')\s*$/;

function urlFault(text: string, from: number, message: string, nextStep: string): Result<never, TextFault> {
  return fail({ message, from, to: text.length, nextStep });
}

function filterParameter(query: string): string | undefined {
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const name = percentDecoded(part.slice(0, Math.max(0, at)))?.toLowerCase();
    if (name === '$filter') return part.slice(at + 1).replaceAll('+', '%20');
  }
  return undefined;
}

/** Reads the table and the filter of an address. Everything else, such as a SAS, is ignored. */
function readUrl(text: string): Result<ReadQuery, TextFault> {
  const start = text.search(/\S/);
  const [address = '', ...rest] = text.trim().split('?');
  const path = percentDecoded(address.replace(/#.*$/, ''));
  const match = path === undefined ? null : TABLE_PART.exec(path);
  const table = match?.[1];
  if (table === undefined) {
    return urlFault(
      text,
      start,
      'This address names no table.',
      'Paste an address such as https://account.table.core.windows.net/Orders()?$filter=...',
    );
  }
  const point = POINT_PART.exec(match?.[2] ?? '');
  if (point !== null) {
    return withTable(
      parseFilter(`PartitionKey eq ${point[1]} and RowKey eq ${point[2]}`),
      table,
      start,
      text,
    );
  }
  const encoded = filterParameter(rest.join('?').replace(/#.*$/, ''));
  if (encoded === undefined) return ok({ form: 'url', node: undefined, table, startsWith: [] });
  const filter = percentDecoded(encoded);
  if (filter === undefined) {
    return urlFault(
      text,
      text.indexOf(encoded),
      'The filter in this address is not percent-encoded correctly.',
      'Paste the filter alone.',
    );
  }
  const read = readPlain(filter, 'url');
  if (read.ok) return ok({ ...read.value, table });
  return urlFault(
    text,
    Math.max(0, text.toLowerCase().indexOf('filter=')),
    `In the filter of this address, at character ${read.error.from + 1}: ${read.error.message}`,
    read.error.nextStep ?? 'Paste the filter alone to see where.',
  );
}

function withTable(
  node: Result<FilterNode, TextFault>,
  table: string,
  from: number,
  text: string,
): Result<ReadQuery, TextFault> {
  return node.ok
    ? ok({ form: 'url', node: node.value, table, startsWith: [] })
    : urlFault(text, from, node.error.message, node.error.nextStep ?? 'Paste the filter alone.');
}

function readPlain(text: string, form: ReadQuery['form']): Result<ReadQuery, TextFault> {
  const plain = translated(text);
  if (!plain.ok) return plain;
  const { filter, isWhere, startsWith, sourceOf } = plain.value;
  const node = parseFilter(filter);
  if (node.ok) return ok({ form: isWhere ? 'where' : form, node: node.value, startsWith });
  const place = sourceOf(node.error.from, node.error.to);
  const word = text.slice(place.from, place.to).trim();
  const message =
    isWhere && word !== '' && word.length <= 60
      ? `${word} is not understood here. ${node.error.message}`
      : node.error.message;
  return fail({ ...node.error, ...place, message });
}

/**
 * The `$filter` that a typed condition means. It may be a `$filter` already, or be written with the operators of C#, KQL, JavaScript or SQL
 * (`Level <= 2 && !Ok`). A fault says which word is not understood, and where.
 */
export function typedFilter(text: string): Result<string, TextFault> {
  const plain = parseFilter(text);
  if (plain.ok) return ok(text);
  if (URL_START.test(text)) return plain;
  const read = readQuery(text);
  if (!read.ok) return read;
  return read.value.node === undefined ? plain : ok(formatFilter(read.value.node));
}

/**
 * Reads a pasted query: a `$filter`, the address of a table query, or `where A == 'x' and B >= 5`. A fault says which word is not
 * understood, and where.
 */
export function readQuery(text: string): Result<ReadQuery, TextFault> {
  if (text.length > MAX_FILTER_LENGTH) {
    const nextStep = `Shorten it to at most ${MAX_FILTER_LENGTH} characters.`;
    return fail({
      message: `The query has ${text.length} characters.`,
      from: MAX_FILTER_LENGTH,
      to: text.length,
      nextStep,
    });
  }
  if (URL_START.test(text)) return readUrl(text);
  const prefix = /^\s*\??\$filter\s*=\s*/i.exec(text)?.[0].length ?? 0;
  const read = readPlain(text.slice(prefix), 'filter');
  if (read.ok || prefix === 0) return read;
  return fail({ ...read.error, from: read.error.from + prefix, to: read.error.to + prefix });
}
