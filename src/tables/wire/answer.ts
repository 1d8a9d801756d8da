import { type ErrorBody, readErrorBody } from './errorBody.ts';
import { readHttpDate, readRetryAfter } from './httpDate.ts';
import { refusalOf } from './refusals.ts';
import { guidIn } from '../sas/accessToken.ts';
import type { Scrub } from '../base/signatureScrub.ts';
import { type TableError, type TableErrorKind, type TableFault, tableError } from '../base/tableError.ts';

/** A whole answer of the service, not judged yet. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Milliseconds on the monotonic clock. */
  readonly startedAtMs: number;
  readonly headersAtMs: number;
  readonly endedAtMs: number;
  /**
   * Removes the request's secret from a text of this answer. Must run before anything else changes the text:
   * lower-cased, cut or split, a secret is not recognized.
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
  // Asking again would not help: the service does not support it.
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
 * "Signature not valid in the specified time frame: Start [..] - Expiry [..] - Current [..]", or of a token "Lifetime
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
 * When the service answered, by its own clock: by the message of an error, which CORS cannot hide, or by the Date header of an
 * answer that is its own: a proxy has another clock. Milliseconds since the Unix epoch.
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

/** Limit for a content type. */
const MAX_TYPE_CHARS = 80;
/** Limit for an error code or request id; real ones need less than half. */
const MAX_ID_CHARS = 128;

/** The error for an answer other than 200. `asked`: what was requested, in words. */
function statusError(answer: Answer, asked: string, nowMs: number): TableError {
  const error = readErrorBody(answer.body, answer.clean);
  const code = shownHeader(answer, 'x-ms-error-code', MAX_ID_CHARS) ?? error.code;
  const kind = kindOfStatus(answer.status, code, error);
  const serviceTimeMs = serviceTimeOf(answer, error, nowMs);
  // By the clock of a Retry-After date, whoever answered: otherwise a computer that is a minute ahead would return a minute early.
  const answeredMs = serviceTimeMs ?? dateOf(answer.headers, nowMs) ?? nowMs;
  const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'), answeredMs);
  const [head, said] = wordsOf(kind, code, error);
  return tableError({
    kind,
    ...facts(answer),
    // A CORS rule may hide the header; the text of the error has it, too.
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

/** What is wrong in our words, as far as that is sure, and what the service says of it. */
function wordsOf(
  kind: TableErrorKind,
  code: string | undefined,
  { message, detail }: ErrorBody,
): readonly [head: string, said: readonly string[]] {
  const isSaid = (part: string | undefined): part is string => part !== undefined && part !== '';
  // The service says the same in its own words.
  if (kind === 'not-found' && code === 'TableNotFound') return ['The account has no such table: ', [code]];
  const head = kind === 'expired' ? 'Not valid at this time: ' : '';
  return [head, [code, message?.split('\n')[0]?.trim(), detail].filter(isSaid)];
}

function facts(answer: Answer): Pick<TableFault, 'status' | 'requestId' | 'tenantId'> {
  const requestId = shownHeader(answer, 'x-ms-request-id', MAX_ID_CHARS);
  // Bearer authorization_uri=https://login.microsoftonline.com/<tenant>/oauth2/authorize resource_id=https://storage.azure.com
  const tenantId = guidIn(answer.headers.get('www-authenticate'));
  return {
    status: answer.status,
    requestId,
    tenantId,
  };
}

function shownHeader({ headers, clean }: Answer, name: string, mostChars: number): string | undefined {
  const text = headers.get(name);
  return text === null ? undefined : (clean?.(text) ?? text).slice(0, mostChars);
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether the bytes can be a JSON object: start with `{`, end with `}`. Cheap; the decoder does the rest. */
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
 * Passes a 200 with a whole JSON object; throws TableError for anything else. HTML, empty and truncated bodies are
 * errors here, never "0 rows".
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
