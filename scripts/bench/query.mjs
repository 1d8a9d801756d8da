import { withEngine } from './engine.mjs';

/**
 * @typedef {import('./engine.mjs').EngineRig} EngineRig
 * @typedef {import('./engine.mjs').RunFigures} RunFigures
 */

const ROUNDS = 5;
const DECODE_ROUNDS = 24;
const DECODE_PAGES = 20;
const PAGE_ROWS = 1000;
const LANES = 6;
/**
 * The service takes 50 ms for the rows of a page: 1,000 rows at the target of an account, 20,000 rows a second
 * (learn.microsoft.com/azure/storage/tables/scalability-targets). Here a page holds 102, since page and service share two cores; the
 * fourth page of a prefix is shorter, as nearly always.
 */
const LOG_PAGE = { rows: 102, rowMs: 0.5 };

/**
 * Runs both sides in turn, so that both meet the same load, and takes the best of each: the time on an otherwise idle machine.
 * @param {() => Promise<RunFigures>} baseline
 * @param {() => Promise<RunFigures>} ours
 * @param {number} rows that both must return
 * @param {'wallMs' | 'firstMs'} figure
 * @returns {Promise<{ baselineMs: number, oursMs: number, faults: readonly string[] }>}
 */
async function inTurn(baseline, ours, rows, figure) {
  /** @type {number[][]} */
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
  const [theirs = [], own = []] = times;
  return { baselineMs: Math.min(...theirs), oursMs: Math.min(...own), faults };
}

/**
 * @param {string} name what was measured
 * @param {string} baselineName how the baseline does it
 * @param {{ baselineMs: number, oursMs: number, faults: readonly string[] }} result
 * @param {{ least: number, aim?: number }} goal ratios
 * @returns {boolean} whether the goal was reached
 */
function show(name, baselineName, { baselineMs, oursMs, faults }, { least, aim }) {
  const ratio = baselineMs / oursMs;
  const isGood = faults.length === 0 && ratio >= least;
  const aimText = aim === undefined ? '' : `, aim ${aim}x`;
  const verdict = faults.length > 0 ? `  WRONG: ${faults[0]}` : isGood ? '' : '  BELOW ITS GOAL';
  process.stdout.write(
    `${name.padEnd(44)} ${ratio.toFixed(2).padStart(6)}x (goal ${least}x${aimText}): ` +
      `${oursMs.toFixed(1)} ms, ${baselineName} ${baselineMs.toFixed(1)} ms${verdict}\n`,
  );
  return isGood;
}

/** @typedef {{ name: string, run: (rig: EngineRig, name: string) => Promise<boolean> }} Contest */

/** @type {readonly Contest[]} */
const CONTESTS = [
  {
    name: 'wall of 100 queries, six lanes',
    run: (rig, name) => wall(rig, name, { secondary: false, least: 1.7 }),
  },
  {
    name: 'the same with the secondary, twelve lanes',
    run: (rig, name) => wall(rig, name, { secondary: true, least: 2.5 }),
  },
  { name: 'secondary, 100 two-page queries, 101 guards', run: guarded },
  { name: 'first finished of 100 two-page queries', run: first },
  { name: `${DECODE_PAGES} pages of bytes to typed columns`, run: decode },
  { name: 'one prefix holds half of the rows', run: skew },
  {
    name: '101 coverage checks beside 100 x 4 pages',
    run: (rig, name) =>
      coverage(rig, name, {
        table: 'logs',
        page: LOG_PAGE,
        to: '2024-03-01T06:40:00Z',
        rows: rig.queries.length * rig.logsEach,
        most: 15,
      }),
  },
  {
    name: '101 coverage checks beside 100 x 2 small',
    run: (rig, name) =>
      coverage(rig, name, {
        table: 'even',
        page: { rows: halfPage(rig), rowMs: 0 },
        to: '2024-03-01T00:40:00Z',
        rows: rig.queries.length * rig.rowsEach,
      }),
  },
];

/** The contests that can be chosen: `npm run bench -- query half` runs those whose names contain "half". */
export const QUERY_CONTESTS = CONTESTS.map(({ name }) => name);

/**
 * Two pages for each prefix of the even table. The second is shorter, as nearly always: a last page as full as those that continue is
 * read on from (`tables/run/readAfterFullPages.ts`), and that is not what these contests are about.
 * @param {EngineRig} rig
 */
function halfPage({ rowsEach }) {
  return rowsEach / 2 + 1;
}

/**
 * Compares the engine with `@azure/data-tables`, which sends all queries at once, in the same tab.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {readonly string[]} parts runs the contests with one of these in their names; none: all
 * @returns {Promise<boolean>} true if all results are right and all goals are reached
 */
export function benchQuery(root, chromium, parts) {
  return withEngine('query', root, chromium, async (rig) => {
    let isGood = true;
    for (const { name, run } of CONTESTS) {
      if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue;
      isGood = (await run(rig, name)) && isGood;
    }
    return isGood;
  });
}

