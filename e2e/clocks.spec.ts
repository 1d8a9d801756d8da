// A computer whose clock is wrong. The table service states the time in the Date header of its answers and in the text of its errors.
import { floorTo, MINUTE, ticksOfMs } from '../scripts/demo/keyText.mjs';
import { compareRows, type DemoRow } from '../scripts/demo/rows.mjs';
import { recommendedRule } from './rig/corsRules.ts';
import { arrayRows } from './rig/rowSource.ts';
import { exportNdjson } from './support/exports.ts';
import { changeWindow, idle, openQuery, runQuery, tryConnect } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const HOUR_MS = 3_600_000;
const TABLE = 'WADLogsTable';

test.use({ expectedErrors: [/Failed to load resource/] });

// Two days, so that the service's today is another day than the computer's. serviceClock.test.ts tests a clock that is ahead.
const DAYS = 2;

test("two days behind: a SAS that has expired is told by the clock, not by its signature; now, late rows and file names are the service's", async ({
  page,
  app,
  startScripted,
}) => {
  // CORS exposes no header, so only the message of the error states the time.
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
  // Following reads up to the present by the service's clock. It finds a row that was written since, in a minute that had been read.
  const { rows } = app.demoTable(TABLE);
  const last = rows.at(-1);
  if (last === undefined) throw new Error('The table has no rows.');
  const partitionKey = `0${floorTo(ticksOfMs(Date.now() - 120_000), MINUTE)}`;
  const row = { ...last, partitionKey, rowKey: 'late', timestamp: new Date().toISOString() };
  const write = (...more: readonly DemoRow[]): void =>
    service.change({ tables: new Map([[TABLE, arrayRows([...rows, ...more].toSorted(compareRows))]]) });
  write(row);
  const result = page.getByRole('region', { name: 'Result', exact: true });
  const counted = Number(/[\d,]+/.exec(status)?.[0].replaceAll(',', ''));
  const follow = page.getByRole('button', { name: 'Follow', exact: true });
  // On a narrow screen the button has only an icon, and its words are in a tooltip.
  await follow.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Follow: read new rows as they arrive');
  await follow.click();
  await expect(result).toContainText('+1 row (1 late), ');
  await expect(result).toContainText(`Complete: ${(counted + 1).toLocaleString('en')} rows`);
  await expect(page.getByRole('status', { name: 'Announcements' })).toHaveText('1 row (1 late)');
  await page.getByRole('grid', { name: 'Rows' }).press('Control+End');
  await expect(page.getByRole('row', { name: /^Late: .* late$/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(result).toContainText('Stopped following. +1 row (1 late)');
  // Rows that arrive above must not move the rows being read, and the selected row must stay selected.
  const grid = page.getByRole('grid', { name: 'Rows' });
  await grid.getByRole('columnheader', { name: /^Time / }).click();
  await grid.press('Control+Home');
  for (let times = 0; times < 3; times += 1) await grid.press('PageDown');
  await idle(page);
  const read = grid.getByRole('row', { selected: true });
  const [name, place] = [await read.getAttribute('aria-label'), await read.boundingBox()];
  write(row, { ...row, rowKey: 'later' }, { ...row, rowKey: 'latest' });
  await page.keyboard.press('t');
  await expect(result).toContainText('+2 rows (2 late), ');
  await idle(page);
  expect([await read.getAttribute('aria-label'), await read.boundingBox()]).toEqual([name, place]);
  await page.keyboard.press('Escape');
  // If the window does not depend on the present, nothing is said about clocks.
  await changeWindow(page, '2026-01-01', '2026-01-02');
  await expect(page.getByText("This computer's clock is")).toHaveCount(0);
});
