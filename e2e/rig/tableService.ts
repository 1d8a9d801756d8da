// A table service of our own, written from the documentation, for what Azurite lacks and tests need. Engine tests rely on it to decide what
// is right, so it shares no code with src.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccountSas } from '../../scripts/lib/sas.mjs';
import { createLoadState } from './loadModel.ts';
import { type Account, createTableSas } from './sasCheck.ts';
import { answer } from './serviceAnswers.ts';
import type { TableServiceOptions } from './serviceOptions.ts';
import { createToken } from './tokenCheck.ts';
import type { WireAnswer, WireRequest } from './wireExchange.ts';
import { WrittenTables } from './writeSide.ts';

/** How an account SAS differs from the usual one, which allows list and read for an hour around the service's clock. */
export interface SasChoice {
  readonly expiresAtMs?: number;
  readonly permissions?: string;
  readonly resourceTypes?: string;
}

/** The service without a socket. */
export interface TableServiceCore {
  readonly account: Account;
  readonly answer: (request: WireRequest) => WireAnswer;
  readonly accountSas: (choice?: SasChoice) => string;
  /** A SAS for one table with these fields (sp, st, se, si, spk, ...). */
  readonly tableSas: (tableName: string, fields: Readonly<Record<string, string>>) => string;
  /** An access token for storage, valid for an hour around the service's clock. `claims` replace its usual claims. */
  readonly token: (claims?: Readonly<Record<string, unknown>>) => string;
  /** Changes these options from the next request on. */
  readonly change: (options: Partial<TableServiceOptions>) => void;
}

export interface TableService extends Omit<TableServiceCore, 'answer'> {
  /** Path-style, without a trailing slash. */
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

const ACCOUNT: Account = { name: 'scripted', key: Buffer.from('scripted table service').toString('base64') };
const SAS_LIFE_MS = 3_600_000;
/** Longer than any pause between two requests, because a keep-alive socket that is closed looks like a random reset. */
const KEEP_ALIVE_MS = 300_000;

/** The service as a function, for runs in memory. */
export function createTableService(initial: TableServiceOptions): TableServiceCore {
  let options = initial;
  let requests = 0;
  const load = createLoadState();
  const written = new WrittenTables();
  const now = () => (typeof options.nowMs === 'function' ? options.nowMs() : (options.nowMs ?? Date.now()));
  return {
    account: ACCOUNT,
    answer: (request) => {
      requests += 1;
      const tables =
        options.isWritable === true ? new Map([...options.tables, ...written.sources()]) : options.tables;
      return answer({
        request,
        url: new URL(request.target, 'http://service'),
        options: { ...options, tables },
        account: ACCOUNT,
        nowMs: now(),
        requestId: `5c21e7ed-0002-0000-0000-${String(requests).padStart(12, '0')}`,
        load,
        written,
      });
    },
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
    token: (claims) => createToken(ACCOUNT, now(), claims),
    change: (change) => {
      options = { ...options, ...change };
    },
  };
}

/** Starts the service on a free loopback port. */
export async function startTableService(initial: TableServiceOptions): Promise<TableService> {
  const core = createTableService(initial);
  const server = listenerFor(core);
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const { answer: _answer, ...rest } = core;
  return {
    ...rest,
    endpoint: `http://127.0.0.1:${port}/${ACCOUNT.name}`,
    close: () => stopListening(server),
  };
}

function listenerFor(core: TableServiceCore): Server {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      answerWith(request, response, Buffer.concat(chunks).toString('utf8'));
    });
  });
  const answerWith = (request: IncomingMessage, response: ServerResponse, sent: string): void => {
    const { status, headers, body, serviceMs } = core.answer({
      method: request.method ?? '',
      target: request.url ?? '/',
      headers: request.headers,
      ...(sent !== '' && { body: sent }),
    });
    const send = () => {
      if (response.destroyed) return;
      for (const [name, value] of headers) response.setHeader(name, value);
      response.writeHead(status);
      response.end(body);
    };
    if (serviceMs === 0) send();
    else {
      const timer = setTimeout(send, serviceMs);
      response.once('close', () => {
        clearTimeout(timer);
      });
    }
  };
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** Listens on a free loopback port. */
export function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}

/** Breaks all connections and accepts no new ones. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
