// What may be pasted, what is refused and why, and what each kind of SAS allows.
import type { Page } from 'playwright/test';
import { chooseTable, disconnect, open, openConnectDialog, runQuery } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const PUBLIC = 'https://contoso.table.core.windows.net';
/** 44 characters of base64, like any HMAC-SHA256, but no real signature. */
const SIG = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8%3D';
const FIELDS = 'sv=2022-11-02&ss=t&srt=co&sp=rl&se=2099-01-01T00:00:00Z&spr=https';
const SAS = `${FIELDS}&sig=${SIG}`;
const KEY = `${'Ab0+/9'.repeat(14)}Zz==`;

/** One text for each part of the code that can refuse it. connectionText.test.ts has all others. */
const REFUSED: readonly (readonly [name: string, text: string, says: RegExp])[] = [
  ['garbage', 'hello, is this the explorer?', /neither a SAS URL nor a connection string/],
  [
    'an account key in a connection string',
    `AccountName=contoso;AccountKey=${KEY}`,
    /account key opens every service/,
  ],
  ['a SAS that has run out', `${PUBLIC}/?${SAS.replace('2099', '2019')}`, /expired at 2019-01-01T00:00:00Z/],
  [
    'a look-alike',
    `https://contoso.table.core.wlndows.net?${SAS}`,
    /looks like an Azure table endpoint, but is not one/,
  ],
  [
    'a computer that the page cannot reach',
    `https://127.0.0.2:10002/devstoreaccount1?${SAS}`,
    /127\.0\.0\.1 and localhost only/,
  ],
];

/** Collects the addresses of requests that go anywhere but to the app itself. */
function watchForeign(page: Page, appUrl: string): readonly string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(appUrl) && !/^(?:about|data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  return foreign;
}

test.describe('what is pasted', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('is refused with what is wrong, by the page and by the service; connects as it was copied; reads no table that is not there; disconnected, all is empty', async ({
    page,
    app,
  }) => {
    const { demoEndpoint, proxy } = app;
    const foreign = watchForeign(page, app.url);
    await open(page, '#/query');
    const dialog = await openConnectDialog(page);
    const box = dialog.getByRole('textbox', { name: 'SAS URL or connection string' });
    const connect = async (text: string): Promise<void> => {
      await box.fill(text);
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    };
    for (const [name, text, says] of REFUSED) {
      await connect(text);
      await expect.soft(dialog.getByRole('alert'), name).toHaveText(says);
      await expect.soft(dialog, name).toContainText('Connect to an account');
    }
    expect(foreign).toEqual([]);
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('AAECAwQF');

    // By its text and by the time in the answer the SAS is valid, so the page must not say that it has expired.
    proxy.setRules([{ action: { kind: 'expired' } }]);
    await connect(`${demoEndpoint}?${app.demoSas()}`);
    await expect(dialog.getByRole('alert')).toContainText('HTTP 403');
    await expect(dialog.getByRole('alert')).toContainText('does not accept the signature');
    await expect(box).toHaveValue('');
    proxy.setRules([]);

    // connectionText.test.ts tests all other ways in which it can be written.
    await connect(`  "${demoEndpoint}/\n?${app.demoSas().replaceAll('&', '&amp;')}"\n`);
    await dialog.waitFor({ state: 'hidden' });
    await openConnectDialog(page);
    await expect(dialog).toContainText(demoEndpoint);
    await expect(dialog).toContainText('read, list');
    await dialog.getByRole('button', { name: 'Done' }).click();

    const form = page.getByRole('region', { name: 'Query', exact: true });
    proxy.log.clear();
    await chooseTable(page, 'no-table');
    await expect(form).toContainText('is not a table name');
    await page.getByRole('button', { name: 'Run query' }).click();
    expect(proxy.log.count('GET'), 'no request for what cannot be a table').toBe(0);
    await chooseTable(page, 'NoSuchTable');
    await expect(form).toContainText(/404.*TableNotFound/);
    await page.evaluate(() => {
      location.hash = '#/query?v=1&table=NoSuchTable&scheme=none';
    });
    const text = await runQuery(page);
    expect(text).toMatch(/^Incomplete: 0 rows from 0 of 1 prefixes/);
    expect(text).toMatch(/404, TableNotFound.*Check the table name/);
    expect(proxy.log.all().filter(({ status }) => status !== 404 && status !== 200)).toEqual([]);
    expect(proxy.log.count('OPTIONS')).toBe(0);

    const address = page.url();
    await openConnectDialog(page);
    await disconnect(page);
    expect(page.url(), 'the address stays').toBe(address);
    await openConnectDialog(page);
    await expect(box).toHaveValue('');
  });
});
