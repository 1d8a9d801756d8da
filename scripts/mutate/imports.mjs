import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * Which source files a test file loads, at once or later: read from the relative addresses in their texts. Too many at worst.
 */

const ADDRESS = /(?:\bfrom|\bimport\s*\(?|\bURL\(|\bmock\()\s*['"](\.{1,2}\/[^'"]+)['"]/g;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/**
 * @param {string} root
 * @param {readonly string[]} tests relative to root, with `/`
 * @returns {ReadonlyMap<string, ReadonlySet<string>>} test file -> all files that it loads, itself included
 */
export function loadedBy(root, tests) {
  /** @type {Map<string, readonly string[]>} */
  const known = new Map();
  const importsOf = (/** @type {string} */ file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const text = textOf(join(root, file)) ?? '';
    const found = Array.from(text.matchAll(ADDRESS), ([, address = '']) =>
      existing(root, join(dirname(file), address).replaceAll('\\', '/')),
    ).filter((other) => other !== undefined);
    known.set(file, found);
    return found;
  };
  return new Map(
    tests.map((test) => {
      const all = new Set([test]);
      // A Set goes on with what is added while it is walked.
      for (const file of all) for (const next of importsOf(file)) all.add(next);
      return [test, all];
    }),
  );
}

/**
 * @param {string} root
 * @param {string} path without ending, or with one
 */
function existing(root, path) {
  return ENDINGS.map((ending) => path + ending).find((file) => textOf(join(root, file)) !== undefined);
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
