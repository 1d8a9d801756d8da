// A counting proxy in front of a table service (Azurite or the scripted one) that can break answers by rule. It is
// on the loopback like the service, because faults put in by the browser's own routing hide CORS.
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type FaultAction,
  isWholeBodyFault,
  replacementOf,
  spoilBody,
  spoilHeaders,
} from './faultActions.ts';
import { ruleMatcher, type FaultRule } from './faultRules.ts';
import { createRequestLog, type RequestLog } from './requestLog.ts';

export interface FaultProxyOptions {
  /** The service's endpoint, path-style; its path is kept. SAS sign neither host nor port, so they pass unchanged. */
  readonly target: string;
  /** For rules with a chance. */
  readonly seed?: number;
}

export interface FaultProxy {
  /** The target's endpoint, through this proxy. */
  readonly endpoint: string;
  readonly log: RequestLog;
  /** From the next request on, these rules alone; the first that applies wins. */
  readonly setRules: (rules: readonly FaultRule[]) => void;
  /** No rules, and an empty log. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

/** Starts the proxy on a free loopback port. */
export async function startFaultProxy({ target, seed = 1 }: FaultProxyOptions): Promise<FaultProxy> {
  const upstream = new URL(target);
  const log = createRequestLog();
  let match = ruleMatcher([], seed);
  const server = createServer((request, response) => {
    const entry = log.begin(request);
    const action = match(entry);
    entry.action = action?.kind;
    response.once('close', () => {
      log.end(entry, response);
    });
    void relay(request, response, upstream, action);
  });
  server.keepAliveTimeout = 300_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}${upstream.pathname.replace(/\/$/, '')}`,
    log,
    setRules: (rules) => {
      match = ruleMatcher(rules, seed);
    },
    reset: () => {
      match = ruleMatcher([], seed);
      log.clear();
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

async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL,
  action: FaultAction | undefined,
): Promise<void> {
  if (action?.kind === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  if (action?.kind === 'hold') return; // answered by nobody: the client must give up
  if (action?.kind === 'delay') await delayOf(action.delayMs);
  if (response.destroyed) return;
  const replacement = replacementOf(action, request);
  if (replacement !== undefined) {
    response.writeHead(replacement.status, replacement.headers);
    response.end(replacement.body);
    return;
  }
  forward(request, response, upstream, action);
}

function delayOf(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL,
  action: FaultAction | undefined,
): void {
  const outgoing = send(
    {
      host: upstream.hostname,
      port: upstream.port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, host: upstream.host },
    },
    (answer) => {
      const headers = spoilHeaders(answer.headers, action);
      if (!isWholeBodyFault(action)) {
        response.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        spoilBody(response, answer.statusCode ?? 502, headers, Buffer.concat(chunks), action);
      });
    },
  );
  outgoing.once('error', () => response.destroy());
  // The client gave up: so do we, or the service would work on for nobody.
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}
