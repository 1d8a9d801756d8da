// May import only node: modules, because it is the only part that runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** The oldest Node that the pinned build tools run on (Vite 8, oxlint 1.94, knip 6). */
const OLDEST_NODE = /** @type {const} */ ([20, 19]);
const LOCK_CHECK_MS = 300;
const STAMP = '.keyscope-install';
/** Keys of package.json that decide which packages are installed. */
const INSTALL_KEYS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
];

/**
 * Says why this Node is too old; undefined if it is not.
 * @param {string} version as process.versions.node
 * @returns {string | undefined}
 */
export function nodeFault(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Keyscope needs Node ${oldestMajor}.${oldestMinor} or newer; this is Node ${version}. Install a newer one from https://nodejs.org and run the command again.`;
}

/**
 * Identifies the inputs of an install.
 * @param {string} root the project folder
 * @returns {string} sha256, hex
 */
export function installStamp(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  /** @type {Record<string, unknown>} */
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const key of INSTALL_KEYS) hash.update(`${key}:${JSON.stringify(manifest[key] ?? {})}`);
  return hash.digest('hex');
}

/**
 * @param {string} root the project folder
 * @returns {boolean} true if node_modules is complete and matches this lock file
 */
export function isInstalled(root) {
  const stamp = join(root, 'node_modules', STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === installStamp(root);
}

/**
 * Checks this Node version, and installs the packages if they are missing. The stamp is written last, so that an interrupted installation
 * is repeated. If something fails, prints why and ends the process with exit code 1.
 * @param {string} root the project folder
 */
export function ensureInstalled(root) {
  const fault = nodeFault(process.versions.node);
  if (fault !== undefined) giveUp(fault);
  if (isInstalled(root)) return;

  const unlock = lock(root);
  process.on('exit', unlock);
  // Another command may have installed them while this one waited for the lock.
  if (!isInstalled(root)) install(root);
  unlock();
  process.off('exit', unlock);
}

/**
 * Says why nothing may be installed here; undefined if it may. `npm ci` first empties node_modules, and if that is a link, it would empty
 * the folder of another tree.
 * @param {string} root the project folder
 * @returns {string | undefined}
 */
export function installFault(root) {
  const folder = join(root, 'node_modules');
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return undefined;
  return `${folder} is ${found.isSymbolicLink() ? 'a link' : 'no folder'}, and does not fit package-lock.json: npm ci would empty what is behind it, so nothing was installed. Install in the folder that the link leads to, or remove the link and run the command again.`;
}

/**
 * Packages' own install scripts are not run, since none is needed and they would have the user's rights.
 * @type {readonly string[]}
 */
export const INSTALL_ARGS = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];

/** @param {string} root the project folder */
function install(root) {
  const fault = installFault(root);
  if (fault !== undefined) giveUp(fault);
  process.stderr.write('Installing packages (once; about a minute) ...\n');
  rmSync(join(root, 'node_modules', STAMP), { force: true });
  const { command, args } = npm();
  const result = spawnSync(command, [...args, ...INSTALL_ARGS], {
    cwd: root,
    stdio: ['ignore', 2, 2], // stdout is for the command's own output
    shell: command === 'npm.cmd',
  });
  if (result.error !== undefined)
    giveUp(`npm could not be started: ${result.error.message}. Is npm on the PATH?`);
  if (result.signal !== null) process.exit(1);
  if (result.status !== 0) {
    giveUp(
      `npm ci ended with ${result.status}: see above. Check the network or the registry settings, then run again.`,
    );
  }
  writeFileSync(join(root, 'node_modules', STAMP), installStamp(root));
}

/**
 * Waits until no other command installs here, because two at the same time leave a broken folder.
 * @param {string} root the project folder
 * @returns {() => void} releases the lock
 */
function lock(root) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  // The lock is not in node_modules, because npm ci removes that folder.
  const file = join(tmpdir(), `keyscope-install-${name}.lock`);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!tryLock(file)) {
    // The lock is in use, or was left behind by a process that was killed.
    if (!isRunning(file)) rmSync(file, { force: true });
    Atomics.wait(pause, 0, 0, LOCK_CHECK_MS);
  }
  return () => rmSync(file, { force: true });
}

/**
 * @param {string} file
 * @returns {boolean} false if another command holds it
 */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} file the lock file, with the id of its process
 * @returns {boolean}
 */
function isRunning(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The npm that started this command, or the one on the PATH.
 * @returns {{ command: string, args: readonly string[] }}
 */
function npm() {
  const starter = process.env['npm_execpath'];
  if (starter !== undefined && basename(starter) === 'npm-cli.js' && existsSync(starter)) {
    return { command: process.execPath, args: [starter] };
  }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
