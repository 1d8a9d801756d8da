import { csvCell } from '../../../../core/csv.ts';
import { type FieldContext, REQUEST_FIELDS } from './requestFields.ts';
import type { LoggedRequest } from './requestLog.ts';

/**
 * The request log of a run as CSV (RFC 4180, UTF-8, CRLF), with a header and one line for each request. Text that a spreadsheet would run
 * as a formula gets a leading `'`. Holds no SAS, because no record does.
 */
export function requestCsv(
  requests: readonly LoggedRequest[],
  context: FieldContext,
): Uint8Array<ArrayBuffer> {
  const head = REQUEST_FIELDS.map(({ name }) => name);
  const lines = requests.map((request) =>
    REQUEST_FIELDS.map(({ of, isText }) => csvCell(of(request, context), isText)),
  );
  return new TextEncoder().encode([head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join(''));
}
