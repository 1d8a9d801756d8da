import { chromium as playwright } from 'playwright';
import { d19 } from '../demo/keyText.mjs';
import { startKeyscope } from '../lib/keyscope.mjs';
import { mainThreads, pass, threadOf, tracedEvents } from './mainThread.mjs';

/**
 * @import { Page } from 'playwright'
 * @import { TraceEvent } from './mainThread.mjs'
 */

const FRAME_GOAL_MS = 8;
const TASK_GOAL_MS = 50;
/** Turns of the wheel to the end of a way, and as many back. */
const WHEELS = 60;
/** Ways there and back that count: of some four hundred frames, one in a hundred would be four, and chance. */
const WAYS = 4;
const WHEEL_PX = 400;
/** Time between two turns of the wheel: less than two frames. */
const WHEEL_GAP_MS = 30;
const CATEGORIES = [
  '-*',
  'toplevel',
  '__metadata',
  'devtools.timeline',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline.frame',
];
/** Events that are script, style or layout; they may hold each other. */
const SCRIPT_AND_LAYOUT = new Set([
  'FunctionCall',
  'FireAnimationFrame',
  'EventDispatch',
  'RunMicrotasks',
  'TimerFire',
  'EvaluateScript',
  'UpdateLayoutTree',
  'Layout',
]);

/**
 * @typedef {object} ScrollFigures
 * @property {number} frames begun by the page
 * @property {number} dropped frames that were not shown
 * @property {number} p50Ms script and layout of a frame, processor time
 * @property {number} p99Ms the same, of all but one in a hundred
 * @property {number} longestMs the longest task, processor time
 */

/**
 * The outermost of some events of one thread, in order.
 * @param {readonly TraceEvent[]} events
 * @returns {readonly TraceEvent[]}
 */
function outermost(events) {
  let untilUs = 0;
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts + dur <= untilUs) return false;
      untilUs = ts + dur;
      return true;
    });
}

/**
 * @param {readonly TraceEvent[]} events
 * @returns {ScrollFigures}
 */
function figuresOf(events) {
  const mains = mainThreads(events);
  /** @type {Map<string, TraceEvent[]>} */
  const starts = new Map();
  for (const event of events)
    if (event.name === 'BeginMainThreadFrame' && mains.has(threadOf(event)))
      starts.set(threadOf(event), [...(starts.get(threadOf(event)) ?? []), event]);
  // The page that scrolls draws the most frames.
  const [found] = [...starts].toSorted((a, b) => b[1].length - a[1].length);
  if (found === undefined) throw new Error('The trace holds no frame of the page.');
  const [thread, begins] = found;
  const own = events.filter((event) => event.ph === 'X' && threadOf(event) === thread);
  const times = begins.map(({ ts }) => ts).toSorted((a, b) => a - b);
  const work = new Float64Array(times.length);
  for (const { ts, tdur = 0 } of outermost(own.filter(({ name }) => SCRIPT_AND_LAYOUT.has(name)))) {
    // Work before the first frame belongs to it: an event of the wheel leads to it.
    const at = Math.max(
      0,
      times.findLastIndex((time) => time <= ts),
    );
    work[at] = (work[at] ?? 0) + tdur / 1000;
  }
  const sorted = work.toSorted();
  /** @param {number} share */
  const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const tasks = own.filter(({ name }) => /(?:^|::)RunTask$/.test(name));
  return {
    frames: times.length,
    dropped: events.filter(({ name, pid }) => name === 'DroppedFrame' && thread.startsWith(`${pid} `)).length,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    longestMs: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)),
  };
}

/**
 * @param {Page} page
 * @param {readonly [x: number, y: number]} direction
 * @param {number} ways there and back
 */
async function turnWheel(page, [x, y], ways) {
  for (let turn = 0; turn < 2 * WHEELS * ways; turn++) {
    const px = turn % (2 * WHEELS) < WHEELS ? WHEEL_PX : -WHEEL_PX;
    await page.mouse.wheel(x * px, y * px);
    await pass(WHEEL_GAP_MS);
  }
}

/**
 * Scrolls the rows of the built app in Chromium: down a long list, and across rows of 240 properties.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} true if all goals are reached
 */
export async function benchScroll(root, chromium) {
  const keyscope = await startKeyscope({ root, port: 0 });
  const browser = await playwright.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { url, demo } = keyscope;
    if (demo === undefined) throw new Error('No demo account.');
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    let isGood = true;
    for (const [table, scheme, direction] of /** @type {const} */ ([
      ['DemoEventsVer1v0', 'mds-prefixed', [0, 1]],
      ['SensorSeries', 'unix-s', [1, 0]],
    ])) {
      const { window, rows } = demo.service.tables.find(({ name }) => name === table) ?? {};
      if (window === undefined || rows === undefined) throw new Error(`No table ${table}.`);
      const query = new URLSearchParams({
        v: '1',
        table,
        scheme,
        volume: 'large',
        // A key of SensorSeries is the hour of its rows.
        from: d19(window.from - 36_000_000_000n),
        to: d19(window.to),
        tab: 'rows',
      });
      await page.goto('about:blank');
      await page.goto(`${url}#/query?${query.toString()}`);
      await page.evaluate('appIdle()');
      await page.getByRole('button', { name: 'Connection', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Connect to demo account' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Run query' }).click();
      await page.getByRole('status', { name: 'Completeness' }).waitFor();
      await page.evaluate('appIdle()');
      await page.getByRole('grid').first().hover();
      // The first round loads and compiles code.
      await turnWheel(page, direction, 1);
      const events = await tracedEvents(browser, page, CATEGORIES, () => turnWheel(page, direction, WAYS));
      const { frames, dropped, p50Ms, p99Ms, longestMs } = figuresOf(events);
      const widest = Math.max(...rows.map(({ properties }) => properties.length));
      const isReached = frames > (WHEELS * WAYS) / 2 && p99Ms <= FRAME_GOAL_MS && longestMs <= TASK_GOAL_MS;
      isGood &&= isReached;
      process.stdout.write(
        `${`scroll ${rows.length.toLocaleString('en-US')} rows of up to ${widest} properties`.padEnd(48)} p99 of a frame ` +
          `${p99Ms.toFixed(1)} ms (goal ${FRAME_GOAL_MS}), half of them at most ${p50Ms.toFixed(1)} ms; longest task ${longestMs.toFixed(0)} ms (goal ${TASK_GOAL_MS}); ` +
          `${frames} frames, ${dropped} dropped${isReached ? '' : '  ABOVE ITS GOAL'}\n`,
      );
    }
    return isGood;
  } finally {
    await browser.close();
    await keyscope.close();
  }
}
