import type { CorsRule } from './corsRules.ts';
import type { LoadModel } from './loadModel.ts';
import type { PagingScript } from './queryPages.ts';
import type { RowSource } from './rowSource.ts';
import type { StoredPolicy } from './sasCheck.ts';

/** The account's read-only copy (RA-GRS), as its stats tell of it. */
export interface SecondaryOptions {
  readonly status: 'live' | 'bootstrap' | 'unavailable';
  /** Milliseconds since the Unix epoch, in whole seconds; undefined: not known. */
  readonly lastSyncMs?: number;
  /** Default: those of the account, as if nothing were on its way. */
  readonly tables?: ReadonlyMap<string, RowSource>;
}

/** What the scripted table service holds, and how it behaves. */
export interface TableServiceOptions {
  /** Table name (as listed) to its rows. */
  readonly tables: ReadonlyMap<string, RowSource>;
  /** Undefined: there is none, and whoever asks there is refused. */
  readonly secondary?: SecondaryOptions;
  readonly cors?: readonly CorsRule[];
  /** Whether answers with an error carry CORS headers; the service documents them for authorized requests only. */
  readonly corsOnErrors?: boolean;
  readonly paging?: PagingScript;
  /** Latency and throughput; undefined: at once, and no limit. */
  readonly load?: LoadModel;
  readonly policies?: ReadonlyMap<string, StoredPolicy>;
  /** Milliseconds since the Unix epoch, by which SAS are judged; undefined: the real clock. */
  readonly nowMs?: number | (() => number);
  /** A service that insists on x-ms-version, so that simple requests fail. */
  readonly needsVersionHeaders?: boolean;
  /** The form of 403 bodies. */
  readonly authErrors?: 'json' | 'xml' | 'atom';
}
