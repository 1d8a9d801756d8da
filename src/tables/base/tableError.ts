import { base64Texts } from '../../core/secretForms.ts';
import { WEB_TOKENS } from '../../core/secrets.ts';
import { boundText, SECRET_MARK } from './signatureScrub.ts';

/** The kind of error, which decides what happens next. */
export type TableErrorKind =
  /** Cancelled by the caller's signal. */
  | 'cancelled'
  /** The connection was closed and its SAS dropped. */
  | 'closed'
  /** The query cannot be sent: bad table name, lone surrogate, page size. */
  | 'input'
  /** No answer that the page may read: offline, DNS, TLS, CORS, firewall, reset. */
  | 'network'
  /** A redirect. Never followed: the SAS must not go to another host. */
  | 'redirected'
  /** A time limit passed: to the first byte, to the next byte, or in total. */
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
  /** 400, 409 and other 4xx, 501, 505: the service refuses this query. */
  | 'bad-request'
  /** The service wants headers that a simple request lacks: the other transport may work. */
  | 'transport-refused'
  /** An answer that is not a page: HTML, empty, truncated, malformed. */
  | 'protocol'
  /** The continuation token does not move forward. */
  | 'loop'
  /** A page above the byte limit. */
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
  /** The tenant of the account, which a 401 names (WWW-Authenticate): a GUID. */
  readonly tenantId?: string | undefined;
  /** Retry-After, in milliseconds from the answer. */
  readonly retryAfterMs?: number | undefined;
  /** The page was frozen, or the computer slept, while waiting: this says nothing about the service. */
  readonly afterSleep?: boolean;
  /** Set for a missing table that answered before: it was deleted or created anew, and may be back. */
  readonly wasThere?: boolean;
  /** What happened and where. */
  readonly message: string;
  /** What the user can do. */
  readonly nextStep: string;
}

/** The only error type of the tables layer. Only `tableError` makes it; holds no address and no SAS. */
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

/** Makes every TableError, so text from outside is redacted here. */
export function tableError(fault: TableFault): TableError {
  return new TableError(cleanFault(fault));
}

/** A redacted fault as plain data, to be returned instead of thrown. */
export function cleanFault(fault: TableFault): TableFault {
  return {
    ...fault,
    code: fault.code && redact(fault.code),
    requestId: fault.requestId && redact(fault.requestId),
    message: asSentence(redact(fault.message)),
    nextStep: redact(fault.nextStep),
  };
}

/** Ends a message as a sentence, because the next step follows on the same line. */
function asSentence(text: string): string {
  return text === '' || /[.!?:\u2026]["')\]]?$/u.test(text) ? text : `${text}.`;
}

/** What may separate `sig` from its value in an address, JSON, XML or HTML text. */
const EQUALS = String.raw`(?:["']?\s{0,3}(?:[=:>]|%(?:25){0,3}3d|\\u003d|&#0{0,4}61;|&#x0{0,4}3d;|&equals;)\s{0,3}["']?)`;

/** A signature value, including escapes of `+`, `/` and `=`. */
const VALUE = String.raw`(?:[^\s&;"'<>\\]|\\/|\\u00[0-9a-f]{2}|&(?:#\d{1,5}|#x[0-9a-f]{1,4}|[a-z]{2,6});)*`;

/** Not inside a word such as "design", but right after a percent escape. */
const SIGNATURE = new RegExp(
  String.raw`(?:(?<![a-z])|(?<=%(?:25){0,3}[0-9a-f]{2}))(sig${EQUALS})${VALUE}`,
  'giu',
);

/**
 * Removes secrets from a text: the query string of every address; every `sig` value in plain, percent-encoded (once or
 * twice), JSON, XML, HTML and base64 form; SharedAccessSignature and AccountKey values; access tokens. Deliberately lossy.
 * `SealedCredential.scrub` removes a signature without a name, because it knows the signature.
 */
export function redact(text: string): string {
  return boundText(text)
    .replace(/(https?:\/\/[^\s?"'<>]{0,2048})\?[^\s"'<>]*/giu, `$1?${SECRET_MARK}`)
    .replace(
      /\b(sharedaccesssignature|accountkey)(\s{0,3}=\s{0,3}|%(?:25){0,3}3d)[^\s;"'<>]*/giu,
      (_whole, name: string, equals: string) => `${name}${equals}${SECRET_MARK}`,
    )
    .replace(WEB_TOKENS, SECRET_MARK)
    .replace(SIGNATURE, (_whole, head: string) => `${head}${SECRET_MARK}`)
    .replace(/[a-z0-9+/_-]{20,}/giu, (run) =>
      [...base64Texts(run)].some((hidden) => /sig(?:=|%(?:25){0,3}3d)/iu.test(hidden)) ? SECRET_MARK : run,
    );
}

/** The plain data of a caught TableError; undefined for any other value, which is a bug to rethrow. */
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
