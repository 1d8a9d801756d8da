import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Outcome } from './steps.mjs' */

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
