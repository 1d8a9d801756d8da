import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { writeHostFiles } from './hostHeaders.mjs';

/**
 * The two pages. Each is a build of its own: they have no files in common, and each is served from its own origin.
 * @typedef {{ readonly folder: string, readonly dist: string }} BuiltPage
 */
export const PAGES = {
  /** The page that reads. It cannot write. */
  reading: /** @type {BuiltPage} */ ({ folder: '.', dist: 'dist' }),
  /** The stress lab, which writes to tables of its own. */
  stress: /** @type {BuiltPage} */ ({ folder: 'stress', dist: 'dist-stress' }),
};

const SOURCES = [
  'index.html',
  'stress',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'scripts/lib/duckDbFiles.mjs',
  'scripts/lib/hostHeaders.mjs',
  'src',
];
/** Files that are not part of the app. */
const NOT_BUILT = /\.(?:test|fixture)\.tsx?$/;
const STAMP = join('node_modules', '.keyscope-build');

/**
 * Builds both pages, unless they have been built from exactly these sources before.
 * @param {string} root the project folder
 * @param {{ force?: boolean, say?: ((line: string) => void) | undefined }} [options]
 * @returns {Promise<string>} the folder of the reading page
 */
export async function ensureBuilt(root, { force = false, say = () => {} } = {}) {
  const folders = Object.values(PAGES).map(({ dist }) => join(root, dist));
  const [dist = ''] = folders;
  const stampFile = join(root, STAMP);
  const sources = stampOf(root, SOURCES, (path) => readFileSync(path));
  if (
    !force &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === `${sources} ${outputStamp(folders)}`
  ) {
    return dist;
  }

  say('Building the app ...');
  // A test runner sets this to "test", which would put the development build of React into the app.
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    for (const page of Object.values(PAGES))
      await build({
        root: join(root, page.folder),
        configFile: join(root, 'vite.config.ts'),
        publicDir: join(root, 'public'),
        mode: 'production',
        logLevel: 'warn',
        build: {
          outDir: join(root, page.dist),
          emptyOutDir: true,
          // No warnings here, because npm test checks the compressed size of each chunk.
          chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
        },
      });
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = mode;
  }
  for (const folder of folders) writeHostFiles(folder);
  writeFileSync(stampFile, `${sources} ${outputStamp(folders)}`);
  return dist;
}

/**
 * Identifies a build. Names of files contain a hash of their content, so names and sizes suffice; only the pages themselves are read.
 * @param {readonly string[]} folders
 * @returns {string} sha256 of each, hex; empty if one is not built
 */
function outputStamp(folders) {
  if (!folders.every((folder) => existsSync(join(folder, 'index.html')))) return '';
  return folders
    .map((folder) =>
      stampOf(folder, ['.'], (path) =>
        path.endsWith('.html') ? readFileSync(path) : String(statSync(path).size),
      ),
    )
    .join(' ');
}

/**
 * @param {string} root
 * @param {readonly string[]} entries files and folders below root
 * @param {(path: string) => string | Buffer} read returns the relevant content of a file
 * @returns {string} sha256, hex
 */
function stampOf(root, entries, read) {
  const hash = createHash('sha256');
  for (const path of entries.flatMap((entry) => filesUnder(join(root, entry))).sort()) {
    hash
      .update(`${relative(root, path).split(sep).join('/')}\n`)
      .update(read(path))
      .update('\n');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {readonly string[]} the file itself, or all files below the folder
 */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return NOT_BUILT.test(path) ? [] : [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}
