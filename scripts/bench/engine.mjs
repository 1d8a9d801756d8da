import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePage, loadForNode } from './bundle.mjs';
import { inChromium } from './inChromium.mjs';

/**
 * Made by e2e/bench/queryPage.ts.
 * @typedef {object} RunFigures
 * @property {number} rows in all
 * @property {number} wallMs from the start to the end
 * @property {number} firstMs until the first query was read to its end
 */

/**
 * Written by e2e/rig/requestLog.ts.
 * @typedef {object} LoggedRequest
 * @property {string} method GET or OPTIONS
 * @property {string | undefined} filter decoded
 * @property {number} startedAtMs when it arrived
 * @property {number | undefined} endedAtMs when its answer was sent
 */

/**
 * Made by e2e/bench/queryService.ts.
 * @typedef {object} BenchService
 * @property {string} sasUrl through the proxy
 * @property {string} hostSasUrl the same with the account in the host name
 * @property {(table: 'even' | 'skewed' | 'large' | 'logs', rowsPerPage: number, times?: { jitterMs?: number, rowMs?: number }) => Promise<void>} change selects table and rows per page, and delays answers: a random part, and a time per row
 * @property {() => readonly LoggedRequest[]} log requests in order of arrival
 * @property {() => number} inFlight requests without an answer
 * @property {() => void} clear empties the log
 * @property {() => Promise<void>} close stops the service
 */

/**
 * What a benchmark of the engine works with.
 * @typedef {object} EngineRig
 * @property {(name: string, ...args: readonly unknown[]) => Promise<any>} call calls a function of the page
 * @property {BenchService} service 40 ms away
 * @property {readonly { label: string, filter: string, range?: unknown }[]} queries one per prefix, for 100 prefixes
 * @property {readonly unknown[]} guards the coverage checks below, between and above the prefixes
 * @property {number} rowsEach rows per prefix in the even table
 * @property {number} logsEach rows per prefix in the logs table
 * @property {{ largest: number, each: number, pageRows: number }} skewed rows of prefix 0, of each other prefix, and of a page
 */

/**
 * Opens the engine in Chromium, together with the scripted service.
 * @param {string} name of the benchmark
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {(rig: EngineRig) => Promise<boolean>} use
 * @returns {Promise<boolean>} the result of `use`
 */
export async function withEngine(name, root, chromium, use) {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-bench-'));
  try {
    await bundlePage(root, 'e2e/bench/queryPage.ts', join(folder, 'page'));
    const { startBenchService, benchGuards, benchQueries, LOGS_EACH, ROWS_EACH, SKEWED } = await loadForNode(
      root,
      'e2e/bench/queryService.ts',
      join(folder, 'node'),
    );
    return await inChromium(join(folder, 'page'), chromium, async (call, version, origin) => {
      process.stdout.write(`\n${name}, Chromium ${version}, a service 40 ms away\n`);
      const service = await startBenchService(origin);
      try {
        return await use({
          call,
          service,
          queries: benchQueries(),
          guards: benchGuards(),
          rowsEach: ROWS_EACH,
          logsEach: LOGS_EACH,
          skewed: SKEWED,
        });
      } finally {
        await service.close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {readonly number[]} values
 * @param {number} share 0..1
 * @returns {number} the value that this share of the values does not exceed
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
