import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { canonicalLine, canonicalRow, rowsInWindow } from '../demo/truth.mjs';

/** @import { Keyscope } from '../lib/keyscope.mjs' */

/**
 * @typedef {object} Browser
 * @property {string} name with its version
 * @property {string} downloads the folder into which it saves files; empty at first
 * @property {(url: string) => Promise<void>} open waits until the page has loaded
 * @property {(body: string, ...args: unknown[]) => Promise<any>} evaluate runs the body of an async function with `args`; JSON in and out
 * @property {(steps: readonly PointerStep[]) => Promise<void>} pointer moves and presses like a hand, in CSS px of the viewport
 * @property {(text: string) => Promise<void>} type presses keys; special keys have WebDriver's codes (U+E000 and up)
 * @property {() => Promise<void>} close ends the browser and everything started for it
 */

/** @typedef {{ type: 'move' | 'down' | 'up', x?: number, y?: number }} PointerStep */
/** @typedef {(name: string, work: () => Promise<void>) => Promise<void>} Step */

const TABLE = 'DemoEventsVer1v0';
const ESCAPE = '\uE00C';
/** A key of 19-digit ticks, and its instant, calculated without the product: 639314874401234567 / 10^7 - 62135596800 seconds since 1970. */
const KEY = '0639314874401234567';
const INSTANT = '2026-11-28T18:30:40.1234567Z';

/** Script for the loaded page: helper functions, and code that collects all errors. */
const HELPERS = `
  const said = [];
  for (const level of ['error', 'warn']) {
    const inner = console[level].bind(console);
    console[level] = (...words) => { said.push(level + ': ' + words.map(String).join(' ')); inner(...words); };
  }
  addEventListener('error', (event) => said.push('uncaught: ' + event.message));
  addEventListener('unhandledrejection', (event) => said.push('unhandled: ' + String(event.reason)));
  addEventListener('securitypolicyviolation', (event) => said.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));

  const SELECTORS = {
    button: 'button,[role=button]', tab: '[role=tab]', menuitem: '[role=menuitem]', option: '[role=option]',
    textbox: 'input:not([type=radio]):not([type=checkbox]),textarea', application: '[role=application]',
    region: 'section,[role=region]', article: 'article', status: '[role=status],output', link: 'a',
  };
  const textOf = (element) => (element.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => {
    const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
      .map((id) => document.getElementById(id)).filter(Boolean).map(textOf).join(' ');
    const own = element.getAttribute('aria-label');
    const labels = element.labels === undefined || element.labels === null ? '' : [...element.labels].map(textOf).join(' ');
    return own ?? (by || labels || textOf(element));
  };
  const inSight = (element) => element.getClientRects().length > 0;
  const find = (role, name) => {
    const shown = [...document.querySelectorAll(SELECTORS[role])].filter(inSight);
    // The name of "Run query" also contains its keyboard shortcut.
    return shown.find((element) => nameOf(element) === name) ?? shown.find((element) => nameOf(element).startsWith(name));
  };
  globalThis.smoke = {
    said, textOf, find,
    place: (role, name) => {
      const element = find(role, name);
      if (element === undefined) return undefined;
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const box = element.getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, height: box.height };
    },
  };
`;

/**
 * Does the main tasks once, like a user. A step with a wrong result throws.
 * @param {Browser} browser
 * @param {Keyscope} keyscope with the demo account
 * @param {Step} step runs, counts and prints a step
 */
