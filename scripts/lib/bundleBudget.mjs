import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @import { Outcome } from './steps.mjs' */

const KB = 1000;
/**
 * Limit for everything that the first screen needs: the page's script, its imports, and the styles. React takes about 67 kB and React Aria
 * 13; the rest is the shell, the stores and the field of Decode.
 */
const FIRST_SCREEN_LIMIT = 150 * KB;
/** Limit for each script that is loaded later, such as charts or the Azure SDK. */
const LAZY_CHUNK_LIMIT = 130 * KB;
/**
 * Limit for the script of a worker. Each contains all key schemes, and there must be room for new ones. The worker of rows also sorts,
 * filters, groups, compares and finds templates. Nobody waits for it, because it loads while the user connects.
 */
const WORKER_LIMIT = 150 * KB;

/**
 * Compares the gzip sizes of a build with the limits, and looks for workers whose script would run twice.
 * @param {string} dist the folder of the build
 * @returns {Outcome}
 */
export function checkBundleBudget(dist) {
  const assets = join(dist, 'assets');
  const first = firstScreen(dist);
  const lazy = readdirSync(assets).filter((name) => name.endsWith('.js') && !first.has(name));
  const weighed = [
    { name: 'first screen', files: [...first], limit: FIRST_SCREEN_LIMIT },
    ...lazy.map((name) => ({
      name,
      files: [name],
      limit: /\.worker-/.test(name) ? WORKER_LIMIT : LAZY_CHUNK_LIMIT,
    })),
  ];
  const lines = weighed.map(({ name, files, limit }) => {
    const size = files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(assets, file)), { level: 9 }).length,
      0,
    );
    const verdict = size <= limit ? 'ok  ' : 'OVER';
    return `${verdict} ${name}: ${Math.round(size / KB)} kB of ${limit / KB} kB, gzip`;
  });
  for (const name of lazy.flatMap((file) => workerImports(assets, file))) lines.push(name);
  const failed = lines.filter((line) => !line.startsWith('ok')).length;
  return { passed: lines.length - failed, failed, output: lines.join('\n') };
}

/**
 * A late part of a worker must not import the worker's own script: WebKit then runs that script a second time, so that the worker answers
 * each request twice, and exports contained rows twice.
 * @param {string} assets
 * @param {string} file
 * @returns {readonly string[]} a line for each such import
 */
function workerImports(assets, file) {
  return staticImports(readFileSync(join(assets, file), 'utf8'))
    .filter((name) => /\.worker-[\w-]+\.js$/.test(name))
    .map((name) => `TWICE ${file} imports ${name}: WebKit would run that worker's script twice`);
}

/**
 * Names of the files in assets that the page loads at once: those in its HTML, and their static imports.
 * @param {string} dist
 * @returns {ReadonlySet<string>}
 */
function firstScreen(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const open = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
  if (!open.some((name) => name.endsWith('.js'))) throw new Error('The page loads no script from assets.');
  /** @type {Set<string>} */
  const seen = new Set();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (name.endsWith('.js')) open.push(...staticImports(readFileSync(join(dist, 'assets', name), 'utf8')));
  }
  return seen;
}

/**
 * @param {string} script a built chunk, with imports like `from"./name.js"` or `import"./name.js"`
 * @returns {readonly string[]} file names
 */
function staticImports(script) {
  return [...script.matchAll(/(?:\bfrom|\bimport)\s*["'](\.\/[^"']+\.js)["']/g)].map(([, path = '']) =>
    basename(path),
  );
}

/** The chunk with @azure/data-tables. Its classes contain write operations, which cannot be removed. */
const SDK_CHUNK = /^sdkTransport-[\w-]+\.js$/;

/** DuckDB contains all of these. It is started without files or a network, in a worker whose policy allows only this page's host. */
const SQL_WORKER = /^sql\.worker-[\w-]+\.js$/;

/**
 * What no script of a build may contain, because the page only reads, sends with one `fetch`, and stores only settings. `exceptIn` names a
 * chunk in which a library contains it but never calls it.
 * @type {readonly { readonly what: string, readonly pattern: RegExp, readonly exceptIn?: RegExp }[]}
 */
const FORBIDDEN = [
  {
    what: 'an HTTP method that writes',
    pattern: /(["'`])(?:POST|PUT|PATCH|MERGE|DELETE)\1/,
    // Our HTTP client for the SDK refuses everything but GET before it is sent.
    exceptIn: SDK_CHUNK,
  },
  {
    what: 'a method that writes',
    pattern:
      /submitTransaction|submit_transaction|(?:delete|update|upsert|create|insert)(?:Entity|_entity)\b|TableBatchOperation|ExecuteBatch/,
    exceptIn: SDK_CHUNK,
  },
  { what: 'text run as code', pattern: /\beval\(|\bnew Function\(|\bdocument\.write\b/ },
  {
    what: 'another way to send',
    pattern: /\b(?:XMLHttpRequest|sendBeacon|WebSocket|EventSource|RTCPeerConnection|WebTransport)\b/,
  },
  {
    what: 'a place that outlives the page',
    pattern: /\b(?:indexedDB|sessionStorage|document\.cookie|serviceWorker)\b/,
    // Keeps counts and bounds of keys, if the user wants that.
    exceptIn: /^keptCounts-[\w-]+\.js$/,
  },
];

/**
 * Searches the scripts of a build for ways to write, or to leak or store a SAS.
 * @param {string} dist the folder of the build
 * @returns {Outcome} one check per rule
 */
export function checkBundleWords(dist) {
  const scripts = ['assets', 'sql']
    .flatMap((folder) =>
      readdirSync(join(dist, folder)).map((name) => ({ name, file: join(dist, folder, name) })),
    )
    .filter(({ name }) => name.endsWith('.js') && !SQL_WORKER.test(name))
    .map(({ name, file }) => ({ name, text: readFileSync(file, 'utf8') }));
  if (scripts.length === 0) throw new Error(`There are no scripts in ${dist}.`);
  const found = FORBIDDEN.map(({ what, pattern, exceptIn }) =>
    scripts
      .filter(({ name, text }) => exceptIn?.test(name) !== true && pattern.test(text))
      .map(({ name, text }) => `${name}: ${what}: ${around(text, text.search(pattern))}`),
  );
  const failed = found.filter((lines) => lines.length > 0).length;
  return { passed: found.length - failed, failed, output: found.flat().join('\n') };
}

const SHOWN = 40;

/**
 * @param {string} text
 * @param {number} at
 * @returns {string} the surrounding part of the script
 */
function around(text, at) {
  return text.slice(Math.max(0, at - SHOWN), at + SHOWN).replaceAll('\n', ' ');
}
