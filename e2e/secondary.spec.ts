// An account whose secondary endpoint is read too: what is offered, where requests go, and what a result claims.
import type { Locator, Page } from 'playwright/test';
import { rowsOfPrefixes } from './support/demoRows.ts';
import { MINUTE } from '../scripts/demo/keyText.mjs';
import type { TickSpan } from '../scripts/demo/rows.mjs';
import type { App } from './rig/fixtures.ts';
import { hostStyleEndpoint } from './rig/hostStyle.ts';
import type { SecondaryOptions } from './rig/serviceOptions.ts';
import { expectAccessible } from './support/axe.ts';
import { expectRows, exportNdjson } from './support/exports.ts';
import { idle, openConnectDialog, openQuery, runQuery } from './support/keyscopePage.ts';
import { expect, type Scripted, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

const EVENTS = 'DemoEventsVer1v0';
/** Enough prefixes, and so requests, for the change to come in the middle of a run. */
const PREFIXES = '0-15';
const PRIMARY = 'scripted';
const COPY = 'scripted-secondary';

// The console reports what the page's lock refuses and what does not answer.
test.use({ expectedErrors: [/Content Security Policy|connect-src|ERR_|Failed to load/] });

function windowOf(app: App): TickSpan {
  const { from } = oddWindow(app.demoTable(EVENTS));
  return { from, to: from + 12n * MINUTE };
}

const choice = (dialog: Locator): Locator =>
  dialog.getByRole('checkbox', { name: 'Read from the secondary endpoint too' });

/** Connects by keyboard alone, with a SAS that also permits reading the statistics, and fills in the window. */
async function connectBoth(
  page: Page,
  app: App,
  { service, proxy }: Scripted,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const endpoint = hostStyleEndpoint(proxy.endpoint);
  const typed = asIso('', windowOf(app));
  await openQuery(page, { table: EVENTS, from: typed.from, to: typed.to, prefixes: PREFIXES });
  const dialog = await openConnectDialog(page);
  await expect(choice(dialog)).toHaveCount(0);
  const text = dialog.getByRole('textbox', { name: 'SAS URL or connection string' });
  await text.fill(`${endpoint}?${service.accountSas({ resourceTypes: 'sco' })}`);
  await expect(choice(dialog)).not.toBeChecked();
  await text.focus();
  for (
    let tabs = 0;
    tabs < 5 && !(await choice(dialog).evaluate((box) => box === document.activeElement));
    tabs += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(choice(dialog)).toBeChecked();
  await expect(dialog).toContainText(`${COPY}.table.localhost`);
  await look();
  await text.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await idle(page);
  return endpoint;
}

function live(lastSyncMs: number): SecondaryOptions {
  return { status: 'live', lastSyncMs: Math.floor(lastSyncMs / 1000) * 1000 };
}

async function reaches(page: Page, address: string): Promise<boolean> {
  return page.evaluate(
    (url) =>
      fetch(url, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      ),
    address,
  );
}

test('both hosts and nothing else are asked; the rows are the primary’s, as of the last sync', async ({
  page,
  app,
  startScripted,
}) => {
  const scripted = await startScripted([EVENTS], { secondary: live(Date.now()) });
  const endpoint = await connectBoth(page, app, scripted, () =>
    expectAccessible(page, 'the secondary chosen'),
  );
  await expect(page.getByText('Twelve run at a time, six at each endpoint')).toBeVisible();
  expect(await reaches(page, app.demoEndpoint)).toBe(false);
  expect(await reaches(page, endpoint.replace(PRIMARY, COPY))).toBe(true);
  scripted.proxy.log.clear();

  const text = await runQuery(page);
  expect(text).toMatch(/^Complete: .*read from the secondary endpoint as of its last sync, 20\d\d-/);
  const window = windowOf(app);
  const truth = rowsOfPrefixes(app.demoTable(EVENTS), window, PREFIXES);
  expectRows((await exportNdjson(page)).lines, truth, 'both hosts');
  const entries = scripted.proxy.log.all();
  for (const account of [PRIMARY, COPY]) {
    const own = entries.filter((entry) => entry.account === account);
    // How many is a matter of speed. One request and its preflight ask for the time of the last sync.
    expect(own.length, account).toBeGreaterThan(2);
  }

  // The window ends later than the time up to which the copy is known to be complete.
  scripted.service.change({ secondary: live(Number(window.from / 10_000n) - 62_135_596_800_000) });
  expect(await runQuery(page)).toMatch(
    /^Unverifiable: .*read from the secondary endpoint, which holds what was written until .*newer rows may be missing/,
  );
});
