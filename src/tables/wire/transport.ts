import type { DeadlineLimits } from './deadline.ts';
import type { TablesEnv } from '../base/env.ts';
import type { Page, PageQuery, PageReader } from './pageReader.ts';
import type { SealedCredential } from '../sas/sealedCredential.ts';

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
