import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize, sep } from 'node:path';
import { chromium as playwright } from 'playwright';

/** File name of the built page's script, which loads everything else. */
export const PAGE_SCRIPT = 'page.js';
const PAGE = `<!doctype html><title>Keyscope benchmarks</title><link rel="icon" href="data:,"><script type="module" src="./${PAGE_SCRIPT}"></script>`;
const PAGE_TYPE = 'text/html; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Headers that isolate the page: its clock is then exact to 5 us instead of 100 us. */
const EXACT_CLOCK = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Serves a page and the scripts of a folder on a free loopback port.
 * @param {string} folder
 * @returns {Promise<{ address: string, close: () => void }>}
 */
function serveFolder(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      response.writeHead(200, { 'Content-Type': PAGE_TYPE, ...EXACT_CLOCK }).end(PAGE);
      return;
    }
    const path = normalize(join(folder, decodeURIComponent(pathname)));
    if (!path.startsWith(folder + sep)) {
      response.writeHead(404).end();
      return;
    }
    const stream = createReadStream(path);
    stream.once('error', () => response.writeHead(404).end());
    stream.once('open', () => {
      response.writeHead(200, { 'Content-Type': SCRIPT_TYPE, ...EXACT_CLOCK });
      stream.pipe(response);
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
      resolve({ address: `http://127.0.0.1:${port}/`, close: () => void server.close() });
    });
  });
}

/**
 * Opens a built benchmark page and calls its functions.
 * @template T
 * @param {string} folder the page
 * @param {string} executablePath the browser
 * @param {(call: (name: string, ...args: readonly unknown[]) => Promise<unknown>, version: string, origin: string) => Promise<T>} use
 * @param {readonly string[]} [flags] more flags of the browser
 * @returns {Promise<T>}
 */
export async function inChromium(folder, executablePath, use, flags = []) {
  const server = await serveFolder(folder);
  const browser = await playwright.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', ...flags],
  });
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForFunction('globalThis.keyscopeBench !== undefined');
    /** @type {(name: string, ...args: readonly unknown[]) => Promise<unknown>} */
    const call = (name, ...args) => {
      const member = `globalThis.keyscopeBench[${JSON.stringify(name)}]`;
      return page.evaluate(
        args.length === 0
          ? `typeof ${member} === 'function' ? ${member}() : ${member}`
          : `${member}(...${JSON.stringify(args)})`,
      );
    };
    return await use(call, browser.version(), new URL(server.address).origin);
  } finally {
    await browser.close();
    server.close();
  }
}
