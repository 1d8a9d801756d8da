import type { CorsRule } from './corsRules.ts';
import type { ErrorForm } from './errorAnswer.ts';
import type { LoadModel } from './loadModel.ts';
import type { PagingScript } from './queryPages.ts';
import type { RowSource } from './rowSource.ts';
import type { StoredPolicy } from './sasCheck.ts';
import type { TokenRules } from './tokenCheck.ts';
import type { Dialect } from './wireText.ts';

/** The account's read-only copy (RA-GRS), as its stats describe it. */
export interface SecondaryOptions {
  readonly status: 'live' | 'bootstrap' | 'unavailable';
  /** Milliseconds since the Unix epoch, in whole seconds; undefined: unknown. */
  readonly lastSyncMs?: number;
  /** Default: the account's own tables, fully replicated. */
  readonly tables?: ReadonlyMap<string, RowSource>;
}

/** What the scripted table service holds, and how it behaves. */
export interface TableServiceOptions {
  /** Rows by table name. */
  readonly tables: ReadonlyMap<string, RowSource>;
  /** Undefined: there is no copy, and requests to it are refused. */
  readonly secondary?: SecondaryOptions;
  /** Default: live. */
  readonly dialect?: Dialect;
  readonly cors?: readonly CorsRule[];
  /** Whether error answers carry CORS headers. They do, but the service documents them for authorized requests only. */
  readonly corsOnErrors?: boolean;
  readonly paging?: PagingScript | undefined;
  /** Latency and throughput. Undefined: immediate answers without limits. */
  readonly load?: LoadModel;
  /** Clients may create tables, write to those, and delete them. Default: nobody may write (405). */
  readonly isWritable?: boolean;
  /** How long the name of a deleted table stays taken, in milliseconds; the service needs up to a minute. Default: 0. */
  readonly deleteMs?: number;
  readonly policies?: ReadonlyMap<string, StoredPolicy>;
  /** Undefined: access tokens are refused. */
  readonly tokens?: TokenRules;
  /** The time by which SAS are judged, in milliseconds since the Unix epoch; undefined: the real clock. */
  readonly nowMs?: number | (() => number);
  /** The service requires x-ms-version, so simple requests fail. */
  readonly needsVersionHeaders?: boolean;
  /** Form of 403 answers. `json`: as the dialect has them. */
  readonly authErrors?: ErrorForm;
}
