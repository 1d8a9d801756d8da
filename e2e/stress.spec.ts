// The stress lab against the demo account. It writes, so it has a page of its own: the shared one fails at anything but GET.
import { expect, type Locator, type Page } from 'playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './rig/fixtures.ts';

/** Everything but GET that the lab may send, with the tables. */
const WRITES = /^(?:POST (?:Tables|\$batch)|DELETE Tables|(?:POST|PUT) keyscopestress\w+)$/;

/** The stress lab's tables, according to the service itself. */
async function testTables(endpoint: string, sas: string): Promise<readonly string[]> {
  const answer = await fetch(`${endpoint}/Tables?${sas}`, { headers: { Accept: 'application/json' } });
  const { value } = (await answer.json()) as { readonly value: readonly { readonly TableName: string }[] };
  return value.map(({ TableName: name }) => name).filter((name) => name.startsWith('keyscopestress'));
}

/** Presses Tab until the element has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await hasFocus()); steps += 1) {
    expect(steps, 'presses of Tab').toBeLessThan(120);
    await page.keyboard.press(key);
  }
}

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** By keyboard: after connecting, and after a test, the focus is on this button. */
async function runTest(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Run test' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, 'button', 'Create the table and run');
}

test('from Design to a verdict by keyboard: only the page of its own writes, and nothing is left behind', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  const leftInDemo = () => testTables(app.demoEndpoint, app.demoSas());
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const status = page.getByRole('status', { name: 'Test' });
  const verdict = page.getByRole('region', { name: 'Verdict' });

  // From Design in two steps. Only the stress lab is served with the SAS that may write.
  await page.goto('./#/design');
  const askForSas = () =>
    page.evaluate(async () => (await (await fetch('./demo/account')).json()).sas as string);
  expect(await askForSas()).toContain('sp=rl&');
  await press(page, 'link', 'Stress lab');
  await page.getByRole('heading', { name: 'How much does this partition take?' }).waitFor();
  expect(page.url().startsWith(app.stressUrl)).toBe(true);
  await expect(page.getByText('This page writes to the account')).toBeVisible();
  const template = page.getByRole('textbox', { name: 'PartitionKey template' });
  await expect(template).toHaveValue('{DeviceId}');
  const expectation = page.getByRole('region', { name: 'What the model expects' });
  await expect(expectation).toContainText(/Throttled at \d,\d+ entities\/s on one partition/);
  await expectAccessible(page, 'stress lab, before connecting');

  // A SAS that can only read is refused because of its text, with the letters that are missing.
  await expect(page.getByRole('textbox', { name: 'SAS URL or connection string' })).toBeFocused();
  await page.keyboard.insertText(`${app.demoEndpoint}?${app.demoSas()}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('sp has no c (create the test table), a (insert rows)');
  await press(page, 'button', 'Connect to demo account');
  await page.getByRole('button', { name: 'Disconnect' }).waitFor();

  // The cost is shown first, and Escape creates nothing.
  await tabTo(page, page.getByRole('radio', { name: 'Steps up' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  const type = async (field: string, text: string) => {
    await tabTo(page, page.getByRole('textbox', { name: field, exact: true }));
    await page.keyboard.type(text);
  };
  await type('Entities/s', '200');
  await type('Seconds', '2');
  const runButton = page.getByRole('button', { name: 'Run test' });
  await tabTo(page, runButton);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Up to about 14 requests, 400 rows');
  await expect(page.getByRole('dialog')).toContainText('list prices for LRS in West Europe');
  await page.keyboard.press('Escape');
  expect(await leftInDemo()).toEqual([]);

  // A whole test. Azurite never throttles, and the verdict must say so.
  await runTest(page);
  await expect(status).toContainText('Done: the test table is deleted');
  await expect(verdict).toContainText('An emulator never throttles: this says nothing about Azure.');
  await expect(verdict).toContainText(/\d of 8 operations were served/);
  await expect(verdict).toContainText('Answers: 202 ');
  await expectAccessible(page, 'stress lab, verdict');
  expect(await leftInDemo()).toEqual([]);

  // Design can be opened although the page is locked to its account, and the address never contained the SAS.
  expect(page.url()).not.toMatch(/sig=|sp=/);
  await press(page, 'link', 'Open these keys in Design');
  await page.waitForURL(`${app.url}#/design?**`);
  await expect(page.getByRole('textbox', { name: 'PartitionKey template' }).first()).toHaveValue(
    '{DeviceId}',
  );
  expect(faults).toEqual([]);
  for (const stray of app.proxy.log.takeStrays()) expect(stray).toMatch(WRITES);
  await context.close();
});

test('Stop ends the load; what a closed tab leaves is offered for deletion', async ({ app, browser }) => {
  const context = await browser.newContext({ baseURL: app.stressUrl });
  const page = await context.newPage();
  const leftInDemo = () => testTables(app.demoEndpoint, app.demoSas());
  const status = page.getByRole('status', { name: 'Test' });
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await page.goto('./#/stress?v=1&shape=steady&rate=200&seconds=500');
  await page.getByRole('button', { name: 'Connect to demo account' }).click();

  // After the key that stops the test, nothing but the deletion may be sent.
  await runTest(page);
  await expect(status).toContainText('Running');
  expect(await leftInDemo()).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
  const sentAfter = await page.evaluateHandle(() => {
    const methods: (string | undefined)[] = [];
    const send = window.fetch.bind(window);
    const watch = (): void => {
      window.fetch = (input, init) => {
        methods.push(init?.method);
        return send(input, init);
      };
    };
    window.addEventListener('keyup', watch, { capture: true, once: true });
    return methods;
  });
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText('You stopped it after');
  expect((await sentAfter.jsonValue()).filter((method) => method !== 'GET')).toEqual(['DELETE']);
  expect(await leftInDemo()).toEqual([]);

  // Another tab sees that the table is in use. The browser asks before the first tab is closed during a test; afterwards the table is
  // offered for deletion.
  await runTest(page);
  await expect(status).toContainText('Running');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Connect to demo account' }).click();
  const leftovers = other.getByRole('list', { name: 'Test tables left behind' });
  await expect(leftovers).toContainText('in use by another tab of this browser');
  const [left = ''] = await leftInDemo();
  const asked = page.waitForEvent('dialog');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await (await asked).accept();
  await closed;
  await other.reload();
  await other.getByRole('button', { name: 'Connect to demo account' }).click();
  await expect(leftovers).toContainText(new RegExp(`${left}made [\\d.]+ s ago, by this or another browser`));
  await leftovers.getByRole('button', { name: 'Delete' }).press('Enter');
  await leftovers.waitFor({ state: 'hidden' });
  expect(await leftInDemo()).toEqual([]);
  for (const stray of app.proxy.log.takeStrays()) expect(stray).toMatch(WRITES);
  await context.close();
});
