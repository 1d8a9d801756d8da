// A counting proxy in front of a table service (Azurite or the scripted one), which can damage answers by rule. Like the service, it
// listens on loopback, because faults injected by the browser's own routing would hide CORS.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerDelivery, Delivery, WireAnswer, WireRequest } from './wireExchange.ts';
import { createFaultLayer, type FaultLayer, type Handling } from './faultLayer.ts';
import { listen, stopListening } from './tableService.ts';

export interface FaultProxy extends Pick<FaultLayer, 'log' | 'setRules' | 'reset'> {
  /** The service's endpoint through this proxy. */
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts the proxy on a free loopback port.
 * @param target The service's path-style endpoint, whose path is kept. A SAS signs neither host nor port, so it is also valid through the
 *   proxy.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const upstream = new URL(target);
  const { begin, log, setRules, reset } = createFaultLayer({
    seed: 1,
    clockMs: () => performance.now(),
    nowMs: () => Date.now(),
  });
  const server = createServer((request, response) => {
    const { method = '', url = '/', headers } = request;
    const handling = begin({ method, target: url, headers });
    let delivery: Delivery | undefined;
    response.once('close', () => {
      handling.end(response.headersSent ? delivery : undefined, response.writableFinished);
    });
    void relay(request, response, upstream, handling, (made) => {
      delivery = made;
    });
  });
  server.keepAliveTimeout = 300_000;
  await listen(server);
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}${upstream.pathname.replace(/\/$/, '')}`,
    log,
    setRules,
    reset,
    close: () => stopListening(server),
  };
}

async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL,
  handling: Handling,
  onDelivery: (delivery: Delivery) => void,
): Promise<void> {
  const answer =
    handling.ask === undefined ? undefined : await askUpstream(handling.ask, request, response, upstream);
  if (response.destroyed) return;
  const delivery = handling.deliver(answer);
  onDelivery(delivery);
  if (delivery.kind === 'hold') return; // no answer: the client must give up
  if (delivery.waitMs > 0) await delayOf(delivery.waitMs);
  if (response.destroyed) return;
  if (delivery.kind === 'reset') request.socket.resetAndDestroy();
  else await write(response, delivery);
}

function delayOf(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function write(response: ServerResponse, delivery: AnswerDelivery): Promise<void> {
  response.writeHead(delivery.status, [...delivery.headers].flat());
  // Otherwise the headers would be sent only with the first piece, which may have to wait.
  response.flushHeaders();
  for (const { afterMs, bytes } of delivery.pieces) {
    if (afterMs > 0) await delayOf(afterMs);
    if (response.destroyed) return;
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      // The piece must be sent before the connection breaks. Otherwise the client would see no headers.
      response.write(bytes, () => {
        response.off('close', resolve);
        resolve();
      });
    });
  }
  if (delivery.end === 'close') response.end();
  else if (delivery.end === 'reset') response.socket?.resetAndDestroy();
  else if (delivery.end === 'fin') response.socket?.end();
}

/** These headers belong to one connection and not to the answer. */
const HOP_HEADERS = new Set(['connection', 'keep-alive']);

/** The service's whole answer; undefined if there was none. */
function askUpstream(
  ask: WireRequest,
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL,
): Promise<WireAnswer | undefined> {
  return new Promise((resolve) => {
    const outgoing = send(
      {
        host: upstream.hostname,
        port: upstream.port,
        method: ask.method,
        path: ask.target,
        headers: { ...ask.headers, host: upstream.host },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', () => {
          resolve(undefined);
        });
        answer.once('end', () => {
          const body = Buffer.concat(chunks);
          const headers = flatHeaders(answer.headers);
          resolve({ status: answer.statusCode ?? 502, headers, body, serviceMs: 0 });
        });
      },
    );
    outgoing.once('error', () => {
      resolve(undefined);
    });
    // If the client gives up, the request to the service is dropped too.
    response.once('close', () => outgoing.destroy());
    request.pipe(outgoing);
  });
}

function flatHeaders(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const flat = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_HEADERS.has(name)) flat.set(name, [value].flat().join(','));
  }
  return flat;
}
