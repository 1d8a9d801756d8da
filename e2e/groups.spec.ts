// Rows grouped by the values of columns: the counts must be right, and a group can be selected or left out.
import type { Page } from 'playwright/test';
import { expect, test } from './rig/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
import { idle } from './support/keyscopePage.ts';
import { readDemo, valueOf } from './support/demoRows.ts';

/** The cells of each line of the groups, by the title of their column. */
async function lines(page: Page): Promise<readonly ReadonlyMap<string, string>[]> {
  const grid = page.getByRole('grid', { name: 'Groups' });
  const titles = await grid.getByRole('columnheader').allTextContents();
  const rows = await grid.getByRole('row').all();
  return await Promise.all(
    rows.slice(1).map(async (row) => {
      const cells = await row.getByRole('gridcell').allTextContents();
      // The first cell also has a button, which appears under the pointer.
      return new Map(
        titles.map((title, at) => [title.trim(), (cells[at] ?? '').replace('What differs?', '').trim()]),
      );
    }),
  );
}

test('rows are grouped by the column of a header, by keyboard; counts are those of the rows; groups are selected and left out', async ({
  page,
  app,
}) => {
  const truth = await readDemo(page, app);
  const rows = page.getByRole('grid', { name: 'Rows', exact: true });
  const titles = await rows.getByRole('columnheader').allTextContents();
  const column = titles.findIndex((title) => title.startsWith('OperationName'));
  expect(column, titles.join(', ')).toBeGreaterThan(0);
  await rows.focus();
  for (const key of ['Control+Home', 'ArrowUp', ...Array.from({ length: column }, () => 'ArrowRight'), 'g'])
    await page.keyboard.press(key);
  await idle(page);

  const wanted = new Map<string, { rows: number; errors: number }>();
  for (const row of truth) {
    const name = valueOf(row, 'OperationName');
    const before = wanted.get(name) ?? { rows: 0, errors: 0 };
    wanted.set(name, {
      rows: before.rows + 1,
      errors: before.errors + (['1', '2'].includes(valueOf(row, 'Level')) ? 1 : 0),
    });
  }
  const inOrder = [...wanted].toSorted(([, a], [, b]) => b.rows - a.rows);
  const found = (await lines(page)).map((line) => [
    line.get('OperationName'),
    {
      rows: Number(line.get('Rows')?.replaceAll(',', '')),
      errors: Number(line.get('Errors')?.replaceAll(',', '')),
    },
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  await expectAccessible(page, 'the groups of a result', '[role="tabpanel"]');

  // X excludes the largest group, and Enter selects the next one.
  const grid = page.getByRole('grid', { name: 'Groups' });
  await grid.focus();
  for (const key of ['Control+Home', 'x']) await page.keyboard.press(key);
  await idle(page);
  const [first, second] = inOrder;
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(
    `OperationName is not ${first?.[0]}`,
  );
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await idle(page);
  const count = `${second?.[1].rows.toLocaleString('en-US')} of ${truth.length.toLocaleString('en-US')} rows`;
  await expect(page.getByText(count)).toBeVisible();
  await expect(page.getByText(`1 group with selected rows, ${wanted.size - 1} without`)).toBeVisible();
  expect(await lines(page)).toHaveLength(1);

  // The address contains the grouping, so that a link opens it.
  expect(page.url()).toContain('&tab=groups&group=property:OperationName');

  // The texts of one template are grouped by the number in them: N is the prefix with its 19 digits.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Group by: OperationName' }).click();
  await page.getByRole('menuitemradio', { name: /^N, as a template/ }).click();
  await idle(page);
  await grid.focus();
  for (const key of ['Control+Home', 'Enter']) await page.keyboard.press(key);
  await idle(page);
  await page.getByRole('button', { name: 'Group by: N, as a template' }).click();
  await page.getByRole('menuitemradio', { name: /^N: <n>/ }).click();
  await idle(page);
  const numbers = (await lines(page)).map((line) => [line.get('N: <n>'), line.get('Rows')]);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual(
    numbers.map(([number]) => [
      number,
      truth.filter((row) => valueOf(row, 'N') === number).length.toLocaleString('en-US'),
    ]),
  );

  // Two actions show what differs about the failed rows: group by their column, then press D on a group.
  await page.keyboard.press('Control+z');
  await idle(page);
  await page.getByRole('button', { name: 'Group by: N' }).click();
  await page.getByRole('menuitemradio', { name: /^Succeeded/ }).click();
  await idle(page);
  await grid.focus();
  await page.keyboard.press('Control+Home');
  if ((await lines(page))[0]?.get('Succeeded') !== 'false') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('d');
  await idle(page);
  const failed = truth.filter((row) => valueOf(row, 'Succeeded') === 'false').length;
  const others = truth.length - failed;
  const pane = page.getByRole('complementary', { name: 'What differs?' });
  await expect(pane).toContainText(`${failed.toLocaleString('en-US')} selected rows`);
  await expect(pane).toContainText('Nothing else differs by more than chance');
  // In the demo, Level depends on whether a row failed, so both columns say the same and follow from the selection.
  await pane.getByText('2 columns follow from the selection: Succeeded, Level').click();
  await expect(pane.getByRole('region')).toHaveCount(1);
  await expect(pane.getByRole('region')).toContainText('Same rows as');
  await expect(pane.getByRole('region')).toContainText('follows from Succeeded');
  const counts = `100 % of the selected rows (${failed.toLocaleString('en-US')}), 0 % of the others (0)`;
  await expect(pane.getByRole('button', { name: counts })).toBeVisible();
  await expectAccessible(page, 'what differs, beside the chips of a selection');

  // It changes with the selection, and a press on a value selects that value.
  await page.keyboard.press('Control+z');
  await idle(page);
  await expect(pane).toContainText('Select rows first');
  await page.keyboard.press('Control+Shift+z');
  await idle(page);
  await pane
    .getByRole('button', {
      name: `0 % of the selected rows (0), 100 % of the others (${others.toLocaleString('en-US')})`,
    })
    .press('Enter');
  await idle(page);
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(2);
  await expect(pane).toContainText('No row is selected.');
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(2);
});
