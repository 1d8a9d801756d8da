import type { CorsRule } from './corsRules.ts';
import type { ErrorForm } from './errorAnswer.ts';
import type { LoadModel } from './loadModel.ts';
import type { PagingScript } from './queryPages.ts';
import type { RowSource } from './rowSource.ts';
import type { StoredPolicy } from './sasCheck.ts';
import type { TokenRules } from './tokenCheck.ts';
import type { Dialect } from './wireText.ts';

/** The account's read-only copy (RA-GRS), as its statistics describe it. */
export interface SecondaryOptions {
  readonly status: 'live' | 'bootstrap' | 'unavailable';
  /** Milliseconds since the Unix epoch, in whole seconds; undefined if unknown. */
  readonly lastSyncMs?: number;
  /** By default the account's own tables, without any missing row. */
  readonly tables?: ReadonlyMap<string, RowSource>;
}

/** What the scripted table service holds, and how it behaves. */
export interface TableServiceOptions {
  /** Rows by table name. */
  readonly tables: ReadonlyMap<string, RowSource>;
  /** If undefined, there is no copy, and requests to it are refused. */
  readonly secondary?: SecondaryOptions;
  /** Default: live. */
  readonly dialect?: Dialect;
  readonly cors?: readonly CorsRule[];
  /** Whether error answers have CORS headers. The real service sends them, but documents them only for requests that were authorized. */
  readonly corsOnErrors?: boolean;
  readonly paging?: PagingScript | undefined;
  /** Latency and limits of throughput. If undefined, answers are immediate and there are no limits. */
  readonly load?: LoadModel;
  /** Whether clients may create tables, write to those, and delete them. By default nobody may write (405). */
  readonly isWritable?: boolean;
  readonly policies?: ReadonlyMap<string, StoredPolicy>;
  /** Undefined if access tokens are refused. */
  readonly tokens?: TokenRules;
  /** The time at which SAS are checked, in milliseconds since the Unix epoch; by default the real clock. */
  readonly nowMs?: number | (() => number);
  /** Whether the service requires x-ms-version, so that simple requests fail. */
  readonly needsVersionHeaders?: boolean;
  /** The form of 403 answers. `json` is that of the dialect. */
  readonly authErrors?: ErrorForm;
}
