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
 * (learn.microsoft.com/azure/storage/tables/scalability-targets). Here a page holds 100, since page and service share two cores.
 */
const LOG_PAGE = { rows: 100, rowMs: 0.5 };

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

/**
 * Compares the engine with `@azure/data-tables`, which sends all queries at once, in the same tab.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} true if all results are right and all goals are reached
 */
export function benchQuery(root, chromium) {
  return withEngine('query', root, chromium, async (rig) => {
    const { call, service, queries, guards, rowsEach } = rig;
    const { sasUrl, hostSasUrl } = service;
    const engine = () => call('runEngine', sasUrl, queries);
    const twelve = () => call('runEngine', hostSasUrl, queries, { secondary: true });
    const guarded = () => call('runEngine', sasUrl, queries, { guards });
    const guardedTwelve = () => call('runEngine', hostSasUrl, queries, { guards, secondary: true });
    const sdk = () => call('runSdk', sasUrl, queries);
    const rows = queries.length * rowsEach;

    await service.change('even', PAGE_ROWS);
    const wall = await inTurn(sdk, engine, rows, 'wallMs');
    const wide = await inTurn(sdk, twelve, rows, 'wallMs');
    await service.change('even', Math.ceil(rowsEach / 2));
    const first = await inTurn(sdk, engine, rows, 'firstMs');
    const both = await inTurn(guarded, guardedTwelve, rows, 'wallMs');
    return [
      show('wall of 100 queries, six lanes', 'the SDK', wall, { least: 1.7 }),
      show('the same with the secondary, twelve lanes', 'the SDK', wide, { least: 2.5 }),
      show('secondary, 100 two-page queries, 101 guards', 'six lanes', both, { least: 1.6 }),
      show('first finished of 100 two-page queries', 'the SDK', first, { least: 15 }),
      await decode(rig),
      await skew(rig),
      await coverage(rig, 'logs', LOG_PAGE, {
        name: '101 coverage checks beside 100 x 4 pages',
        to: '2024-03-01T06:40:00Z',
        rows: 40_000,
        most: 15,
      }),
      await coverage(
        rig,
        'even',
        { rows: rowsEach / 2, rowMs: 0 },
        {
          name: '101 coverage checks beside 100 x 2 small',
          to: '2024-03-01T00:40:00Z',
          rows,
        },
      ),
    ].every(Boolean);
  });
}

/**
 * @param {EngineRig} rig
 * @returns {Promise<boolean>}
 */
async function decode({ call, service }) {
  await service.change('large', PAGE_ROWS);
  const { sdkMs, oursMs, rows } = await call('decodeContest', service.sasUrl, DECODE_ROUNDS);
  const faults = rows === PAGE_ROWS * DECODE_PAGES ? [] : [`${rows} rows`];
  const result = { baselineMs: sdkMs, oursMs, faults };
  return show(`${DECODE_PAGES} pages of bytes to typed columns`, 'the SDK', result, { least: 8, aim: 15 });
}

/**
 * One prefix holds half of the rows. The engine can only cut its query if it knows the range.
 * @param {EngineRig} rig
 * @returns {Promise<boolean>}
 */
async function skew({ call, service, queries, rowsEach }) {
  const half = (queries.length * rowsEach) / 2;
  const rows = half + (queries.length - 1) * Math.floor(half / (queries.length - 1));
  await service.change('skewed', Math.ceil(rowsEach / 2));
  const whole = queries.map(({ label, filter }) => ({ label, filter }));
  const result = await inTurn(
    () => call('runEngine', service.sasUrl, whole),
    () => call('runEngine', service.sasUrl, queries),
    rows,
    'wallMs',
  );
  return show('one prefix holds half of the rows', 'uncut', result, { least: 2.2 });
}

/**
 * Compares the same run of the app with and without its 101 coverage checks. If all six lanes are always busy, the checks must cost at
 * least their own time on the wire.
 * @param {EngineRig} rig
 * @param {'even' | 'logs'} table
 * @param {{ rows: number, rowMs: number }} page rows per page, and the service's time per row
 * @param {{ name: string, to: string, rows: number, most?: number }} contest `most`: the checks' share of the run, in percent
 * @returns {Promise<boolean>}
 */
async function coverage({ call, service }, table, page, { name, to, rows, most }) {
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
