import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { LAYERS, ONLY_IN } from './layers.mjs';

/*
 * Checks the directions of imports in `layers.mjs`, and that neither files nor sibling folders of src import each other in a circle.
 * `node scripts/lib/checkLayers.mjs` prints everything that is forbidden.
 */

const SOURCE = /\.(?:ts|tsx|mjs)$/;
const TEST = /\.(?:test|fixture)\.tsx?$/;
/** Matches a late import, the type of one, also in JSDoc, and the file of a worker. */
const LATE = /\bimport\(\s*(['"`])(.*?)\1|\bnew URL\(\s*(['"`])(.*?\.tsx?)\3,\s*import\.meta\.url/g;
/** Other names of the global object, since `window.fetch` is the same as `fetch`. */
const GLOBAL = ['window', 'self', 'globalThis', 'navigator'];

/** @typedef {import('./layers.mjs').Layer & { layer: string, room: string, uses: readonly string[] }} Home of a file */
/** @typedef {Map<string, Map<string, string>>} Arrows from, to, and an import that makes the arrow */

/**
 * @param {ReadonlyMap<string, string>} files path from the project folder, with `/` -> text
 * @returns {readonly string[]} what is forbidden, in words
 */
function layerFaults(files) {
  /** @type {string[]} */
  const faults = [];
  /** @type {{ from: string, to: string }[]} between files of src, tests left out */
  const arrows = [];
  for (const [file, text] of files) {
    const home = homeOf(file);
    if (home === undefined) {
      faults.push(`${file}: its folder is not in scripts/lib/layers.mjs`);
      continue;
    }
    const parsed = parseSync(file, text);
    const isTest = TEST.test(file);
    for (const target of importsIn(parsed, isTest ? '' : text)) {
      const isPath = target.startsWith('.');
      const to = isPath ? posix.join(posix.dirname(file), target) : target;
      const fault = isPath ? pathFault(home, isTest, to) : packageFault(home, isTest, to);
      if (fault !== undefined) faults.push(`${file} imports ${to}: ${fault}`);
      if (file.startsWith('src/') && !isTest && files.has(to)) arrows.push({ from: file, to });
    }
    const elsewhere = Object.keys(ONLY_IN).filter(
      (word) => file.startsWith('src/') && ONLY_IN[word] !== file,
    );
    const words = isTest ? [] : [...(home.words ?? []), ...elsewhere].filter((word) => text.includes(word));
    // The syntax tree is examined only if the text contains one of the words, because that takes ten times as long.
    if (words.length > 0)
      for (const word of new Set(wordsIn(parsed.program, words))) faults.push(`${file} may not use ${word}`);
  }
  return [...faults, ...circleFaults(arrows)];
}

/**
 * @param {import('vite').ParseResult} parsed
 * @param {string} text where late imports are looked for
 * @returns {readonly string[]} without query strings
 */
function importsIn({ module }, text) {
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...Array.from(text.matchAll(LATE), ([, , late, , address]) => late ?? address),
  ].flatMap((target) => (target === undefined ? [] : [target.replace(/\?.*$/, '')]));
}

/**
 * @param {Home} from
 * @param {boolean} isTest
 * @param {string} name
 * @returns {string | undefined} why the import is forbidden
 */
function packageFault({ layer, packages }, isTest, name) {
  const isFree = isTest || packages === undefined;
  const isNamed = packages?.some((known) => name === known || name.startsWith(`${known}/`));
  return isFree || isNamed ? undefined : `${layer} may not use this package`;
}

/**
 * @param {Home} from
 * @param {boolean} isTest tests stay beside what they test, and may use all rooms of its layer and all layers below
 * @param {string} to
 * @returns {string | undefined} why the import is forbidden
 */
function pathFault(from, isTest, to) {
  const target = homeOf(to);
  if (!isTest && from.layer.startsWith('src/') && TEST.test(to))
    return 'only tests may use tests and fixtures';
  const isBelow =
    target?.layer === from.layer
      ? isTest || ['', from.room, ...from.uses].includes(target.room)
      : (isTest ? allBelow(from.layer) : from.below).includes(target?.layer ?? '');
  return isBelow ? undefined : `not below ${posix.join(from.layer, from.room)}`;
}

/**
 * @param {string} path of a file
 * @returns {Home | undefined} where the table has it
 */
function homeOf(path) {
  const layer = Object.keys(LAYERS).find((name) => path.startsWith(`${name}/`));
  const rules = LAYERS[layer ?? ''];
  if (layer === undefined || rules === undefined) return undefined;
  const [first = '', ...deeper] = path.slice(layer.length + 1).split('/');
  if (rules.rooms === undefined || deeper.length === 0) return { ...rules, layer, room: '', uses: [] };
  const uses = rules.rooms[first];
  return uses && { ...rules, layer, room: first, uses };
}

/**
 * @param {string} layer
 * @returns {readonly string[]} the layers below, and those below them
 */
function allBelow(layer) {
  const below = LAYERS[layer]?.below ?? [];
  return [...below, ...below.flatMap(allBelow)];
}

/**
 * Finds names that stand for a global. Members (`deps.fetch`) and keys (`{ fetch: send }`) are none.
 * @param {unknown} part of oxc's ESTree
 * @param {readonly string[]} words
 * @returns {readonly string[]}
 */
function wordsIn(part, words) {
  if (Array.isArray(part)) return part.flatMap((item) => wordsIn(item, words));
  if (typeof part !== 'object' || part === null) return [];
  /** @type {Record<string, any>} */
  const node = part;
  const { key, property, ...others } = node;
  if (node['type'] === 'NewExpression' && node['arguments'].length === 0) {
    // `new Date(x)` does not read a clock.
    const name = `new ${node['callee'].name}()`;
    return [...words.filter((word) => word === name), ...wordsIn(node['callee'], words)];
  }
  if (node['type'] === 'Identifier') return words.filter((word) => word === node['name']);
  const isComputed = node['computed'] === true;
  const object = node['object']?.name;
  const member = isComputed ? property?.value : property?.name;
  const named = words.filter(
    (word) => word === `${object}.${member}` || (GLOBAL.includes(object) && word === member),
  );
  // The name of a key or a member does not refer to a global, unless it is computed.
  const isName = !isComputed && node['shorthand'] !== true && (key ?? property) !== undefined;
  return [...named, ...Object.values(isName ? others : node).flatMap((child) => wordsIn(child, words))];
}

/**
 * Finds circles of files, and circles among the items of a folder: its subfolders, and all files directly in it, taken together.
 * @param {readonly { from: string, to: string }[]} imports
 * @returns {readonly string[]}
 */
function circleFaults(imports) {
  /** @type {Arrows} */
  const ofFiles = new Map();
  /** @type {Map<string, Arrows>} by the folder that holds both ends */
  const ofFolders = new Map();
  for (const { from, to } of imports) {
    emplace(emplace(ofFiles, from, new Map()), to, '');
    const folder = commonFolder(from, to);
    const [start, end] = [from, to].map((path) => {
      const [first = '', ...below] = path.slice(folder.length).split('/');
      return below.length === 0 ? '(files)' : first;
    });
    if (start === undefined || end === undefined || start === end) continue;
    const arrows = emplace(ofFolders, folder, new Map());
    emplace(emplace(arrows, start, new Map()), end, ` (${from} imports ${to})`);
  }
  return [
    ...circles(ofFiles).map((circle) => `circle of files: ${circle}`),
    ...[...ofFolders].flatMap(([folder, arrows]) =>
      circles(arrows).map((circle) => `circle of folders in ${folder}: ${circle}`),
    ),
  ];
}

/**
 * @param {string} first
 * @param {string} second
 * @returns {string} the deepest folder that holds both files, with `/` at its end
 */
function commonFolder(first, second) {
  let folder = posix.dirname(first);
  while (!second.startsWith(`${folder}/`)) folder = posix.dirname(folder);
  return `${folder}/`;
}

/**
 * @template K, V
 * @param {Map<K, V>} map
 * @param {K} key
 * @param {V} fresh
 * @returns {V}
 */
function emplace(map, key, fresh) {
  const known = map.get(key) ?? fresh;
  map.set(key, known);
  return known;
}

/**
 * @param {Arrows} arrows
 * @returns {readonly string[]} each circle once, from its first name on
 */
function circles(arrows) {
  return [...arrows.keys()].flatMap((start) => {
    const path = wayBack(arrows, start);
    if (path === undefined || path.some((step) => step < start)) return [];
    return [path.map((step, i) => `${step}${arrows.get(path[i - 1] ?? '')?.get(step) ?? ''}`).join(' -> ')];
  });
}

/**
 * @param {Arrows} arrows
 * @param {string} start
 * @returns {readonly string[] | undefined} the shortest way from a name back to itself
 */
function wayBack(arrows, start) {
  const ways = new Map([[start, [start]]]);
  // Iterating over a Map includes entries that are added on the way.
  for (const [name, way] of ways)
    for (const next of arrows.get(name)?.keys() ?? []) {
      if (next === start) return [...way, start];
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  return undefined;
}

/**
 * @param {string} root the project folder
 * @returns {import('./steps.mjs').Outcome}
 */
export function checkLayers(root) {
  const paths = ['src', 'e2e', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => SOURCE.test(path)),
  );
  if (paths.length === 0) return { passed: 0, failed: 1, output: `no source files in ${root}` };
  const faults = layerFaults(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
  return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, output: faults.join('\n') };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { failed, output } = checkLayers(dirname(dirname(dirname(argv[1]))));
  if (failed > 0) process.stdout.write(`${output}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
