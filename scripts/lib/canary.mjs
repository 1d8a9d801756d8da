import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Outcome } from './steps.mjs' */

/**
 * A signature that is easy to recognize and not real. Tests put it into a SAS and search for it wherever no SAS may be. It contains `+`,
 * `/` and `=`, so that its encoded forms differ, and has 32 bytes like every HMAC-SHA256.
 */
export const CANARY_SIGNATURE = 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=';

/** The same bytes as the last part of an access token, which is written in base64url (RFC 7515). */
export const CANARY_TOKEN_SIGNATURE = CANARY_SIGNATURE.replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '');

/** The longest part that most encodings leave unchanged. */
const CORE = 'KeyscopeCanaryOfTheTests0042Search';

/** @type {ReadonlyMap<string, readonly string[]>} texts to search for, by name of the encoding */
const FORMS = new Map([
  ['raw', [CANARY_SIGNATURE, CORE]],
  ['percent-encoded', [encodeURIComponent(CANARY_SIGNATURE)]],
  ['percent-encoded twice', [encodeURIComponent(encodeURIComponent(CANARY_SIGNATURE))]],
  ['base64', base64Forms(CORE)],
  [
    'JSON-escaped',
    [
      CANARY_SIGNATURE.replaceAll('/', '\\/'),
      CANARY_SIGNATURE.replace(/[+/=]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
      CORE.replace(/./g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    ],
  ],
]);

/**
 * Finds the encodings in which a text contains the canary.
 * @param {string} text
 * @returns {readonly string[]} names; empty if it does not contain the canary
 */
export function canaryIn(text) {
  return [...FORMS].filter(([, forms]) => forms.some((form) => text.includes(form))).map(([name]) => name);
}

/**
 * The three base64 forms of a text inside a longer text, since it may begin at the first, second or third byte of a group.
 * @param {string} text
 * @returns {readonly string[]}
 */
function base64Forms(text) {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.from(' '.repeat(before) + text, 'latin1');
    const whole = bytes.toString('base64').replace(/=+$/, '');
    // Without the characters that also depend on neighbouring bytes.
    return whole.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === 0 ? undefined : -1);
  });
}

/** Recordings of a page. They contain every address, but compressed, so that a search would not find it. */
const RECORDING = /\.(?:zip|har|webm|trace|mp4)$/;

/**
 * Searches the folders that tests and builds leave behind. A folder may be missing.
 * @param {readonly string[]} folders
 * @returns {Outcome} one check per folder
 */
export function checkForCanary(folders) {
  const lines = folders.map((folder) => {
    const found = filesIn(folder).flatMap((path) => {
      if (RECORDING.test(path)) return [`${path}: a recording, which holds the addresses of requests`];
      const forms = canaryIn(readFileSync(path, 'latin1'));
      return forms.length === 0 ? [] : [`${path}: the canary, ${forms.join(', ')}`];
    });
    return { folder, found };
  });
  const failed = lines.filter(({ found }) => found.length > 0);
  return {
    passed: lines.length - failed.length,
    failed: failed.length,
    output: failed.flatMap(({ found }) => found).join('\n'),
  };
}

/**
 * @param {string} folder
 * @returns {readonly string[]} paths of all files below
 */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}
