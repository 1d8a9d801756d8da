// The main job from start to end, in a real browser against Azurite: what is exported is exactly what was seeded.
import type { Page } from 'playwright/test';
import { HOUR, isoOf, MINUTE, SECOND, tenDayStart, UNIX_EPOCH } from '../scripts/demo/keyText.mjs';
import type { DemoRow, DemoTable, TickSpan } from '../scripts/demo/rows.mjs';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import type { FaultProxy } from './rig/faultProxy.ts';
import { expect, test } from './rig/fixtures.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import {
  chooseScheme,
  chooseTable,
  connectDemo,
  countsOf,
  idle,
  keyOptions,
  open,
  runQuery,
  setWindow,
  showTab,
  status,
  statusText,
} from './support/keyscopePage.ts';
import { asIso, innerWindows, oddWindow, outerWindows, type TypedWindow } from './support/windows.ts';

const MAX_LANES = 6;

/** What the page may send: simple GETs, six at a time. */
function expectSimpleRequests({ log }: FaultProxy): void {
  const all = log.all();
  expect(log.count('OPTIONS'), 'preflights').toBe(0);
  expect(all.filter(({ method }) => method !== 'GET').length, 'requests other than GET').toBe(0);
  expect(all.flatMap(({ customHeaders, leaks }) => [...customHeaders, ...leaks])).toEqual([]);
  expect(log.maxInFlight()).toBeLessThanOrEqual(MAX_LANES);
}

/** Runs over this window: Complete, and what is exported is what was seeded in it. */
async function expectWindow(page: Page, table: DemoTable, window: TypedWindow, prefixes = 1): Promise<void> {
  await setWindow(page, window.from, window.to);
  const text = await runQuery(page);
  const truth = rowsInWindow(table, window.means.from, window.means.to);
  expect.soft(text, window.name).toMatch(/^Complete: /);
  expect.soft(countsOf(text), window.name).toEqual({ rows: truth.length, done: prefixes, asked: prefixes });
  if (countsOf(text).rows === 0) return;
  const file = await exportNdjson(page);
  expect.soft(file.name, window.name).not.toContain('incomplete');
  expectRows(file.lines, truth, window.name);
}

/**
 * All, edges inside of buckets, and one tick: for tables whose every window need not be shown. How a window becomes keys
 * is a pure function of the scheme, and tried over all windows beside it.
 */
function someWindows(table: DemoTable): readonly TypedWindow[] {
  return innerWindows(table).filter((_, at) => [0, 2, 3].includes(at));
}

/** Some minutes, with edges inside of buckets. */
function shortWindow(table: DemoTable): TypedWindow {
  const { from } = oddWindow(table);
  return asIso('some minutes', { from: from + 11n, to: from + 6n * MINUTE + 7n });
}

interface TableCase {
  readonly name: string;
  readonly scheme: string;
  readonly volume: string;
  readonly prefixes: 1 | 10 | 100;
}

const TABLES: readonly TableCase[] = [
  {
    name: 'DemoEventsVer1v0',
    scheme: 'Prefixed ticks (Geneva / MDS)',
    volume: 'Large 100',
    prefixes: 100,
  },
  {
    name: 'WADPerformanceCountersTable',
    scheme: 'Azure Diagnostics (WAD), prefixed',
    volume: 'Medium 10',
    prefixes: 10,
  },
  { name: 'WADLogsTable', scheme: 'Azure Diagnostics (WAD)', volume: 'Small 1', prefixes: 1 },
  { name: 'AppLogTail', scheme: 'Inverted ticks (log tail)', volume: 'Small 1', prefixes: 1 },
];

for (const { name, scheme, volume, prefixes } of TABLES) {
  test(`${name}: detected, and windows export exactly their rows`, async ({ page, app }) => {
    const table = app.demoTable(name);
    await open(page, '#/query');
    await connectDemo(page);
    await chooseTable(page, name);
    expect(await keyOptions(page)).toEqual({ scheme, volume });
    await expect(page.getByText('detected', { exact: true })).toBeVisible();

    // The rules are the same for every prefix: many of them need not show each window again.
    const every = [...someWindows(table), ...outerWindows(table)];
    const windows = {
      1: name === 'WADLogsTable' ? every : someWindows(table),
      10: someWindows(table),
      // All of the widest table is read by the test of the two clicks.
      100: [shortWindow(table)],
    }[prefixes];
    for (const window of windows) await expectWindow(page, table, window, prefixes);
    expectSimpleRequests(app.proxy);
    if (prefixes === 100) expect(app.proxy.log.maxInFlight(), 'all lanes in use').toBe(MAX_LANES);
  });
}

test('tables without time in their keys: all rows', async ({ page, app }) => {
  await open(page, '#/query');
  await connectDemo(page);
  for (const name of ['Registrations', 'Orders']) {
    const table = app.demoTable(name);
    await chooseTable(page, name);
    expect((await keyOptions(page)).scheme).toBe('No time in keys');
    const text = await runQuery(page);
    expect(text, name).toMatch(/^Complete: /);
    expectRows((await exportNdjson(page)).lines, table.rows, name);
  }
  expectSimpleRequests(app.proxy);
});

test('DataPoints: Unix seconds in the row keys, windows exactly', async ({ page, app }) => {
  const table = app.demoTable('DataPoints');
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, table.name);
  expect((await keyOptions(page)).scheme).toBe('Unix seconds in RowKey');
  for (const window of someWindows(table)) await expectWindow(page, table, window);
  expectSimpleRequests(app.proxy);
});

