import { findLoneSurrogate, isTableName } from '../../core/keyText.ts';
import type { Answer } from './answer.ts';
import type { ContinuationToken, Page, PageQuery, Transport } from './pageReader.ts';
import { tableError } from '../base/tableError.ts';

/** Source: query timeout and pagination, which allow 1,000 items a page. */
const MAX_TOP = 1000;

/** Percent-encoding may triple the length, and Firefox sends no address above 1 MiB (network.standard-url.max-length). */
const MAX_TOKEN_CHARS = 300_000;

function inputError(message: string, nextStep: string): Error {
  return tableError({ kind: 'input', message, nextStep });
}

/** @throws TableError 'input' if the query cannot be put into an address without loss */
export function checkPageQuery(query: PageQuery): void {
  if (!isTableName(query.tableName)) {
    throw inputError(
      `"${query.tableName.slice(0, 80)}" is not a table name`,
      'A table name is a letter, then letters and digits, 3 to 63 in all.',
    );
  }
  if (query.top !== undefined && !(Number.isInteger(query.top) && query.top >= 1 && query.top <= MAX_TOP)) {
    throw inputError(`${query.top} rows per page are not possible`, `Use 1 to ${MAX_TOP}.`);
  }
  const texts = [
    ['filter', query.filter],
    ['column name', query.select?.join(',')],
    ['continuation', query.continuation?.nextPartitionKey],
    ['continuation', query.continuation?.nextRowKey],
  ] as const;
  for (const [what, text] of texts) {
    if (text !== undefined) requireSendable(what, text);
  }
}

/** Retries would not help, so this fails before anything is sent. */
function requireSendable(what: string, text: string): void {
  if (what === 'continuation' && text.length > MAX_TOKEN_CHARS) {
    throw inputError(
      `The service gave a continuation of ${text.length} characters, which no browser puts into an address`,
      'Narrow the window, or read fewer prefixes; pass the table and the time to support.',
    );
  }
  if (findLoneSurrogate(text) >= 0) {
    throw inputError(`The ${what} holds half of a surrogate pair`, 'Remove the broken character.');
  }
}

/** The query options of a page, in the order in which they are sent. */
export function pageOptions(query: PageQuery): readonly (readonly [name: string, value: string])[] {
  const token = query.continuation;
  const options: (readonly [string, string | undefined])[] = [
    ['$filter', query.filter],
    ['$select', query.select === undefined || query.select.length === 0 ? undefined : query.select.join(',')],
    ['$top', query.top?.toString()],
    ['NextPartitionKey', token?.nextPartitionKey],
    ['NextRowKey', token?.nextRowKey],
  ];
  return options.filter((option): option is readonly [string, string] => option[1] !== undefined);
}

/**
 * An empty header counts as absent, because the service never sends one and refuses an empty NextRowKey. The exception is Azurite: it sends
 * an empty NextPartitionKey for the empty key, and finds no row if the next request leaves it out.
 */
function readContinuation(headers: Headers): ContinuationToken | undefined {
  const nextPartitionKey = headers.get('x-ms-continuation-nextpartitionkey');
  const nextRowKey = headers.get('x-ms-continuation-nextrowkey') || undefined;
  if (nextRowKey === undefined) return nextPartitionKey ? { nextPartitionKey } : undefined;
  return { nextPartitionKey: nextPartitionKey ?? undefined, nextRowKey };
}

/**
 * Every answer of the service has an x-ms-request-id, so if that is not readable, CORS hides the x-ms-* headers. If it is readable, the
 * token may still be hidden: see `connection.ts`.
 */
function areHeadersExposed(headers: Headers): boolean {
  return headers.has('x-ms-request-id');
}

/** The page in an answer that `requireJson` has accepted. */
export function pageOf(answer: Answer): Page {
  const continuation = readContinuation(answer.headers);
  const requestId = answer.headers.get('x-ms-request-id');
  return {
    body: answer.body,
    continuation,
    headersExposed: continuation !== undefined || areHeadersExposed(answer.headers),
    requestId: requestId ?? undefined,
    timing: {
      startedAtMs: answer.startedAtMs,
      headersAtMs: answer.headersAtMs,
      endedAtMs: answer.endedAtMs,
    },
  };
}

/** The page of table names in an answer that `requireJson` has accepted. */
export function tablesOf({ body, headers }: Answer): Awaited<ReturnType<Transport['readTables']>> {
  const next = headers.get('x-ms-continuation-nexttablename');
  return {
    body,
    nextTableName: next === '' ? undefined : (next ?? undefined),
    headersExposed: next !== null || areHeadersExposed(headers),
  };
}
