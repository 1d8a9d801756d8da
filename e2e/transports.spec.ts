// Pages as the real service may cut them, and services that refuse simple requests.
import type { Page } from 'playwright/test';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import type { PagingScript } from './rig/queryPages.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import {
  connectDemo,
  connectWith,
  countsOf,
  fieldValue,
  fillField,
  openConnectDialog,
  openQuery,
  runQuery,
  showTab,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, asTicks, oddWindow } from './support/windows.ts';

const MINUTE = 600_000_000n;
const LOGS = 'WADLogsTable';

/** What the service may do, and says that it does. Many more mixtures are in seededRuns.test.ts. */
const PAGINGS: readonly (readonly [string, PagingScript])[] = [
  ['a page for each partition, NextPartitionKey alone', { cutAtPartitions: true }],
  [
    'short pages of changing length, and empty ones with a token',
    { rowsPerPage: (index) => 1 + ((index * 7919) % 241), emptyPages: 1 },
  ],
];

test('pages cut in legal ways: Complete, and exactly the rows', async ({ page, app, startScripted }) => {
  const { service, proxy, sasUrl } = await startScripted([LOGS]);
  const table = app.demoTable(LOGS);
  const { from } = oddWindow(table);
  const window = { from, to: from + 45n * MINUTE };
  const truth = rowsInWindow(table, window.from, window.to);
  const { from: start, to } = asTicks('', window);
  await openQuery(page, { table: LOGS, from: start, to });
  await connectWith(page, sasUrl);
  for (const [name, paging] of PAGINGS) {
    service.change({ paging });
    const text = await runQuery(page);
    expect.soft(text, name).toMatch(/^Complete: /);
    expect.soft(countsOf(text), name).toEqual({ rows: truth.length, done: 1, asked: 1 });
    expectRows((await exportNdjson(page)).lines, truth, name);
  }
  await showTab(page, 'Requests');
  const line = page.getByRole('grid', { name: 'Requests by query' }).getByRole('row').nth(1);
  await expect(line.getByRole('gridcell').nth(4), 'empty pages are counted').not.toHaveText('0');
  expect(proxy.log.count('OPTIONS')).toBe(0);
});

test('a filter that leaves pages empty on their way', async ({ page, app, startScripted }) => {
  const { proxy, sasUrl } = await startScripted([LOGS], { paging: { scanLimit: 40 } });
  const table = app.demoTable(LOGS);
  const { from } = oddWindow(table);
  const window = { from, to: from + 120n * MINUTE };
  const all = rowsInWindow(table, window.from, window.to);
  const truth = all.filter((row) =>
    row.properties.some(([name, , text]) => name === 'Level' && Number(text) <= 2),
  );
  expect(truth.length).toBeGreaterThan(0);
  const { from: start, to } = asIso('', window);
  await openQuery(page, { table: LOGS, from: start, to, filter: 'Level le 2' });
  await connectWith(page, sasUrl);
  expect(await runQuery(page)).toMatch(/^Complete: /);
  expectRows((await exportNdjson(page)).lines, truth, 'Level le 2');
  // What stands between does not heed the filter: its rows are counted, though nobody asked for their Level.
  await fillField(page, 'Columns', 'Role');
  proxy.setRules([{ action: { kind: 'keysOnly' } }]);
  proxy.log.clear();
  const text = await runQuery(page);
  expect(text).toMatch(/^Unverifiable: /);
  expect(countsOf(text).rows).toBe(all.length);
  const off = (all.length - truth.length).toLocaleString('en-US');
  expect(text).toContain(`The service sent ${off} rows that do not meet the filter Level le 2 (kept)`);
  expect(proxy.log.all()[0]?.select).toBe('PartitionKey,RowKey,Role,Level');
  expect((await exportNdjson(page)).beside).toMatchObject({ state: 'unverifiable', rows: all.length });
});

test.describe('a service that refuses simple requests', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('falls back to the SDK by itself, with exactly the same rows', async ({
    page,
    app,
    startScripted,
  }) => {
    const { proxy, sasUrl } = await startScripted([LOGS], { needsVersionHeaders: true });
    const table = app.demoTable(LOGS);
    const window = oddWindow(table);
    const { from, to } = asIso('', window);
    await openQuery(page, { table: LOGS, from, to });
    await connectWith(page, sasUrl);
    const text = await runQuery(page);
    expect(text).toMatch(/^Complete: /);
    expectRows(
      (await exportNdjson(page)).lines,
      rowsInWindow(table, window.from, window.to),
      'through the SDK',
    );
    expect(proxy.log.count('OPTIONS'), 'the SDK asks first').toBeGreaterThan(0);
    // Refused once, then never tried again.
    const refused = proxy.log.all().filter(({ status }) => status === 400);
    expect(refused.length).toBe(1);
    await expectTransport(page, 'sdk');
  });
});

async function expectTransport(page: Page, name: string): Promise<void> {
  const dialog = await openConnectDialog(page);
  await expect(dialog).toContainText(`In use: ${name}`);
}

test('the SDK chosen by hand: preflights, its headers, and exactly the same rows', async ({ page, app }) => {
  const table = app.demoTable('AppLogTail');
  const window = oddWindow(table);
  const typed = asTicks('', window);
  await openQuery(page, { table: table.name, from: typed.from, to: typed.to });
  await connectDemo(page);
  const dialog = await openConnectDialog(page);
  await expect(dialog).toContainText('In use: simple');
  await dialog.getByRole('button', { name: /Transport/ }).click();
  await page.getByRole('option', { name: '@azure/data-tables' }).click();
  await expect(dialog).toContainText('In use: sdk');
  await dialog.getByRole('button', { name: 'Done' }).click();
  app.proxy.log.clear();
  expect(await runQuery(page)).toMatch(/^Complete: /);
  expectRows((await exportNdjson(page)).lines, rowsInWindow(table, window.from, window.to), 'by hand');
  const { log } = app.proxy;
  expect(log.count('OPTIONS')).toBeGreaterThan(0);
  const gets = log.all().filter(({ method }) => method === 'GET');
  expect(gets.every(({ customHeaders }) => customHeaders.includes('x-ms-version'))).toBe(true);
  expect(await fieldValue(page, 'From')).toBe(typed.from);
});
