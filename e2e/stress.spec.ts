// The stress lab against the demo account. It writes, so it has a page of its own: the shared one fails at anything but GET.
import { expect, type Page } from 'playwright/test';
import { expectAccessible } from './support/axe.ts';
import { type App, test } from './rig/fixtures.ts';

const WRITING = { permissions: 'rwdlacu' } as const;

/** Names of the tables of the stress lab, asked from the service itself. */
async function testTables({ demoEndpoint, demoSas }: App): Promise<readonly string[]> {
  const answer = await fetch(`${demoEndpoint}/Tables?${demoSas()}`, {
    headers: { Accept: 'application/json' },
  });
  const { value } = (await answer.json()) as { readonly value: readonly { readonly TableName: string }[] };
  return value.map(({ TableName: name }) => name).filter((name) => name.startsWith('keyscopestress'));
}

/** Creates an empty table, as an earlier visit would have left it. */
async function leaveTable({ demoEndpoint, demoSas }: App, name: string): Promise<void> {
  const answer = await fetch(`${demoEndpoint}/Tables?${demoSas(WRITING)}`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ TableName: name }),
  });
  expect(answer.status).toBe(201);
}

async function runTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run test' }).press('Enter');
  await page.getByRole('button', { name: 'Create the table and run' }).press('Enter');
}

async function choose(page: Page, group: string, name: string): Promise<void> {
  await page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).check({ force: true });
}

test('from Design to a verdict: only the page of its own writes, and nothing is left behind', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));

  // Two clicks from Design; the SAS that writes is served to the stress lab alone.
  await page.goto('./#/design');
  const askForSas = () =>
    page.evaluate(async () => (await (await fetch('./demo/account')).json()).sas as string);
  expect(await askForSas()).toContain('sp=rl&');
  await page.getByRole('link', { name: 'Stress lab', exact: true }).click();
  await page.getByRole('heading', { name: 'How much does this partition take?' }).waitFor();
  expect(page.url().startsWith(app.stressUrl)).toBe(true);
  await expect(page.getByText('This page writes to the account')).toBeVisible();
  const template = page.getByRole('textbox', { name: 'PartitionKey template' });
  await expect(template).toHaveValue('{DeviceId}');
  await expectAccessible(page, 'stress lab, before connecting');

  // A SAS that reads is refused by its text, with the letters that are missing.
  const field = page.getByRole('textbox', { name: 'SAS URL or connection string' });
  await field.fill(`${app.demoEndpoint}?${app.demoSas()}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('sp has no c (create the test table), a (insert rows)');
  await page.getByRole('button', { name: 'Connect to demo account' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).waitFor();

  // The cost comes first, and Cancel creates nothing.
  await choose(page, 'Load', 'Steady');
  await page.getByRole('textbox', { name: 'Entities/s' }).fill('200');
  await page.getByRole('textbox', { name: 'Seconds' }).fill('2');
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByRole('dialog')).toContainText('At most 14 requests, 400 rows');
  await page.keyboard.press('Escape');
  expect(await testTables(app)).toEqual([]);

  // A whole test. Azurite never throttles, and the verdict says so.
  await runTest(page);
  await expect(page.getByRole('status', { name: 'Test' })).toContainText('Done: the test table is deleted');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText('An emulator never throttles: this says nothing about Azure.');
  await expect(verdict).toContainText(/\d of 8 operations were served/);
  await expectAccessible(page, 'stress lab, verdict');
  expect(await testTables(app)).toEqual([]);

  // Stop ends the load and deletes the table.
  await page.getByRole('textbox', { name: 'Seconds' }).fill('500');
  await runTest(page);
  await expect(page.getByRole('status', { name: 'Test' })).toContainText('Running');
  expect(await testTables(app)).toHaveLength(1);
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(page.getByRole('status', { name: 'Test' })).toContainText('Done: the test table is deleted');
  await expect(verdict).toContainText('You stopped it after');
  expect(await testTables(app)).toEqual([]);

  // What an earlier visit left behind is named with its age, and deleted on request.
  const left = `keyscopestress${(Date.now() - 7_200_000).toString(36).padStart(9, '0')}abc123`;
  await leaveTable(app, left);
  await page.reload();
  await page.getByRole('button', { name: 'Connect to demo account' }).click();
  const leftovers = page.getByRole('list', { name: 'Test tables left behind' });
  await expect(leftovers).toContainText(`${left}made 2 h ago, by this or another browser`);
  await leftovers.getByRole('button', { name: 'Delete' }).press('Enter');
  await leftovers.waitFor({ state: 'hidden' });
  expect(await testTables(app)).toEqual([]);

  // Back to Design, although the page is locked to its account; the address never held the SAS.
  expect(page.url()).not.toMatch(/sig=|sp=/);
  await page.getByRole('link', { name: 'Open these keys in Design' }).click();
  await page.waitForURL(`${app.url}#/design?**`);
  await expect(page.getByRole('textbox', { name: 'PartitionKey template' }).first()).toHaveValue(
    '{DeviceId}',
  );
  expect(faults).toEqual([]);
  await context.close();
});
