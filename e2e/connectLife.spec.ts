// The life of a SAS in the page: chosen table, warnings, replaced in place, dropped when idle or left.
import type { Locator, Page } from 'playwright/test';
import { recommendedRule } from './rig/corsRules.ts';
import { expectAccessible } from './support/axe.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import {
  chooseTable,
  connectDemo,
  connectWith,
  idle,
  open,
  openConnectDialog,
  runQuery,
  statusText,
  tryConnect,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const TABLE = 'Orders';
const MINUTE_MS = 60_000;

function chip(page: Page) {
  return page.getByRole('button', { name: 'Connection', exact: true });
}

const DIALOG = '[role="dialog"]';

test('a SAS for one table chooses it, and offers no other', async ({ page, app, startScripted }) => {
  const { service, proxy } = await startScripted([TABLE, 'Registrations']);
  const se = `${new Date(Date.now() + 60 * MINUTE_MS).toISOString().slice(0, 19)}Z`;
  await open(page, '#/query');
  await connectWith(page, `${proxy.endpoint}?${service.tableSas(TABLE, { sp: 'r', se })}`);
  const field = page.getByRole('combobox', { name: 'Table' });
  await expect(field).toHaveValue(TABLE);
  await field.press('ArrowDown');
  await expect(page.getByRole('option')).toHaveText([TABLE]);
  await page.keyboard.press('Escape');
  expect(await runQuery(page)).toMatch(/^Complete: /);
  expectRows((await exportNdjson(page)).lines, app.demoTable(TABLE).rows, TABLE);
});

/** A wrong value is reported and not stored, a right one is stored, and the defaults can be restored. */
async function setRetries(dialog: Locator): Promise<void> {
  const kept = (): Promise<string | null> =>
    dialog.evaluate(() => localStorage.getItem('keyscope.settings.v1'));
  const opener = dialog.getByRole('button', { name: /^Retries/ });
  await opener.click();
  const longest = dialog.getByRole('textbox', { name: 'Longest wait' });
  await longest.fill('0.1');
  await expect(dialog).toContainText('Type 0.5 to 30 s.');
  expect((await kept()) ?? '').not.toContain('zMaxMs');
  await longest.fill('12');
  await expect(opener).toHaveText('Retries (changed)');
  expect(await kept()).toContain('"zMaxMs":12000');
  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(opener).toHaveText('Retries (default)');
  await expect(longest).toHaveValue('5');
}

test('a SAS that can write is said to, where it is seen at all times', async ({ page, startScripted }) => {
  const { service, proxy } = await startScripted([TABLE]);
  const sas = service.accountSas({ permissions: 'rwdlacu' });
  await open(page, '#/query');
  await connectWith(page, `${proxy.endpoint}?${sas}`);
  await expect(chip(page)).toContainText('can change data');
  const dialog = await openConnectDialog(page);
  await expect(dialog).toContainText('Can change data: read, write');
  await expect(dialog).toContainText('The SAS can change data');
  await setRetries(dialog);
  expect(new Set(proxy.log.all().map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('30 idle minutes: the SAS is dropped, the result and the address stay, and the page says why', async ({
  page,
  app,
}) => {
  await page.clock.install();
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, TABLE);
  const result = await runQuery(page);
  const { hash } = new URL(page.url());
  await page.clock.fastForward(29 * MINUTE_MS);
  await expect(chip(page)).toContainText('Demo account');
  // Any input in the page counts as a use.
  await page.mouse.click(5, 5);
  await page.clock.fastForward(29 * MINUTE_MS);
  await expect(chip(page)).toContainText('Demo account');
  app.proxy.log.clear();
  await page.clock.fastForward(2 * MINUTE_MS);
  await expect(chip(page)).toContainText('SAS forgotten: idle');
  expect(await statusText(page)).toBe(result);
  expect(new URL(page.url()).hash).toBe(hash);
  const dialog = await openConnectDialog(page);
  await expect(dialog).toContainText('was forgotten after 30 minutes without use');
  expect(app.proxy.log.all()).toEqual([]);
  await dialog.getByRole('button', { name: 'Connect to demo account' }).click();
  await expect(dialog).toBeHidden();
  expect(await statusText(page)).toBe(result);
});

test('leaving the page drops the SAS and empties the field, for what the browser may show again', async ({
  page,
  app,
}) => {
  const leave = (): Promise<boolean> =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await open(page, '#/query');
  const form = await openConnectDialog(page);
  const box = form.getByRole('textbox', { name: 'SAS URL or connection string' });
  await box.fill(`${app.demoEndpoint}?${app.demoSas()}`);
  for (const [attribute, value] of [
    ['autocomplete', 'off'],
    ['spellcheck', 'false'],
    ['data-1p-ignore', 'true'],
  ] as const) {
    await expect(box).toHaveAttribute(attribute, value);
  }
  await leave();
  await expect(box).toHaveValue('');
  await page.keyboard.press('Escape');
  await connectWith(page, `${app.demoEndpoint}?${app.demoSas()}`);
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

test('another SAS takes the place of the one in use; a lesser one does not', async ({
  page,
  app,
  startScripted,
}) => {
  const { service, proxy, sasUrl } = await startScripted([TABLE]);
  await open(page, '#/query');
  await connectWith(page, sasUrl);
  await chooseTable(page, TABLE);
  // The palette opens its form at once; the button of the dialog opens it too.
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Find an action' }).fill('replace the sas');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Connected' });
  const box = dialog.getByRole('textbox', { name: 'New SAS for this account' });
  await expect(box).toBeFocused();
  await dialog.getByRole('button', { name: 'Keep the old one' }).click();
  await dialog.getByRole('button', { name: 'Replace the SAS' }).click();
  await box.fill(`${app.demoEndpoint}?${app.demoSas()}`);
  await box.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This SAS is for');
  const expiresAtMs = Date.now() + 300 * MINUTE_MS;
  await box.fill(`${proxy.endpoint}?${service.accountSas({ expiresAtMs })}`);
  await box.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'The new SAS is in use' })).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(chip(page)).toContainText('4 h 59 min');
  await expectAccessible(page, 'replaced', DIALOG);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await runQuery(page)).toMatch(/^Complete: /);
});

test.describe('what is shown', () => {
  test.use({ expectedErrors: [/Failed to load resource|blocked by CORS policy/] });

  test('axe finds nothing in a diagnosis, nor in hidden headers', async ({ page, app, startScripted }) => {
    const { service, sasUrl } = await startScripted([TABLE], { cors: [] });
    await open(page, '#/query');
    const dialog = await tryConnect(page, sasUrl);
    await expect(dialog.getByRole('alert')).toContainText('CORS');
    await expectAccessible(page, 'diagnosis', DIALOG);
    service.change({ cors: [{ ...recommendedRule(app.origin), exposedHeaders: 'Date' }] });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toBeHidden();
    const facts = await openConnectDialog(page);
    await expect(facts).toContainText("CORS hides the service's headers");
    await expectAccessible(page, 'hidden headers', DIALOG);
  });
});
