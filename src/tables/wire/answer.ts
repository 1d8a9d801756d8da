import { type ErrorBody, readErrorBody } from './errorBody.ts';
import { readHttpDate, readRetryAfter } from './httpDate.ts';
import { refusalOf } from './refusals.ts';
import { guidIn } from '../sas/accessToken.ts';
import type { Scrub } from '../base/signatureScrub.ts';
import { type TableError, type TableErrorKind, type TableFault, tableError } from '../base/tableError.ts';

/** A whole answer of the service, whatever its status and content. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Milliseconds on the monotonic clock. */
  readonly startedAtMs: number;
  readonly headersAtMs: number;
  readonly endedAtMs: number;
  /**
   * Removes the request's secret from a text of this answer. It must be called before anything else changes the text, since a secret that
   * was cut, split or changed in case is not recognized.
   */
  readonly clean?: Scrub | undefined;
}

const FORM_WORDS = /\b(?:x-ms-version|(?:max)?dataserviceversion|api-version|version|headers?)\b/iu;

const KIND_BY_STATUS: ReadonlyMap<number, TableErrorKind> = new Map([
  [401, 'auth'],
  [403, 'auth'],
  [404, 'not-found'],
  [408, 'service'],
  [429, 'throttled'],
  // Unlike other 5xx, a repeated request would not help: the service does not support it.
  [501, 'bad-request'],
  [505, 'bad-request'],
  [503, 'throttled'],
]);

function kindOfStatus(status: number, code: string | undefined, error: ErrorBody): TableErrorKind {
  const known = KIND_BY_STATUS.get(status);
  if (known === 'auth' && isOutOfTime(error)) return 'expired';
  if (known !== undefined) return known;
  if (status >= 500) return 'service';
  if (status < 400) return 'protocol';
  const aboutForm = status === 415 || status === 406 || refusalOf(code)?.id === 'request-form';
  if (aboutForm || (status === 400 && FORM_WORDS.test(error.message ?? ''))) return 'transport-refused';
  return 'bad-request';
}

const OUT_OF_TIME = /not valid in the specified time frame|lifetime validation failed/iu;

/**
 * The service says "Signature not valid in the specified time frame: Start [..] - Expiry [..] - Current [..]", or of a token "Lifetime
 * validation failed. The token is expired."
 */
function isOutOfTime(error: ErrorBody): boolean {
  return OUT_OF_TIME.test(`${error.detail ?? ''} ${error.message ?? ''}`);
}

const NEXT_STEP_BY_KIND: Readonly<Partial<Record<TableErrorKind, string>>> = {
  auth: 'Check whether the SAS or token is still valid, and what it allows; connect with a new one.',
  expired: 'Connect with a new SAS or token.',
  'not-found': 'Check the table name and the account in the address.',
  'bad-request': 'Check the filter and the selected columns.',
  'transport-refused': 'Choose the SDK transport: it sends the headers that this service requires.',
  throttled: 'The account or a partition is at its limit: wait, or read a shorter window.',
  service: 'The service has a problem: run again later, or read a shorter window.',
  protocol:
    'Something between the browser and the service answered instead: check proxy, VPN and sign-in pages.',
};

const DEFAULT_NEXT_STEP = 'Run again. If it fails again, give the request id to support.';

/**
 * When the service answered by its own clock, in milliseconds since the Unix epoch. It is in the message of an error, which CORS cannot
 * hide, or in the Date header. The header counts only if the answer is the service's own, since a proxy has another clock.
 */
export function serviceTimeOf(
  { headers }: Pick<Answer, 'headers'>,
  error: Pick<ErrorBody, 'atMs'>,
  nowMs: number,
): number | undefined {
  const isOwn = headers.has('x-ms-request-id') || headers.has('x-ms-version') || isJson(headers);
  return error.atMs ?? (isOwn ? dateOf(headers, nowMs) : undefined);
}

function dateOf(headers: Headers, nowMs: number): number | undefined {
  return readHttpDate(headers.get('date') ?? '', nowMs);
}

function isJson(headers: Headers): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/iu.test(headers.get('content-type') ?? '');
}

const MAX_TYPE_CHARS = 80;
/** Real error codes and request ids have less than half as many characters. */
const MAX_ID_CHARS = 128;

/**
 * The error for an answer other than 200.
 * @param asked What was requested, in words.
 */
