import { base64Texts } from '../../core/secretForms.ts';
import { withoutValues } from '../../core/secrets.ts';
import { boundText, SECRET_MARK } from './signatureScrub.ts';

/** The kind of error, which decides what happens next. */
export type TableErrorKind =
  /** Cancelled by the caller's signal. */
  | 'cancelled'
  /** The connection was closed and its SAS dropped. */
  | 'closed'
  /** The query cannot be sent: bad table name, lone surrogate, page size. */
  | 'input'
  /** No answer that the page may read. A browser reports the same error for offline, DNS, TLS, CORS, a firewall and a reset. */
  | 'network'
  /** The service redirected the request. Redirects are never followed, because the SAS must not reach another host. */
  | 'redirected'
  /** A time limit passed: for the first byte, between two bytes, or for the whole answer. */
  | 'timeout'
  /** 429, 503. */
  | 'throttled'
  /** 408, 500, 504 and other 5xx. */
  | 'service'
  /** 401 or 403: the SAS or the account's network rules forbid it. */
  | 'auth'
  /** The SAS has expired or is not valid yet. */
  | 'expired'
  /** 404: table or account. */
  | 'not-found'
  /** 400, 409 and other 4xx, 501 and 505: the service refuses this query. */
  | 'bad-request'
  /** The service wants headers that a simple request does not have. The other transport may work. */
  | 'transport-refused'
  /** The answer is not a page: HTML, empty, truncated or malformed. */
  | 'protocol'
  /** The continuation token does not move forward. */
  | 'loop'
  /** The page exceeds the byte limit. */
  | 'too-large';

/** A TableError as plain data, for events, stores and the screen. */
export interface TableFault {
  readonly kind: TableErrorKind;
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  /** The service's error code, such as AuthenticationFailed. */
  readonly code?: string | undefined;
  /** The service's id of the request, for a support case. */
  readonly requestId?: string | undefined;
  /** When the service answered, by its own clock. Milliseconds since the Unix epoch. */
  readonly serviceTimeMs?: number | undefined;
  /** The tenant of the account, a GUID. Only a 401 names it (WWW-Authenticate). */
  readonly tenantId?: string | undefined;
  /** The wait that Retry-After asks for, in milliseconds from when the answer arrived. */
  readonly retryAfterMs?: number | undefined;
  /** The page was frozen or the computer slept during the request, so the failure says nothing about the service. */
  readonly afterSleep?: boolean;
  /** The missing table has answered before, so somebody has deleted it, or created it again meanwhile, and it may come back. */
  readonly wasThere?: boolean;
  readonly message: string;
  readonly nextStep: string;
}

/** The only error type of the tables layer. `tableError` makes every instance, which contains no address and no SAS. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly fault: TableFault;

  constructor(fault: TableFault) {
    super(fault.message);
    this.fault = fault;
  }

  get kind(): TableErrorKind {
    return this.fault.kind;
  }

  get nextStep(): string {
    return this.fault.nextStep;
  }
}

/** The only way to make a TableError, so that text from outside is always redacted. */
export function tableError(fault: TableFault): TableError {
  return new TableError(cleanFault(fault));
}

/** A redacted fault as plain data, for callers that return a fault instead of throwing it. */
export function cleanFault(fault: TableFault): TableFault {
  return {
    ...fault,
    code: fault.code && redact(fault.code),
    requestId: fault.requestId && redact(fault.requestId),
    message: asSentence(redact(fault.message)),
    nextStep: redact(fault.nextStep),
  };
}

/** Adds a full stop if there is none, because the next step follows on the same line. */
function asSentence(text: string): string {
  return text === '' || /[.!?:\u2026]["')\]]?$/u.test(text) ? text : `${text}.`;
}

/** What may separate `sig` from its value in an address, JSON, XML or HTML text. */
const EQUALS = String.raw`(?:["']?\s{0,3}(?:[=:>]|%(?:25){0,3}3d|\\u003d|&#0{0,4}61;|&#x0{0,4}3d;|&equals;)\s{0,3}["']?)`;

/** A signature value, including escapes of `+`, `/` and `=`. */
const VALUE = String.raw`(?:[^\s&;"'<>\\]|\\/|\\u00[0-9a-f]{2}|&(?:#\d{1,5}|#x[0-9a-f]{1,4}|[a-z]{2,6});)*`;

/**
 * `sig` counts if it does not end a longer word such as "design", or if it follows a percent escape, whose last character may be a letter.
 */
const SIGNATURE = new RegExp(
  String.raw`(?:(?<![a-z])|(?<=%(?:25){0,3}[0-9a-f]{2}))(sig${EQUALS})${VALUE}`,
  'giu',
);

/**
 * Removes secrets from a text: the query string of every address; every `sig` value in plain, percent-encoded (once or twice), JSON, XML,
 * HTML and base64 form; SharedAccessSignature and AccountKey values; access tokens. It rather removes too much than too little. A signature
 * that stands without its name can only be removed by `SealedCredential.scrub`, which knows the signature.
 */
export function redact(text: string): string {
  return withoutValues(boundText(text), SECRET_MARK)
    .replace(/(https?:\/\/[^\s?"'<>]{0,2048})\?[^\s"'<>]*/giu, `$1?${SECRET_MARK}`)
    .replace(
      /\b(sharedaccesssignature|accountkey)(\s{0,3}=\s{0,3}|%(?:25){0,3}3d)[^\s;"'<>]*/giu,
      (_whole, name: string, equals: string) => `${name}${equals}${SECRET_MARK}`,
    )
    .replace(SIGNATURE, (_whole, head: string) => `${head}${SECRET_MARK}`)
    .replace(/[a-z0-9+/_-]{20,}/giu, (run) =>
      [...base64Texts(run)].some((hidden) => /sig(?:=|%(?:25){0,3}3d)/iu.test(hidden)) ? SECRET_MARK : run,
    );
}

/** The plain data of a caught TableError. Undefined for anything else, which is a bug that the caller must rethrow. */
export function faultOf(caught: unknown): TableFault | undefined {
  return caught instanceof TableError ? caught.fault : undefined;
}

export function cancelledError(): TableError {
  return tableError({
    kind: 'cancelled',
    message: 'Cancelled before the answer was whole.',
    nextStep: 'Run again; rows that arrived are kept.',
  });
}

export function closedError(): TableError {
  return tableError({
    kind: 'closed',
    message: 'The connection is closed.',
    nextStep: 'Connect again.',
  });
}
