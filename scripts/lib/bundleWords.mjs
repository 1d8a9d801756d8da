import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Outcome } from './steps.mjs' */

/** The chunk with @azure/data-tables: its classes know how to write, and cannot be taken apart. */
const SDK_CHUNK = /^sdkTransport-[\w-]+\.js$/;

/**
 * What no script of a build may hold, since the page only reads, sends by one `fetch`, and keeps nothing but settings.
 * `exceptIn`: where a library brings it along; it is never called there.
 * @type {readonly { readonly what: string, readonly pattern: RegExp, readonly exceptIn?: RegExp }[]}
 */
const FORBIDDEN = [
  {
    what: 'an HTTP method that writes',
    pattern: /(["'`])(?:POST|PUT|PATCH|MERGE|DELETE)\1/,
    // Our client for the SDK refuses all but GET before anything is sent.
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
  },
];

/**
 * Searches the scripts of a build for what would let it write, leak or keep a SAS.
 * @param {string} dist the folder that holds the build
 * @returns {Outcome} one check for each rule
 */
export function checkBundleWords(dist) {
  const assets = join(dist, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  if (names.length === 0) throw new Error(`There are no scripts in ${assets}.`);
  const scripts = names.map((name) => ({ name, text: readFileSync(join(assets, name), 'utf8') }));
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
 * @returns {string} a piece of the script, to find it by
 */
function around(text, at) {
  return text.slice(Math.max(0, at - SHOWN), at + SHOWN).replaceAll('\n', ' ');
}
