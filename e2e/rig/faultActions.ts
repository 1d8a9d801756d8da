// Everything that can be done to an answer: those actions of the fault table (F1 to F35) that happen on the wire.

import type { ErrorForm } from './errorAnswer.ts';

/** By default, as the service would answer the request. */
export type BodyForm = ErrorForm | 'empty' | 'html';

export type FaultAction =
  /** F1: the connection is reset before the first byte. */
  | { readonly kind: 'reset' }
  /** F8: no answer, ever. */
  | { readonly kind: 'hold' }
  /** F8: the true answer after a delay. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** F8: the true body in small pieces. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** F8: the true body up to here, then nothing, ever. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** F4: 200 with the page of a captive portal. */
  | { readonly kind: 'html' }
  /** F4: 200 with this body as JSON instead of the true one: empty, `{}`, `[]`, rubbish. */
  | { readonly kind: 'body'; readonly body: string }
  /** F4: the true body with a byte in a string that is not UTF-8. */
  | { readonly kind: 'badUtf8' }
  /** F4: the true body after a byte order mark, which must be ignored. */
  | { readonly kind: 'bom' }
  /** F4: the header says that the body is compressed, but it is not. */
  | { readonly kind: 'notGzip' }
  /** F3: the body ends early, but the answer ends properly. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** F2: the connection breaks in the body ('reset', the default), or ends before Content-Length or the last chunk is reached. */
  | { readonly kind: 'cut'; readonly bytes: number; readonly how?: 'reset' | 'fin' | 'chunked' }
  /** F5..F7, F16: an error of the service. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code: string;
      /** The header as text. A number means this many seconds from now, as an HTTP date. */
      readonly retryAfter?: string | number;
      /** Whether the page may read Retry-After; default true. */
      readonly retryAfterExposed?: boolean;
      readonly form?: BodyForm;
      /** Whether the page may read the answer at all; default true. */
      readonly cors?: boolean;
    }
  /** F15: 403 as for an expired SAS. */
  | { readonly kind: 'expired'; readonly cors?: boolean }
  /** F21: the true answer, but the page cannot read x-ms-* headers, or even see that there are any. */
  | { readonly kind: 'hideHeaders' }
  /** F21: the true answer, but no page may read it. */
  | { readonly kind: 'noCors' }
  /** F23: redirects the client. `cors`: whether the answer has CORS headers, which captive portals do not send; default true. */
  | {
      readonly kind: 'redirect';
      readonly to: string;
      readonly status: 301 | 302 | 307 | 308;
      readonly cors?: boolean;
    }
  /** F9: this many pages without rows, each with a token, before the true one. */
  | { readonly kind: 'empties'; readonly count: number }
  /** F10: adds an empty NextRowKey if the answer only has a NextPartitionKey. */
  | { readonly kind: 'emptyRowToken' }
  /** F11: returns the token that was sent; on a first page, the true one. */
  | { readonly kind: 'sameToken' }
  /** F11: returns the first token that this query got, if there was one. */
  | { readonly kind: 'oldToken' }
  /** F12: returns the rows of the previous page, with this page's token. */
  | { readonly kind: 'replay' }
  /** F12: repeats the last rows of the previous page before this page's rows. */
  | { readonly kind: 'overlap'; readonly rows: number }
  /** F13: reverses the rows. */
  | { readonly kind: 'reverse' }
  /** F13: adds a row that was not requested, at the end. */
  | { readonly kind: 'foreign'; readonly entity: string }
  /** F13: adds a row that was not requested, after the last one in its partition. Its properties are JSON text without braces. */
  | { readonly kind: 'intruder'; readonly properties: string }
  /** F13: ignores all of $filter except key bounds. */
  | { readonly kind: 'keysOnly' }
  /** F14: sends fewer rows than $top asks for. */
  | { readonly kind: 'shortPage'; readonly rows: number }
  /** F14: ignores $top. */
  | { readonly kind: 'noTop' }
  /** F17: shifts the service's clock by this many milliseconds: the Date header, and the time in an error's text. */
  | { readonly kind: 'skewDate'; readonly ms: number };

/** The true pages of a query so far, for faults that repeat them. */
export interface SeriesMemory {
  lastPage: string | undefined;
  firstToken: readonly [string, string | undefined] | undefined;
}
