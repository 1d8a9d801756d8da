import type { DeadlineLimits } from './deadline.ts';
import type { TablesEnv } from '../base/env.ts';
import type { Page, PageQuery, PageReader } from './pageReader.ts';
import type { SealedCredential } from '../sas/sealedCredential.ts';

/** What a transport needs. The credential leaves its seal only inside a request. */
export interface TransportDeps {
  readonly env: TablesEnv;
  /** Scheme, host, port and, path-style, the account. No trailing slash. */
  readonly endpointUrl: string;
  readonly credential: SealedCredential;
  readonly limits: DeadlineLimits;
  /** Bytes of one page; more is an error. */
  readonly maxPageBytes: number;
}

/** A page of table names, raw. */
interface TablesPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** x-ms-continuation-NextTableName. */
  readonly nextTableName?: string | undefined;
  readonly headersExposed: boolean;
}

/** One way of sending. Both transports return raw bytes and tokens, throw only TableError, and never retry. */
export interface Transport {
  readonly name: PageReader['transport'];
  readonly readEntities: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  readonly readTables: (nextTableName: string | undefined, signal: AbortSignal) => Promise<TablesPage>;
}
