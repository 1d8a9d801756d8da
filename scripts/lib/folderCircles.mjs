import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const SOURCE = /\.tsx?$/;
/** Tests and fixtures may import from other rooms. */
const TEST = /\.(?:test|fixture)\.tsx?$/;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g;

/**
 * Finds circles of imports between sibling folders, type imports included, in every folder below `root`. The files directly in a folder
 * count as one more sibling.
 * @param {string} root
 * @returns {readonly string[]} each circle in words, with an example import for each arrow
 */
export function folderCircles(root) {
  const imports = filesBelow(root).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, target = '']) => ({
      from: file,
      to: resolve(dirname(file), target),
    })),
  );
  return foldersBelow(root).flatMap((folder) => circlesIn(root, folder, imports));
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {readonly { readonly from: string, readonly to: string }[]} imports
 * @returns {readonly string[]}
 */
function circlesIn(root, folder, imports) {
  /** @type {Map<string, Map<string, string>>} room to room, with an import that makes the arrow */
  const arrows = new Map();
  for (const { from, to } of imports) {
    const rooms = [from, to].map((file) => roomOf(folder, file));
    const [first, second] = rooms;
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
    if (path === undefined || path.some((room) => room < start)) continue;
    const why = path.map((room, i) => arrows.get(room)?.get(path[i + 1] ?? start)).join('; ');
    found.push(`${relative(root, folder) || '.'}: ${[...path, start].join(' -> ')} (${why})`);
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
