/** Where a query continues: x-ms-continuation-* headers, opaque. NextRowKey is never empty. */
export interface ContinuationToken {
  readonly nextPartitionKey?: string | undefined;
  readonly nextRowKey?: string;
}

/** A continuation token without its text: the length of each part, undefined if the part is absent. */
export interface TokenShape {
  readonly nextPartitionKeyChars?: number | undefined;
  readonly nextRowKeyChars?: number | undefined;
}

export interface PageQuery {
  readonly tableName: string;
  /** The whole $filter, unencoded. */
  readonly filter?: string | undefined;
  readonly select?: readonly string[] | undefined;
  /** Rows per page, 1 to 1000; undefined: the service's default. */
  readonly top?: number | undefined;
  readonly continuation?: ContinuationToken | undefined;
}

/** Milliseconds on the reader's monotonic clock. */
export interface PageTiming {
  readonly startedAtMs: number;
  readonly headersAtMs: number;
  readonly endedAtMs: number;
}

/** A whole answer of the service: bytes as received. core decodes them. */
export interface Page {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly continuation?: ContinuationToken | undefined;
  /**
   * False if not even x-ms-request-id is readable, so CORS hides the service's headers. True does not prove that a
   * token could be read: see `endProof.ts`.
   */
  readonly headersExposed: boolean;
  /** The transport used; undefined: the reader's own. */
  readonly transport?: 'simple' | 'sdk';
  readonly requestId?: string | undefined;
  readonly timing: PageTiming;
}

/** Reads one page of entities. Throws only TableError. Never retries: tables/pacing/retry.ts does. */
export interface PageReader {
  readonly transport: 'simple' | 'sdk';
  /**
   * Whether this connection ever read a continuation token through the current transport. Until then a page without
   * one, even an empty page, proves no end: CORS may hide that header alone. A run needs more proof: `endProof.ts`.
   */
  readonly tokenReadable: () => boolean;
  readonly readPage: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  /**
   * Whether the browser asks the service before each page (CORS preflight): a token and the SDK are headers, which no
   * simple request has. The answer is kept for one address only, and each page has another one.
   */
  readonly costsPreflight: () => boolean;
}
