import { loadForNode, onPage } from './onPage.mjs';

/** @typedef {{ readonly rows: number, readonly wallMs: number, readonly firstMs: number }} RunFigures of e2e/bench/queryPage.ts */

const ROUNDS = 5;

/**
 * Runs both sides in turn, so that both run under the same load of the machine, and takes the best of each.
 * @param {() => Promise<RunFigures>} baseline
 * @param {() => Promise<RunFigures>} ours
 * @param {number} rows that both must return
 * @param {'wallMs' | 'firstMs'} figure
 * @returns {Promise<import('./report.mjs').Timed>}
 */
async function inTurn(baseline, ours, rows, figure) {
  /** @type {[number[], number[]]} */
  const times = [[], []];
  /** @type {string[]} */
  const faults = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [side, run] of [baseline, ours].entries()) {
      const figures = await run();
      if (figures.rows !== rows) faults.push(`${figures.rows} rows instead of ${rows}`);
      // The first round warms up.
      if (round > 0) times[side]?.push(figures[figure]);
    }
  }
  return { baselineMs: Math.min(...times[0]), oursMs: Math.min(...times[1]), faults };
}

/**
 * Compares the engine in the same tab with `@azure/data-tables`, which sends all queries at once. The service has a latency of 40 ms.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchQuery(root, chromium, report) {
  await onPage(root, chromium, 'queryPage.ts', async (call, origin, folder) => {
    const { startBenchService, benchQueries, ROWS_EACH, SKEWED } = await loadForNode(
      root,
      'queryService.ts',
      folder,
    );
    const service = await startBenchService(origin);
    try {
      const queries = benchQueries();
      const rows = queries.length * ROWS_EACH;
      const sdk = () => call('runSdk', service.sasUrl, queries);
      const engine = () => call('runEngine', service.sasUrl, queries);

      service.change('even', 1000);
      report.faster('wall of 100 queries', await inTurn(sdk, engine, rows, 'wallMs'), 1.7);

      // Two pages for each query. The second is not full, as nearly always in practice, because the engine would read on after a full last
      // page.
      service.change('even', ROWS_EACH / 2 + 1);
      report.faster('first finished of 100 two-page queries', await inTurn(sdk, engine, rows, 'firstMs'), 15);

      // Here the engine can cut the long query, once lanes are idle.
      service.change('skewed', SKEWED.pageRows);
      const uncut = () => call('runEngine', service.sasUrl, queries, false);
      const skewedRows = SKEWED.largest + (queries.length - 1) * SKEWED.each;
      report.faster(
        'one prefix holds half of the rows',
        await inTurn(uncut, engine, skewedRows, 'wallMs'),
        2.2,
      );

      service.change('large', 1000);
      report.faster('20 pages of bytes to typed columns', await call('decodeContest', service.sasUrl), 2);
    } finally {
      await service.close();
    }
  });
}
