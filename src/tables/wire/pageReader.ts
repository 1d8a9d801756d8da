/** Where a query goes on: x-ms-continuation-* headers, opaque. A header that was absent is undefined, '' is a value. */
export interface ContinuationToken {
  readonly nextPartitionKey?: string;
  readonly nextRowKey?: string;
}

/** A continuation without its text: characters of each part, undefined where the part was absent. */
export interface TokenShape {
  readonly nextPartitionKeyChars?: number;
  readonly nextRowKeyChars?: number;
}

export interface PageQuery {
  readonly tableName: string;
  /** The whole $filter, unencoded. */
  readonly filter?: string;
  readonly select?: readonly string[];
  /** Rows a page, 1..1000; undefined: the service's own. */
  readonly top?: number;
  readonly continuation?: ContinuationToken;
}

/** Milliseconds on the reader's monotonic clock. */
export interface PageTiming {
  readonly startedAtMs: number;
  readonly headersAtMs: number;
  readonly endedAtMs: number;
}

/** One answer of the service, whole: the bytes as they came. Decoding is core's. */
export interface Page {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly continuation?: ContinuationToken;
  /**
   * False where not even x-ms-request-id can be read, so that CORS hides the service's headers. True is no proof that a
   * token could be read: see `endProof.ts`.
   */
  readonly headersExposed: boolean;
  /** How it was asked for; undefined: as the reader says. */
  readonly transport?: 'simple' | 'sdk';
  readonly requestId?: string;
  readonly timing: PageTiming;
}

/** Reads one page of entities. Throws TableError only. Never retries: tables/pacing/retry.ts owns that. */
export interface PageReader {
  readonly transport: 'simple' | 'sdk';
  /**
   * Whether a continuation was ever read through the transport in use on this connection. Until then a page without one
   * proves no end, not even an empty page: CORS may hide that header alone. A run asks for more: `endProof.ts`.
   */
  readonly tokenReadable: () => boolean;
  readonly readPage: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
}
