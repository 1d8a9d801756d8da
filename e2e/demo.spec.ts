// The main job from start to end, in a real browser against Azurite: the exported rows are exactly those that were seeded.
import type { Page } from 'playwright/test';
import { isoOf, SECOND } from '../scripts/demo/keyText.mjs';
import type { DemoRow, DemoTable } from '../scripts/demo/rows.mjs';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import type { FaultProxy } from './rig/faultProxy.ts';
import { expect, test } from './rig/fixtures.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import { valueOf } from './support/demoRows.ts';
import { expectAccessible } from './support/axe.ts';
import { inSight } from './support/inSight.ts';
import {
  changeWindow,
  chooseMatch,
  chooseScheme,
  chooseTable,
  connectDemo,
  countsOf,
  fillField,
  idle,
  type KeyOptions,
  keyOptions,
  open,
  runQuery,
  showTab,
  status,
  statusText,
} from './support/keyscopePage.ts';
import { innerWindows, oddWindow, type TypedWindow } from './support/windows.ts';

const MAX_LANES = 6;

/** The page may send only simple GETs, at most six at a time. */
function expectSimpleRequests({ log }: FaultProxy): void {
  const all = log.all();
  expect(log.count('OPTIONS'), 'preflights').toBe(0);
  expect(all.filter(({ method }) => method !== 'GET').length, 'requests other than GET').toBe(0);
  expect(all.flatMap(({ customHeaders, leaks }) => [...customHeaders, ...leaks])).toEqual([]);
  expect(log.maxInFlight()).toBeLessThanOrEqual(MAX_LANES);
}

/** Runs with this window. The result must be Complete, and its export must have exactly the rows that were seeded in the window. */
async function expectWindow(page: Page, table: DemoTable, window: TypedWindow): Promise<void> {
  await changeWindow(page, window.from, window.to);
  const text = await runQuery(page);
  const truth = rowsInWindow(table, window.means.from, window.means.to);
  expect.soft(text, window.name).toMatch(/^Complete: /);
  expect.soft(countsOf(text), window.name).toEqual({ rows: truth.length, done: 1, asked: 1 });
  const file = await exportNdjson(page);
  expect.soft(file.name, window.name).not.toContain('incomplete');
  expectRows(file.lines, truth, window.name);
}

/** When a table is chosen, its own scheme is detected. */
async function chooseDetected(page: Page, { name }: DemoTable, expected: KeyOptions): Promise<void> {
  await chooseTable(page, name);
  await expect(page.getByText('detected', { exact: true })).toBeVisible();
  expect(await keyOptions(page)).toEqual(expected);
}

// demoPlans.test.ts tests the other tables and every kind of window, because pure functions decide which scheme is detected and which keys
// are read.
test('a table of agents and one with prefixes: detected, and a window exports exactly its rows, late ones and those of the exact time said', async ({
  page,
  app,
}) => {
  const [logs, counters] = ['WADLogsTable', 'WADPerformanceCountersTable'].map(app.demoTable);
  if (logs === undefined || counters === undefined) throw new Error('A table is missing.');
  await open(page, '#/query');
  await connectDemo(page);
  await chooseDetected(page, logs, { scheme: 'Azure Diagnostics (WAD)', volume: 'Small 1' });
  await expectInSight(page, 'the form before a run', { words: 50, controls: 23 });
  await expectExactTime(page, logs);
  await chooseDetected(page, counters, { scheme: 'Azure Diagnostics (WAD), prefixed', volume: 'Medium 10' });
  // Another scheme than the detected one reads the time from the row keys, each of which stands for four minutes.
  const sensors = app.demoTable('SensorSeries');
  await chooseTable(page, sensors.name);
  await chooseScheme(page, 'Unix seconds in RowKey');
  const [, , oddMinutes] = innerWindows(sensors);
  if (oddMinutes !== undefined) await expectWindow(page, sensors, oddMinutes);
  expectSimpleRequests(app.proxy);
});

