// Sits in front of a table service and replaces the canary signature with the true one, so that a SAS that is easy to search for
// works. It sees whole requests, and notes where they contain the canary.
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CANARY_SIGNATURE, canaryIn } from '../../scripts/lib/canary.mjs';

export interface CanaryFront {
  /** The endpoint with the canary SAS. */
  readonly sasUrl: string;
  readonly endpoint: string;
  /** Parts of requests, except the request line, that contained the canary: header names, `body`. */
  readonly misplaced: () => readonly string[];
  readonly methods: () => ReadonlySet<string>;
  /**
   * From now on every request is answered 403 in the service's form, with words and headers that repeat its address and
   * signature.
   */
  readonly echo: (on: boolean) => void;
  readonly close: () => Promise<void>;
}

/** `target` is the service's endpoint; `sas` is valid there. */
export async function startCanaryFront(target: string, sas: string): Promise<CanaryFront> {
  const upstream = new URL(target);
  const signature = /sig=([^&]+)/.exec(sas)?.[1] ?? '';
  const canary = encodeURIComponent(CANARY_SIGNATURE);
  const misplaced: string[] = [];
  const methods = new Set<string>();
  let isEchoing = false;
  const server = createServer((request, response) => {
    methods.add(request.method ?? '');
    for (const [name, value] of Object.entries(request.headers)) {
      if (canaryIn(String(value)).length > 0) misplaced.push(name);
    }
    request.on('data', (chunk: Buffer) => {
      if (canaryIn(chunk.toString('latin1')).length > 0) misplaced.push('body');
    });
    if (isEchoing && request.method === 'GET') return echo(request, response);
    const outgoing = send(
      {
        host: upstream.hostname,
        port: upstream.port,
        method: request.method,
        path: request.url?.replace(canary, signature),
        headers: { ...request.headers, host: upstream.host },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
      },
    );
    outgoing.once('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    request.pipe(outgoing);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}${upstream.pathname}`;
  return {
    endpoint,
    sasUrl: `${endpoint}?${sas.replace(signature, canary)}`,
    misplaced: () => [...misplaced],
    methods: () => methods,
    echo: (on) => {
      isEchoing = on;
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

/** The address, and the signature alone: as sent, decoded, encoded again, in base64, in JSON, XML and HTML. */
function echo({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const sent = encodeURIComponent(CANARY_SIGNATURE);
  const value = [
    `Refused: http://${headers.host ?? ''}${url} and ${JSON.stringify(decodeURIComponent(url))}`,
    `The MAC signature found in the HTTP request '${CANARY_SIGNATURE}' is not the same as any computed signature`,
    sent,
    encodeURIComponent(sent),
    btoa(CANARY_SIGNATURE),
    btoa(`?sig=${CANARY_SIGNATURE}`),
    JSON.stringify({ sig: CANARY_SIGNATURE }),
    CANARY_SIGNATURE.replaceAll('/', '\\/'),
    `<sig>${CANARY_SIGNATURE}</sig>`,
    CANARY_SIGNATURE.replaceAll('+', '&#43;').replaceAll('/', '&#47;'),
  ].join(' and ');
  response.writeHead(403, {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-expose-headers': '*',
    'content-type': 'application/json',
    'x-ms-request-id': CANARY_SIGNATURE,
    'x-ms-error-code': CANARY_SIGNATURE,
  });
  response.end(JSON.stringify({ 'odata.error': { code: sent, message: { lang: 'en-US', value } } }));
}
