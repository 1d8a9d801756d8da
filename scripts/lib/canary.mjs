import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Outcome } from './steps.mjs' */

/**
 * A signature that signs nothing, known by its look: the tests put it into a SAS and search for it where no SAS may be.
 * With `+`, `/` and `=`, so that its encoded forms differ; 32 bytes, as every HMAC-SHA256.
 */
export const CANARY_SIGNATURE = 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=';

/** The longest part that most encodings leave as it is. */
const CORE = 'KeyscopeCanaryOfTheTests0042Search';

/** @type {ReadonlyMap<string, readonly string[]>} what to search for, by the name of the encoding */
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
 * The encodings in which a text holds the canary.
 * @param {string} text
 * @returns {readonly string[]} names; empty where it holds none
 */
export function canaryIn(text) {
  return [...FORMS].filter(([, forms]) => forms.some((form) => text.includes(form))).map(([name]) => name);
}

/**
 * Base64 of a text wherever it stands in the encoded whole: it begins at the first, second or third byte of a group.
 * @param {string} text
 * @returns {readonly string[]}
 */
function base64Forms(text) {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.from(' '.repeat(before) + text, 'latin1');
    const whole = bytes.toString('base64').replace(/=+$/, '');
    // What shares a group with the neighbours depends on them.
    return whole.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === 0 ? undefined : -1);
  });
}

/** Recordings of a page hold every address, packed so that a search does not see it. */
const RECORDING = /\.(?:zip|har|webm|trace|mp4)$/;

/**
 * Searches folders that tests and build leave behind. A folder that is not there holds nothing.
 * @param {readonly string[]} folders
 * @returns {Outcome} one check for each folder
 */
export function checkForCanary(folders) {
  const lines = folders.map((folder) => {
    const found = filesIn(folder).flatMap((path) => {
      if (RECORDING.test(path)) return [`${path}: a recording, which holds the addresses of requests`];
      const forms = canaryIn(readFileSync(path, 'latin1'));
      return forms.length === 0 ? [] : [`${path}: the canary SAS, ${forms.join(', ')}`];
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
