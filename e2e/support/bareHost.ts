// The build on a host that sends none of our headers, such as GitHub Pages, so that the page has only its own policy.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen, stopListening } from '../rig/tableService.ts';

const DIST = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'dist');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
/** A page that embeds Keyscope, and a page without any policy. */
const PAGES: Readonly<Record<string, string>> = {
  '/around.html':
    '<!doctype html><title>around</title><iframe src="./#/query" width="1200" height="800"></iframe>',
  '/unprotected.html': '<!doctype html><title>unprotected</title><body></body>',
};

export interface BareHost {
  readonly origin: string;
  /** From now on, files whose paths match are answered with 404, as after an update. Undefined for none. */
  readonly lose: (files: RegExp | undefined) => void;
  readonly close: () => Promise<void>;
}

export async function startBareHost(): Promise<BareHost> {
  let lost: RegExp | undefined;
  const server = createServer((request, response) => {
    const path = normalize((request.url ?? '/').replace(/[?#].*$/s, ''));
    const page = PAGES[path];
    const body =
      page ?? (lost?.test(path) === true ? undefined : readBuilt(path === '/' ? '/index.html' : path));
    if (body === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<h1>Not found</h1>');
      return;
    }
    const type = page === undefined && path !== '/' ? TYPES[extname(path)] : 'text/html';
    response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' });
    response.end(body);
  });
  await listen(server);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (files) => {
      lost = files;
    },
    close: () => stopListening(server),
  };
}

function readBuilt(path: string): Buffer | undefined {
  try {
    return readFileSync(join(DIST, path));
  } catch {
    return undefined;
  }
}
