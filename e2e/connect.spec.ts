// What may be pasted, what is refused and why, and what each kind of SAS can do.
import type { Page } from 'playwright/test';
import { d19, MINUTE } from '../scripts/demo/keyText.mjs';
import type { DemoRow } from '../scripts/demo/rows.mjs';
import { exportNdjson, expectRows } from './support/exports.ts';
import {
  chooseMatch,
  chooseTable,
  connectDemo,
  connectWith,
  countsOf,
  disconnect,
  fillField,
  open,
  openConnectDialog,
  openQuery,
  runQuery,
  tryConnect,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const PUBLIC = 'https://contoso.table.core.windows.net';
/** 44 characters of base64, as any HMAC-SHA256; signs nothing. */
const SIG = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8%3D';
const FIELDS = 'sv=2022-11-02&ss=t&srt=co&sp=rl&se=2099-01-01T00:00:00Z&spr=https';
const SAS = `${FIELDS}&sig=${SIG}`;
const KEY = `${'Ab0+/9'.repeat(14)}Zz==`;

/** One text for each part that can refuse; all others are in connectionText.test.ts. */
const REFUSED: readonly (readonly [name: string, text: string, says: RegExp])[] = [
  ['garbage', 'hello, is this the explorer?', /neither a SAS URL nor a connection string/],
  [
    'an account key in a connection string',
    `AccountName=contoso;AccountKey=${KEY}`,
    /account key opens every service/,
  ],
  ['a signature cut off', `${PUBLIC}/?${FIELDS}&sig=AAECAwQFBgcICQoL`, /it was cut off/],
  ['far too much', 'a'.repeat(9000), /no SAS is that long/],
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

/** Addresses asked for outside of the app itself. */
function watchForeign(page: Page, appUrl: string): readonly string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(appUrl) && !/^(?:about|data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  return foreign;
}

test('bad input is refused with what is wrong, and nothing is sent', async ({ page, app }) => {
  const foreign = watchForeign(page, app.url);
  await open(page, '#/query');
  const dialog = await openConnectDialog(page);
  const box = dialog.getByRole('textbox', { name: 'SAS URL or connection string' });
  for (const [name, text, says] of REFUSED) {
    await box.fill(text);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.soft(dialog.getByRole('alert'), name).toHaveText(says);
    await expect.soft(dialog, name).toContainText('Connect to an account');
  }
  expect(foreign).toEqual([]);
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('AAECAwQF');
});

test('an account and its SAS in either way to write them, and as they are copied; disconnected, all is empty', async ({
  page,
  app,
}) => {
  const { demoEndpoint } = app;
  const sas = app.demoSas();
  const forms = [
    // All other ways are read by connectionText.test.ts.
    `TableEndpoint=${demoEndpoint};SharedAccessSignature=${sas}`,
    `  "${demoEndpoint}/\n?${sas.replaceAll('&', '&amp;')}"\n`,
  ];
  // A disconnect loads the page anew: each form meets a fresh one.
  await open(page, '#/query');
  for (const text of forms) {
    await connectWith(page, text);
    const dialog = await openConnectDialog(page);
    await expect(dialog).toContainText(demoEndpoint);
    await expect(dialog).toContainText('read, list');
    const address = page.url();
    await disconnect(page);
    expect(page.url(), 'the address stays').toBe(address);
    const empty = await openConnectDialog(page);
    await expect(empty.getByRole('textbox', { name: 'SAS URL or connection string' })).toHaveValue('');
    await page.keyboard.press('Escape');
    await empty.waitFor({ state: 'hidden' });
  }
  expect(app.proxy.log.count('OPTIONS')).toBe(0);
});

test.describe('refused by the service', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a SAS that the service refuses: said in words, not connected, gone from the field', async ({
    page,
    app,
  }) => {
    app.proxy.setRules([{ action: { kind: 'expired' } }]);
    await open(page, '#/query');
    const dialog = await tryConnect(page, `${app.demoEndpoint}?${app.demoSas()}`);
    await expect(dialog.getByRole('alert')).toContainText('HTTP 403');
    // It is valid by its text and by the time in the answer: nothing says that it has expired.
    await expect(dialog.getByRole('alert')).toContainText('does not accept the signature');
    await expect(dialog.getByRole('textbox', { name: 'SAS URL or connection string' })).toHaveValue('');
  });

  test('a table that is not there', async ({ page, app }) => {
    await open(page, '#/query');
    await connectDemo(page);
    await chooseTable(page, 'NoSuchTable');
    const form = page.getByRole('region', { name: 'Query', exact: true });
    await expect(form).toContainText('404');
    await expect(form).toContainText('TableNotFound');
    await open(page, '#/query?v=1&endpoint=demo&table=NoSuchTable&scheme=none');
    await connectDemo(page);
    const text = await runQuery(page);
    expect(text).toMatch(/^Incomplete: 0 rows from 0 of 1 prefixes/);
    expect(text).toMatch(/404, TableNotFound.*Check the table name/);
    expect(app.proxy.log.all().filter(({ status }) => status !== 404 && status !== 200)).toEqual([]);
  });
});

