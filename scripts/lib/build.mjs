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
/** Beside the code, but not in the app. */
const NOT_BUILT = /\.(?:test|fixture)\.tsx?$/;
const STAMP = join('node_modules', '.keyscope-build');

/**
 * Builds the app into dist, unless dist is already the build of these very sources.
 * @param {string} root the project folder
 * @param {{ force?: boolean, say?: ((line: string) => void) | undefined }} [options]
 * @returns {Promise<string>} the folder that holds the build
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
  // A test runner around us says "test" here, which would put the development build of React into the app.
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'warn',
      // The budget is weighed by npm test, compressed, chunk by chunk.
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
 * File names carry a hash of their content, so names and sizes tell builds apart; the page itself is read.
 * @param {string} dist
 * @returns {string} sha256, hex; empty where there is no build
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
 * @param {(path: string) => string | Buffer} read what counts of a file
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
