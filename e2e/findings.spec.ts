// What the page says about rows and where they are. It may use only what was read, and must not present a bound as the time of a row.
import type { Page } from 'playwright/test';
import { valueOf } from './support/demoRows.ts';
import { isoOf, MINUTE } from '../scripts/demo/keyText.mjs';
import type { DemoRow } from '../scripts/demo/rows.mjs';
import { expect, test } from './rig/fixtures.ts';
import type { FaultProxy } from './rig/faultProxy.ts';
import { expectAccessible } from './support/axe.ts';
import { clipboardText } from './support/clipboard.ts';
import { ticksOfIso } from './support/mapTable.ts';
import {
  changeWindow,
  connectDemo,
  fieldValue,
  fillField,
  idle,
  open,
  openQuery,
  runQuery,
  showTab,
  status,
} from './support/keyscopePage.ts';

const TABLE = 'DemoEventsVer1v0';
const SILENT = 62;
/** Includes the hot prefix and the silent one. */
const PREFIXES = '36-49,61,62';

/** The last of the rows of some prefixes, by its exact time. */
function lastOf(rows: readonly DemoRow[], prefixes: readonly number[]): DemoRow {
  const [last] = rows
    .filter((row) => prefixes.includes(prefixOf(row)))
    .toSorted((a, b) => (exactTime(a) < exactTime(b) ? 1 : -1));
  if (last === undefined) throw new Error('These prefixes have no row.');
  return last;
}

const exactTime = (row: DemoRow): string => valueOf(row, 'PreciseTimeStamp');
const prefixOf = ({ partitionKey }: DemoRow): number => Number(partitionKey.slice(0, 19));
/** `12:34:56.1234567` */
const clockOf = (row: DemoRow): string => exactTime(row).slice(11, 27);

/** The list of requests must have every request that was sent since `before`. */
async function expectAllListed(page: Page, { log }: FaultProxy, before: number): Promise<void> {
  await showTab(page, 'Requests');
  const sent = (log.all().length - before).toLocaleString('en-US');
  await expect(page.getByRole('application', { name: 'Waterfall' })).toHaveAccessibleDescription(
    new RegExp(`^${sent} requests, `),
  );
}

test('an empty result says between which times the newest row is; Newest reads it with one press; every request for that is listed', async ({
  page,
  app,
}) => {
  await openQuery(page, {
    table: TABLE,
    prefixes: '0-2',
    from: '2001-01-01T00:00:00Z',
    to: '2001-01-01T01:00:00Z',
  });
  await connectDemo(page);
  const before = app.proxy.log.all().length;
  expect(await runQuery(page)).toMatch(/^Complete: 0 rows/);
  const fact = page.getByText(/^Newest row between [\d\-: ]+ and [\d\-: ]+ UTC, about .+ ago\.$/);
  await expect(fact).toHaveCount(2);
  await expectAccessible(page, 'an empty result', '[aria-label="Result"], [role="tabpanel"]');
  await expectAllListed(page, app.proxy, before);
  await page.getByRole('radio', { name: 'Requests' }).check({ force: true });
  await expect(page.getByRole('grid', { name: 'Requests', exact: true })).toContainText('search');
  // The newest row was found a moment ago, so it is not looked for again.
  const found = app.proxy.log.all().length;
  await page.getByRole('button', { name: 'Go there' }).first().click();
  await idle(page);
  await expect(status(page)).toContainText(/^Complete: [1-9]/);
  await expect(
    page.getByRole('main').getByText(/^Newest row: [\d\- ]*\d\d:\d\d:\d\d\.\d{7} UTC, /),
  ).toBeVisible();
  await expectAllListed(page, app.proxy, found);
  // If the query changes, the newest row is not looked for without a press.
  await changeWindow(page, 'now-1h', 'now');
  await runQuery(page);
  await expect(page.getByRole('main').getByText(/^Newest row: /)).toHaveCount(0);

  // One press finds the newest row, reads it, and says what it is.
  const { rows } = app.demoTable(TABLE);
  const prefixes = [36, 37, 38, 39, 40, 61];
  await fillField(page, 'Prefixes', '36-40,61');
  const pressed = app.proxy.log.all().length;
  await page.getByRole('button', { name: 'Newest' }).click();
  await idle(page);
  const last = lastOf(rows, prefixes);
  const said = page.getByRole('main').getByText(/^Newest row: /);
  await expect(said).toContainText(
    new RegExp(`${clockOf(last)} UTC, .+ ago, in prefix ${prefixOf(last)}\\.`),
  );
  await expect(status(page)).toContainText(/^Complete: [1-9]/);
  await showTab(page, 'Rows');
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await expect(grid.getByRole('row').nth(1)).toContainText(clockOf(last));
  const to = ticksOfIso(await fieldValue(page, 'To'));
  expect(to).toBeGreaterThan(ticksOfIso(exactTime(last)));
  expect(to - ticksOfIso(exactTime(last))).toBeLessThan(20n * MINUTE);
  await expectAllListed(page, app.proxy, pressed);
});

