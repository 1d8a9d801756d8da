import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePage } from './bundle.mjs';
import { inChromium } from './inChromium.mjs';
import { FRAME_MS } from './report.mjs';

/**
 * Made by e2e/bench/keyspacePage.ts.
 * @typedef {object} KeyspaceFigures
 * @property {readonly number[]} times milliseconds
 * @property {readonly string[]} faults wrong results
 */

const LEAST_RATIO = 100;
/** 10,000 cells. */
const ROWS = 100;
const COLUMNS = 100;
/** Recharts takes almost a second for each. */
const RECHARTS_UPDATES = 5;
const UPDATES = 40;
const WARM_UP = 10;
const MANY_KEYS = 1_000_000;

/**
 * The mean of the best quarter: the time on an otherwise idle machine.
 * @param {KeyspaceFigures} figures
 * @returns {number} milliseconds
 */
function bestQuarter({ times }) {
  const best = times.toSorted((a, b) => a - b).slice(0, Math.max(1, times.length >> 2));
  return best.reduce((sum, time) => sum + time, 0) / best.length;
}

/**
 * @param {string} name
 * @param {string} text
 */
function line(name, text) {
  process.stdout.write(`${name.padEnd(42)} ${text}\n`);
}

/**
 * Compares the painted map with recharts drawing the same cells, by script time of one synchronous update.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} true if all results are right and the goal is reached
 */
export async function benchKeyspace(root, chromium) {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-bench-'));
  try {
    await bundlePage(root, 'e2e/bench/keyspacePage.ts', folder);
    return await inChromium(folder, chromium, async (ask, version) => {
      process.stdout.write(`\nkeyspace, Chromium ${version}, best quarter of the updates\n`);
      /** @type {(name: string, ...args: readonly unknown[]) => Promise<KeyspaceFigures>} */
      const call = async (name, ...args) => /** @type {KeyspaceFigures} */ (await ask(name, ...args));
      const theirs = await call('updateRecharts', ROWS, COLUMNS, RECHARTS_UPDATES, 2);
      const ours = await call('updateMap', ROWS, COLUMNS, UPDATES, WARM_UP);
      const ratio = bestQuarter(theirs) / bestQuarter(ours);
      const isFast = ratio >= LEAST_RATIO;
      line(
        'update of 10,000 cells',
        `${ratio.toFixed(0)}x (goal ${LEAST_RATIO}x): ${bestQuarter(ours).toFixed(2)} ms, recharts ${bestQuarter(theirs).toFixed(0)} ms${isFast ? '' : '  BELOW ITS GOAL'}`,
      );
      const beside = /** @type {const} */ ([
        ['update of 100 x 1,440 cells', await call('updateMap', 100, 1440, UPDATES, WARM_UP)],
        ['1,000,000 keys counted anew', await call('rebin', MANY_KEYS, UPDATES, WARM_UP)],
        [
          'brightness, 2,000 x 1,000 cells, a step',
          await call('dragBrightness', 2000, 1000, UPDATES, WARM_UP),
        ],
        ['pan, 2,000 x 1,000 cells, a step', await call('pan', 2000, 1000, UPDATES, WARM_UP)],
      ]);
      for (const [name, figures] of beside)
        line(name, `${bestQuarter(figures).toFixed(2)} ms (a frame: ${FRAME_MS.toFixed(1)} ms)`);
      const faults = [theirs, ours, ...beside.map(([, figures]) => figures)].flatMap((one) => one.faults);
      for (const fault of faults) line('WRONG', fault);
      return isFast && faults.length === 0;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
