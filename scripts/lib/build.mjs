import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { writeHostFiles } from './hostHeaders.mjs';

const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'scripts/lib/hostHeaders.mjs',
  'src',
];
/** Files that are not part of the app. */
const NOT_BUILT = /\.(?:test|fixture)\.tsx?$/;
const STAMP = join('node_modules', '.keyscope-build');

/**
 * Builds the app into dist, unless dist was already built from exactly these sources.
 * @param {string} root the project folder
 * @param {{ force?: boolean, say?: ((line: string) => void) | undefined }} [options]
 * @returns {Promise<string>} the folder of the build
 */
export async function ensureBuilt(root, { force = false, say = () => {} } = {}) {
  const dist = join(root, 'dist');
  const stampFile = join(root, STAMP);
  const sources = stampOf(root, SOURCES, (path) => readFileSync(path));
  if (
    !force &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === `${sources} ${outputStamp(dist)}`
  ) {
    return dist;
  }

  say('Building the app ...');
  // A test runner sets this to "test", which would put the development build of React into the app.
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'warn',
      // npm test checks the compressed size of each chunk.
      build: { chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
    });
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = mode;
  }
  writeHostFiles(dist);
  writeFileSync(stampFile, `${sources} ${outputStamp(dist)}`);
  return dist;
}

/**
 * Identifies a build. File names contain a hash of the content, so names and sizes are enough; the page itself is read.
 * @param {string} dist
 * @returns {string} sha256, hex; empty if there is no build
 */
function outputStamp(dist) {
  if (!existsSync(join(dist, 'index.html'))) return '';
  return stampOf(dist, ['.'], (path) =>
    path.endsWith('.html') ? readFileSync(path) : String(statSync(path).size),
  );
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
