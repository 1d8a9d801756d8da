// The life of a SAS in the page: a chosen table, warnings, replacement in place, and being forgotten when the page is idle or left.
import type { Page } from 'playwright/test';
import { expectAccessible } from './support/axe.ts';
import {
  chooseTable,
  command,
  idle,
  open,
  openConnectDialog,
  runQuery,
  statusText,
} from './support/keyscopePage.ts';
import { expect, test } from './rig/fixtures.ts';

const TABLE = 'Orders';
const MINUTE_MS = 60_000;

function chip(page: Page) {
  return page.getByRole('button', { name: 'Connection', exact: true });
}

const DIALOG = '[role="dialog"]';

test('a SAS is dropped, and its field emptied, when the page is left, and after 30 idle minutes; the result and the address stay; another takes its place', async ({
  page,
  app,
}) => {
  // Leaves the page in a way that allows the browser to show it again later (`persisted`).
  const leave = (): Promise<boolean> =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await page.clock.install();
  await open(page, '#/query');
  const dialog = await openConnectDialog(page);
  const box = dialog.getByRole('textbox', { name: 'SAS URL or connection string' });
  const sasUrl = `${app.demoEndpoint}?${app.demoSas({ expiresAtMs: Date.now() + 300 * MINUTE_MS })}`;
  await box.fill(sasUrl);
  for (const [attribute, value] of [
    ['autocomplete', 'off'],
    ['spellcheck', 'false'],
    ['data-1p-ignore', 'true'],
  ] as const) {
    await expect(box).toHaveAttribute(attribute, value);
  }
  await leave();
  await expect(box).toHaveValue('');
  await box.fill(sasUrl);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await idle(page);
  await chooseTable(page, TABLE);
  const result = await runQuery(page);
  const { hash } = new URL(page.url());
  await page.clock.fastForward(29 * MINUTE_MS);
  await expect(chip(page)).not.toContainText('forgotten');
  // Any input in the page counts as use.
  await page.mouse.click(5, 5);
  await page.clock.fastForward(29 * MINUTE_MS);
  await expect(chip(page)).not.toContainText('forgotten');
  app.proxy.log.clear();
  await page.clock.fastForward(2 * MINUTE_MS);
  await expect(chip(page)).toContainText('SAS forgotten: idle');
  expect(await statusText(page)).toBe(result);
  expect(new URL(page.url()).hash).toBe(hash);
  await openConnectDialog(page);
  await expect(dialog).toContainText('was forgotten after 30 minutes without use');
  expect(app.proxy.log.all()).toEqual([]);
  await box.fill(sasUrl);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await statusText(page)).toBe(result);

  // Another SAS takes the place of the one in use; that of another account does not. The command of the palette opens the form at once.
  await command(page, 'replace the sas');
  const connected = page.getByRole('dialog', { name: 'Connected' });
  const next = connected.getByRole('textbox', { name: 'New SAS for this account' });
  await expect(next).toBeFocused();
  await connected.getByRole('button', { name: 'Keep the old one' }).click();
  await connected.getByRole('button', { name: 'Replace the SAS' }).click();
  await next.fill(`https://contoso.table.core.windows.net/?${app.demoSas()}`);
  await next.press('Enter');
  await expect(connected.getByRole('alert')).toContainText('This SAS is for');
  await next.fill(`${app.demoEndpoint}?${app.demoSas({ expiresAtMs: Date.now() + 400 * MINUTE_MS })}`);
  await next.press('Enter');
  await expect(connected.getByRole('status').filter({ hasText: 'The new SAS is in use' })).toBeVisible();
  await expect(next).toHaveValue('');
  await expectAccessible(page, 'replaced', DIALOG);
  await connected.getByRole('button', { name: 'Done' }).click();
  await expect(chip(page)).toContainText(/[56] h/);

  await leave();
  await expect(chip(page)).toContainText('SAS forgotten');
  await openConnectDialog(page);
  await expectAccessible(page, 'dropped', DIALOG);
  await page.keyboard.press('Escape');
  app.proxy.log.clear();
  await page.getByRole('button', { name: 'Run query' }).click();
  await idle(page);
  expect(app.proxy.log.all()).toEqual([]);
});