function statusError(answer: Answer, asked: string, nowMs: number): TableError {
  const error = readErrorBody(answer.body, answer.clean);
  const code = shownHeader(answer, 'x-ms-error-code', MAX_ID_CHARS) ?? error.code;
  const kind = kindOfStatus(answer.status, code, error);
  const serviceTimeMs = serviceTimeOf(answer, error, nowMs);
  // A date in Retry-After is by the clock of whoever answered. By its own clock, a computer that is a minute ahead would try again a minute
  // too early.
  const answeredMs = serviceTimeMs ?? dateOf(answer.headers, nowMs) ?? nowMs;
  const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'), answeredMs);
  const [head, said] = wordsOf(kind, code, error);
  return tableError({
    kind,
    ...facts(answer),
    // A CORS rule may hide the header, but the text of the error contains the id too.
    requestId: shownHeader(answer, 'x-ms-request-id', MAX_ID_CHARS) ?? error.requestId,
    code,
    serviceTimeMs,
    retryAfterMs,
    message: `${head}${asked}: HTTP ${answer.status}${said.length === 0 ? '' : `, ${said.join(': ')}`}`,
    nextStep:
      (kind === 'auth' || kind === 'not-found' || kind === 'bad-request'
        ? refusalOf(code)?.nextStep
        : undefined) ??
      NEXT_STEP_BY_KIND[kind] ??
      DEFAULT_NEXT_STEP,
  });
}

/** What is wrong in our own words, as far as that is certain, and what the service says about it. */
function wordsOf(
  kind: TableErrorKind,
  code: string | undefined,
  { message, detail }: ErrorBody,
): readonly [head: string, said: readonly string[]] {
  const isSaid = (part: string | undefined): part is string => part !== undefined && part !== '';
  // Here the message of the service would only repeat the same.
  if (kind === 'not-found' && code === 'TableNotFound') return ['The account has no such table: ', [code]];
  const head = kind === 'expired' ? 'Not valid at this time: ' : '';
  return [head, [code, message?.split('\n')[0]?.trim(), detail].filter(isSaid)];
}

function facts(answer: Answer): Pick<TableFault, 'status' | 'requestId' | 'tenantId'> {
  const requestId = shownHeader(answer, 'x-ms-request-id', MAX_ID_CHARS);
  // Example: Bearer authorization_uri=https://login.microsoftonline.com/<tenant>/oauth2/authorize resource_id=https://storage.azure.com
  const tenantId = guidIn(answer.headers.get('www-authenticate'));
  return { status: answer.status, requestId, tenantId };
}

function shownHeader({ headers, clean }: Answer, name: string, mostChars: number): string | undefined {
  const text = headers.get(name);
  return text === null ? undefined : (clean?.(text) ?? text).slice(0, mostChars);
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether the bytes may be a JSON object, because they begin with `{` and end with `}`. This is cheap; the decoder checks the rest. */
function looksLikeObject(body: Uint8Array): boolean {
  // Skips a UTF-8 byte order mark.
  let from = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  let to = body.length;
  while (from < to && SPACES.has(body[from] ?? 0)) from += 1;
  while (to > from && SPACES.has(body[to - 1] ?? 0)) to -= 1;
  return to - from >= 2 && body[from] === 0x7b && body[to - 1] === 0x7d;
}

function protocolError(answer: Answer, message: string): TableError {
  return tableError({
    kind: 'protocol',
    ...facts(answer),
    message,
    nextStep: NEXT_STEP_BY_KIND.protocol ?? DEFAULT_NEXT_STEP,
  });
}

/**
 * Accepts only a 200 with a whole JSON object. HTML, empty and truncated bodies are errors here, and never count as "0 rows".
 * @throws TableError
 */
export function requireJson(answer: Answer, asked: string, nowMs: number): void {
  if (answer.status !== 200) throw statusError(answer, asked, nowMs);
  if (!isJson(answer.headers)) {
    const type = shownHeader(answer, 'content-type', MAX_TYPE_CHARS)?.split(';')[0]?.trim() ?? '';
    throw protocolError(
      answer,
      `${asked}: the answer is not JSON (${type === '' ? 'no content type' : type})`,
    );
  }
  if (answer.body.length === 0) throw protocolError(answer, `${asked}: the answer is empty`);
  if (!looksLikeObject(answer.body)) {
    throw protocolError(
      answer,
      `${asked}: the answer is not a whole JSON object (${answer.body.length} bytes, cut short or malformed)`,
    );
  }
}
