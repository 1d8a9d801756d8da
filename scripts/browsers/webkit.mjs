import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @import { Browser } from './smoke.mjs' */

/* Controls WebKitGTK by W3C WebDriver (https://www.w3.org/TR/webdriver2/), which is HTTP with JSON bodies, so fetch is enough. */

/** The paths of WebKit's MiniBrowser in Debian, by architecture and version. */
const MINI_BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].map(
    (version) => `/usr/lib/${machine}/${version}/MiniBrowser`,
  ),
);
const WAIT_MS = 15_000;
// As in the browser tests: a busy machine may need minutes to compile DuckDB.
const SCRIPT_LIMIT_MS = 240_000;

/** What to do if it is not installed. */
const NO_WEBKIT = 'No WebKitGTK found. Install it: apt-get install webkit2gtk-driver xvfb';

/**
 * @returns {Promise<Browser>}
 * @throws {Error} with NO_WEBKIT if it is not installed
 */
export async function startWebKit() {
  const miniBrowser = MINI_BROWSERS.find((path) => existsSync(path));
  const isComplete = ['WebKitWebDriver', 'Xvfb'].every((name) => spawnSync('which', [name]).status === 0);
  if (miniBrowser === undefined || !isComplete) throw new Error(NO_WEBKIT);

  const { display, close: closeDisplay } = await startDisplay();
  const port = await freePort();
  // WebKitGTK would save downloads into the user's home folder.
  const home = mkdtempSync(join(tmpdir(), 'keyscope-webkit-'));
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    TZ: 'UTC',
  };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  const close = async () => {
    driver.kill('SIGTERM');
    closeDisplay();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await waitFor(async () => (await fetch(`${base}/status`)).ok, 'WebKitWebDriver did not start');
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
    };
    const created = await send(`${base}/session`, 'POST', { capabilities });
    const session = `${base}/session/${created.sessionId}`;
    await send(`${session}/timeouts`, 'POST', {
      script: SCRIPT_LIMIT_MS,
      pageLoad: SCRIPT_LIMIT_MS,
      implicit: 0,
    });
    await send(`${session}/window/rect`, 'POST', { x: 0, y: 0, width: 1440, height: 900 });
    const version = String(created.capabilities?.browserVersion);
    return browserOf({ session, version, downloads: home }, async () => {
      await send(session, 'DELETE').catch(() => {});
      await close();
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param {{ session: string, version: string, downloads: string }} driven session: its address
 * @param {() => Promise<void>} close
 * @returns {Browser}
 */
function browserOf({ session, version, downloads }, close) {
  return {
    name: `WebKitGTK ${version}`,
    downloads,
    open: async (url) => {
      await send(`${session}/url`, 'POST', { url });
    },
    evaluate: async (body, ...args) => {
      const script = `const done = arguments[arguments.length - 1];
        (async (...args) => { ${body} })(...[...arguments].slice(0, -1))
          .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const result = await send(`${session}/execute/async`, 'POST', { script, args });
      if (result?.error !== undefined) throw new Error(result.error);
      return result?.value;
    },
    pointer: async (steps) => {
      const actions = steps.map(({ type, x, y }) =>
        type === 'move'
          ? { type: 'pointerMove', duration: 20, x: Math.round(x ?? 0), y: Math.round(y ?? 0) }
          : { type: type === 'down' ? 'pointerDown' : 'pointerUp', button: 0 },
      );
      await send(`${session}/actions`, 'POST', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    },
    type: async (text) => {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send(`${session}/actions`, 'POST', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    close,
  };
}

/**
 * @param {string} url
 * @param {'POST' | 'DELETE'} method
 * @param {unknown} [body]
 * @returns {Promise<any>} the value of the answer
 */
async function send(url, method, body = {}) {
  const answer = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
  const { value } = /** @type {{ value: any }} */ (await answer.json());
  if (!answer.ok) throw new Error(`${url.split('/').at(-1)}: ${value?.error}, ${value?.message}`);
  return value;
}

/** Starts a display in memory, because WebKitGTK has no headless mode. */
async function startDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb did not start.')));
  });
  return { display: `:${number}`, close: () => child.kill('SIGTERM') };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * @param {() => Promise<boolean>} isReady
 * @param {string} otherwise the error if it never is
 */
async function waitFor(isReady, otherwise) {
  const end = performance.now() + WAIT_MS;
  while (performance.now() < end) {
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${otherwise} within ${WAIT_MS / 1000} s.`);
}
