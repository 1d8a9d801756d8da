import { chromium as playwright } from 'playwright';
import { d19 } from '../demo/keyText.mjs';
import { startKeyscope } from '../lib/keyscope.mjs';
import { pass, threadWork } from './mainThread.mjs';

/**
 * @import { Browser, Page } from 'playwright'
 * @import { Demo } from '../lib/keyscope.mjs'
 * @import { ThreadWork } from './mainThread.mjs'
 */

/** During a longer task, users notice that the page does not react (web.dev/articles/optimize-long-tasks). */
const LONGEST_TASK_MS = 50;
/** One frame at 60 Hz. */
const KEYSTROKE_MS = 1000 / 60;
const ROUNDS = 3;
const TABLE = 'DemoEventsVer1v0';
const TABS = /** @type {const} */ (['rows', 'chart', 'map', 'requests']);
/** Time between two keys. Nobody types faster for long. */
const KEY_GAP_MS = 80;
const KEYS = Array.from(
  { length: 200 },
  (_, i) => `${d19(i % 100)}___${d19(638_452_296_000_000_000n + BigInt(i) * 600_000_000n)}`,
);
const LONG_INT64 = '1'.repeat(4 << 20);

/**
 * An open page of the app.
 * @typedef {object} Screen
 * @property {Browser} browser Chromium
 * @property {Page} page the only one
 * @property {string} url of the app, ends with `/`
 */

/**
 * @param {Page} page
 * @returns {Promise<void>}
 */
async function idle(page) {
  await page.evaluate('appIdle()');
}

/**
 * Measures in rounds, each from a fresh state, and takes the median.
 * @param {Screen} screen
 * @param {() => Promise<() => Promise<void>>} prepare prepares the page and returns the work to measure
 * @returns {Promise<ThreadWork>}
 */
async function median({ browser, page }, prepare) {
  /** @type {ThreadWork[]} */
  const works = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const use = await prepare();
    await idle(page);
    const work = await threadWork(browser, page, use);
    // The first round loads and compiles code.
    if (round > 0) works.push(work);
  }
  /** @param {keyof ThreadWork} figure */
  const middle = (figure) => works.map((work) => work[figure]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  return {
    longestMs: middle('longestMs'),
    longestWallMs: middle('longestWallMs'),
    totalMs: middle('totalMs'),
  };
}

/**
 * @param {string} name of the work
 * @param {ThreadWork} work
 * @param {number} [keystrokes] number of typed keys; absent: only the longest task is judged
 * @returns {boolean} true if the goals are reached
 */
function show(name, { longestMs, longestWallMs, totalMs }, keystrokes) {
  const each = keystrokes === undefined ? undefined : totalMs / keystrokes;
  const isGood = longestMs <= LONGEST_TASK_MS && (each ?? 0) <= KEYSTROKE_MS;
  const all =
    each === undefined
      ? `all ${totalMs.toFixed(0)} ms`
      : `a keystroke ${each.toFixed(1)} ms (goal ${KEYSTROKE_MS.toFixed(0)} ms)`;
  process.stdout.write(
    `${name.padEnd(44)} longest task ${longestMs.toFixed(1).padStart(5)} ms (goal ${LONGEST_TASK_MS} ms), ` +
      `by the clock ${longestWallMs.toFixed(1)} ms; ${all}${isGood ? '' : '  ABOVE ITS GOAL'}\n`,
  );
  return isGood;
}

/**
 * @param {Screen} screen
 * @param {Demo} demo
 * @param {(typeof TABS)[number]} tab the open result view
 * @returns {Promise<boolean>}
 */
