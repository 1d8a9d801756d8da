// The address holds the whole query and never a secret; opening one sends nothing.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { d19, HOUR } from '../scripts/demo/keyText.mjs';
import {
  chooseMatch,
  chooseTable,
  chooseVolume,
  command,
  connectDemo,
  type FieldName,
  fieldValue,
  fillField,
  idle,
  inPart,
  keyOptions,
  open,
  openQuery,
  readKeyOptions,
  runQuery,
  setWindow,
  showTab,
} from './support/keyscopePage.ts';
import { expectAccessible } from './support/axe.ts';
import { clipboardText } from './support/clipboard.ts';
import { readDemo } from './support/demoRows.ts';
import { expect, test } from './support/scripted.ts';

const TEXTS: Readonly<Record<FieldName, string>> = {
  From: '0639308169000000001',
  To: '2026-11-21T02:15:00.1234567Z',
  Filter: "Role eq 'a&b=c#d?e%20f' and Name ne 'O''Brien \u00fc\u{1F511}'",
  PartitionKey: 'a/b\\c#d?e+f "g" \u4e2d\u6587',
  RowKey: '100 % & more',
  Prefixes: '0-9, 37',
  Columns: 'Level, Message',
};
const FIELDS = Object.keys(TEXTS) as readonly FieldName[];

const WITHOUT_PREFIX = 'Also read keys without a prefix';

/** The match and the text of a key field. */
async function readKey(page: Page, key: 'PartitionKey' | 'RowKey'): Promise<readonly [string, string]> {
  return inPart(page, key, async (fields) => [
    await fields.getByRole('button', { name: `${key} match` }).innerText(),
    await fields.getByRole('textbox', { name: key, exact: true }).inputValue(),
  ]);
}

/** Everything in the form, by the names that users see. Each section is opened once. */
async function readForm(page: Page): Promise<Readonly<Record<string, string>>> {
  const [pkMatch, PartitionKey] = await readKey(page, 'PartitionKey');
  const [rkMatch, RowKey] = await readKey(page, 'RowKey');
  return {
    table: await page.getByRole('combobox', { name: 'Table' }).inputValue(),
    ...(await inPart(page, 'Key options', async (fields) => ({
      ...(await readKeyOptions(fields)),
      unprefixed: String(await fields.getByRole('checkbox', { name: WITHOUT_PREFIX }).isChecked()),
      Prefixes: await fields.getByRole('textbox', { name: 'Prefixes', exact: true }).inputValue(),
    }))),
    ...(await inPart(page, 'Time range', async (fields) => ({
      From: await fields.getByRole('textbox', { name: 'From', exact: true }).inputValue(),
      To: await fields.getByRole('textbox', { name: 'To', exact: true }).inputValue(),
    }))),
    pkMatch,
    rkMatch,
    PartitionKey,
    RowKey,
    Filter: await fieldValue(page, 'Filter'),
    Columns: await fieldValue(page, 'Columns'),
  };
}

/** The text without the ages of its times, which change each minute. */
async function timeless(of: Locator): Promise<string> {
  return (await of.innerText()).replaceAll(/[\d. dhmins]+ ago/gu, 'ago');
}

async function hash(page: Page): Promise<string> {
  return page.evaluate(() => location.hash);
}

