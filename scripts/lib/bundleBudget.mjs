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
