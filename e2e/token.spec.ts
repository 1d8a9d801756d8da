// An access token of Microsoft Entra, for accounts whose keys are switched off.
import type { Locator, Page } from 'playwright/test';
import type { TableServiceOptions } from './rig/serviceOptions.ts';
import { RIG_TENANT } from './rig/tokenCheck.ts';
import { expectAccessible } from './support/axe.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import { chooseTable, idle, open, openConnectDialog, runQuery, showTab } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const TABLE = 'Orders';
const HOUR_S = 3600;
const DIALOG = '[role="dialog"]';
const tokens: TableServiceOptions['tokens'] = { tenantId: RIG_TENANT, hasRole: true };

const accountField = (dialog: Locator): Locator =>
  dialog.getByRole('textbox', { name: 'Account', exact: true });
const tokenField = (dialog: Locator): Locator =>
  dialog.getByRole('textbox', { name: 'Access token', exact: true });

/** Replaces the text of the focused field, as pasting does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

test('by keyboard alone: a wrong token is named before anything is sent, a right one reads to Complete', async ({
  page,
  app,
  startScripted,
}) => {
  const { service, proxy } = await startScripted([TABLE], { tokens });
  await open(page, '#/query');
  const dialog = await openConnectDialog(page);
  await expect(dialog.getByRole('textbox', { name: 'SAS URL or connection string' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('radio', { name: 'SAS', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Access token' })).toBeChecked();
  await expectAccessible(page, 'the fields of a token', DIALOG);
  await page.keyboard.press('Tab');
  await expect(accountField(dialog)).toBeFocused();
  // If a credential is pasted into the wrong field, it must not be shown there.
  await paste(page, service.token());
  await expect(accountField(dialog)).toHaveValue('');
  await expect(tokenField(dialog)).not.toHaveValue('');
  await paste(page, proxy.endpoint);
  await page.keyboard.press('Tab');
  await expect(tokenField(dialog)).toBeFocused();
  await expect(tokenField(dialog)).toHaveAccessibleDescription(/goes only to this account/);

  const now = Math.floor(Date.now() / 1000);
  const wrong = [
    [{ exp: now - HOUR_S }, /The access token has expired/],
    [{ aud: 'https://management.azure.com/' }, /is not for Azure Storage.*Azure Resource Manager/s],
    [{ nbf: now + HOUR_S }, /clock is wrong/],
  ] as const;
  for (const [claims, says] of wrong) {
    await paste(page, service.token(claims));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(says);
    await expect(tokenField(dialog)).toBeFocused();
  }
  expect(proxy.log.all()).toEqual([]);

  await paste(page, service.token());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await idle(page);
  await expect(page.getByRole('button', { name: 'Connection', exact: true })).toHaveAccessibleDescription(
    /, rights by role, 59 min/,
  );
  await chooseTable(page, TABLE);
  await expect(page.getByRole('region', { name: 'Query', exact: true })).toContainText(
    'each with a preflight',
  );
  proxy.log.clear();
  expect(await runQuery(page)).toMatch(/^Complete: /);
  expectRows((await exportNdjson(page)).lines, app.demoTable(TABLE).rows, TABLE);

  const sent = proxy.log.all();
  const pages = sent.filter(({ method }) => method === 'GET');
  for (const { customHeaders } of pages) {
    expect(customHeaders).toEqual(expect.arrayContaining(['authorization', 'x-ms-version']));
  }
  expect(sent.length - pages.length, 'preflights').toBe(pages.length);
  await showTab(page, 'Requests');
  await expect(page.getByRole('tabpanel', { name: 'Requests' })).toContainText(
    `requests${pages.length}preflights${pages.length}`,
  );
});
