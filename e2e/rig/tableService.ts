// A table service of our own, by the documentation: what Azurite does not do, and tests need. It is the oracle of
// the engine tests, so it shares no code with src.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccountSas } from '../../scripts/lib/sas.mjs';
import type { CorsRule } from './corsRules.ts';
import type { PagingScript } from './queryPages.ts';
import type { RowSource } from './rowSource.ts';
import { type Account, createTableSas, type StoredPolicy } from './sasCheck.ts';
import { answer } from './serviceAnswers.ts';

export interface TableServiceOptions {
  /** Table name (as listed) to its rows. */
  readonly tables: ReadonlyMap<string, RowSource>;
  readonly cors?: readonly CorsRule[];
  /** Whether answers with an error carry CORS headers; the service documents them for authorized requests only. */
  readonly corsOnErrors?: boolean;
  readonly paging?: PagingScript;
  readonly policies?: ReadonlyMap<string, StoredPolicy>;
  /** Milliseconds since the Unix epoch, by which SAS are judged; undefined: the real clock. */
  readonly nowMs?: number;
  /** A service that insists on x-ms-version, so that simple requests fail. */
  readonly needsVersionHeaders?: boolean;
  /** The form of 403 bodies. */
  readonly authErrors?: 'json' | 'xml';
}

/** What of an account SAS differs from the usual: list and read, valid for an hour around the service's clock. */
export interface SasChoice {
  readonly expiresAtMs?: number;
  readonly permissions?: string;
  readonly resourceTypes?: string;
}

export interface TableService {
  /** Path-style, without a slash at the end. */
  readonly endpoint: string;
  readonly account: Account;
  readonly accountSas: (choice?: SasChoice) => string;
  /** A SAS for one table with these fields (sp, st, se, si, spk, ...). */
  readonly tableSas: (tableName: string, fields: Readonly<Record<string, string>>) => string;
  /** Replaces what is given, from the next request on. */
  readonly change: (options: Partial<TableServiceOptions>) => void;
  readonly close: () => Promise<void>;
}

const ACCOUNT: Account = { name: 'scripted', key: Buffer.from('scripted table service').toString('base64') };
const SAS_LIFE_MS = 3_600_000;
/** Longer than any pause between two requests: a closed keep-alive socket shows as a random reset. */
const KEEP_ALIVE_MS = 300_000;

/** Starts the service on a free loopback port. */
export async function startTableService(initial: TableServiceOptions): Promise<TableService> {
  let options = initial;
  const now = () => options.nowMs ?? Date.now();
  const server = createServer((request, response) => {
    answer({
      request,
      response,
      url: new URL(request.url ?? '/', 'http://service'),
      options,
      account: ACCOUNT,
      nowMs: now(),
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}/${ACCOUNT.name}`,
    account: ACCOUNT,
    accountSas: ({ expiresAtMs = now() + SAS_LIFE_MS, permissions, resourceTypes } = {}) =>
      createAccountSas({
        accountName: ACCOUNT.name,
        accountKey: ACCOUNT.key,
        startsAt: new Date(Math.min(now(), expiresAtMs) - SAS_LIFE_MS),
        expiresAt: new Date(expiresAtMs),
        permissions,
        resourceTypes,
      }),
    tableSas: (tableName, fields) => createTableSas(ACCOUNT, tableName, fields),
    change: (change) => {
      options = { ...options, ...change };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
