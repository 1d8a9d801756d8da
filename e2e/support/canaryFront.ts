// Stands before a table service and takes the canary signature for the true one, so that a SAS which is easy to search
// for works. It sees every request whole, and notes where in it the canary was.
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CANARY_SIGNATURE, canaryIn } from '../../scripts/lib/canary.mjs';

export interface CanaryFront {
  /** The endpoint with the canary SAS. */
  readonly sasUrl: string;
  readonly endpoint: string;
  /** Places in requests, other than the request line, where the canary was: names of headers, `body`. */
  readonly misplaced: () => readonly string[];
  readonly methods: () => ReadonlySet<string>;
  /** From now on every request is answered 403, in the service's form, with words and headers that repeat its address and its signature. */
  readonly echo: (on: boolean) => void;
  readonly close: () => Promise<void>;
}

/** `target`: the service's endpoint; `sas`: valid there. */
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

/** The address, and the signature alone: as it is sent, decoded, encoded once more, in base64, in JSON, XML and HTML. */
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
