// May import only node: modules, because it also runs before the installation.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const VARIABLES = ['CHROMIUM_PATH', 'CHROME_BIN', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'];
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'msedge',
  'microsoft-edge',
];
const DEBIAN = '/etc/debian_version';

/** What to do if no browser is found and none can be installed. */
export const NO_CHROMIUM = `No Chromium found. Install Chromium, Chrome or Edge, or set ${VARIABLES[0]} to its executable, and run the command again.`;

/**
 * Finds a Chromium by environment variable, otherwise on the PATH. If the variable does not name an executable, that is an error, because
 * it was set on purpose.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the executable
 */
export function findChromium(env = process.env) {
  for (const variable of VARIABLES) {
    const path = env[variable];
    if (path === undefined || path === '') continue;
    const found = isExecutable(path) ? path : onPath(path, env);
    if (found === undefined) throw new Error(`${variable} names ${path}, which is not an executable file.`);
    return found;
  }
  return NAMES.map((name) => onPath(name, env)).find((path) => path !== undefined);
}

/**
 * Finds a Chromium. As root on Debian, installs one if there is none.
 * @param {(line: string) => void} say
 * @returns {string | undefined} the executable; undefined: show NO_CHROMIUM
 */
export function findOrInstallChromium(say) {
  const found = findChromium();
  if (found !== undefined) return found;
  if (!existsSync(DEBIAN) || process.getuid?.() !== 0) return undefined;

  say('Installing Chromium with apt-get (once) ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const result = spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env });
    if (result.status !== 0) return undefined;
  }
  return findChromium();
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
function onPath(name, env) {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`)])
    .find(isExecutable);
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function isExecutable(path) {
  if (!path.includes('/') && !path.includes('\\')) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
