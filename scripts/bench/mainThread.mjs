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

/**
 * Summarizes a trace. The busiest thread is that of the measured page; the only other page is empty.
 * @param {readonly TraceEvent[]} events
 * @returns {ThreadWork}
 */
function workOf(events) {
  /** @param {TraceEvent} event */
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD)
      .map((event) => threadOf(event)),
  );
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
 * @param {Browser} browser
 * @param {Page} page
 * @param {() => Promise<void>} use what a user does on the page
 * @returns {Promise<ThreadWork>}
 */
export async function threadWork(browser, page, use) {
  await browser.startTracing(page, { categories: CATEGORIES });
  /** @type {Buffer} */
  let trace;
  try {
    await use();
  } finally {
    trace = await browser.stopTracing();
  }
  /** @type {{ traceEvents: readonly TraceEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString('utf8'));
  return workOf(traceEvents);
}
