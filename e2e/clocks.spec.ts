// A computer whose clock is wrong: the table service tells the time, in the Date of its answers and in the text of its errors.
import { recommendedRule } from './rig/corsRules.ts';
import { exportNdjson } from './support/exports.ts';
import { changeWindow, idle, openQuery, runQuery, tryConnect } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const HOUR_MS = 3_600_000;
const TABLE = 'WADLogsTable';

test.use({ expectedErrors: [/Failed to load resource/] });

// Two days, so that no hour of today is in the computer's day. A clock that is ahead is told in serviceClock.test.ts.
const DAYS = 2;

test("two days behind: a SAS that has expired is told by the clock, not by its signature; now, late rows and file names are the service's", async ({
  page,
  app,
  startScripted,
}) => {
  // CORS shows no header, so that only the message tells.
  const rule = { ...recommendedRule(app.origin), exposedHeaders: '' };
  const { service, proxy, sasUrl } = await startScripted([TABLE], { cors: [rule] });
  await page.addInitScript(
    (ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - ms;
    },
    DAYS * 24 * HOUR_MS,
  );
  await openQuery(page, { table: TABLE, from: 'now-1h', to: 'now' });
  const over = service.accountSas({ expiresAtMs: Date.now() - HOUR_MS });
  const dialog = await tryConnect(page, `${proxy.endpoint}?${over}`);
  const notice = dialog.getByRole('alert');
  await expect(notice).toContainText("This computer's clock is wrong");
  await expect(notice).toContainText("1 h ago by the table service's clock.");
  await expect(notice).toContainText("This computer's clock is 2 d behind the table service.");
  await expect(notice).not.toContainText('does not accept the signature');

  service.change({ cors: [recommendedRule(app.origin)] });
  await dialog.getByRole('textbox', { name: 'SAS URL or connection string' }).fill(sasUrl);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await idle(page);
  await expect(page.getByText("This computer's clock is 2 d behind the table service.")).toBeVisible();
  const [today = '', wrong = ''] = [0, DAYS].map((days) =>
    new Date(Date.now() - days * 24 * HOUR_MS).toISOString().slice(0, 10),
  );
  expect(await page.getByRole('region', { name: 'Query', exact: true }).textContent()).not.toContain(wrong);
  const status = await runQuery(page);
  expect(status).toMatch(/^Complete: [1-9]/);
  expect(status).toContain(`Late rows possible until ${today}`);
  await page.getByRole('status', { name: 'Completeness' }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Proof' })).toContainText(
    new RegExp(`Read (?:at|from) ${today}.* by the service's clock`),
  );
  await page.keyboard.press('Escape');
  expect((await exportNdjson(page)).name).toContain(`${TABLE}-${today}-`);
  // A window without now says nothing about clocks.
  await changeWindow(page, '2026-01-01', '2026-01-02');
  await expect(page.getByText("This computer's clock is")).toHaveCount(0);
});
