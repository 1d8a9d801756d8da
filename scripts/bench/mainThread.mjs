/**
 * Measures how busy the page's main thread is while it is used. It uses processor time per task, because on a busy machine wall time
 * includes other processes.
 */

/** @import { Browser, Page } from 'playwright' */

/**
 * @typedef {object} ThreadWork
 * @property {number} longestMs the longest task, processor time
 * @property {number} longestWallMs the longest task by the clock
 * @property {number} totalMs all tasks, processor time
 */

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

const CATEGORIES = ['-*', 'toplevel', '__metadata'];
const MAIN_THREAD = 'CrRendererMain';
/** Two layers record each task, one inside the other. */
const TASK = /(?:^|::)RunTask$/;

/** @param {TraceEvent} event of a thread */
export const threadOf = ({ pid, tid }) => `${pid} ${tid}`;

/**
 * The main threads of pages, as threadOf names them.
 * @param {readonly TraceEvent[]} events
 * @returns {ReadonlySet<string>}
 */
export function mainThreads(events) {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD);
  return new Set(named.map((event) => threadOf(event)));
}

/**
 * Summarizes a trace. The busiest thread is that of the measured page; the only other page is empty.
 * @param {readonly TraceEvent[]} events
 * @returns {ThreadWork}
 */
function workOf(events) {
  const isMain = mainThreads(events);
  /** @type {Map<string, { longest: number, longestWall: number, total: number, untilUs: number }>} */
  const threads = new Map();
  for (const event of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    const { name, ph, ts, dur = 0, tdur = 0 } = event;
    const thread = threadOf(event);
    if (!TASK.test(name) || ph !== 'X' || !isMain.has(thread)) continue;
    const sum = threads.get(thread) ?? { longest: 0, longestWall: 0, total: 0, untilUs: 0 };
    // Part of the previous task.
    if (ts + dur <= sum.untilUs) continue;
    threads.set(thread, {
      longest: Math.max(sum.longest, tdur),
      longestWall: Math.max(sum.longestWall, dur),
      total: sum.total + tdur,
      untilUs: ts + dur,
    });
  }
  const [busiest] = [...threads.values()].toSorted((a, b) => b.total - a.total);
  if (busiest === undefined || busiest.total === 0) throw new Error('The trace holds no task of the page.');
  return {
    longestMs: busiest.longest / 1000,
    longestWallMs: busiest.longestWall / 1000,
    totalMs: busiest.total / 1000,
  };
}

/**
 * Traces a page while it is used.
 * @param {Browser} browser
 * @param {Page} page
 * @param {readonly string[]} categories of the trace
 * @param {() => Promise<void>} use what a user does on the page
 * @returns {Promise<readonly TraceEvent[]>}
 */
export async function tracedEvents(browser, page, categories, use) {
  await browser.startTracing(page, { categories: [...categories] });
  /** @type {Buffer} */
  let trace;
  try {
    await use();
  } finally {
    trace = await browser.stopTracing();
  }
  /** @type {{ traceEvents: readonly TraceEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString('utf8'));
  return traceEvents;
}

/**
 * @param {Browser} browser
 * @param {Page} page
 * @param {() => Promise<void>} use what a user does on the page
 * @returns {Promise<ThreadWork>}
 */
export async function threadWork(browser, page, use) {
  return workOf(await tracedEvents(browser, page, CATEGORIES, use));
}

/**
 * Lets time pass.
 * @param {number} ms
 */
export function pass(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
