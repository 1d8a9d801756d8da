// A second server on this machine that receives whatever a page leaks.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { listen, stopListening } from '../rig/tableService.ts';
import { selfSigned } from './selfSigned.ts';

export interface LeakListener {
  readonly port: number;
  /** Requested paths without query, including web sockets, in order of arrival. */
  readonly paths: () => readonly string[];
  /** Number of TCP connections, including those without a request. */
  readonly connections: () => number;
  /** Forgets everything received. */
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}

/** Answers every request from everybody, so that only the page's own policy can stop one. With `tlsHost`, it speaks https as this host. */
export async function startLeakListener(tlsHost?: string): Promise<LeakListener> {
  const paths: string[] = [];
  let connections = 0;
  const answer: RequestListener = (request, response) => {
    const path = pathOf(request);
    paths.push(path);
    // After such an answer the browser stays on its page, so that a script could send again.
    if (path.startsWith('/204/')) return void response.writeHead(204).end();
    if (path.startsWith('/saved/')) response.setHeader('content-disposition', 'attachment; filename=x.bin');
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'text/javascript',
    });
    response.end('0');
  };
  const server =
    tlsHost === undefined ? createServer(answer) : createTlsServer(selfSigned(tlsHost, Date.now()), answer);
  server.on('connection', () => {
    connections += 1;
  });
  server.on('upgrade', (request, socket: Socket) => {
    paths.push(pathOf(request));
    socket.destroy();
  });
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    paths: () => [...paths],
    connections: () => connections,
    clear: () => {
      paths.length = 0;
      connections = 0;
    },
    close: () => stopListening(server),
  };
}