test('a table name that cannot be one is refused before anything is sent', async ({ page, app }) => {
  await open(page, '#/query?v=1&endpoint=demo&table=no-table&scheme=none');
  await connectDemo(page);
  app.proxy.log.clear();
  await expect(page.getByRole('region', { name: 'Query', exact: true })).toContainText('is not a table name');
  await page.getByRole('button', { name: 'Run query' }).click();
  expect(app.proxy.log.count('GET')).toBe(0);
});

test('a SAS that may not list: the table is typed', async ({ page, app, startScripted }) => {
  const { rows } = app.demoTable('Orders');
  const { service, proxy } = await startScripted(['Orders']);
  await open(page, '#/query');
  await connectWith(
    page,
    `${proxy.endpoint}?${service.accountSas({ permissions: 'r', resourceTypes: 'o' })}`,
  );
  const dialog = await openConnectDialog(page);
  await expect(dialog).toContainText('not allowed by this SAS. Type a name');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await chooseTable(page, 'Orders');
  expect(await runQuery(page)).toMatch(/^Complete: /);
  expectRows((await exportNdjson(page)).lines, rows, 'Orders');
  expect(proxy.log.all().filter(({ table }) => table === 'Tables')).toEqual([]);
});

test.describe('table SAS', () => {
  const expiry = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);

  test('with a stored policy: rights and expiry are held by it', async ({ page, app, startScripted }) => {
    const policies = new Map([['readers', { permissions: 'r', expiresAt: `${expiry}Z` }]]);
    const { service, proxy } = await startScripted(['Orders'], { policies });
    await open(page, '#/query');
    await connectWith(page, `${proxy.endpoint}?${service.tableSas('Orders', { si: 'readers' })}`);
    const dialog = await openConnectDialog(page);
    await expect(dialog).toContainText('rights set by the stored access policy');
    await expect(dialog).toContainText('expiry held by policy readers');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await chooseTable(page, 'Orders');
    expect(await runQuery(page)).toMatch(/^Complete: /);
    expectRows((await exportNdjson(page)).lines, app.demoTable('Orders').rows, 'Orders');
  });

  test('for a range of keys: said, because all else is silently left out', async ({
    page,
    app,
    startScripted,
  }) => {
    const { service, proxy } = await startScripted(['Orders']);
    const range = { spk: 'contoso', epk: 'fabrikam' };
    const sas = service.tableSas('Orders', { sp: 'r', se: `${expiry}Z`, ...range });
    await open(page, '#/query');
    await connectWith(page, `${proxy.endpoint}?${sas}`);
    const dialog = await openConnectDialog(page);
    await expect(dialog).toContainText('only contoso to fabrikam');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await chooseTable(page, 'Orders');
    await runQuery(page);
    const seen = app
      .demoTable('Orders')
      .rows.filter(({ partitionKey }) => partitionKey >= 'contoso' && partitionKey <= 'fabrikam');
    expectRows((await exportNdjson(page)).lines, seen, 'contoso to fabrikam');
  });
});

