// Every request of a run is shown over time and in words: as many as the server saw, with what went wrong. They can be saved as CSV.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { MINUTE } from '../scripts/demo/keyText.mjs';
import type { App } from './rig/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
import { parseCsv } from './support/csv.ts';
import { connectDemo, openQuery, runQuery, showTab } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

const EVENTS = 'DemoEventsVer1v0';

/** Runs a query of ten prefixes of the demo table over a few minutes, and opens the view Requests. */
async function runTen(page: Page, app: App): Promise<string> {
  const { from } = oddWindow(app.demoTable(EVENTS));
  const typed = asIso('', { from, to: from + 12n * MINUTE });
  await openQuery(page, { table: EVENTS, from: typed.from, to: typed.to, prefixes: '0-9' });
  await connectDemo(page);
  app.proxy.log.clear();
  const text = await runQuery(page);
  await showTab(page, 'Requests');
  return text;
}

const waterfall = (page: Page): Locator => page.getByRole('application', { name: 'Waterfall' });
const details = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Latency and selected request' });

async function showRequestGrid(page: Page): Promise<Locator> {
  await page.getByRole('radio', { name: 'Requests' }).check({ force: true });
  return page.getByRole('grid', { name: 'Requests', exact: true });
}

test.describe('a service that is busy', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('every request that the server saw is there; a 503 is marked, with its wait and its reason; the log is saved as the server saw it; all by keyboard, and axe finds nothing', async ({
    page,
    app,
  }) => {
    app.proxy.setRules([
      {
        action: { kind: 'status', status: 503, code: 'ServerBusy' },
        table: EVENTS,
        // Affects only the query of prefix 4, and not the coverage checks beside it.
        filterHas: "ge '0000000000000000004___0",
        nth: { from: 1, to: 2 },
      },
    ]);
    expect(await runTen(page, app)).toMatch(/^Complete: /);
    await expectWalkByKeyboard(page);
    const sent = app.proxy.log.count('GET');
    expect(sent).toBeGreaterThan(10);
    await expect(waterfall(page)).toHaveAccessibleDescription(
      new RegExp(`^${sent} requests, 2 retries, 2 throttled, 0 failed`),
    );
    const grid = await showRequestGrid(page);
    await expect(grid).toHaveAttribute('aria-rowcount', String(sent + 1));
    const latencies = details(page).getByRole('table').first();
    await expect(
      latencies
        .getByRole('row', { name: /First byte/ })
        .getByRole('cell')
        .last(),
    ).toHaveText(/\d m?s$/);
    const busy = grid.getByRole('row', { name: /^prefix 4: throttled/ });
    await expect(busy).toContainText('HTTP 503 ServerBusy');
    await busy.click();
    await expect(details(page)).toContainText('Retry after, ms');
    await grid.getByRole('columnheader', { name: 'Retry in' }).click();
    await expect(grid.getByRole('row').nth(1)).toContainText('throttled');
    await waterfall(page).focus();
    await page.keyboard.press('n');
    await expect(details(page).getByRole('heading')).toHaveText('prefix 4, retry 1');
    await page.getByRole('button', { name: 'Next that was throttled or failed' }).click();
    await expect(details(page).getByRole('heading')).toHaveText('prefix 4');
    await expect(details(page)).toContainText('ServerBusy');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save requests as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^DemoEventsVer1v0-[\dZ-]+\.requests\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).not.toMatch(/sig=/i);
    const rows = parseCsv(text);
    const saved = rows.map((row) => [row['Status'], row['Filter'], row['TokenSent'] !== ''].join(' '));
    const seen = app.proxy.log
      .all()
      .filter(({ method }) => method === 'GET')
      .map(({ status, filter = '', hasToken }) => [status, filter, hasToken].join(' '));
    expect(saved.toSorted()).toEqual(seen.toSorted());
    const throttled = rows.filter((row) => row['Outcome'] === 'throttled');
    expect(throttled).toHaveLength(2);
    for (const row of throttled) {
      expect(Number(row['RetryWaitMs'])).toBeGreaterThan(0);
      expect(row['RetryReason']).toBe('HTTP 503 ServerBusy');
    }
  });
});

/** By keyboard: from request to request, zoom, pan, back, and in the grid. */
async function expectWalkByKeyboard(page: Page): Promise<void> {
  await waterfall(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const title = details(page).getByRole('heading');
  await expect(title).toHaveText('prefix 1');
  const whole = page.getByRole('button', { name: 'Show the whole run' });
  await expect(whole).toBeDisabled();
  await page.keyboard.press('+');
  await expect(whole).toBeEnabled();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('f');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('r');
  await expect(whole).toBeDisabled();
  await page.keyboard.press('End');
  await expect(title).not.toHaveText('prefix 1');

  await expectAccessible(page, 'a chosen request', '[role="tabpanel"]');

  const grid = await showRequestGrid(page);
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await expect(title).toHaveText('prefix 1');
}
