// Stands in front of a table service and replaces the canary signature by the true one, so that a credential works that is easy to search
// for. It sees whole requests and notes where they contain the canary.
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen, stopListening } from '../rig/tableService.ts';
import { CANARY_SIGNATURE, CANARY_TOKEN_SIGNATURE, canaryIn } from '../../scripts/lib/canary.mjs';

export interface CanaryFront {
  /** The endpoint with the canary SAS or token. */
  readonly pasted: string;
  readonly endpoint: string;
  /** Parts of requests that contained the canary although the credential does not belong there: `address`, names of headers, `body`. */
  readonly misplaced: () => readonly string[];
  readonly methods: () => ReadonlySet<string>;
  /**
   * With true, every request is answered with 403 in the form of the service, with words and headers that repeat its address, credential
   * and signature.
   */
  readonly echo: (on: boolean) => void;
  readonly close: () => Promise<void>;
}

interface Kind {
  /** The place of the credential in a request. */
  readonly place: 'address' | 'authorization';
  /** Matches the signature in the credential. */
  readonly signed: RegExp;
  readonly canary: string;
  readonly between: string;
}

const KINDS: Readonly<Record<'sas' | 'token', Kind>> = {
  sas: {
    place: 'address',
    signed: /(?<=sig=)[^&]+/,
    canary: encodeURIComponent(CANARY_SIGNATURE),
    between: '?',
  },
  token: { place: 'authorization', signed: /(?<=\.)[^.]*$/, canary: CANARY_TOKEN_SIGNATURE, between: ' ' },
};

/**
 * @param target The service's endpoint.
 * @param credential A SAS or a token that is valid there.
 */
export async function startCanaryFront(target: string, credential: string): Promise<CanaryFront> {
  const upstream = new URL(target);
  const { place, signed, canary, between } = KINDS[credential.includes('sig=') ? 'sas' : 'token'];
  const [signature = ''] = signed.exec(credential) ?? [];
  const misplaced: string[] = [];
  const methods = new Set<string>();
  let isEchoing = false;
  const note = (part: string, text: string): void => {
    if (part !== place && canaryIn(text).length > 0) misplaced.push(part);
  };
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    methods.add(method);
    note('address', url);
    for (const [name, value] of Object.entries(headers)) note(name, String(value));
    request.on('data', (chunk: Buffer) => note('body', chunk.toString('latin1')));
    const { authorization } = headers;
    if (isEchoing && method === 'GET') {
      echo(
        request,
        response,
        place === 'address' ? `http://${headers.host ?? ''}${url}` : (authorization ?? ''),
      );
      return;
    }
    const outgoing = send(
      {
        host: upstream.hostname,
        port: upstream.port,
        method,
        path: url.replace(canary, signature),
        headers: {
          ...headers,
          host: upstream.host,
          ...(authorization !== undefined && { authorization: authorization.replace(canary, signature) }),
        },
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
  await listen(server);
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}${upstream.pathname}`;
  return {
    endpoint,
    pasted: `${endpoint}${between}${credential.replace(signed, canary)}`,
    misplaced: () => [...misplaced],
    methods: () => methods,
    echo: (on) => {
      isEchoing = on;
    },
    close: () => stopListening(server),
  };
}

/** Repeats what was sent, and the signature alone in many forms: as sent, decoded, encoded again, in base64, JSON, XML and HTML. */
function echo({ headers }: IncomingMessage, response: ServerResponse, sent: string): void {
  const signature = sent.startsWith('Bearer ') ? CANARY_TOKEN_SIGNATURE : CANARY_SIGNATURE;
  const encoded = encodeURIComponent(signature);
  const value = [
    `Refused: ${sent} and ${JSON.stringify(decodeURIComponent(sent))}`,
    `The MAC signature found in the HTTP request '${signature}' is not the same as any computed signature`,
    encoded,
    encodeURIComponent(encoded),
    btoa(signature),
    btoa(`?sig=${signature}`),
    JSON.stringify({ sig: signature }),
    signature.replaceAll('/', '\\/'),
    `<sig>${signature}</sig>`,
    signature.replaceAll('+', '&#43;').replaceAll('/', '&#47;'),
  ].join(' and ');
  response.writeHead(403, {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-expose-headers': '*',
    'content-type': 'application/json',
    'x-ms-request-id': signature,
    'x-ms-error-code': signature,
  });
  response.end(JSON.stringify({ 'odata.error': { code: encoded, message: { lang: 'en-US', value } } }));
}