test('a silent prefix: one press names its last row to the tick, selects the rows before, asks whether it is still silent, copies a line; a query of it alone says nothing of how the table is designed', async ({
  page,
  app,
}) => {
  // The sample, which comes from a file, has a finding too.
  const findings = page.getByRole('region', { name: 'Findings' });
  await open(page, '#/decode');
  await page.getByRole('button', { name: 'Open a sample' }).click();
  await idle(page);
  await expect(findings).toHaveText(/^1 finding ?Prefix 62 is silent/);

  const { from, to } = app.demoWindow;
  const { rows } = app.demoTable(TABLE);
  await openQuery(page, { table: TABLE, from: isoOf(from), to: isoOf(to), prefixes: PREFIXES });
  await connectDemo(page);
  const before = app.proxy.log.all().length;
  await runQuery(page);
  // One press shows who stopped writing, and when exactly.
  const silent = findings.getByRole('button', { name: `Prefix ${SILENT} is silent` });
  await silent.click();
  await idle(page);
  const finding = page.getByRole('status', { name: 'Finding', exact: true });
  const last = clockOf(lastOf(rows, [SILENT]));
  await expect(finding).toContainText(
    new RegExp(
      `^Prefix ${SILENT}: last row ([\\d-]+ )?${last} \\(Front_IN_${SILENT}\\)\\. Usually one every \\d+ s; about \\d+ missing\\.`,
    ),
  );
  // A query of the silent time would return 0 rows, so none is offered.
  await expect(page.getByRole('link', { name: 'Query its rows' })).toHaveCount(0);
  const sent = app.proxy.log.all().length;
  await page.getByRole('button', { name: 'Is it still silent?' }).click();
  await idle(page);
  expect(app.proxy.log.all().length - sent).toBe(1);
  await expect(finding).toContainText(/Yes: no row since [\d: -]+\. Asked at [\d:]+ UTC\./);
  await page.getByRole('button', { name: 'What else stopped then?' }).click();
  await expect(page.getByRole('status', { name: 'What else stopped then' })).toContainText(
    `Nothing else stopped between `,
  );
  await page.getByRole('button', { name: 'Copy for a ticket' }).click();
  expect(await clipboardText(page)).toMatch(
    new RegExp(
      `^${TABLE}: Prefix ${SILENT} is silent .* Last row: .*${last}Z, PartitionKey "0+${SILENT}___.*Result: Complete: .* prefixes`,
    ),
  );
  await expectAccessible(page, 'a silent prefix', '[aria-label="Details"]');
  await page.getByRole('button', { name: 'Its last 20 rows' }).click();
  await idle(page);
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await expect(grid.getByRole('row').nth(1)).toContainText(last);
  await expect(page.getByRole('main')).toContainText(/20 of [\d,]+ rows/);
  const filters = page.getByRole('list', { name: 'Filters' });
  await expect(filters).toContainText(`Prefix is "${SILENT}"`);

  // By keyboard: opens the finding, then selects only its last row.
  await silent.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^Last row .*${last} .Front_IN_${SILENT}.$`) }).focus();
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.getByRole('main')).toContainText(/1 of [\d,]+ rows/);
  await expect(grid.getByRole('row').nth(1)).toContainText(last);
  // Once the filters are removed, all requests are shown again, not only those for the selected row.
  for (const _ of ['PartitionKey', 'RowKey'])
    await filters
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
  await expect(filters).toHaveCount(0);
  await expectAllListed(page, app.proxy, before);
  // In a timeline it is a mark above the rows of its time, and a press shows it on the map.
  await page.keyboard.press('a');
  const track = page.getByRole('region', { name: /^Track / });
  await track.getByRole('button', { name: `Prefix ${SILENT} is silent` }).click();
  await expect(page.getByRole('tab', { name: 'Map', selected: true })).toBeVisible();
  await expect(finding).toContainText(last);

  // From a query of one prefix nothing can be concluded about the design of the table, and the page says what it did not check.
  await fillField(page, 'Prefixes', String(SILENT));
  expect(await runQuery(page)).toMatch(/^Complete: [1-9]/);
  // The findings that remain are about the rows that were read.
  await expect(findings).toHaveText(/^1 finding ?No new rows ?since \d\d:\d\d ?All checks$/);
  await findings.getByRole('button', { name: 'No new rows' }).click();
  await expect(finding).toContainText('These may be only some keys of the table.');

  await changeWindow(page, isoOf(from), isoOf(from + 60n * MINUTE));
  await runQuery(page);
  await expect(findings).toContainText('Nothing unusual');
  await findings.getByRole('button', { name: 'All checks' }).click();
  const dialog = page.getByRole('dialog', { name: 'All checks' });
  await expect(dialog.getByRole('region', { name: 'Normal' })).toContainText('Gap for all');
  await expect(dialog.getByRole('region', { name: 'Not checked' })).toContainText(
    'Sequential append needs a query of all keys of a time',
  );
  await expectAccessible(page, 'what was checked', '[role="dialog"]');
});
