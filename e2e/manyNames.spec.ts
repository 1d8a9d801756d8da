// In a table whose rows each have names of their own, every list of names is short, and its search reaches all of them.
import type { Locator } from 'playwright/test';
import type { DemoRow } from '../scripts/demo/rows.mjs';
import { recommendedRule } from './rig/corsRules.ts';
import { arrayRows } from './rig/rowSource.ts';
import { exportNdjson } from './support/exports.ts';
import { connectWith, idle, openQuery, runQuery, showTab } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const ROWS = 100;
const NAMES_OF_ROW = 50;
/** No list draws more than this many. */
const MOST_LISTED = 100;

const nameOf = (number: number): string => `Name${String(number).padStart(6, '0')}`;
const NAMES = Array.from({ length: ROWS * NAMES_OF_ROW }, (_, number) => nameOf(number));
const LAST = NAMES.at(-1) ?? '';

const rows: readonly DemoRow[] = Array.from({ length: ROWS }, (_, row) => ({
  partitionKey: 'p',
  rowKey: String(row).padStart(6, '0'),
  timestamp: '2026-11-20T00:00:00.1234567Z',
  properties: NAMES.slice(row * NAMES_OF_ROW, (row + 1) * NAMES_OF_ROW).map(
    (name, at) => [name, 'Int32', String(row * NAMES_OF_ROW + at)] as const,
  ),
}));

async function expectShort(list: Locator): Promise<void> {
  await expect(list.first()).toBeVisible();
  expect(await list.count()).toBeLessThanOrEqual(MOST_LISTED);
}

test('5,000 names: each is found in the lists of columns, of the chart and of the filter, and all are in the file', async ({
  page,
  app,
  startScripted,
}) => {
  const { sasUrl } = await startScripted([], {
    tables: new Map([['ManyNames', arrayRows(rows)]]),
    cors: [recommendedRule(app.origin)],
  });
  await openQuery(page, { table: 'ManyNames', scheme: 'none' });
  await connectWith(page, sasUrl);
  expect(await runQuery(page)).toMatch(/^Complete: 100 rows/);
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await expect(grid).toHaveAttribute('aria-colcount', /^2\d\d$/);
  await expect(page.getByText(/^4,7\d\d more columns in Columns$/)).toBeVisible();

  // A column for which the grid has no room can be added by its name.
  await page.getByRole('button', { name: 'Columns', exact: true }).last().press('Enter');
  const listed = page.getByRole('list', { name: 'Columns of the list' }).getByRole('listitem');
  await expectShort(listed);
  await page.getByRole('textbox', { name: 'Find a column' }).fill(LAST.toLowerCase());
  await expect(listed).toHaveCount(1);
  await listed.getByRole('checkbox', { name: LAST }).check();
  await page.keyboard.press('Escape');
  await idle(page);
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(grid.getByRole('columnheader', { name: LAST })).toBeVisible();

  await page.getByRole('textbox', { name: 'Filter', exact: true }).focus();
  await page.keyboard.type('Name');
  await expectShort(page.getByRole('option', { name: /^Name/ }));
  await page.keyboard.type(LAST.slice(4, -1));
  await expect(page.getByRole('option', { name: LAST })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');

  await showTab(page, 'Chart');
  for (const menu of ['Value: Rows', 'Split: nothing']) {
    await page.getByRole('button', { name: menu }).press('Enter');
    await expectShort(page.getByRole('menuitemradio'));
    await page.getByRole('searchbox', { name: 'Find by name' }).fill(LAST);
    await expect(page.getByRole('menuitemradio')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
  await showTab(page, 'Rows');

  const { lines } = await exportNdjson(page);
  const written = lines.flatMap((line) => Object.keys(JSON.parse(line) as object));
  expect(written.filter((name) => name.startsWith('Name'))).toEqual(NAMES);
});
