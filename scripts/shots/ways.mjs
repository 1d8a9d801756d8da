import { d19 } from '../demo/keyText.mjs';

/**
 * The ways into a view or a state that scenes share.
 * @import { Page } from 'playwright'
 * @import { Stage } from './takeScene.mjs'
 */

const TABLE = 'DemoEventsVer1v0';
/**
 * @param {Stage} stage
 * @param {Readonly<Record<string, string>>} [more] parameters of the address
 * @returns {string} the query of all demo events
 */
export function queryAddress({ keyscope }, more = {}) {
  const table = keyscope.demo?.service.tables.find(({ name }) => name === TABLE);
  if (table === undefined) throw new Error(`No table ${TABLE}.`);
  const query = new URLSearchParams({
    v: '1',
    endpoint: 'demo',
    table: TABLE,
    scheme: 'mds-prefixed',
    volume: 'large',
    from: d19(table.window.from),
    to: d19(table.window.to),
    ...more,
  });
  return `#/query?${query.toString().replaceAll('+', '%20')}`;
}

/**
 * @param {Page} page
 * @param {Parameters<Page['getByRole']>[0]} role
 * @param {string} name
 */
export async function press(page, role, name) {
  await page.getByRole(role, { name, exact: true }).first().click();
}

/** @param {Stage} stage */
export async function connect({ page, idle }) {
  await press(page, 'button', 'Connection');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Connect to demo account' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await idle();
}

/**
 * @param {Stage} stage
 * @param {Readonly<Record<string, string>>} [more]
 */
export async function form(stage, more) {
  await stage.open(queryAddress(stage, more));
  await connect(stage);
}

/**
 * @param {Stage} stage
 * @param {Readonly<Record<string, string>>} [more]
 */
export async function result(stage, more) {
  await form(stage, more);
  await stage.page.getByRole('button', { name: 'Run query' }).click();
  await stage.idle();
}

/** @param {string} tab */
export function onTab(tab) {
  return /** @param {Stage} stage */ async (stage) => {
    await result(stage);
    await press(stage.page, 'tab', tab);
  };
}

/** @param {Stage} stage */
export function valuesOfColumn(stage) {
  return result(stage, {
    tab: 'chart',
    chart: 'top',
    value: 'property:OperationName',
    bars: 'p95 DurationMs',
  });
}

/** @param {string} source */
export function keyspaceOf(source) {
  return /** @param {Stage} stage */ async (stage) => {
    await stage.open(`#/keyspace?v=1&source=${source}`);
    await connect(stage);
  };
}

/** @type {(stage: Stage) => Promise<void>} */
export async function sensorSeries(stage) {
  await wholeTable(stage, 'SensorSeries', { tab: 'rows' });
}

/** @type {(stage: Stage) => Promise<void>} */
export async function errorsOfLog(stage) {
  await wholeTable(stage, 'WADLogsTable', { tab: 'groups', group: 'property:Level' });
  await stage.page.getByRole('gridcell', { name: '2 Error' }).first().click();
  await stage.page.keyboard.press('d');
  await stage.idle();
}

/**
 * @param {Stage} stage
 * @param {string} name a table without prefixes
 * @param {Readonly<Record<string, string>>} more
 */
async function wholeTable(stage, name, more) {
  const table = stage.keyscope.demo?.service.tables.find((each) => each.name === name);
  const [from, to] = table === undefined ? ['', ''] : [d19(table.window.from), d19(table.window.to)];
  await result(stage, { table: name, scheme: '', volume: 'small', from, to, ...more });
}

/** @type {(stage: Stage) => Promise<void>} */
export async function sqlAnswer(stage) {
  await onTab('SQL')(stage);
  await stage.idle();
  await press(stage.page, 'button', 'Examples');
  await stage.page.getByRole('menuitem', { name: /^Errors by/ }).click();
  await press(stage.page, 'button', 'Run SQL');
}

/** @type {(stage: Stage) => Promise<void>} */
export async function countedTable(stage) {
  await keyspaceOf('count')(stage);
  await stage.page.getByRole('textbox', { name: 'Table' }).fill(TABLE);
  await press(stage.page, 'button', 'Count table');
}

/** @type {(stage: Stage) => Promise<void>} */
export async function designSeries(stage) {
  await stage.open('#/design?v=1&tab=series');
  await connect(stage);
}

/** @type {(stage: Stage) => Promise<void>} */
export async function threeTracks(stage) {
  const { page, idle } = stage;
  await result(stage, { tab: 'rows' });
  await page.keyboard.press('a');
  for (const name of ['WADLogsTable', 'WADPerformanceCountersTable']) {
    await press(page, 'button', 'Add a track');
    await press(page, 'menuitem', name);
    await idle();
  }
  await press(page, 'button', 'Shown of WADPerformanceCountersTable');
  await press(page, 'menuitemradio', 'Average of CounterValue');
  await idle();
  const box = await page.getByRole('application', { name: 'Time of all tracks' }).boundingBox();
  if (box === null) throw new Error('The tracks are not in sight.');
  const moveTo = (/** @type {number} */ share) => page.mouse.move(box.x + box.width * share, box.y + 30);
  await moveTo(0.42);
  await page.mouse.down();
  await moveTo(0.58);
  await page.mouse.up();
}

/** @type {(stage: Stage) => Promise<void>} */
export async function twoResults(stage) {
  await result(stage, { tab: 'rows' });
  await stage.page.getByRole('textbox', { name: 'Filter', exact: true }).fill('Level le 2');
  await stage.page.keyboard.press('Escape');
  await press(stage.page, 'button', 'Run beside');
  await stage.idle();
}

/**
 * Lets the first requests for rows pass, and keeps all later ones waiting.
 * @param {Page} page
 * @param {number} most
 */
export async function holdAfter(page, most) {
  let sent = 0;
  await page.route(/DemoEventsVer1v0\(\)/, async (route) => {
    sent += 1;
    if (sent <= most) await route.continue();
  });
}