async function run(screen, demo, tab) {
  const { page, url } = screen;
  const table = demo.service.tables.find(({ name }) => name === TABLE);
  if (table === undefined) throw new Error(`No table ${TABLE}.`);
  const query = new URLSearchParams({
    v: '1',
    table: TABLE,
    scheme: 'mds-prefixed',
    volume: 'large',
    from: d19(table.window.from),
    to: d19(table.window.to),
    tab,
  });
  await page.goto('about:blank');
  await page.goto(`${url}#/query?${query.toString()}`);
  await idle(page);
  await page.getByRole('button', { name: 'Connection', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Connect to demo account' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const work = await median(screen, async () => {
    // Clicked inside the page, because finding an element by name takes the harness longer than the task takes.
    const button = await page.getByRole('button', { name: 'Run query' }).elementHandle();
    if (button === null) throw new Error('No button to run the query.');
    await page.evaluate((element) => Reflect.set(globalThis, 'runButton', element), button);
    return () =>
      page.evaluate('runButton.click(), new Promise((go) => setTimeout(go)).then(() => appIdle())');
  });
  const text = await page.getByRole('status', { name: 'Completeness' }).textContent();
  const isComplete = text?.startsWith(`Complete: ${table.rows.length.toLocaleString('en-US')} rows`) === true;
  if (!isComplete) process.stdout.write(`WRONG: ${text}\n`);
  return show(`a run of 100 prefixes, ${tab}`, work) && isComplete;
}

/**
 * @param {Screen} screen
 * @param {string} name of the pasted text
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function paste(screen, name, text) {
  const { page } = screen;
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  const work = await median(screen, async () => {
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('textbox', { name: 'Paste keys' }).focus();
    return async () => {
      await page.keyboard.press('Control+V');
      await idle(page);
    };
  });
  return show(`${name} pasted in Decode`, work);
}

/**
 * @param {Screen} screen
 * @param {string} field its label
 * @param {readonly string[]} keys pressed one after the other
 * @returns {Promise<boolean>}
 */
async function type(screen, field, keys) {
  const { page } = screen;
  const work = await median(screen, async () => {
    await open(screen);
    await page.getByRole('textbox', { name: 'Paste keys' }).fill(KEYS.join('\n'));
    await idle(page);
    // Encode is folded until it is wanted.
    const isEncode = field === 'Time to encode' || field === 'Filter schemes';
    if (isEncode) await page.getByRole('button', { name: 'Encode', exact: true }).click();
    await idle(page);
    await page.getByRole('textbox', { name: field }).focus();
    await page.keyboard.press('Control+End');
    return async () => {
      for (const key of keys) {
        await page.keyboard.press(key);
        await pass(KEY_GAP_MS);
      }
      await idle(page);
    };
  });
  return show(`typing in "${field}", 200 keys`, work, keys.length);
}

/**
 * Reloads the Decode view.
 * @param {Screen} screen
 * @returns {Promise<void>}
 */
async function open({ page, url }) {
  await page.goto('about:blank');
  await page.goto(`${url}#/decode`);
  await page.getByRole('textbox', { name: 'Paste keys' }).fill('0');
  await idle(page);
}

/**
 * @param {Screen} screen
 * @returns {Promise<boolean>}
 */
async function decode(screen) {
  const { page, url } = screen;
  await open(screen);
  await page
    .context()
    .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
  return [
    await paste(screen, '200 keys', KEYS.join('\n')),
    await paste(screen, 'an Int64 of 4 MiB', LONG_INT64),
    await type(screen, 'Paste keys', ['Enter', ...Array.from('0638452306')]),
    await type(screen, 'Table name', Array.from('WADLogsTab')),
    // Types before the Z, so that each digit changes the time.
    await type(screen, 'Time to encode', ['ArrowLeft', ...Array.from('1234567')]),
    await type(screen, 'Filter schemes', Array.from('inverted t')),
  ].every(Boolean);
}

/**
 * Measures the longest tasks of the built app's main thread in Chromium: while a query of 100 prefixes runs, keys are pasted, and a user
 * types next to them. It uses processor time, so other processes do not count.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} true if all results are right and all goals are reached
 */
export async function benchScreen(root, chromium) {
  const keyscope = await startKeyscope({ root, port: 0 });
  const browser = await playwright.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { url, demo } = keyscope;
    if (demo === undefined) throw new Error('No demo account.');
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    process.stdout.write(
      `\nscreen, Chromium ${browser.version()}, the page's own thread, median of ${ROUNDS}\n`,
    );
    const screen = { browser, page, url };
    let isGood = true;
    for (const tab of TABS) isGood = (await run(screen, demo, tab)) && isGood;
    return (await decode(screen)) && isGood;
  } finally {
    await browser.close();
    await keyscope.close();
  }
}
