// What can be done to an answer: the actions of the fault table (F1..F35) that happen on the wire.

export type BodyForm = 'json' | 'xml' | 'atom' | 'empty' | 'html';

export type FaultAction =
  /** F1: the connection is reset before any byte. */
  | { readonly kind: 'reset' }
  /** F8: no answer, ever. */
  | { readonly kind: 'hold' }
  /** F8: the true answer, later. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** F8: the true body, so many bytes at a time. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** F8: the true body up to here, then nothing more, ever. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** F4: 200 with the page of a captive portal. */
  | { readonly kind: 'html' }
  /** F4: 200 with this body in place of the true one, as JSON: empty, `{}`, `[]`, rubbish. */
  | { readonly kind: 'body'; readonly body: string }
  /** F4: the true body with a byte in a string that is not UTF-8. */
  | { readonly kind: 'badUtf8' }
  /** F4: the true body behind a byte order mark: to be read as if there were none. */
  | { readonly kind: 'bom' }
  /** F4: says that it is compressed, and is not. */
  | { readonly kind: 'notGzip' }
  /** F3: the body ends early, but the answer ends properly. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** F2: the connection breaks within the body ('reset', default), or ends there, before Content-Length or the last chunk. */
  | { readonly kind: 'cut'; readonly bytes: number; readonly how?: 'reset' | 'fin' | 'chunked' }
  /** T15: 200 with a page that does not end before so many bytes. */
  | { readonly kind: 'flood'; readonly bytes: number }
  /** F5..F7, F16: an error of the service. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code: string;
      readonly message?: string;
      /** The header as text; a number: so many seconds from now, as an HTTP date. */
      readonly retryAfter?: string | number;
      /** Whether the page may read Retry-After; default true. */
      readonly retryAfterExposed?: boolean;
      readonly form?: BodyForm;
      /** Whether the page may read the answer at all; default true. */
      readonly cors?: boolean;
    }
  /** F15: 403 as for a SAS that has run out. */
  | { readonly kind: 'expired'; readonly form?: BodyForm; readonly cors?: boolean }
  /** F21: the true answer, but the page cannot read x-ms-* headers, nor know that there were any. */
  | { readonly kind: 'hideHeaders' }
  /** F21: the true answer, but the continuation alone cannot be read. */
  | { readonly kind: 'hideTokens' }
  /** F21: the true answer, but no page may read it. */
  | { readonly kind: 'noCors' }
  /** F21: the true answer, for the pages of another origin. */
  | { readonly kind: 'wrongOrigin'; readonly origin: string }
  /** F23: sends the client elsewhere. `cors`: with CORS headers, as no captive portal has them; default true. */
  | {
      readonly kind: 'redirect';
      readonly to: string;
      readonly status: 301 | 302 | 307 | 308;
      readonly cors?: boolean;
    }
  /** F9: so many pages without rows, each with a token, before the true one. */
  | { readonly kind: 'empties'; readonly count: number }
  /** F10: NextRowKey is there, and empty, where the answer has a NextPartitionKey alone. */
  | { readonly kind: 'emptyRowToken' }
  /** F11: the token that the request carried comes back; on a first page, the true one. */
  | { readonly kind: 'sameToken' }
  /** F11: the first token that this query ever got comes again, where there was one. */
  | { readonly kind: 'oldToken' }
  /** F12: the rows of the page before come again, with this page's token. */
  | { readonly kind: 'replay' }
  /** F12: the last rows of the page before come again, in front of this page's. */
  | { readonly kind: 'overlap'; readonly rows: number }
  /** F13: the rows in opposite order. */
  | { readonly kind: 'reverse' }
  /** F13: a row that nobody asked for, at the end. */
  | { readonly kind: 'foreign'; readonly entity: string }
  /** F13: a row that nobody asked for, behind the last one, in its partition; its properties as JSON text without braces. */
  | { readonly kind: 'intruder'; readonly properties: string }
  /** F13: of $filter, the bounds of keys alone are heard. */
  | { readonly kind: 'keysOnly' }
  /** F14: fewer rows than $top says. */
  | { readonly kind: 'shortPage'; readonly rows: number }
  /** F14: $top is not heard. */
  | { readonly kind: 'noTop' }
  /** F17: the Date header, so many milliseconds off. */
  | { readonly kind: 'skewDate'; readonly ms: number }
  /** F31: replaces the first such text of the body. */
  | { readonly kind: 'rewrite'; readonly find: string; readonly put: string };

/** What a page of a query looked like before a fault: kept for faults that repeat it. */
export interface SeriesMemory {
  lastPage: string | undefined;
  firstToken: readonly [string, string | undefined] | undefined;
}
