import { setTimeout } from 'node:timers/promises';
import { chromium as playwright } from 'playwright';
import { d19 } from '../demo/keyText.mjs';
import { startKeyscope } from '../lib/keyscope.mjs';

/** @import { Page } from 'playwright' */

/**
 * An event of a Chromium trace, with the members used here.
 * @typedef {object} TraceEvent
 * @property {string} name what happened
 * @property {string} ph the kind; X: with a duration
 * @property {number} pid process
 * @property {number} tid thread
 * @property {number} ts start in microseconds
 * @property {number} [dur] wall time in microseconds
 * @property {number} [tdur] processor time in microseconds
 * @property {{ name?: string }} [args] of a thread, its name
 */

/** The duration of a frame at 60 Hz. */
const FRAME_GOAL_MS = 1000 / 60;
const TASK_GOAL_MS = 50;
/** Turns of the wheel from one end to the other, and as many back. */
const WHEELS = 60;
/**
 * How often the way there and back is measured. Once would give about four hundred frames, of which one in a hundred are four: too few, so
 * that chance would decide.
 */
const WAYS = 4;
const WHEEL_PX = 400;
/** Milliseconds between two turns of the wheel, which is less than two frames. */
const WHEEL_GAP_MS = 30;
const CATEGORIES = [
  '-*',
  'toplevel',
  '__metadata',
  'devtools.timeline',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline.frame',
];
/** Events that are script, style or layout. They may contain each other. */
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
 * Script and layout of frames in processor time, because on a busy machine wall time includes other processes.
 * @param {readonly TraceEvent[]} events
 * @returns frames begun by the page, the work of all but one in a hundred, and the longest task
 */
function figuresOf(events) {
  const threadOf = (/** @type {TraceEvent} */ { pid, tid }) => `${pid} ${tid}`;
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const mains = new Set(named.map(threadOf));
  /** @type {Map<string, number[]>} */
  const starts = new Map();
  for (const event of events) {
    const thread = threadOf(event);
    if (event.name === 'BeginMainThreadFrame' && mains.has(thread))
      starts.set(thread, [...(starts.get(thread) ?? []), event.ts]);
  }
  // The page that scrolls draws the most frames.
  const [found] = [...starts].toSorted((a, b) => b[1].length - a[1].length);
  if (found === undefined) throw new Error('The trace holds no frame of the page.');
  const own = events.filter((event) => event.ph === 'X' && threadOf(event) === found[0]);
  const times = found[1].toSorted((a, b) => a - b);
  const work = new Float64Array(times.length);
  for (const { ts, tdur = 0 } of outermost(own.filter(({ name }) => SCRIPT_AND_LAYOUT.has(name)))) {
    // Work before the first frame counts as part of it, because it comes from an event of the wheel.
    const at = Math.max(
      0,
      times.findLastIndex((time) => time <= ts),
    );
    work[at] = (work[at] ?? 0) + tdur / 1000;
  }
  const tasks = own.filter(({ name }) => /(?:^|::)RunTask$/.test(name));
  return {
    frames: times.length,
    p99Ms: work.toSorted()[Math.floor(times.length * 0.99)] ?? 0,
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
    await setTimeout(WHEEL_GAP_MS);
  }
}

/**
 * Scrolls the rows of the built app in Chromium: down a long list, and across rows with 240 properties.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchScroll(root, chromium, report) {
  const keyscope = await startKeyscope({ root, port: 0 });
  const browser = await playwright.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { url, demo } = keyscope;
    if (demo === undefined) throw new Error('No demo account.');
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
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
        // A key of SensorSeries is the hour of its rows, so the window must begin an hour earlier.
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
      // The first round is not measured, because it loads and compiles code.
      await turnWheel(page, direction, 1);
      await browser.startTracing(page, { categories: CATEGORIES });
      await turnWheel(page, direction, WAYS);
      const trace = await browser.stopTracing();
      const { frames, p99Ms, longestMs } = figuresOf(JSON.parse(trace.toString('utf8')).traceEvents);
      const widest = Math.max(...rows.map(({ properties }) => properties.length));
      const name = `scroll ${rows.length.toLocaleString('en-US')} rows of up to ${widest} properties`;
      report.most(`${name}, p99 of a frame`, p99Ms, 'ms', FRAME_GOAL_MS);
      report.most('  the longest task', longestMs, 'ms', TASK_GOAL_MS, `; ${frames} frames`);
      report.wrong(name, frames > (WHEELS * WAYS) / 2 ? [] : [`only ${frames} frames`]);
    }
  } finally {
    await browser.close();
    await keyscope.close();
  }
}