test('every field goes into the address and comes back from it; opening it sends nothing', async ({
  page,
  app,
}) => {
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, 'DemoEventsVer1v0');
  await chooseVolume(page, 'Large 100');
  await inPart(page, 'Key options', (fields) => fields.getByText(WITHOUT_PREFIX).click());
  for (const name of FIELDS) await fillField(page, name, TEXTS[name]);
  for (const key of ['PartitionKey', 'RowKey'] as const) await chooseMatch(page, key, 'begins with');
  await idle(page);
  const typed = await readForm(page);
  expect(typed).toMatchObject({
    ...TEXTS,
    table: 'DemoEventsVer1v0',
    volume: 'Large 100',
    unprefixed: 'true',
  });
  expect(typed['pkMatch']).toContain('begins with');
  const address = await hash(page);
  for (const part of ['v=1', 'endpoint=demo', 'volume=large', 'unprefixed=1', 'pkmatch=begins', 'tab=']) {
    expect(address).toContain(part);
  }

  app.proxy.log.clear();
  await open(page, address);
  expect(await readForm(page)).toEqual(typed);
  expect(await hash(page)).toBe(address);
  expect(app.proxy.log.all(), 'opening an address sends nothing').toEqual([]);
  await expect(page.getByRole('button', { name: 'Connection', exact: true })).toHaveAccessibleDescription(
    'Not connected',
  );

  // Connecting does not run it either.
  await connectDemo(page);
  expect(await hash(page), 'the form stays as it was opened').toBe(address);
  expect(await fieldValue(page, 'Filter')).toBe(typed['Filter']);
  await expect(page.getByRole('status', { name: 'Completeness' })).toHaveCount(0);

  // What cannot be read of an address is shown as it is, and one for another account waits for its SAS.
  await open(
    page,
    '#/query?v=1&endpoint=https:%2F%2Fcontoso.table.core.windows.net&table=Logs&from=%zz&volume=huge&scheme=none',
  );
  expect(await fieldValue(page, 'From')).toBe('%zz');
  app.proxy.log.clear();
  await page.getByRole('button', { name: 'Connect to contoso.table.core.windows.net and run' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(app.proxy.log.all()).toEqual([]);
});

test('back and forward walk through the queries that were run and the changes of the form, which Ctrl+Z takes back; neither they nor an address send anything before a press', async ({
  page,
  app,
}) => {
  const { window } = app.demoTable('WADLogsTable');
  const first = [d19(window.from), d19(window.from + HOUR)] as const;
  const second = [d19(window.to - HOUR), d19(window.to)] as const;
  // The chosen tab comes from the address, and goes into it.
  await openQuery(page, { table: 'WADLogsTable', from: first[0], to: first[1], tab: 'requests' });
  await connectDemo(page);
  await runQuery(page);
  await expect(page.getByRole('tab', { name: 'Requests' })).toHaveAttribute('aria-selected', 'true');
  await showTab(page, 'Rows');
  expect(await hash(page)).toContain('tab=rows');
  await setWindow(page, ...second);
  await runQuery(page);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Decode' }).click();
  await idle(page);
  app.proxy.log.clear();
  await page.goBack();
  await idle(page);
  expect(await fieldValue(page, 'From')).toBe(second[0]);
  await page.goBack();
  await idle(page);
  expect(await fieldValue(page, 'From')).toBe(first[0]);
  expect(await fieldValue(page, 'To')).toBe(first[1]);
  await page.goForward();
  await idle(page);
  expect(await fieldValue(page, 'From')).toBe(second[0]);
  expect(app.proxy.log.all()).toEqual([]);

  await chooseTable(page, 'DemoEventsVer1v0');
  await fillField(page, 'Filter', 'Level le 2');
  await chooseVolume(page, 'Medium 10');
  await page.keyboard.press('Control+z');
  await idle(page);
  expect((await keyOptions(page)).volume).toBe('Large 100');
  await page.goBack();
  await idle(page);
  expect(await fieldValue(page, 'Filter')).toBe('');
  await page.keyboard.press('Control+Shift+Z');
  await idle(page);
  expect(await fieldValue(page, 'Filter')).toBe('Level le 2');

  // An address that is opened while connected does not send anything before a press either.
  const visit = async (address: string): Promise<void> => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await idle(page);
  };
  const link = '#/query?v=1&endpoint=demo&table=';
  app.proxy.log.clear();
  await visit(`${link}NoSuchTable&scheme=none`);
  await expect(page.getByRole('combobox', { name: 'Table' })).toHaveValue('NoSuchTable');
  await visit(`${link}Orders`);
  // This also holds for what was read when Connect was pressed, which is old by now.
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 600_000;
  });
  await visit('#/keyspace?v=1&source=probe&endpoint=demo&table=NoSuchTable&scheme=none');
  expect(app.proxy.log.all(), 'opening an address sends nothing').toEqual([]);

  await visit(`${link}Orders`);
  await page.getByRole('button', { name: /^Key options/ }).click();
  await idle(page);
  expect(new Set(app.proxy.log.all().map(({ table }) => table))).toEqual(new Set(['Orders']));
});

const SECRET = 'sv=2022-11-02&ss=t&srt=co&sp=rl&sig=c2VjcmV0LXNpZ25hdHVyZS1vZi0zMi1ieXRlcy1oZXJl';

/** Each place in an address where a credential may arrive. hashAddress.test.ts tests all its forms. */
const ARRIVING: readonly (readonly [string, string])[] = [
  ['in a field', `#/query?v=1&table=Logs&filter=${encodeURIComponent(`x eq '${SECRET}'`)}`],
  ['in the search part', `?${SECRET}#/query?v=1&table=Logs`],
  ['where the view stands', `#${SECRET}`],
];