export async function smoke(browser, keyscope, step) {
  const page = pageOf(browser, keyscope.url);
  const table = keyscope.demo?.service.tables.find(({ name }) => name === TABLE);
  if (table === undefined) throw new Error(`The demo account has no ${TABLE}.`);

  await step('a key is decoded to 100 ns', async () => {
    await page.open('#/decode');
    await page.fill('Paste keys', KEY);
    expectText(
      await page.text('section[aria-label="Readings"], [role=region][aria-label="Readings"]'),
      INSTANT,
    );
  });
  await step('a list of 20,000 keys is decoded by a worker', async () => {
    const keys = Array.from(
      { length: 20_000 },
      (_, i) => `0${639_314_874_400_000_000n + BigInt(i) * 10_000_000n}`,
    );
    await page.fill('Paste keys', keys.join('\n'));
    expectText(await page.text('main'), '20,000');
  });
  await step('the demo account connects', async () => {
    await page.go('#/query');
    await page.click('button', 'Connection');
    await page.click('button', 'Connect to demo account');
    expectText(await page.text('header'), 'Demo account');
  });
  await step('100 prefixes to Complete, each row of the truth', async () => {
    const { from, to } = table.window;
    await page.go(`#/query?v=1&table=${TABLE}&scheme=mds-prefixed&volume=large&from=${from}&to=${to}`);
    await page.click('button', 'Run query');
    const rows = rowsInWindow(table, from, to).length.toLocaleString('en-US');
    expectText(await page.status(), `Complete: ${rows} rows from 100 of 100 prefixes`);
  });
  await step('every tab shows its view', async () => {
    for (const tab of ['Rows', 'Chart', 'Requests', 'Map']) {
      await page.click('tab', tab);
      const panel = await page.text('[role=tabpanel]');
      if (panel.length < 20) throw new Error(`${tab} shows "${panel}".`);
    }
  });
  await step('the map is painted, and its cell is named after a click', () => tryMap(page));
  await step('NDJSON holds what was seeded, in key order', async () => {
    await page.click('button', 'Export');
    await page.click('menuitem', 'NDJSON');
    // A browser does not tell the page whether a download succeeded, so the page must not claim that it did. The file on disk shows it.
    const said = await page.text('[role=alert]');
    expectText(said, 'Download started: ');
    if (said.includes('saved')) throw new Error(`Before any file was seen, the page says "${said}".`);
    const lines = (await savedFile(browser, '.ndjson')).split('\n').filter((line) => line !== '');
    const truth = rowsInWindow(table, table.window.from, table.window.to).map(canonicalRow);
    if (
      lines
        .map((/** @type {string} */ line) => canonicalLine(line))
        .toSorted()
        .join('\n') !== truth.toSorted().join('\n')
    )
      throw new Error(`${lines.length} lines are not the ${truth.length} rows that were seeded.`);
  });
  await step('Cancel stops a run and keeps what came', async () => {
    await page.click('button', 'Run query', { isFast: true });
    await page.click('button', 'Cancel');
    expectText(await page.status(), 'Stopped: ');
  });
  await step('its export is saved with a second file that says what is missing', async () => {
    await page.click('button', 'Export');
    await page.click('menuitem', 'NDJSON');
    const report = JSON.parse(await savedFile(browser, '.incomplete.completeness.json'));
    const lines = (await savedFile(browser, '.incomplete.ndjson')).split('\n').length - 1;
    if (report.state !== 'stopped' || report.unread.length === 0 || report.rows !== lines)
      throw new Error(`${lines} lines, and beside them ${JSON.stringify(report).slice(0, 300)}.`);
  });
  await step('SQL answers over its rows', async () => {
    await page.click('tab', 'SQL');
    await page.click('button', 'Examples');
    await page.click('menuitem', 'p95 of DurationMs by Role');
    await page.click('button', 'Run SQL');
    expectText(await page.status(), 'by SQL from');
  });
  await step('a design is simulated', async () => {
    await page.go('#/keyspace?v=1&source=model');
    expectText(await page.text('main'), 'writes');
  });
  await step('a picture of the map is copied', async () => {
    await page.click('button', 'Save');
    await page.click('menuitem', 'Copy');
    const refused = await browser.evaluate(
      `return smoke.textOf(document.querySelector('[role=alert]') ?? document.createElement('p'));`,
    );
    if (refused !== '') throw new Error(refused);
  });
  await step('no message, no policy violation', async () => {
    await browser.type(ESCAPE);
    const all = await browser.evaluate('return smoke.said;');
    // This is not an error. Browsers report it if an element's size changes again while it is measured; the next frame shows the new size.
    const said = all.filter((/** @type {string} */ line) => !line.includes('ResizeObserver loop'));
    if (said.length > 0) throw new Error(said.join('\n'));
  });
}

/** @param {ReturnType<typeof pageOf>} page */
async function tryMap(page) {
  const colors = await page.evaluate(`
    const canvas = smoke.find('application', 'Prefix by time').querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set();
    for (let at = 0; at < data.length; at += 4) found.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
    return found.size;`);
  if (colors < 8) throw new Error(`The map has ${colors} colours.`);
  const map = await page.place('application', 'Prefix by time');
  await page.press({ x: map.x, y: map.y });
  // The card must be for the cell under the pointer, although the browser releases the pointer after the click, and not for the first cell,
  // where the keyboard cursor is.
  const card = await page.text('[aria-label="Chosen cell"] dl');
  const prefix = Number(/Prefix\s*(\d+)/.exec(card)?.[1]);
  if (!(prefix > 20 && prefix < 80)) throw new Error(`The card beside the middle of the map says "${card}".`);
}

