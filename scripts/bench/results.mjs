import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePage } from './bundle.mjs';
import { inChromium } from './inChromium.mjs';
import { benchScroll } from './scroll.mjs';

/**
 * Made by e2e/bench/resultsPage.ts.
 * @typedef {object} Timed
 * @property {number} [coldMs] the column is not built yet
 * @property {number} oursMs warm
 * @property {number} baselineMs over objects
 * @property {readonly string[]} faults wrong results
 * @property {number} [bytes] of the file
 */

const ROWS = 1_000_000;
const MOST_BYTES = 400e6;
const GOALS = {
  sort: 4,
  sortCold: 1,
  filter: 10,
  memory: 4.5,
  csv: 3,
  firstMatchMs: 100,
  allMatchesMs: 1000,
};
/** Makes the figures of the heap exact. */
const HEAP_FLAGS = ['--js-flags=--expose-gc --max-old-space-size=4000', '--enable-precise-memory-info'];

let isGood = true;

/** What the figures are worth: on a busy machine, compare ratios only. */
function load() {
  const [minute = 0] = loadavg();
  return `load ${minute.toFixed(1)} on ${cpus().length} cores`;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {boolean} [isReached]
 */
function line(name, text, isReached = true) {
  isGood &&= isReached;
  process.stdout.write(`${name.padEnd(34)} ${text}${isReached ? '' : '  BELOW ITS GOAL'}\n`);
}

/** @param {readonly string[]} faults */
function refuse(faults) {
  for (const fault of faults) line('WRONG', fault, false);
}

/**
 * @param {string} name
 * @param {Timed} figures
 * @param {number} goal how many times as fast as the baseline
 */
function ratio(name, { coldMs, oursMs, baselineMs, faults }, goal) {
  refuse(faults);
  const times = baselineMs / oursMs;
  const cold = coldMs === undefined ? '' : `; cold ${coldMs.toFixed(0)} ms`;
  line(
    name,
    `${times.toFixed(1)}x (goal ${goal}x): ${oursMs.toFixed(1)} ms, objects ${baselineMs.toFixed(1)} ms${cold}`,
    times >= goal,
  );
}

/**
 * Compares the row store and its columns with the entities of the SDK, over a million rows of the shape of WADLogsTable.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} true if all results are right and every goal is reached
 */
export async function benchResults(root, chromium) {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-bench-'));
  isGood = true;
  try {
    await bundlePage(root, 'e2e/bench/resultsPage.ts', folder);
    await inChromium(
      folder,
      chromium,
      async (ask, version) => {
        const { jsonBytes, objectBytes, packMs } =
          /** @type {{ jsonBytes: number, objectBytes: number, packMs: number }} */ (await ask('load', ROWS));
        const size = `${ROWS.toLocaleString('en-US')} rows, ${(jsonBytes / 1e6).toFixed(0)} MB of JSON`;
        process.stdout.write(`\nresults, Chromium ${version}: ${size}; ${load()}\n`);
        line('rows packed', `after ${packMs.toFixed(0)} ms in all, when nobody waits`);
        line('size', `goal: at most ${MOST_BYTES / 1e6} MB`, jsonBytes <= MOST_BYTES);

        for (const [name, column, key] of [
          ['sort by time', 'Timestamp', 'timestamp'],
          ['sort by a text of many values', 'Message', 'Message'],
          ['sort by a text of five values', 'RoleInstance', 'RoleInstance'],
        ]) {
          const figures = /** @type {Timed} */ (await ask('sort', column, key));
          ratio(name ?? '', figures, GOALS.sort);
          const cold = figures.baselineMs / (figures.coldMs ?? Number.POSITIVE_INFINITY);
          line(
            '  with its column built',
            `${cold.toFixed(1)}x (goal ${GOALS.sortCold}x)`,
            cold >= GOALS.sortCold,
          );
        }
        for (const [name, order] of [
          ['filter by a number, in time order', 'time-asc'],
          ['the same, in order of arrival', 'arrival'],
        ])
          ratio(name ?? '', /** @type {Timed} */ (await ask('filter', order)), GOALS.filter);

        for (const run of ['cold', 'warm']) {
          const found = /** @type {{ firstMs: number, allMs: number, faults: readonly string[] }} */ (
            await ask('search', 'GATEWAY, attempt 47')
          );
          refuse(found.faults);
          line(
            `search, ${run}`,
            `first match ${found.firstMs.toFixed(0)} ms (goal ${GOALS.firstMatchMs}), all ${found.allMs.toFixed(0)} ms (goal ${GOALS.allMatchesMs})`,
            found.firstMs <= GOALS.firstMatchMs && found.allMs <= GOALS.allMatchesMs,
          );
        }

        const { storeBytes, columnBytes } = /** @type {{ storeBytes: number, columnBytes: number }} */ (
          await ask('memory')
        );
        const less = objectBytes / (storeBytes + columnBytes);
        line(
          'memory of store and columns',
          `${less.toFixed(1)}x less (goal ${GOALS.memory}x): ${(storeBytes / 1e6).toFixed(0)} and ${(columnBytes / 1e6).toFixed(0)} MB, objects ${(objectBytes / 1e6).toFixed(0)} MB`,
          less >= GOALS.memory,
        );

        const csv = /** @type {Timed} */ (await ask('csv'));
        ratio('CSV', csv, GOALS.csv);
        line(
          '  speed',
          `${((csv.bytes ?? 0) / csv.oursMs / 1000).toFixed(0)} MB/s, ${((csv.bytes ?? 0) / 1e6).toFixed(0)} MB`,
        );
      },
      HEAP_FLAGS,
    );
    isGood = (await benchScroll(root, chromium)) && isGood;
    process.stdout.write(
      `\nresults, ${load()} at the end: ${isGood ? 'every goal reached' : 'NOT every goal reached'}\n`,
    );
    return isGood;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
