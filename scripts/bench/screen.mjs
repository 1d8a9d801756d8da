import { chromium as playwright } from 'playwright';
import { d19 } from '../demo/keyText.mjs';
import { startKeyscope } from '../lib/keyscope.mjs';
import { threadWork } from './mainThread.mjs';

/**
 * @import { Browser, Page } from 'playwright'
 * @import { Demo } from '../lib/keyscope.mjs'
 * @import { ThreadWork } from './mainThread.mjs'
 */

/** Longer, and what is pressed meanwhile waits so long that people notice (web.dev/articles/optimize-long-tasks). */
const LONGEST_TASK_MS = 50;
/** One picture at 60 Hz. */
const KEYSTROKE_MS = 1000 / 60;
const ROUNDS = 3;
const TABLE = 'DemoEventsVer1v0';
const TABS = /** @type {const} */ (['keyspace', 'rows', 'chart', 'requests']);
/** Between two keys: nobody types faster for long. */
const KEY_GAP_MS = 80;
const KEYS = Array.from(
  { length: 200 },
  (_, i) => `${d19(i % 100)}___${d19(638_452_296_000_000_000n + BigInt(i) * 600_000_000n)}`,
);
const LONG_INT64 = '1'.repeat(4 << 20);

/**
 * A page of the app as somebody has it open.
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

/** @param {number} ms */
function pass(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * In rounds, each anew; the median: what the machine does besides is in none of them or in all.
 * @param {Screen} screen
 * @param {() => Promise<() => Promise<void>>} prepare makes the page ready; what it returns is measured
 * @returns {Promise<ThreadWork>}
 */
async function median({ browser, page }, prepare) {
  /** @type {ThreadWork[]} */
  const works = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const use = await prepare();
    await idle(page);
    const work = await threadWork(browser, page, use);
    // The first round loads and compiles what the others use.
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
 * @param {string} name of what was done
 * @param {ThreadWork} work
 * @param {number} [keystrokes] typed; without, the longest task alone is judged
 * @returns {boolean} whether the goals were reached
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
 * @param {(typeof TABS)[number]} tab the view of the results that is open
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
    // Pressed inside the page: the harness looks for an element by its name for longer than the task takes.
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
 * @param {string} name of what is pasted
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
 * The Decode view, loaded anew.
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
    // Before the Z: each digit makes another time.
    await type(screen, 'Time to encode', ['ArrowLeft', ...Array.from('1234567')]),
    await type(screen, 'Filter schemes', Array.from('inverted t')),
  ].every(Boolean);
}

/**
 * The built app in Chromium: how long its own thread is busy at once, while a query of 100 prefixes runs, keys are pasted
 * and somebody types beside them. Processor time: others on the machine do not count.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} whether all results are right and all goals reached
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