/**
 * @param {Browser} browser
 * @param {string} url of the app
 */
function pageOf(browser, url) {
  const idle = () =>
    browser.evaluate(
      'await window.appIdle(); await new Promise((r) => setTimeout(r, 0)); await window.appIdle();',
    );
  /** @param {{ x: number, y: number }} at */
  const press = async (at) => {
    await browser.pointer([{ type: 'move', ...at }, { type: 'down' }, { type: 'up' }]);
    await idle();
  };
  /**
   * @param {string} role
   * @param {string} name
   */
  const place = async (role, name) => {
    for (let tries = 0; tries < 40; tries += 1) {
      const found = await browser.evaluate('return smoke.place(args[0], args[1]) ?? null;', role, name);
      if (found !== null) return found;
    }
    throw new Error(`There is no ${role} "${name}".`);
  };
  return {
    evaluate: browser.evaluate,
    press,
    place,
    /** @param {string} hash */
    open: async (hash) => {
      await browser.open(`${url}${hash}`);
      // A browser may report a page as loaded before the page's modules have run.
      const isThere = await browser.evaluate(
        `for (let tries = 0; tries < 100 && window.appIdle === undefined; tries += 1)
           await new Promise((resolve) => setTimeout(resolve, 100));
         return window.appIdle !== undefined;`,
      );
      if (isThere !== true) throw new Error('The app did not start.');
      await browser.evaluate(HELPERS);
      await idle();
    },
    /**
     * Changes the hash without reloading, so that the connection stays.
     * @param {string} hash
     */
    go: async (hash) => {
      await browser.evaluate('location.hash = args[0];', hash);
      await idle();
    },
    /**
     * @param {string} role
     * @param {string} name
     * @param {{ isFast?: boolean }} [how] isFast: does not wait for the effects
     */
    click: async (role, name, { isFast = false } = {}) => {
      const at = await place(role, name);
      if (isFast) await browser.pointer([{ type: 'move', ...at }, { type: 'down' }, { type: 'up' }]);
      else await press(at);
    },
    /**
     * @param {string} name of a textbox
     * @param {string} text is inserted like a paste
     */
    fill: async (name, text) => {
      await press(await place('textbox', name));
      await browser.evaluate(
        `const field = smoke.find('textbox', args[0]);
         const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
         Object.getOwnPropertyDescriptor(proto, 'value').set.call(field, args[1]);
         field.dispatchEvent(new Event('input', { bubbles: true }));`,
        name,
        text,
      );
      await idle();
    },
    /** @param {string} selector */
    text: (selector) =>
      browser.evaluate(
        'return [...document.querySelectorAll(args[0])].map(smoke.textOf).join(" ");',
        selector,
      ),
    status: () =>
      browser.evaluate(`return smoke.textOf(document.querySelector('[aria-label=Completeness]'));`),
  };
}

/** How long to wait for a file. Browsers report a download as done a moment after the page has passed it on. */
const DOWNLOAD_MS = 10_000;

/**
 * The text of the file on disk with this ending, as soon as it is complete: browsers first write to a file with another name, or create an
 * empty one.
 * @param {Browser} browser
 * @param {string} ending
 * @returns {Promise<string>}
 */
async function savedFile({ downloads }, ending) {
  const end = performance.now() + DOWNLOAD_MS;
  while (performance.now() < end) {
    const name = readdirSync(downloads).find((each) => each.endsWith(ending));
    const text = name === undefined ? '' : readFileSync(join(downloads, name), 'utf8');
    if (text.endsWith('\n')) return text;
    await wait(50);
  }
  throw new Error(`No file *${ending} was saved. There are: ${readdirSync(downloads).join(', ') || 'none'}.`);
}

/**
 * @param {string} text
 * @param {string} expected
 */
function expectText(text, expected) {
  if (!text.includes(expected)) throw new Error(`"${expected}" is not in "${text.slice(0, 300)}".`);
}