/** Runs what the form holds: Complete, with exactly these rows. */
async function expectExactly(page: Page, rows: readonly DemoRow[], what: string): Promise<void> {
  const text = await runQuery(page);
  expect.soft(text, what).toMatch(/^Complete: /);
  expect.soft(countsOf(text).rows, what).toBe(rows.length);
  if (countsOf(text).rows > 0) expectRows((await exportNdjson(page)).lines, rows, what);
}

test('point lookup, and "begins with" on either key', async ({ page, app }) => {
  const { rows } = app.demoTable('Registrations');
  const some = rows[777];
  if (some === undefined) throw new Error('Registrations has too few rows.');
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, 'Registrations');
  await fillField(page, 'PartitionKey', some.partitionKey);
  await fillField(page, 'RowKey', some.rowKey);
  await expectExactly(page, [some], 'both keys');
  expect(await page.getByRole('region', { name: 'Query', exact: true }).isVisible()).toBe(true);

  // demoPlans.test.ts has the other pairs.
  await fillField(page, 'RowKey', 'BIB:01');
  await chooseMatch(page, 'RowKey', 'begins with');
  await fillField(page, 'PartitionKey', '2011 New York City Marathon__H');
  await chooseMatch(page, 'PartitionKey', 'begins with');
  await expectExactly(
    page,
    rows.filter((row) => row.partitionKey.endsWith('__Half') && row.rowKey.startsWith('BIB:01')),
    'both begin with',
  );
  await fillField(page, 'RowKey', "O'Brien''s");
  await expectExactly(page, [], 'a key with quotes that is not there');
});

// A filter of each type is in demoPlans.test.ts.
test('a property filter: exact rows, quotes, errors with their place', async ({ page, app }) => {
  const table = app.demoTable('DemoEventsVer1v0');
  const window = { from: table.window.from, to: table.window.from + 5n * MINUTE };
  const rows = table.rows.filter((row) => {
    const bucket = BigInt(row.partitionKey.slice(-19));
    return bucket >= window.from && bucket < window.to;
  });
  const text = (row: DemoRow, name: string): string =>
    row.properties.find(([known]) => known === name)?.[2] ?? '';
  const sample = rows[5];
  if (sample === undefined) throw new Error('DemoEventsVer1v0 has no rows at its beginning.');
  await openQuery(page, { table: table.name, from: d19(window.from), to: d19(window.to), prefixes: '0-9' });
  await connectDemo(page);
  const planned = rows.filter(({ partitionKey }) => partitionKey < '0000000000000000010');
  const cases: readonly (readonly [string, (row: DemoRow) => boolean])[] = [
    ["OperationName eq 'O''Brien''s import'", (row) => text(row, 'OperationName') === "O'Brien's import"],
    [
      `PreciseTimeStamp lt datetime'${text(sample, 'PreciseTimeStamp')}' and not (DurationMs gt 20.5)`,
      (row) =>
        text(row, 'PreciseTimeStamp') < text(sample, 'PreciseTimeStamp') &&
        !(Number(text(row, 'DurationMs')) > 20.5),
    ],
  ];
  for (const [filter, keeps] of cases) {
    await fillField(page, 'Filter', filter);
    const status = await runQuery(page);
    // Prefixes 0 to 9 of a table with 100: the rest is known to lie outside of what was asked for.
    const wanted = planned.filter(keeps);
    expect.soft(countsOf(status), filter).toEqual({ rows: wanted.length, done: 10, asked: 10 });
    if (wanted.length > 0) expectRows((await exportNdjson(page)).lines, wanted, filter);
  }

  await fillField(page, 'Filter', "Level le 2 and Role = 'Front'");
  const box = page.getByRole('textbox', { name: 'Filter', exact: true });
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('mark')).toHaveText('=');
  app.proxy.log.clear();
  await page.keyboard.press('Shift+Enter');
  expect(app.proxy.log.count('GET'), 'a filter with an error is not sent').toBe(0);
});
