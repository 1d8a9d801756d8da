// A run that cannot continue waits and says why. With another SAS, the network or the service it continues where it stopped.
import type { Page } from 'playwright/test';
import { rowsOfPrefixes } from './support/demoRows.ts';
import { MINUTE } from '../scripts/demo/keyText.mjs';
import type { DemoRow } from '../scripts/demo/rows.mjs';
import type { FaultAction } from './rig/faultActions.ts';
import type { App } from './rig/fixtures.ts';
import { violations } from './support/axe.ts';
import { exportNdjson, expectRows } from './support/exports.ts';
import { connectWith, idle, openQuery, status, statusText } from './support/keyscopePage.ts';
import { expect, hurry, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

const EVENTS = 'DemoEventsVer1v0';
/** Enough prefixes, and so requests, for the fault to come in the middle of a run. */
const PREFIXES = '0-15';
/** The service gives the same answer for a SAS that has expired, was revoked or is not its own. */
const REFUSED: FaultAction = { kind: 'expired' };
const RESET: FaultAction = { kind: 'reset' };

/** Connects and fills in a short window of a table, for which a run sends one request for each prefix. */
async function prepare(page: Page, app: App, sasUrl: string): Promise<readonly DemoRow[]> {
  const table = app.demoTable(EVENTS);
  const { from } = oddWindow(table);
  const window = { from, to: from + 6n * MINUTE };
  const typed = asIso('', window);
  await openQuery(page, { table: EVENTS, from: typed.from, to: typed.to, prefixes: PREFIXES });
  await connectWith(page, sasUrl);
  return rowsOfPrefixes(table, window, PREFIXES);
}

async function startRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run query' }).click();
  await idle(page);
}

/** On a busy machine a query may have used up its retries before the pause began. The page says so, and Continue reads the rest. */
async function expectComplete(page: Page): Promise<void> {
  await idle(page);
  await expect(status(page)).toHaveText(/^(?:Complete|Incomplete: .* quer(?:y|ies) failed)/);
  const goOn = page.getByRole('button', { name: 'Continue' });
  if ((await statusText(page)).startsWith('Incomplete')) await goOn.click();
  await idle(page);
  await expect(status(page)).toHaveText(/^Complete: /);
}

test.use({ expectedErrors: [/Failed to load resource|blocked by CORS policy/] });

test('a SAS that ends midway: one dialog, a new SAS, and no row missing or twice; a refusal of one prefix alone is named', async ({
  page,
  app,
  startScripted,
}) => {
  const { service, proxy, sasUrl } = await startScripted([EVENTS]);
  const truth = await prepare(page, app, sasUrl);
  proxy.setRules([{ action: REFUSED, table: EVENTS, nth: { from: 8, to: 10_000 } }]);
  proxy.log.clear();
  await startRun(page);
  const dialog = page.getByRole('dialog', { name: 'Paused: the SAS is no longer accepted' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(await statusText(page)).toMatch(/^Reading: /);
  const sent = proxy.log.all().length;
  // Nothing is tried again, since it would be refused again. So only these were sent: the answered requests, those in flight when the SAS
  // expired, and a check whether all requests are refused.
  expect(sent).toBeLessThanOrEqual(7 + 6 + 1);
  await expect(dialog).toContainText('403');
  expect(await violations(page, 'light', '[role="dialog"]')).toEqual([]);

  // The dialog can be closed by keyboard and opened again, while the run still waits.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await violations(page, 'light', 'main')).toEqual([]);
  // The open entity must stay the row that the list marks, wherever that row is once all have arrived.
  const rows = page.getByRole('grid', { name: 'Rows', exact: true });
  const marked = rows.getByRole('row', { selected: true });
  await rows.focus();
  for (const key of ['Control+End', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('complementary', { name: 'Selected entity' })).toBeVisible();
  const opened = await marked.getAttribute('aria-label');
  await page.getByRole('button', { name: 'Paste a new SAS' }).click();
  const box = dialog.getByRole('textbox', { name: 'New SAS for this account' });
  await box.fill('https://someone.table.core.windows.net/?sv=2020-08-04&sig=x');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(proxy.log.all()).toHaveLength(sent);

  proxy.setRules([]);
  await box.fill(`${proxy.endpoint}?${service.accountSas()}`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await idle(page);
  expect(await statusText(page)).toMatch(/^Complete: /);
  expect(truth.length).toBeGreaterThan(0);
  await expect(page.getByText(/^Paused: /)).toHaveCount(0);
  expect(opened).not.toBeNull();
  await expect(marked).toHaveAttribute('aria-label', opened ?? '');
  const file = await exportNdjson(page);
  expectRows(file.lines, truth, 'after the new SAS');
  // If one prefix is refused, the page names it. It asks for no other SAS, and the other prefixes are read.
  const refused: FaultAction = { kind: 'status', status: 403, code: 'AuthorizationFailure' };
  proxy.setRules([{ action: refused, filterHas: `'${'3'.padStart(19, '0')}___` }]);
  await startRun(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(status(page)).toHaveText(
    /^Incomplete: .*1 query failed \(prefix 3\): Refused, while other requests are answered: .*HTTP 403/,
  );
  proxy.setRules([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await idle(page);
  await expect(status(page)).toHaveText(/^Complete: /);
  expectRows((await exportNdjson(page)).lines, truth, 'after one refused prefix');
});

test('a service that is away is waited for, and asked at once when told; so is one whose refusal CORS hides: no prefix is given up, and another SAS can be given', async ({
  page,
  app,
  startScripted,
}) => {
  await hurry(page);
  const { service, proxy, sasUrl } = await startScripted([EVENTS]);
  const truth = await prepare(page, app, sasUrl);
  proxy.setRules([{ action: RESET, nth: { from: 8, to: 100_000 } }]);
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByText('Azure is busy or out of reach, waiting', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Checked while the service is away. Once it is back, the page might notice that before the click.
  const sent = proxy.log.all().length;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => proxy.log.all().length).toBeGreaterThan(sent);
  proxy.setRules([]);
  await expectComplete(page);
  expectRows((await exportNdjson(page)).lines, truth, 'after a service that was away');

  proxy.log.clear();
  proxy.setRules([{ action: { ...REFUSED, cors: false }, nth: { from: 8, to: 100_000 } }]);
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByText('Azure is busy or out of reach, waiting', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Paste a new SAS' }).click();
  const box = page.getByRole('dialog').getByRole('textbox', { name: 'New SAS for this account' });
  // Pasted as a command line prints it, without the account. What the user types must stay in the field while outage checks fail.
  await box.fill(service.accountSas());
  const before = proxy.log.all().length;
  await expect.poll(() => proxy.log.all().length).toBeGreaterThan(before);
  proxy.setRules([]);
  await page.keyboard.press('Enter');
  await expectComplete(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