/**
 * @param {EngineRig} rig
 * @param {string} name
 * @param {{ secondary: boolean, least: number }} choice
 * @returns {Promise<boolean>}
 */
async function wall({ call, service, queries, rowsEach }, name, { secondary, least }) {
  await service.change('even', PAGE_ROWS);
  const url = secondary ? service.hostSasUrl : service.sasUrl;
  const result = await inTurn(
    () => call('runSdk', service.sasUrl, queries),
    () => call('runEngine', url, queries, { secondary }),
    queries.length * rowsEach,
    'wallMs',
  );
  return show(name, 'the SDK', result, { least });
}

/**
 * @param {EngineRig} rig
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function first(rig, name) {
  const { call, service, queries, rowsEach } = rig;
  await service.change('even', halfPage(rig));
  const result = await inTurn(
    () => call('runSdk', service.sasUrl, queries),
    () => call('runEngine', service.sasUrl, queries),
    queries.length * rowsEach,
    'firstMs',
  );
  return show(name, 'the SDK', result, { least: 15 });
}

/**
 * @param {EngineRig} rig
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function guarded(rig, name) {
  const { call, service, queries, guards, rowsEach } = rig;
  await service.change('even', halfPage(rig));
  const result = await inTurn(
    () => call('runEngine', service.sasUrl, queries, { guards }),
    () => call('runEngine', service.hostSasUrl, queries, { guards, secondary: true }),
    queries.length * rowsEach,
    'wallMs',
  );
  return show(name, 'six lanes', result, { least: 1.6 });
}

/**
 * @param {EngineRig} rig
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function decode({ call, service }, name) {
  await service.change('large', PAGE_ROWS);
  const { sdkMs, oursMs, rows } = await call('decodeContest', service.sasUrl, DECODE_ROUNDS);
  const faults = rows === PAGE_ROWS * DECODE_PAGES ? [] : [`${rows} rows`];
  const result = { baselineMs: sdkMs, oursMs, faults };
  return show(name, 'the SDK', result, { least: 8, aim: 15 });
}

/**
 * One prefix holds half of the rows: the engine cuts its query once lanes are idle. Both sides know the ranges of their queries, so both
 * prove as much.
 * @param {EngineRig} rig
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function skew({ call, service, queries, skewed }, name) {
  await service.change('skewed', skewed.pageRows);
  const result = await inTurn(
    () => call('runEngine', service.sasUrl, queries, { share: false }),
    () => call('runEngine', service.sasUrl, queries),
    skewed.largest + (queries.length - 1) * skewed.each,
    'wallMs',
  );
  return show(name, 'uncut', result, { least: 2.2 });
}

/**
 * Compares the same run of the app with and without its 101 coverage checks. If all six lanes are always busy, the checks must cost at
 * least their own time on the wire.
 * @param {EngineRig} rig
 * @param {string} name
 * @param {object} contest
 * @param {'even' | 'logs'} contest.table
 * @param {{ rows: number, rowMs: number }} contest.page rows per page, and the service's time per row
 * @param {string} contest.to the end of the window
 * @param {number} contest.rows that the run must return
 * @param {number} [contest.most] the checks' share of the run, in percent
 * @returns {Promise<boolean>}
 */
async function coverage({ call, service }, name, { table, page, to, rows, most }) {
  await service.change(table, page.rows, { rowMs: page.rowMs });
  /** @type {number[]} */
  const checkTimes = [];
  /** @param {boolean} checks */
  const run = (checks) => async () => {
    const figures = await call('runApp', service.sasUrl, to, checks);
    if (figures.headline !== 'complete') throw new Error(`A run that is ${figures.headline}`);
    if (figures.checks !== (checks ? 101 : 0)) throw new Error(`${figures.checks} checks were clear`);
    if (checks) checkTimes.push(figures.checkWireMs);
    return figures;
  };
  const { baselineMs, oursMs, faults } = await inTurn(run(false), run(true), rows, 'wallMs');
  const share = (100 * (oursMs - baselineMs)) / oursMs;
  const least = (100 * Math.min(...checkTimes)) / LANES / oursMs;
  const isGood = faults.length === 0 && (most === undefined || share <= most);
  const verdict = faults.length > 0 ? `  WRONG: ${faults[0]}` : isGood ? '' : '  ABOVE ITS GOAL';
  const goal = most === undefined ? '' : ` (goal ${most} % or less)`;
  process.stdout.write(
    `${name.padEnd(44)} ${share.toFixed(1).padStart(5)} %${goal} of the run, ${least.toFixed(1)} % in full lanes: ` +
      `${oursMs.toFixed(0)} ms, without ${baselineMs.toFixed(0)} ms${verdict}\n`,
  );
  return isGood;
}
