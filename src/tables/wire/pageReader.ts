import type { DeadlineLimits } from './deadline.ts';
import type { TablesEnv } from '../base/clock.ts';
import type { SealedCredential } from '../sas/sealedCredential.ts';

/** Where a query continues, from the x-ms-continuation-* headers. The texts are opaque. NextRowKey is never empty. */
export interface ContinuationToken {
  readonly nextPartitionKey?: string | undefined;
  readonly nextRowKey?: string;
}

/** What is shown of a continuation token: the length of each part, undefined if the part is absent. */
export interface TokenShape {
  readonly nextPartitionKeyChars?: number | undefined;
  readonly nextRowKeyChars?: number | undefined;
}

export interface PageQuery {
  readonly tableName: string;
  /** The whole $filter, not encoded. */
  readonly filter?: string | undefined;
  readonly select?: readonly string[] | undefined;
  /** Rows per page, 1 to 1000; undefined for the service's default. */
  readonly top?: number | undefined;
  readonly continuation?: ContinuationToken | undefined;
}

/** Milliseconds on the reader's monotonic clock. */
export interface PageTiming {
  readonly startedAtMs: number;
  readonly headersAtMs: number;
  readonly endedAtMs: number;
}

/** A whole answer of the service, with its bytes as they were received. core decodes them. */
export interface Page {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly continuation?: ContinuationToken | undefined;
  /**
   * False if not even x-ms-request-id is readable, because CORS hides the service's headers. True does not prove that a token would be
   * readable: see `endProof.ts`.
   */
  readonly headersExposed: boolean;
  /** The transport that was used; undefined for the reader's own. */
  readonly transport?: 'simple' | 'sdk';
  readonly requestId?: string | undefined;
  readonly timing: PageTiming;
}

/** Reads one page of entities, without retries, which are up to tables/pacing/retry.ts. Throws only TableError. */
export interface PageReader {
  readonly transport: 'simple' | 'sdk';
  /**
   * Whether this connection has ever read a continuation token through the current transport. Until then, a page without one proves no end,
   * even if it is empty, since CORS may hide that header alone. A run needs more proof: see `endProof.ts`.
   */
  readonly tokenReadable: () => boolean;
  readonly readPage: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  /**
   * Whether the browser sends a CORS preflight before each page. It does for a token and for the SDK, whose headers make a request no
   * longer simple. The answer to a preflight is kept for one address only, and each page has another address.
   */
  readonly costsPreflight: () => boolean;
}

/** What a transport needs. The credential leaves its seal only as part of a request. */
export interface TransportDeps {
  readonly env: TablesEnv;
  /** Scheme, host, port and, if path-style, the account. No trailing slash. */
  readonly endpointUrl: string;
  readonly credential: SealedCredential;
  readonly limits: DeadlineLimits;
  /** A page with more bytes is an error. */
  readonly maxPageBytes: number;
}

/** A page of the table list, with its bytes as they were received. */
interface TablesPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** x-ms-continuation-NextTableName. */
  readonly nextTableName?: string | undefined;
  readonly headersExposed: boolean;
}

/**
 * One way of sending requests. Every transport returns bytes and tokens as they were received, throws only TableError, and never retries.
 */
export interface Transport {
  readonly name: PageReader['transport'];
  readonly readEntities: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  readonly readTables: (nextTableName: string | undefined, signal: AbortSignal) => Promise<TablesPage>;
}
