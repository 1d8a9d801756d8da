import { percentile, withEngine } from './engine.mjs';
import { pass } from './mainThread.mjs';

/** @typedef {import('./engine.mjs').EngineRig} EngineRig */

const CANCELS = 20;
const CANCEL_GOAL_MS = 100;
const ARRIVAL_MS = 20;
const LATENCY_GOAL_MS = 10;
/**
 * Random extra latency. Without it, six lanes that all wait 40 ms would get their answers at the same time, unlike with a real service,
 * and the benchmark would measure how proxy and page queue for the same two cores.
 */
const JITTER_MS = 20;
/** Longer than any request takes, so requests from before the cancel have ended. */
const AFTERWARDS_MS = 200;

/**
 * Measures how fast a cancelled run ends, and whether the latency that it reports is that of the service.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} true if both goals are reached
 */
export function benchFaults(root, chromium) {
  return withEngine('faults', root, chromium, async (rig) => {
    await rig.service.change('even', Math.ceil(rig.rowsEach / 4));
    return [await cancel(rig), await latency(rig)].every(Boolean);
  });
}

/**
 * @param {EngineRig} rig
 * @returns {Promise<boolean>}
 */
async function cancel({ call, service, queries }) {
  /** @type {number[]} */
  const times = [];
  let later = 0;
  for (let trial = 0; trial < CANCELS; trial++) {
    /** @type {{ tookMs: number, later: number }} */
    const cancelled = await call('cancelAfter', service.sasUrl, queries, 100 + trial * 10);
    times.push(cancelled.tookMs);
    // Requests from before the cancel may not have reached the proxy yet.
    await pass(ARRIVAL_MS);
    const sent = service.log().length;
    await pass(AFTERWARDS_MS);
    later += cancelled.later + service.log().length - sent + service.inFlight();
  }
  const worst = Math.max(...times);
  const isGood = worst <= CANCEL_GOAL_MS && later === 0;
  process.stdout.write(
    `cancel: ${percentile(times, 0.5).toFixed(1)} ms, at worst ${worst.toFixed(1)} ms of ${CANCELS} ` +
      `(goal ${CANCEL_GOAL_MS} ms); ${later} requests after (goal 0)${isGood ? '' : '  BELOW ITS GOAL'}\n`,
  );
  return isGood;
}

/**
 * @param {EngineRig} rig
 * @returns {Promise<boolean>}
 */
async function latency({ call, service, queries, rowsEach }) {
  await service.change('even', Math.ceil(rowsEach / 4), { jitterMs: JITTER_MS });
  service.clear();
  /** @type {{ requests: readonly { filter?: string, startedAtMs: number, endedAtMs?: number }[] }} */
  const { requests } = await call('runEngine', service.sasUrl, queries);
  const log = service.log();
  /** @type {number[]} */
  const offs = [];
  for (const filter of new Set(log.map((entry) => entry.filter))) {
    // The pages of a query are sequential on both sides.
    const seen = log.filter((entry) => entry.filter === filter && entry.method === 'GET');
    const said = requests.filter((request) => request.filter === filter);
    if (seen.length !== said.length)
      throw new Error(`${said.length} requests reported, ${seen.length} came.`);
    seen.forEach((entry, at) => {
      const { startedAtMs = 0, endedAtMs = 0 } = said[at] ?? {};
      offs.push(Math.abs(endedAtMs - startedAtMs - ((entry.endedAtMs ?? 0) - entry.startedAtMs)));
    });
  }
  const p95 = percentile(offs, 0.95);
  const isGood = p95 <= LATENCY_GOAL_MS && offs.length >= queries.length;
  process.stdout.write(
    `reported latency: within ${percentile(offs, 0.5).toFixed(1)} ms (p50), ${p95.toFixed(1)} ms (p95) of the proxy's own measure, ${offs.length} requests ` +
      `(goal ${LATENCY_GOAL_MS} ms)${isGood ? '' : '  BELOW ITS GOAL'}\n`,
  );
  return isGood;
}
