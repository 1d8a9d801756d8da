import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';

/** @import { Browser } from './browsers/smoke.mjs' */

/*
 * npm run test:browsers: does the main tasks once in Firefox and once in WebKitGTK, in addition to `npm test`, which needs only a Chromium.
 * Ends with one line, `N passed, N failed`. If a browser is not installed, its tests fail and print the command that installs it.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Imported late, because they need the installed packages.
const { startFirefox } = await import('./browsers/firefox.mjs');
const { startWebKit } = await import('./browsers/webkit.mjs');
const { smoke } = await import('./browsers/smoke.mjs');
const { startKeyscope } = await import('./lib/keyscope.mjs');

/** @type {(() => Promise<void>)[]} */
const closers = [];
const close = async () => {
  for (let end = closers.pop(); end !== undefined; end = closers.pop()) await end();
};
endWith(close);

let passed = 0;
let failed = 0;
const keyscope = await startKeyscope({ root, port: 0, say: (line) => process.stdout.write(`${line}\n`) });
closers.push(keyscope.close);
for (const start of [startFirefox, startWebKit]) await tryBrowser(start);
await close();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** @param {() => Promise<Browser>} start */
async function tryBrowser(start) {
  const startedAtMs = performance.now();
  /** @type {Browser | undefined} */
  let browser;
  try {
    browser = await start();
    closers.push(browser.close);
    await smoke(browser, keyscope, step);
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
    process.stdout.write(`ok      ${browser.name} (${seconds} s)\n`);
  } catch (error) {
    failed += 1;
    const words = error instanceof Error ? error.message : String(error);
    process.stdout.write(`FAILED  ${browser?.name ?? 'no browser'}: ${words}\n`);
  } finally {
    const end = browser?.close;
    if (end !== undefined) {
      closers.splice(closers.indexOf(end), 1);
      await end();
    }
  }
}

/**
 * Runs a step. Later steps depend on it, so the first failure ends the test.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function step(name, work) {
  try {
    await work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  passed += 1;
  process.stdout.write(`ok      ${name}\n`);
}