test('a credential that arrives in an address is stripped at once, with a warning; one that is typed into a field never enters it', async ({
  page,
  app,
}) => {
  const notice = page.getByText('The address held a credential');
  for (const [where, address] of ARRIVING) {
    await open(page, address);
    await expect(notice, where).toBeVisible();
    const shown = await page.evaluate(() => `${location.href} ${document.body.innerHTML}`);
    expect(shown, where).not.toMatch(/c2VjcmV0|sig=/i);
    const values = await page.evaluate(() => [
      ...Array.from(document.querySelectorAll('input, textarea'), (box) => (box as HTMLInputElement).value),
      ...Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot?.textContent ?? ''),
    ]);
    expect(values.join('\n'), where).not.toMatch(/c2VjcmV0|sig=/i);
    if (where === ARRIVING[0]?.[0])
      expect(await page.evaluate(() => history.length), 'no entry of its own is left').toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice, where).toHaveCount(0);
  }
  // The same for a credential that arrives while the page is open.
  await page.evaluate((secret) => {
    location.hash = `#/query?v=1&table=Other&filter=${secret}`;
  }, SECRET);
  await expect(notice).toBeVisible();
  expect(await hash(page)).not.toContain('sig=');
  expect(await page.evaluate(() => document.body.innerHTML)).not.toContain('c2VjcmV0');
  expect(app.proxy.log.all()).toEqual([]);

  // A credential that is typed never enters the address.
  await open(page, '#/query?v=1&table=Logs&scheme=mds-prefixed');
  for (const name of ['Filter', 'PartitionKey', 'RowKey', 'From', 'Columns', 'Prefixes'] as const) {
    await fillField(page, name, `a ${SECRET} b`);
    await idle(page);
    expect(await hash(page), name).not.toMatch(/sig|c2VjcmV0/i);
    expect(await hash(page), 'the rest stays').toContain('table=Logs');
    await fillField(page, name, '');
  }
  const table = page.getByRole('combobox', { name: 'Table' });
  await table.fill(SECRET);
  await table.press('Tab');
  await idle(page);
  expect(await hash(page)).not.toMatch(/sig|c2VjcmV0/i);
});

test('a link shares a result as it is shown; it names what it shows, sends nothing before a press, and says what is no longer there; a saved query brings it back', async ({
  page,
  app,
}) => {
  await readDemo(page, app);
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  const selected = page.getByRole('list', { name: 'Filters' });
  const entity = page.getByRole('complementary', { name: 'Selected entity' });
  await grid.getByRole('columnheader', { name: /^RowKey/ }).click();
  await grid.focus();
  for (const key of ['Control+Home', 'ArrowRight', 'f', 'Enter']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  const chip = (await selected.innerText()).trim();
  const opened = await timeless(entity);
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await clipboardText(page);
  expect(link, 'the times that were read').not.toContain('now');

  app.proxy.log.clear();
  await open(page, link.slice(link.indexOf('#')));
  for (const words of ['DemoEventsVer1v0', chip, 'RowKey', 'Opens'])
    await expect(page.getByRole('main')).toContainText(words);
  expect(app.proxy.log.all(), 'a link sends nothing').toEqual([]);
  await page.getByRole('button', { name: 'Connect to the demo account and run' }).click();
  await idle(page);
  await expect(selected).toHaveText(chip);
  await expect(grid.getByRole('columnheader', { name: /^RowKey/ })).toHaveAttribute('aria-sort', 'ascending');
  await expect(entity).toBeVisible();
  expect(await timeless(entity)).toBe(opened);
  expect(await hash(page), 'shown once').not.toContain('only=');

  // A saved query is the default for its table and is in the palette and in the file, which does not contain the account.
  await command(page, 'save this query');
  const saved = page.getByRole('dialog', { name: 'Saved queries' });
  await saved.getByRole('textbox', { name: 'Query name' }).fill('Failures');
  await page.keyboard.press('Enter');
  await saved.getByRole('button', { name: 'Default of DemoEventsVer1v0: Failures' }).click();
  await expectAccessible(page, 'saved queries', '[role="dialog"]');
  const download = page.waitForEvent('download');
  await saved.getByRole('button', { name: 'Save to a file' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).not.toContain('demo');
  await saved.getByRole('button', { name: 'Delete Failures' }).click();
  await saved.getByLabel('File of saved queries').setInputFiles(file);
  await expect(saved.getByRole('status')).toHaveText('1 added');
  // Escape would first close the tooltip of a button, which may open under the pointer.
  await saved.getByRole('button', { name: 'Close' }).click();
  // The saved query is that of the result, so its selection appears at once.
  const unselect = async (): Promise<void> => {
    await selected.getByRole('button').last().click();
    await expect(selected).toBeHidden();
  };
  await unselect();
  for (const table of ['Orders', 'DemoEventsVer1v0']) await chooseTable(page, table);
  await expect(selected).toHaveText(chip);
  await unselect();
  await page.goto('./#/decode');
  await command(page, 'failures');
  await expect(selected).toHaveText(chip);

  // If a link names something that is not in the result, the page says so and shows the rest.
  const gone = new URLSearchParams({
    finding: 'Prefix 99 is silent',
    row: '{"partitionKey":"x","rowKey":"y"}',
  });
  await page.goto(link.replace(/&row=[^&]*/u, `&${gone.toString()}&order=7`));
  await idle(page);
  for (const words of [
    'The row that the link opens is not in this result.',
    'The finding that the link opens is not in this result.',
    'Parts of the link could not be read: Order',
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expect(selected).toHaveText(chip);
});
