// What people do with rows after a query, by keyboard alone: filter while typing, arrange columns, select cells and copy them.
import type { Locator } from 'playwright/test';
import { isoOf } from '../scripts/demo/keyText.mjs';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import { expect, test } from './rig/fixtures.ts';
import { valueOf } from './support/demoRows.ts';
import { expectAccessible } from './support/axe.ts';
import { clipboardText } from './support/clipboard.ts';
import { changeWindow, chooseTable, connectDemo, idle, open, runQuery } from './support/keyscopePage.ts';
import { oddWindow } from './support/windows.ts';

interface DrawnRow {
  readonly row: number;
  readonly label: string;
  readonly text: string;
}

/**
 * The rows in the order in which screen readers read them. Elements are reused for other rows, so their order in the document may be
 * another one.
 */
function drawnRows(grid: Locator): Promise<readonly DrawnRow[]> {
  return grid.evaluate((element) => {
    const owned = element.querySelector('[aria-owns]')?.getAttribute('aria-owns')?.split(' ') ?? [];
    return owned.map((id) => {
      const row = document.getElementById(id);
      return {
        row: Number(row?.dataset.row),
        label: row?.getAttribute('aria-label') ?? '',
        text: row?.textContent ?? '',
      };
    });
  });
}

test('rows are filtered, columns arranged, cells selected and copied, by keyboard alone', async ({
  page,
  app,
}) => {
  const table = app.demoTable('WADLogsTable');
  const window = oddWindow(table);
  const truth = rowsInWindow(table, window.from, window.to);
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, table.name);
  await changeWindow(page, isoOf(window.from), isoOf(window.to));
  await runQuery(page);
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });
  const headers = grid.getByRole('columnheader');

  await grid.evaluate((element) => element.scrollBy(0, 6000));
  await idle(page);
  const drawn = await drawnRows(grid);
  await expect(grid.locator('[data-row]')).toHaveCount(drawn.length);
  const first = drawn[0]?.row ?? Number.NaN;
  expect(first).toBeGreaterThan(200);
  expect(drawn.map(({ row }) => row)).toEqual(drawn.map((_, at) => first + at));
  const byKeys = new Map(truth.map((row) => [`${row.partitionKey} ${row.rowKey}`, row]));
  for (const { label, text } of drawn) {
    const row = byKeys.get(label);
    if (row === undefined) throw new Error(`No row has the keys ${label}.`);
    expect(text).toContain(row.rowKey);
    expect(text).toContain(valueOf(row, 'Message'));
  }
  // When a row scrolls away, text selected in it must no longer be selected, because its element then shows another row.
  const key = await grid
    .locator(`[data-row="${first + 15}"]`)
    .getByText('___')
    .first()
    .boundingBox();
  if (key === null) throw new Error('No key is in sight.');
  await page.mouse.move(key.x + 2, key.y + 8);
  await page.mouse.down();
  await page.mouse.move(key.x + key.width - 2, key.y + 8);
  await page.mouse.up();
  const selectedText = (): Promise<string> => page.evaluate('getSelection().toString()');
  expect(await selectedText()).not.toBe('');
  await grid.evaluate((element) => element.scrollBy(0, 2000));
  await idle(page);
  expect(await selectedText()).toBe('');

  // F on a header opens the fields of its filter. The list follows each key that is typed, and a regular expression that never ends is
  // stopped.
  await grid.focus();
  for (const key of ['Control+Home', 'ArrowUp', 'ArrowRight', 'f']) await page.keyboard.press(key);
  const header = (await headers.nth(1).textContent()) ?? '';
  expect(header).toContain('Level');
  await page.keyboard.type('3');
  await idle(page);
  const kept = truth.filter((row) => valueOf(row, 'Level').includes('3'));
  expect(kept.length).toBeGreaterThan(1);
  await expect(grid).toHaveAttribute('aria-rowcount', String(kept.length + 1));
  await expectAccessible(page, 'the fields of a filter', '[data-flyout]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Level contains "3"');

  // Ctrl+Shift and an arrow key move a column, which stays there when the list is loaded again.
  await grid.focus();
  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect(headers.nth(2)).toContainText('Level');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await expect(headers.nth(1)).toContainText('Level');

  // Cells of one column: their sum and so on, and copying them.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await idle(page);
  const sum = kept.reduce((all, row) => all + BigInt(valueOf(row, 'Level')), 0n);
  await expect(page.getByText(`Sum ${sum.toLocaleString('en-US')}`)).toBeVisible();
  await page.keyboard.press('Control+c');
  await idle(page);
  const lines = (await clipboardText(page)).trimEnd().split('\n');
  expect(lines).toEqual(['Level', ...kept.map(() => '3')]);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Clear selection')).toBeHidden();

  const chooser = page.getByRole('button', { name: 'Columns', exact: true }).last();
  await chooser.press('Enter');
  await page.getByRole('textbox', { name: 'Find a column' }).fill('level');
  await page.getByRole('button', { name: 'Pin Level' }).press('Enter');
  await expect(headers.nth(1)).toContainText('Level');
  const leftOf = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    if (box === null) throw new Error('It is not in sight.');
    return box.x;
  };
  const cell = grid.locator('[data-row] [data-column="1"]').first();
  expect(await leftOf(headers.nth(1)), 'the header of a second pinned column is above its cells').toBe(
    await leftOf(cell),
  );
  await page.getByRole('textbox', { name: 'Find a column' }).focus();
  await page.keyboard.press('Tab');
  await expectAccessible(page, 'the list of columns', '[data-flyout]');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(headers.filter({ hasText: 'Level' })).toHaveCount(0);
  await expect(chooser).toBeFocused();

  // If a query is run again in another tab, the list of the new rows has the focus, as the old one did.
  await grid.focus();
  await page.keyboard.press('Alt+Enter');
  await idle(page);
  await expect(grid).toBeFocused();
});
