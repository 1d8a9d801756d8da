import { csvCell } from '../../../../core/csv.ts';
import { faultText } from '../../../../core/result.ts';
import { between, type LoggedRequest, type RequestRecord, serviceMs } from './requestLog.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/** A fact about a request: its name in the CSV file and on the screen, and its exact text, which is '' if there is none. */
interface RequestField {
  readonly name: string;
  readonly label: string;
  /** Free text, which a spreadsheet must not treat as a formula. */
  readonly isText: boolean;
  readonly of: (request: LoggedRequest, run: Pick<RunState, 'endpoint'>) => string;
}

const field =
  (isText: boolean) =>
  (name: string, label: string, of: RequestField['of']): RequestField => ({ name, label, isText, of });
const text = field(true);
const plain = field(false);
/** Browsers round their clocks to 0.1 ms. */
const ms = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(1));
const count = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** "NextPartitionKey 24, NextRowKey 32 characters". A token is opaque and long, so only its lengths are given. */
export function tokenWords(token: RequestRecord['token']): string {
  if (token === undefined) return '';
  const { nextPartitionKeyChars, nextRowKeyChars } = token;
  const parts = [
    ...(nextPartitionKeyChars === undefined ? [] : [`NextPartitionKey ${nextPartitionKeyChars}`]),
    ...(nextRowKeyChars === undefined ? [] : [`NextRowKey ${nextRowKeyChars}`]),
  ];
  return `${parts.join(', ')} characters`;
}

/**
 * All facts about a request in the order of the file, beginning with the ids by which the service knows it. No fact is made from the
 * address, so none can hold a SAS.
 */
export const REQUEST_FIELDS: readonly RequestField[] = [
  plain('SentAt', 'Sent', ({ record }) => new Date(record.sentAtUnixMs).toISOString()),
  text('RequestId', 'Request id', ({ record }) => record.requestId ?? ''),
  text('Outcome', 'Outcome', ({ outcome }) => outcome),
  plain('Status', 'HTTP status', ({ record }) => count(record.status)),
  text('ErrorCode', 'Error', ({ record }) => record.fault?.code ?? record.fault?.kind ?? ''),
  text('Fault', 'What happened', ({ record: { fault } }) => (fault === undefined ? '' : faultText(fault))),
  plain('RetryWaitMs', 'Retry after, ms', ({ record }) => ms(record.retryWaitMs)),
  text('RetryReason', 'Why', ({ record }) => record.retryReason ?? ''),
  text('Endpoint', 'Account', (_request, { endpoint }) => endpoint),
  text('Table', 'Table', ({ tableName }) => tableName),
  text('Kind', 'Kind', ({ record }) => record.kind),
  text('Query', 'Query', ({ label }) => label),
  plain('Page', 'Page', ({ record }) => count(record.page + 1)),
  plain('Retry', 'Retry', ({ record }) => count(record.attempt)),
  plain('Lane', 'Lane', ({ record }) => count(record.lane + 1)),
  plain('Replica', 'Replica', ({ record }) => record.replica ?? 'primary'),
  plain('Preflight', 'Preflight', ({ record }) => (record.preflight === true ? 'yes' : '')),
  plain('Rows', 'Rows', ({ record }) => count(record.rows)),
  plain('Bytes', 'Bytes', ({ record }) => count(record.bytes)),
  plain('StartMs', 'Start, ms', ({ bar }) => ms(bar.sentAtMs)),
  plain('QueuedMs', 'Queued here, ms', ({ record }) => ms(record.startedAtMs - record.queuedAtMs)),
  plain('FirstByteMs', 'First byte, ms', ({ record }) => ms(serviceMs(record))),
  plain('BodyMs', 'Body, ms', ({ record }) => ms(between(record.headersAtMs, record.endedAtMs))),
  plain('DecodeMs', 'Decode, ms', ({ record }) => ms(between(record.endedAtMs, record.decodedAtMs))),
  text('TokenSent', 'Token sent', ({ record }) => tokenWords(record.sentToken)),
  text('TokenReceived', 'Token received', ({ record }) => tokenWords(record.token)),
  text('Filter', '$filter', ({ record }) => record.filter ?? ''),
];

/**
 * The request log of a run as CSV (RFC 4180, UTF-8, CRLF), with a header and one line for each request. Text that a spreadsheet would run
 * as a formula gets a leading `'`. Holds no SAS, because no record does.
 */
export function requestCsv(
  requests: readonly LoggedRequest[],
  run: Pick<RunState, 'endpoint'>,
): Uint8Array<ArrayBuffer> {
  const head = REQUEST_FIELDS.map(({ name }) => name);
  const lines = requests.map((request) =>
    REQUEST_FIELDS.map(({ of, isText }) => csvCell(of(request, run), isText)),
  );
  return new TextEncoder().encode([head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join(''));
}

/** The facts that a request has. */
export function factsOf(request: LoggedRequest, run: Pick<RunState, 'endpoint'>) {
  return REQUEST_FIELDS.map((field) => ({ ...field, value: field.of(request, run) })).filter(
    ({ value }) => value !== '',
  );
}

/** A request as text for a ticket or a chat: one line for each fact that it has. */
export function requestText(request: LoggedRequest, run: Pick<RunState, 'endpoint'>): string {
  return factsOf(request, run)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n');
}
