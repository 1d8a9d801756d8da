import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * Finds the source files that a test file loads, immediately or lazily, from the relative paths in their texts. It may find too many.
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
      // Iterating over a Set includes values added meanwhile.
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
