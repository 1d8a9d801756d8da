// A computer whose clock is wrong: the table service tells the time, in the Date of its answers and in the text of its errors.
import type { Page } from 'playwright/test';
import { recommendedRule } from './rig/corsRules.ts';
import { exportNdjson } from './support/exports.ts';
import { connectWith, idle, openConnectDialog, openQuery, runQuery } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const HOUR_MS = 3_600_000;
const TABLE = 'WADLogsTable';

test.use({ expectedErrors: [/Failed to load resource/] });

/** Sets the browser's clock. The service and this page's server keep theirs. */
async function setClock(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript((ms) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ms;
  }, aheadMs);
}

test('three hours behind, with a SAS that expired an hour ago: the clock is named, and not the signature', async ({
  page,
  app,
  startScripted,
}) => {
  // CORS shows no header, so that only the message tells.
  const rule = { ...recommendedRule(app.origin), exposedHeaders: '' };
  const { service, proxy } = await startScripted([TABLE], { cors: [rule] });
  await setClock(page, -3 * HOUR_MS);
  await openQuery(page, {});
  const dialog = await openConnectDialog(page);
  await idle(page);
  const over = service.accountSas({ expiresAtMs: Date.now() - HOUR_MS });
  await dialog
    .getByRole('textbox', { name: 'SAS URL or connection string' })
    .fill(`${proxy.endpoint}?${over}`);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const notice = dialog.getByRole('alert');
  await expect(notice).toContainText("This computer's clock is wrong");
  await expect(notice).toContainText("1 h ago by the table service's clock.");
  await expect(notice).toContainText("This computer's clock is 3 h behind the table service.");
  await expect(notice).not.toContainText('does not accept the signature');
});

for (const [name, days] of [
  ['ahead of', 1],
  ['behind', -1],
] as const) {
  test(`a day ${name} the service: now, late rows and file names are the service's`, async ({
    page,
    startScripted,
  }) => {
    const { sasUrl } = await startScripted([TABLE]);
    await setClock(page, days * 24 * HOUR_MS);
    await openQuery(page, { table: TABLE, from: 'now-1h', to: 'now' });
    await connectWith(page, sasUrl);
    await expect(page.getByText(`This computer's clock is 1 d ${name} the table service.`)).toBeVisible();
    const [today, theirs] = [0, days].map((day) =>
      new Date(Date.now() + day * 24 * HOUR_MS).toISOString().slice(0, 10),
    );
    expect(await page.getByRole('region', { name: 'Query', exact: true }).textContent()).not.toContain(
      theirs,
    );
    const status = await runQuery(page);
    expect(status).toMatch(/^Complete: [1-9]/);
    expect(status).toContain(
      `Late rows possible: the window ended less than 10 min before reading, ${today}`,
    );
    const { name: file } = await exportNdjson(page);
    expect(file).toContain(`${TABLE}-${today}-`);
    // A window without now says nothing about clocks.
    await openQuery(page, { table: TABLE, from: '2026-01-01', to: '2026-01-02' });
    await expect(page.getByText("This computer's clock is")).toHaveCount(0);
  });
}
