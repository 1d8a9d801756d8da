import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium as playwright } from 'playwright';
import { build } from 'vite';

/** @typedef {(name: string, ...args: readonly unknown[]) => Promise<any>} Call calls a function of the page */

const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./assets/page.js"></script>';
/** These headers isolate the page, so that its clock is exact to 5 us instead of 100 us. */
const EXACT_CLOCK = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Bundles a page like the app, minified as users run it, opens it in Chromium, and calls its functions.
 * @param {string} root the project folder
 * @param {string} executablePath the browser
 * @param {string} entry the page's module in e2e/bench, which sets `keyscopeBench`
 * @param {(call: Call, origin: string, folder: string) => Promise<void>} use
 * @param {readonly string[]} [flags] more flags of the browser
 */
export async function onPage(root, executablePath, entry, use, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-bench-'));
  try {
    await bundle(root, folder, {
      rolldownOptions: {
        input: join(root, 'e2e/bench', entry),
        output: { entryFileNames: 'assets/page.js' },
      },
    });
    const { origin, close } = await serve(join(folder, 'assets'));
    const browser = await playwright.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', ...flags],
    });
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      await page.waitForFunction('globalThis.keyscopeBench !== undefined');
      await use(
        (name, ...args) => page.evaluate(`keyscopeBench.${name}(...${JSON.stringify(args)})`),
        origin,
        folder,
      );
    } finally {
      await browser.close();
      close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Bundles a module for Node and loads it.
 * @param {string} root the project folder
 * @param {string} entry in e2e/bench
 * @param {string} folder for the output
 * @returns {Promise<any>} the module's exports
 */
export async function loadForNode(root, entry, folder) {
  await bundle(root, join(folder, 'node'), {
    ssr: join(root, 'e2e/bench', entry),
    rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
  });
  return import(pathToFileURL(join(folder, 'node/entry.mjs')).href);
}

/**
 * @param {string} root
 * @param {string} outDir
 * @param {import('vite').BuildEnvironmentOptions} options
 */
async function bundle(root, outDir, options) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    base: './',
    publicDir: false,
    worker: { format: 'es' },
    build: { target: 'es2023', outDir, emptyOutDir: true, ...options },
  });
}

/**
 * Serves the page and its scripts on a free loopback port.
 * @param {string} folder of the scripts
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
async function serve(folder) {
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    const type = isPage ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8';
    response.writeHead(200, { 'Content-Type': type, ...EXACT_CLOCK });
    if (isPage) response.end(PAGE);
    else createReadStream(join(folder, basename(request.url ?? ''))).pipe(response);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
