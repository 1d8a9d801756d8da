import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const SOURCE = /\.tsx?$/;
/** Tests and fixtures may import from other rooms. */
const TEST = /\.(?:test|fixture)\.tsx?$/;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g;

/** @typedef {readonly { readonly from: string, readonly to: string }[]} Imports paths of files */

/**
 * Finds circles of imports between sibling folders, type imports included, in every folder below `root`. The files directly in a folder
 * count as one more sibling.
 * @param {string} root
 * @returns {readonly string[]} each circle in words, with an example import for each arrow
 */
export function folderCircles(root) {
  const imports = importsBelow(root);
  return foldersBelow(root).flatMap((folder) =>
    circlesOf(root, imports, (file) => roomOf(folder, file)).map(
      (circle) => `${relative(root, folder) || '.'}: ${circle}`,
    ),
  );
}

/**
 * Finds circles of files, with types and with what is imported only when it is needed: the linter does not follow the latter.
 * @param {string} root
 * @returns {readonly string[]} each circle in words
 */
export function fileCircles(root) {
  return circlesOf(root, importsBelow(root), (file) => relative(root, file));
}

/**
 * @param {string} root
 * @returns {Imports}
 */
function importsBelow(root) {
  return filesBelow(root).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, target = '']) => ({
      from: file,
      to: resolve(dirname(file), target),
    })),
  );
}

/**
 * @param {string} root
 * @param {Imports} imports
 * @param {(file: string) => string | undefined} room of a file; undefined: it is left out
 * @returns {readonly string[]}
 */
function circlesOf(root, imports, room) {
  /** @type {Map<string, Map<string, string>>} room to room, with an import that makes the arrow */
  const arrows = new Map();
  for (const { from, to } of imports) {
    const [first, second] = [from, to].map(room);
    if (first === undefined || second === undefined || first === second) continue;
    const beside = arrows.get(first) ?? new Map();
    if (!beside.has(second)) beside.set(second, `${relative(root, from)} imports ${relative(root, to)}`);
    arrows.set(first, beside);
  }
  /** @type {string[]} */
  const found = [];
  for (const start of arrows.keys()) {
    const path = wayBack(arrows, start);
    // Reports each circle once, starting with the first room by name.
    if (path === undefined || path.some((step) => step < start)) continue;
    const why = path.map((step, i) => arrows.get(step)?.get(path[i + 1] ?? start)).join('; ');
    found.push(`${[...path, start].join(' -> ')} (${why})`);
  }
  return found;
}

/**
 * The shortest path from a room back to itself.
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} arrows
 * @param {string} start
 * @returns {readonly string[] | undefined}
 */
function wayBack(arrows, start) {
  /** @type {Map<string, readonly string[]>} */
  const seen = new Map([[start, [start]]]);
  const waiting = [start];
  for (let room = waiting.shift(); room !== undefined; room = waiting.shift()) {
    const path = seen.get(room) ?? [];
    for (const next of arrows.get(room)?.keys() ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.set(next, [...path, next]);
      waiting.push(next);
    }
  }
  return undefined;
}

/**
 * The subfolder of `folder` that contains a file; undefined if the file is elsewhere.
 * @param {string} folder
 * @param {string} file
 * @returns {string | undefined}
 */
function roomOf(folder, file) {
  const path = relative(folder, file);
  if (path.startsWith('..')) return undefined;
  const [first = '', ...below] = path.split(sep);
  return below.length === 0 ? '(files)' : first;
}

/**
 * @param {string} folder
 * @returns {readonly string[]} with `folder` itself
 */
function foldersBelow(folder) {
  return [
    folder,
    ...readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => foldersBelow(join(folder, name))),
  ];
}

/**
 * @param {string} root
 * @returns {readonly string[]}
 */
function filesBelow(root) {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !TEST.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
