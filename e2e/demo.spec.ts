// The main job from start to end, in a real browser against Azurite: the exported rows are exactly those that were seeded.
import type { Page } from 'playwright/test';
import { isoOf, SECOND } from '../scripts/demo/keyText.mjs';
import type { DemoTable } from '../scripts/demo/rows.mjs';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import type { FaultProxy } from './rig/faultProxy.ts';
import { expect, test } from './rig/fixtures.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import { valueOf } from './support/demoRows.ts';
import { expectAccessible } from './support/axe.ts';
import { inSight } from './support/inSight.ts';
import {
  changeWindow,
  chooseTable,
  connectDemo,
  fillField,
  idle,
  keyOptions,
  open,
  runQuery,
  showTab,
  status,
  statusText,
} from './support/keyscopePage.ts';
import { oddWindow } from './support/windows.ts';

const MAX_LANES = 6;

/** The page may send only simple GETs, at most six at a time. */
function expectSimpleRequests({ log }: FaultProxy): void {
  const all = log.all();
  expect(log.count('OPTIONS'), 'preflights').toBe(0);
  expect(all.filter(({ method }) => method !== 'GET').length, 'requests other than GET').toBe(0);
  expect(all.flatMap(({ customHeaders, leaks }) => [...customHeaders, ...leaks])).toEqual([]);
  expect(log.maxInFlight()).toBeLessThanOrEqual(MAX_LANES);
}

// demoPlans.test.ts tests the other tables and every kind of window, because pure functions decide which scheme is detected and which keys
// are read.
test('a table of agents: its scheme is detected, late rows and the exact time are said, and a part of a text is searched in the rows', async ({
  page,
  app,
}) => {
  const logs = app.demoTable('WADLogsTable');
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, logs.name);
  await expect(page.getByText('detected', { exact: true })).toBeVisible();
  expect(await keyOptions(page)).toEqual({ scheme: 'Azure Diagnostics (WAD)', volume: 'Small 1' });
  await expectInSight(page, 'the form before a run', { words: 50, controls: 23 });
  await expectExactTime(page, logs);
  expectSimpleRequests(app.proxy);
});

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

  // The service cannot search for a part of a text, so one press runs the rest of the filter, which may be typed as in C#, and searches the
  // rows.
  await page.getByRole('button', { name: /^Remove filter: .*Time/ }).click();
  await fillField(page, 'Filter', "Level >= 3 && Message contains 'BASKET'");
  await page.getByRole('button', { name: 'Run, and keep the rows with "BASKET" in Message' }).click();
  await idle(page);
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toHaveText('Level ge 3');
  const read = truth.filter((row) => Number(valueOf(row, 'Level')) >= 3);
  const holding = read.filter((row) => /basket/i.test(valueOf(row, 'Message')));
  expect(holding.length).toBeGreaterThan(0);
  await expect(status(page)).toContainText(`${read.length.toLocaleString('en-US')} rows`);
  await expect(grid).toHaveAttribute('aria-rowcount', String(holding.length + 1));
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
