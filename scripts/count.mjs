import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run count` prints how large the project is: lines of code without blank lines and comments, files, prose, and how many files are on
 * the way from the Run button to `fetch`.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE = /\.(?:ts|tsx|mjs|css|js)$/;
const TEST = /\.(?:test|spec|fixture)\.tsx?$/;
const PROSE = 'README ARCHITECTURE CONTRIBUTING GLOSSARY SECURITY CHANGELOG'
  .split(' ')
  .map((name) => `${name}.md`);
/** Matches an import unless it imports only types. */
const IMPORT = /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
/**
 * A run gets its page reader from outside, so the way has two parts: from the file that Run loads to the one that calls the reader, and
 * from the file that makes the reader to the one that calls `fetch`. Files on either part are counted.
 */
const RUN_TO_FETCH = /** @type {const} */ ([
  ['src/state/run/queryRun.ts', 'src/tables/run/readPage.ts'],
  ['src/tables/connection/connection.ts', 'src/tables/wire/sendGet.ts'],
]);

/** @type {ReadonlyMap<string, string>} path -> text */
const texts = new Map(
  ['src', 'e2e', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => SOURCE.test(path))
      .map((path) => /** @type {const} */ ([path, readFileSync(join(root, path), 'utf8')])),
  ),
);

/**
 * @param {string} text
 * @returns {number} lines that hold more than a comment
 */
function codeLines(text) {
  let isInComment = false;
  return text.split('\n').filter((line) => {
    let rest = line.trim();
    while (isInComment || rest.startsWith('/*')) {
      const end = rest.indexOf('*/', isInComment ? 0 : 2);
      isInComment = end < 0;
      if (isInComment) return false;
      rest = rest.slice(end + 2).trim();
    }
    return rest !== '' && !rest.startsWith('//');
  }).length;
}

/** @param {(path: string) => boolean} isCounted */
function linesOf(isCounted) {
  const paths = [...texts.keys()].filter(isCounted);
  return paths.reduce((sum, path) => sum + codeLines(texts.get(path) ?? ''), 0).toLocaleString('en');
}

/** @returns {number} members of the interface that every key scheme fills in */
function schemeMembers() {
  const declared = [...texts.values()].map(
    (text) => /export interface KeyScheme \{\n([\s\S]*?)\n\}/.exec(text)?.[1],
  );
  return [...(declared.find((body) => body !== undefined) ?? '').matchAll(/^ {2}(?:readonly )?\w+\??[:(]/gm)]
    .length;
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, ReadonlySet<string>>} arrows
 * @returns {ReadonlySet<string>} start, and all that it leads to
 */
function reach(start, arrows) {
  const reached = new Set([start]);
  // Iterating over a Set includes values that are added on the way.
  for (const path of reached) for (const next of arrows.get(path) ?? []) reached.add(next);
  return reached;
}

/** @returns {number} files on any way of imports from the start to the end of a part */
function filesFromRunToFetch() {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map();
  /** @type {Map<string, Set<string>>} */
  const importers = new Map([...texts.keys()].map((path) => [path, new Set()]));
  for (const [path, text] of texts) {
    if (TEST.test(path)) continue;
    const targets = [...text.matchAll(IMPORT)].map(([, early, late]) => early ?? late ?? '');
    imports.set(path, new Set(targets.map((target) => posix.join(posix.dirname(path), target))));
    for (const target of imports.get(path) ?? []) importers.get(target)?.add(path);
  }
  const between = RUN_TO_FETCH.flatMap(([start, end]) => {
    const gone = [start, end].filter((path) => !texts.has(path));
    if (gone.length > 0)
      throw new Error(`RUN_TO_FETCH in scripts/count.mjs names files that are gone: ${gone.join(', ')}`);
    const before = reach(end, importers);
    return [...reach(start, imports)].filter((path) => before.has(path));
  });
  return new Set(between).size;
}

const isTest = (/** @type {string} */ path) => TEST.test(path);
const prose = [...PROSE, '.oxlintrc.json'].map((name) => join(root, name)).filter((path) => existsSync(path));
const kilobytes = prose.reduce((sum, path) => sum + statSync(path).size, 0) / 1024;
/** @type {readonly (readonly [string, string | number])[]} */
const table = [
  ['code in src, e2e, scripts', linesOf((path) => !isTest(path))],
  ['of it core/keys', linesOf((path) => path.startsWith('src/core/keys/') && !isTest(path))],
  ['of it core/keyspace', linesOf((path) => path.startsWith('src/core/keyspace/') && !isTest(path))],
  ['tests and fixtures', linesOf(isTest)],
  ['files there', texts.size.toLocaleString('en')],
  ['prose and lint rules at the top', `${kilobytes.toFixed(1)} KB`],
  ['members of a scheme', schemeMembers()],
  ['files from Run to fetch', filesFromRunToFetch()],
];
for (const [what, figure] of table)
  process.stdout.write(`${what.padEnd(32)} ${String(figure).padStart(8)}\n`);
