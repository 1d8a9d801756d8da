// A service that refuses simple requests, and the SDK chosen by hand. Pages as the service may cut them are in seededRuns.test.ts.
import type { Page } from 'playwright/test';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import { exportNdjson, expectRows } from './support/exports.ts';
import {
  connectDemo,
  connectWith,
  fieldValue,
  openConnectDialog,
  openQuery,
  runQuery,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, asTicks, oddWindow } from './support/windows.ts';

const LOGS = 'WADLogsTable';

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
