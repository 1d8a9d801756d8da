import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @import { Browser } from './smoke.mjs' */

/*
 * Controls Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which is JSON over one WebSocket and needs no other program.
 */

const NAMES = ['firefox-esr', 'firefox'];
const WAIT_MS = 20_000;

/** What to do if it is not installed. */
const NO_FIREFOX = 'No Firefox found. Install it: apt-get install firefox-esr';

/** Prevents Firefox from contacting Mozilla during the test. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  // Downloads go to browser.download.dir without a dialog.
  'browser.download.folderList': 2,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/**
 * @returns {Promise<Browser>}
 * @throws {Error} with NO_FIREFOX if it is not installed
 */
export async function startFirefox() {
  const name = NAMES.find((each) => spawnSync('which', [each]).status === 0);
  if (name === undefined) throw new Error(NO_FIREFOX);
  const profile = mkdtempSync(join(tmpdir(), 'keyscope-firefox-'));
  const downloads = join(profile, 'downloads');
  mkdirSync(downloads);
  const lines = Object.entries({ ...PREFERENCES, 'browser.download.dir': downloads }).map(
    ([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    name,
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      '--width',
      '1440',
      '--height',
      '900',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TZ: 'UTC', MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  );
  const close = async () => {
    const ended = child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : undefined;
    child.kill('SIGTERM');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const { call, closeSocket } = await connect(await addressOf(child));
    const { capabilities } = await call('session.new', { capabilities: {} });
    const { contexts } = await call('browsingContext.getTree', {});
    const context = contexts[0].context;
    await call('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } });
    return browserOf({ call, context, downloads, version: capabilities.browserVersion }, async () => {
      closeSocket();
      await close();
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * What WebDriver BiDi answers, by command.
 * @typedef {{
 *   'session.new': { capabilities: { browserVersion: string } },
 *   'browsingContext.getTree': { contexts: readonly [{ context: string }] },
 *   'browsingContext.setViewport': unknown,
 *   'browsingContext.navigate': unknown,
 *   'input.performActions': unknown,
 *   'script.callFunction':
 *     | { type: 'success', result: { value: string } }
 *     | { type: 'exception', exceptionDetails: { text: string } },
 * }} Answers
 */
/** @typedef {<M extends keyof Answers>(method: M, params: object) => Promise<Answers[M]>} Call */

/**
 * @param {{ call: Call, context: string, downloads: string, version: string }} session
 * @param {() => Promise<void>} close
 * @returns {Browser}
 */
function browserOf({ call, context, downloads, version }, close) {
  return {
    name: `Firefox ${version}`,
    downloads,
    open: async (url) => {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async (body, ...args) => {
      // The arguments and the result are JSON text, because BiDi has a notation of its own for values.
      const result = await call('script.callFunction', {
        functionDeclaration: `async (given) => {
          const answer = await (async (...args) => { ${body} })(...JSON.parse(given));
          return JSON.stringify(answer) ?? 'null';
        }`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      if (result.type !== 'success') throw new Error(result.exceptionDetails.text);
      return JSON.parse(result.result.value);
    },
    pointer: async (steps) => {
      const actions = steps.map(({ type, x, y }) =>
        type === 'move'
          ? { type: 'pointerMove', duration: 20, x: Math.round(x ?? 0), y: Math.round(y ?? 0) }
          : { type: type === 'down' ? 'pointerDown' : 'pointerUp', button: 0 },
      );
      await call('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    },
    type: async (text) => {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await call('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    close,
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} the address at which it listens
 */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(
      () => reject(new Error(`Firefox did not start within ${WAIT_MS / 1000} s.`)),
      WAIT_MS,
    );
    child.stderr?.on('data', (data) => {
      text += String(data);
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('exit', () => reject(new Error(`Firefox ended at once: ${text}`)));
    child.once('error', reject);
  });
}

/**
 * @param {string} address
 * @returns {Promise<{ call: Call, closeSocket: () => void }>}
 */
async function connect(address) {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('Firefox refused the connection.')), {
      once: true,
    });
  });
  /** @type {Map<number, { resolve(answer: unknown): void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, error, message, result } = JSON.parse(String(data));
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) caller?.resolve(result);
    else caller?.reject(new Error(`${error}: ${message}`));
  });
  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    closeSocket: () => socket.close(),
  };
}
