// An access token of Microsoft Entra, for accounts whose keys are switched off: connected by keyboard, refused in words, renewed in the
// middle of a run, and forgotten.
import type { Locator, Page } from 'playwright/test';
import { rowsOfPrefixes } from './support/demoRows.ts';
import { MINUTE } from '../scripts/demo/keyText.mjs';
import { recommendedRule } from './rig/corsRules.ts';
import type { TableServiceOptions } from './rig/serviceOptions.ts';
import { RIG_TENANT } from './rig/tokenCheck.ts';
import { expectAccessible } from './support/axe.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import {
  chooseTable,
  connectWith,
  idle,
  open,
  openConnectDialog,
  openQuery,
  runQuery,
  showTab,
  statusText,
  tryConnect,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

const TABLE = 'Orders';
const EVENTS = 'DemoEventsVer1v0';
const HOUR_S = 3600;
const OTHER_TENANT = '11111111-2222-4333-8444-555555555555';
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

test.describe('refused', () => {
  test.use({ expectedErrors: [/Failed to load resource|blocked by CORS policy/] });

  test('another tenant, no role, and a CORS rule without the headers of a token: each is named with its fix', async ({
    page,
    app,
    startScripted,
  }) => {
    const { service, proxy } = await startScripted([TABLE], {
      tokens: { tenantId: OTHER_TENANT, hasRole: true },
    });
    const rule = recommendedRule(app.origin);
    await open(page, '#/query');
    const pasted = `${proxy.endpoint} ${service.token()}`;
    const dialog = await tryConnect(page, pasted);
    await expect(page.getByRole('status', { name: 'Announcements' })).toHaveText(
      'This is an access token. It was moved to its own field.',
    );
    const notice = dialog.getByRole('alert');
    await expect(notice).toContainText('The access token is from another tenant');
    await expect(notice).toContainText(`The account belongs to the tenant ${OTHER_TENANT}`);
    await expect(notice).toContainText(`az login --tenant ${OTHER_TENANT}`);
    await expect(tokenField(dialog)).toHaveValue('');
    await expect(accountField(dialog)).toHaveValue(proxy.endpoint);
    await expectAccessible(page, 'a refused token', DIALOG);

    const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
    service.change({ tokens: { tenantId: RIG_TENANT, hasRole: false } });
    await tokenField(dialog).fill(service.token());
    await connect.click();
    await expect(notice).toContainText('The role Storage Table Data Reader is missing');
    await expect(notice).toContainText("az role assignment create --role 'Storage Table Data Reader'");

    service.change({ tokens });
    service.change({ cors: [{ ...rule, allowedHeaders: 'x-ms-*,accept' }] });
    await tokenField(dialog).fill(service.token());
    await connect.click();
    await expect(notice).toContainText('The CORS rule does not allow the headers of an access token');
    await expect(notice).toContainText('authorization');
    service.change({ cors: [rule] });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toBeHidden();
  });

  test('a token that expires midway: the run asks for the next one and ends Complete; leaving the page forgets it', async ({
    page,
    app,
    startScripted,
  }) => {
    const table = app.demoTable(EVENTS);
    const { from } = oddWindow(table);
    const to = from + 6n * MINUTE;
    const typed = asIso('', { from, to });
    // The token expires by the service's clock, which is set two hours ahead in the middle of the run.
    let isLater = (): boolean => false;
    const { service, proxy } = await startScripted([EVENTS], {
      tokens,
      nowMs: () => Date.now() + (isLater() ? 2 * HOUR_S * 1000 : 0),
    });
    await openQuery(page, { table: EVENTS, from: typed.from, to: typed.to, prefixes: '0-15' });
    await connectWith(page, `${proxy.endpoint} ${service.token()}`);
    const midway = proxy.log.count('GET') + 8;
    isLater = () => proxy.log.count('GET') > midway;
    await page.getByRole('button', { name: 'Run query' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paused: the access token has expired' });
    await expect(dialog).toBeVisible();
    await idle(page);
    const sent = proxy.log.count('GET');
    const box = dialog.getByRole('textbox', { name: 'New access token for this account' });
    await expect(box).toBeFocused();
    await expect(dialog).toContainText('az account get-access-token --resource https://storage.azure.com/');
    await expectAccessible(page, 'a pause that asks for a token', DIALOG);
    await paste(page, service.token({ aud: 'https://graph.microsoft.com' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Microsoft Graph');
    expect(proxy.log.count('GET')).toBe(sent);
    await paste(page, service.token());
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await idle(page);
    expect(await statusText(page)).toMatch(/^Complete: /);
    const truth = rowsOfPrefixes(table, { from, to }, '0-15');
    expectRows((await exportNdjson(page)).lines, truth, 'after the next token');

    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await expect(page.getByRole('button', { name: 'Connection', exact: true })).toContainText(
      'Token forgotten',
    );
    const again = await openConnectDialog(page);
    await expect(again).toContainText('The access token for');
    await expect(accountField(again)).toHaveValue(proxy.endpoint);
    await expect(tokenField(again)).toBeFocused();
    await expect(tokenField(again)).toHaveValue('');
  });
});