test('SensorSeries: hours in the partition keys, whole hours of a window', async ({ page, app }) => {
  const whole = app.demoTable('SensorSeries');
  // Proposed is the hour in the PartitionKey, which the service answers from its index: that is the bucket then.
  const table: DemoTable = { ...whole, bucketOf: ({ partitionKey }) => unixHour(partitionKey) };
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, table.name);
  expect((await keyOptions(page)).scheme).toBe('Unix seconds');
  for (const window of someWindows(table).slice(0, 2)) await expectWindow(page, table, window);

  // By the row keys, four minutes each.
  await chooseScheme(page, 'Unix seconds in RowKey');
  const [, , odd] = innerWindows(whole);
  if (odd !== undefined) await expectWindow(page, whole, odd);
  expectSimpleRequests(app.proxy);
});

function unixHour(partitionKey: string): TickSpan {
  const from = UNIX_EPOCH + BigInt(partitionKey) * SECOND;
  return { from, to: from + HOUR };
}

test('WADMetrics of the current ten days: each aggregate once, in a window', async ({ page, app }) => {
  const start = isoOf(tenDayStart(app.demoWindow.to - 1n))
    .slice(0, 10)
    .replaceAll('-', '');
  const whole = app.demoTable(`WADMetricsPT1MP10DV2S${start}`);
  // Every aggregate is stored twice, `inverted__metric` and `metric__inverted`: by time, the first form is read.
  const table: DemoTable = { ...whole, rows: whole.rows.filter(({ rowKey }) => /^\d{19}__/.test(rowKey)) };
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, table.name);
  await expect(page.getByText('detected', { exact: true })).toBeVisible();
  for (const window of someWindows(table)) await expectWindow(page, table, window);
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
  await page.getByRole('button', { name: 'Try the demo account' }).click();
  await idle(page);
  await expect(page.locator('body'), 'the pressed button is gone, the focus is not').not.toBeFocused();
  expect(await statusText(page)).toContain(`Complete: ${total} rows from 100 of 100 prefixes`);

  await showTab(page, 'Map');
  const map = page.getByRole('application', { name: 'Prefix by time' });
  await expect(map).toBeVisible();
  await expect(map).toHaveAccessibleDescription(new RegExp(`^${total} rows in 100 prefixes`));
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
  const durations = page.getByRole('region', { name: 'Time per query' });
  await expect(durations.locator('svg.recharts-surface').first()).toBeVisible();

  await showTab(page, 'Rows');
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await expect(grid).toHaveAttribute('aria-rowcount', String(truth.length + 1));
  // Sorted by event time over all prefixes.
  const byTime = truth.map((row) => valueOf(row, 'PreciseTimeStamp')).sort();
  await expect(grid.getByRole('row').nth(1)).toContainText(clockOf(byTime[0]));
  await grid.focus();
  await page.keyboard.press('Control+End');
  await idle(page);
  await expect(grid.getByRole('row').last()).toContainText(clockOf(byTime.at(-1)));
  expectRows((await exportNdjson(page)).lines, truth, 'the whole window');
});

test('a window that ends just now says that rows may still arrive; one that ended long ago does not', async ({
  page,
  app,
}) => {
  const { window } = app.demoTable('WADLogsTable');
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, 'WADLogsTable');
  await setWindow(page, 'now-1h', 'now');
  expect(await runQuery(page)).toMatch(/^Complete: .*Rows may still arrive: .* the instant of reading, 20/);
  await setWindow(page, isoOf(window.from), isoOf(window.from + HOUR));
  expect(await runQuery(page)).toMatch(/^Complete: [\d,]+ rows from 1 of 1 prefixes$/);
});

test('the exact-time view is a labelled filter on top of the rows read', async ({ page, app }) => {
  const table = app.demoTable('WADLogsTable');
  const window = oddWindow(table);
  const truth = rowsInWindow(table, window.from, window.to);
  const within = truth.filter((row) => {
    const time = valueOf(row, 'PreciseTimeStamp');
    return time >= isoOf(window.from) && time < isoOf(window.to);
  });
  expect(truth.length).toBeGreaterThan(within.length);
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, table.name);
  await setWindow(page, isoOf(window.from), isoOf(window.to));
  await runQuery(page);
  await showTab(page, 'Rows');
  await page.getByText('Hide rows outside the window').click();
  await idle(page);
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await expect(grid).toHaveAttribute('aria-rowcount', String(within.length + 1));
  await expect(page.getByText(`${truth.length - within.length} rows hidden`)).toBeVisible();
  // A view only: which rows are exported is asked, and the name of the file says it.
  const shown = await exportNdjson(page, 'rows shown');
  expectRows(shown.lines, within, 'exported as shown');
  expect(shown.name).toContain('.exact-window');
  const whole = await exportNdjson(page, 'all rows read');
  expectRows(whole.lines, truth, 'exported');
  expect(whole.name).not.toContain('.exact-window');
  await expect(status(page)).toContainText(`${truth.length.toLocaleString('en-US')} rows`);
});

function valueOf(row: DemoRow, name: string): string {
  return row.properties.find(([propertyName]) => propertyName === name)?.[2] ?? '';
}

function countOf(rows: DemoTable['rows'], prefix: number): number {
  const start = `${String(prefix).padStart(19, '0')}___`;
  return rows.filter((row) => row.partitionKey.startsWith(start)).length;
}

/** `12:34:56.1234567` of an ISO time. */
function clockOf(iso: string | undefined): string {
  return iso?.slice(11, 27) ?? 'no time';
}