// demoPlans.test.ts tests the other matches of keys, and a filter of each type.
test('tables without time in their keys: a filter, columns that are selected, and "begins with" on both keys', async ({
  page,
  app,
}) => {
  const { name, rows } = app.demoTable('Orders');
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, name);
  expect((await keyOptions(page)).scheme).toBe('No time in keys');

  // The filter may be typed as in C# or JavaScript. It is sent and kept as $filter.
  await fillField(page, 'Filter', 'State == "paid" && !(Total > 1200.5)');
  await fillField(page, 'Columns', 'Total, State');
  expect(await runQuery(page)).toMatch(/^Complete: /);
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toHaveText(
    "State eq 'paid' and not (Total gt 1200.5)",
  );
  const { lines } = await exportNdjson(page);
  const entities = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(
    new Set(entities.flatMap(Object.keys).filter((one) => !one.includes('@') && one !== 'odata.etag')),
  ).toEqual(new Set(['PartitionKey', 'RowKey', 'State', 'Total']));
  const paid = rows.filter(
    (row) => valueOf(row, 'State') === 'paid' && !(Number(valueOf(row, 'Total')) > 1200.5),
  );
  expect(paid.length).toBeGreaterThan(100);
  expect(entities.map(({ RowKey }) => RowKey)).toEqual(paid.map(({ rowKey }) => rowKey));

  // The service cannot search for a part of a text, so one press runs the rest of the filter and searches the rows.
  await fillField(page, 'Filter', "State == 'paid' && RowKey contains '12'");
  await page.getByRole('button', { name: 'Run, and keep the rows with "12" in RowKey' }).click();
  await idle(page);
  await expect(page.getByRole('button', { name: /^Remove filter: RowKey contains/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toHaveText("State eq 'paid'");

  const registrations = app.demoTable('Registrations').rows;
  await fillField(page, 'Filter', '');
  await fillField(page, 'Columns', '');
  await chooseTable(page, 'Registrations');
  await fillField(page, 'RowKey', 'BIB:01');
  await chooseMatch(page, 'RowKey', 'begins with');
  await fillField(page, 'PartitionKey', '2011 New York City Marathon__H');
  await chooseMatch(page, 'PartitionKey', 'begins with');
  await expectExactly(
    page,
    registrations.filter((row) => row.partitionKey.endsWith('__Half') && row.rowKey.startsWith('BIB:01')),
    'both begin with',
  );
  expectSimpleRequests(app.proxy);
});

/** Runs what the form holds: Complete, with exactly these rows. */
async function expectExactly(page: Page, rows: readonly DemoRow[], what: string): Promise<void> {
  const text = await runQuery(page);
  expect.soft(text, what).toMatch(/^Complete: /);
  expect.soft(countsOf(text).rows, what).toBe(rows.length);
  expectRows((await exportNdjson(page)).lines, rows, what);
}

test('one click to the rows of the demo: map, chart, rows and requests show what is there', async ({
  page,
  app,
}) => {
  const table = app.demoTable('DemoEventsVer1v0');
  const truth = rowsInWindow(table, app.demoWindow.from, app.demoWindow.to);
  const total = truth.length.toLocaleString('en-US');
  await open(page, '');
  await expectInSight(page, 'the first screen', { words: 150, controls: 20 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const demo = page.getByRole('button', { name: 'Try the demo account' });
  await expect(demo, 'two Tabs away').toBeFocused();
  await demo.click();
  await idle(page);
  await expect(page.locator('body'), 'the pressed button is gone, the focus is not').not.toBeFocused();
  // The first finding is one click away. The first row is near the top, just below the chart of rows over time.
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings.getByRole('button', { name: 'Hot prefix 37' })).toBeInViewport();
  const firstRow = page.getByRole('grid', { name: 'Rows', exact: true }).getByRole('row').nth(1);
  const top = (await firstRow.boundingBox())?.y ?? Number.NaN;
  expect(top).toBeLessThanOrEqual(340);
  const strip = await page.getByRole('application', { name: 'Rows over time' }).boundingBox();
  expect((strip?.y ?? Number.NaN) + (strip?.height ?? 0), 'rows over time are above the rows').toBeLessThan(
    top,
  );
  expect(await keyOptions(page)).toEqual({ scheme: 'Prefixed ticks (Geneva / MDS)', volume: 'Large 100' });
  expect(await statusText(page)).toContain(`Complete: ${total} rows from 100 of 100 prefixes`);
  // A hundred queries keep all lanes busy. A few might be answered too fast for that.
  expect(app.proxy.log.maxInFlight(), 'all lanes in use').toBe(MAX_LANES);

  await showTab(page, 'Map');
  const map = page.getByRole('application', { name: 'Prefix by time' });
  await expect(map).toBeVisible();
  await expect(map).toHaveAccessibleDescription(new RegExp(`^${total} rows in 100 prefixes`));
  // A click opens the cell under the pointer. Only a drag selects a time.
  await map.click();
  await idle(page);
  await expect(page.getByRole('region', { name: 'Chosen cell' })).toContainText(/Prefix\s*\d+/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show as table' }).click();
  const twin = page.getByRole('grid', { name: 'Prefix by time, as a table' });
  await expect(twin).toHaveAttribute('aria-rowcount', '101');
  await expect(twin.getByRole('row').nth(1).getByRole('gridcell').nth(1)).toHaveText(
    countOf(truth, 0).toLocaleString('en-US'),
  );

  await showTab(page, 'Requests');
  const requests = page.getByRole('grid', { name: 'Requests by query' });
  const third = requests.getByRole('row').nth(3);
  await expect(third.getByRole('gridcell').nth(0)).toHaveText('prefix 2');
  await expect(third.getByRole('gridcell').nth(2)).toHaveText(String(countOf(truth, 2)));

  await showTab(page, 'Chart');
  const chart = page.getByRole('region', { name: 'Rows over time' });
  await expect(chart.locator('svg.recharts-surface').first()).toBeVisible();
  await expectInSight(page, 'the chart', { words: 70 });
  await expectChartOfNumber(page, app.demoWindow.from, truth);

  await showTab(page, 'Rows');
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await expect(grid).toHaveAttribute('aria-rowcount', String(truth.length + 1));
  // Sorted by the time of the event, over all prefixes.
  const byTime = truth.map((row) => valueOf(row, 'PreciseTimeStamp')).sort();
  await expect(grid.getByRole('row').nth(1)).toContainText(clockOf(byTime[0]));
  await grid.focus();
  await page.keyboard.press('Control+End');
  await idle(page);
  await expect(grid.locator(`[data-row="${truth.length - 1}"]`)).toContainText(clockOf(byTime.at(-1)));
  expectRows((await exportNdjson(page)).lines, truth, 'the whole window');
});

/** For a window that ends now, rows may still arrive. The exact time is a filter with a chip of its own, on the rows that were read. */
async function expectExactTime(page: Page, table: DemoTable): Promise<void> {
  const window = oddWindow(table);
  const truth = rowsInWindow(table, window.from, window.to);
  const within = truth.filter((row) => {
    const time = valueOf(row, 'PreciseTimeStamp');
    return time >= isoOf(window.from) && time < isoOf(window.to);
  });
  expect(truth.length).toBeGreaterThan(within.length);
  await changeWindow(page, 'now-1h', 'now');
  expect(await runQuery(page)).toMatch(/^Complete: .*Late rows possible until 20/);
  await changeWindow(page, isoOf(window.from), isoOf(window.to));
  expect(await runQuery(page), 'a window that ended long ago').toMatch(
    /^Complete: [\d,]+ rows from 1 of 1 prefixes$/,
  );
  await page.getByRole('button', { name: 'Only rows in the time range' }).click();
  await idle(page);
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await expect(grid).toHaveAttribute('aria-rowcount', String(within.length + 1));
  await expect(
    page.getByText(
      `${within.length.toLocaleString('en-US')} of ${truth.length.toLocaleString('en-US')} rows`,
    ),
  ).toBeVisible();
  // A zoom is only a view: the export asks which rows to write, and its name says which they are.
  const shown = await exportNdjson(page, 'selected');
  expectRows(shown.lines, within, 'exported as shown');
  expect(shown.name).toContain('.filtered');
  await expect(status(page)).toContainText(`${truth.length.toLocaleString('en-US')} rows`);

  // A search applies to all rows that were read, not only to those in sight.
  await page.getByRole('button', { name: /^Remove filter: .*Time/ }).click();
  await page.getByRole('textbox', { name: 'Search rows' }).fill('BASKET');
  await idle(page);
  const holding = truth.filter((row) =>
    [row.partitionKey, row.rowKey, ...row.properties.map(([, , text]) => text)].some((text) =>
      /basket/i.test(text),
    ),
  );
  expect(holding.length).toBeGreaterThan(0);
  await expect(
    page.getByText(new RegExp(`of ${holding.length} rows|^${holding.length} rows? found`)),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Select them' }).click();
  await idle(page);
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveText('any value contains "BASKET"');
  await expect(grid).toHaveAttribute('aria-rowcount', String(holding.length + 1));
  await page.getByRole('button', { name: /^Remove filter/ }).click();
}

/** By keyboard alone: the p99 of a number must be that of the seeded rows, and a stretch of its chart can filter the rows. */
async function expectChartOfNumber(page: Page, from: bigint, truth: DemoTable['rows']): Promise<void> {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const choose = async (menu: string, begins: string): Promise<void> => {
    await page.getByRole('button', { name: menu }).focus();
    await press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.type(begins);
    await press('Enter');
    await idle(page);
  };
  await choose('Value: Rows', 'DurationMs');
  await choose('Statistic: Average', 'p99');
  expect(page.url()).toContain('&value=property:DurationMs&stat=p99');
  const chart = page.getByRole('application', { name: 'DurationMs, p99 per 30 s' });
  const numbers = truth
    .map((row) => Number(valueOf(row, 'DurationMs')))
    .filter((value) => !Number.isNaN(value));
  const p99 = numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.99) - 1] ?? Number.NaN;
  const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
  await expect(chart).toHaveAccessibleDescription(new RegExp(`all rows ${digits.format(p99)}\\.`));
  await expectAccessible(page, 'the chart of a number', 'section[aria-label^="DurationMs"]');
  await chart.focus();
  await press('Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
  await idle(page);
  await page.getByRole('button', { name: 'Zoom to the selected time' }).press('Enter');
  await idle(page);
  expect(page.url()).toContain('&zoom=');
  await page.getByRole('button', { name: 'Show all time' }).press('Enter');
  await idle(page);
  await showTab(page, 'Rows');
  const within = truth.filter((row) => {
    const time = valueOf(row, 'PreciseTimeStamp');
    return time >= isoOf(from) && time < isoOf(from + 120n * SECOND);
  });
  await expect(page.getByRole('grid', { name: 'Rows', exact: true })).toHaveAttribute(
    'aria-rowcount',
    String(within.length + 1),
  );
  await page.getByRole('button', { name: /^Remove filter: .* <= Time < / }).press('Enter');
}

/** Limits how many words (of at least two letters) and controls are in sight in a window of 1440 x 900. */
async function expectInSight(
  page: Page,
  what: string,
  { words, controls = Number.POSITIVE_INFINITY }: { readonly words: number; readonly controls?: number },
): Promise<void> {
  const seen = await inSight(page);
  expect.soft(seen.words, `words of ${what}`).toBeLessThanOrEqual(words);
  expect.soft(seen.controls, `controls of ${what}`).toBeLessThanOrEqual(controls);
}

function countOf(rows: DemoTable['rows'], prefix: number): number {
  const start = `${String(prefix).padStart(19, '0')}___`;
  return rows.filter((row) => row.partitionKey.startsWith(start)).length;
}

/** `12:34:56.1234567` of an ISO time. */
function clockOf(iso: string | undefined): string {
  return iso?.slice(11, 27) ?? 'no time';
}
