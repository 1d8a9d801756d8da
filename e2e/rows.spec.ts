// What people do with rows after a query, by keyboard alone: filter, mark, choose columns, select, copy, compare.
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import type { DemoRow } from '../scripts/demo/rows.mjs';
import { expect, test } from './rig/fixtures.ts';
import {
  changeWindow,
  chooseTable,
  connectDemo,
  idle,
  open,
  runQuery,
  showTab,
} from './support/keyscopePage.ts';
import { oddWindow } from './support/windows.ts';
import { isoOf } from '../scripts/demo/keyText.mjs';

function valueOf(row: DemoRow, name: string): string {
  return row.properties.find(([propertyName]) => propertyName === name)?.[2] ?? '';
}

test('rows are filtered while typing, marked, and counted, by keyboard alone', async ({ page, app }) => {
  const table = app.demoTable('WADLogsTable');
  const window = oddWindow(table);
  const truth = rowsInWindow(table, window.from, window.to);
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, table.name);
  await changeWindow(page, isoOf(window.from), isoOf(window.to));
  await runQuery(page);
  await showTab(page, 'Rows');
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  await page.getByRole('textbox', { name: 'Search rows' }).fill('basket');
  await idle(page);

  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('f');
  await page.keyboard.type('3');
  await idle(page);
  const kept = truth.filter((row) => valueOf(row, 'Level').includes('3'));
  await expect(grid).toHaveAttribute('aria-rowcount', String(kept.length + 1));
  await page.keyboard.press('Escape');
});
