// A newer version is put on the host while a page is open. The files of the old one are then gone, because their names contain a hash.
import { recommendedRule } from './rig/corsRules.ts';
import { type BareHost, startBareHost } from './support/bareHost.ts';
import { exportNdjson } from './support/exports.ts';
import {
  chooseTable,
  connectWith,
  idle,
  openAndLoadAhead,
  openConnectDialog,
  runQuery,
  showTab,
} from './support/keyscopePage.ts';
import { expect, test as base } from './support/scripted.ts';

const ASSETS = /^\/assets\//;
const FAULT = /could not be loaded: most likely a new version was published/;

const test = base.extend<{ readonly host: BareHost }>({
  host: async ({ app }, use) => {
    expect(app.url, 'the build is there').not.toBe('');
    const host = await startBareHost();
    await use(host);
    await host.close();
  },
});

test('once connected, nothing on the way from a query to its result is still to be loaded', async ({
  page,
  host,
  startScripted,
}) => {
  const { service, proxy } = await startScripted(['WADLogsTable'], { cors: [recommendedRule(host.origin)] });
  await openAndLoadAhead(page, `${host.origin}/#/decode`);
  await connectWith(page, `${proxy.endpoint}?${service.accountSas()}`);
  host.lose(ASSETS);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Query' }).click();
  await idle(page);
  await chooseTable(page, 'WADLogsTable');
  expect(await runQuery(page)).toMatch(/^Complete: /);
  for (const tab of ['Rows', 'Chart', 'Requests', 'Map'] as const) await showTab(page, tab);
  expect((await exportNdjson(page)).lines.length).toBeGreaterThan(0);
  // Parquet and regular expressions need files or workers of their own.
  const parquet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Parquet' }).click();
  expect((await parquet).suggestedFilename()).toMatch(/\.parquet$/);
  await showTab(page, 'Rows');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: /Condition/ }).click();
  await page.getByRole('option', { name: 'matches the regular expression' }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('^no row (?!)');
  await idle(page);
  await expect(page.getByText('No row is selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await openConnectDialog(page);
  await expect(page.getByText(FAULT)).toHaveCount(0);
  await page.keyboard.press('Escape');
  // SQL needs a policy that this host does not send.
  host.lose(undefined);
  await page.getByRole('tab', { name: 'SQL', exact: true }).click();
  await expect(page.getByText(/does not send the policy for the folder "sql"/)).toBeVisible();
});

test.describe('a part that is gone', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('says that a new version was published; a reload brings it, and the address is kept', async ({
    page,
    host,
  }) => {
    // No page loads this view ahead of time.
    const address = '#/design?v=1&tab=series&source=boiler-9';
    await page.goto(`${host.origin}/#/decode`);
    await idle(page);
    host.lose(ASSETS);
    await page.getByRole('button', { name: 'Connection', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(FAULT);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await idle(page);
    const fault = page.getByRole('main').getByRole('alert');
    await expect(fault).toContainText(FAULT);
    expect(new URL(page.url()).hash).toBe(address);
    host.lose(undefined);
    const loaded = page.waitForEvent('load');
    await fault.getByRole('button', { name: 'Reload' }).click();
    await loaded;
    await idle(page);
    await expect(page.getByRole('textbox', { name: 'Source (basic)' })).toHaveValue('boiler-9');
  });
});
