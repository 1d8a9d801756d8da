import { onPage } from './onPage.mjs';

const ROWS = 1_000_000;
const GOALS = {
  sort: 4,
  filter: 5,
  memory: 4,
  csv: 1.5,
  searchMs: 500,
  dragMs: 33,
  boxMs: 100,
  afterMs: 300,
};
/** Makes measurements of the heap exact. */
const HEAP_FLAGS = ['--js-flags=--expose-gc --max-old-space-size=4000', '--enable-precise-memory-info'];

/**
 * Compares the row store and its columns with the entities of the SDK, over a million rows like those of WADLogsTable.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchResults(root, chromium, report) {
  const measure = async (/** @type {import('./onPage.mjs').Call} */ call) => {
    const objectBytes = await call('load', ROWS);
    for (const [name, column, key] of [
      ['sort by time', 'Timestamp', 'timestamp'],
      ['sort by a text of many values', 'Message', 'Message'],
      ['sort by a text of five values', 'RoleInstance', 'RoleInstance'],
    ]) {
      const timed = await call('sort', column, key);
      report.faster(`${name}`, timed, GOALS.sort, `; the first time ${timed.coldMs.toFixed(0)} ms`);
    }
    report.faster('filter by a number, in time order', await call('filter', 'time-asc'), GOALS.filter);
    report.faster('the same, in order of arrival', await call('filter', 'arrival'), GOALS.filter);
    const { ms, faults } = await call('search', 'GATEWAY, attempt 47');
    report.wrong('search', faults);
    report.most('search in all columns, all matches', ms, 'ms', GOALS.searchMs);
    /** @type {readonly (readonly [what: string, isBox: boolean, goalMs: number])[]} */
    const drags = [
      ['histogram', false, GOALS.dragMs],
      ['map', false, GOALS.dragMs],
      ['count chart', false, GOALS.dragMs],
      ['map', true, GOALS.boxMs],
      ['list', true, GOALS.afterMs],
      ['groups of two columns', true, GOALS.afterMs],
      ['p95', true, GOALS.afterMs],
      ['distinct', true, GOALS.afterMs],
    ];
    for (const [what, isBox, goalMs] of drags) {
      const { oursMs, baselineMs, faults: wrong } = await call('drag', what, isBox);
      const name = `${what} of a selection${isBox ? ' of time and prefixes' : ''}, p95`;
      report.wrong(name, wrong);
      report.most(name, oursMs, 'ms', goalMs, `; a loop over objects ${baselineMs.toFixed(0)} ms`);
    }
    const { storeBytes, columnBytes } = await call('memory');
    const megabytes = [storeBytes, columnBytes, objectBytes].map((bytes) => (bytes / 1e6).toFixed(0));
    report.most(
      'memory of store and columns',
      (100 * (storeBytes + columnBytes)) / objectBytes,
      '% of the objects',
      100 / GOALS.memory,
      `: ${megabytes[0]} and ${megabytes[1]} MB of ${megabytes[2]} MB`,
    );
    report.faster('CSV, against joining strings', await call('csv'), GOALS.csv);
  };
  await onPage(root, chromium, 'resultsPage.ts', measure, HEAP_FLAGS);
}
