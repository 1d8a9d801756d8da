// A time series in two designs: the demo's tables contain the same points, and their rows are read as points.
import { unixSeconds } from '../scripts/demo/keyText.mjs';
import { expect, test } from './rig/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
import { exportNdjson } from './support/exports.ts';
import { chooseTable, connectDemo, idle, open, runQuery, statusText } from './support/keyscopePage.ts';

test('both designs of a series hold the same points, and rows of many points are read as points', async ({
  page,
  app,
}) => {
  const seeded = app
    .demoTable('SensorSeries')
    .rows.flatMap(({ rowKey, properties }) =>
      properties.map(([name, , text]) => [Number(rowKey) + Number(name.slice(1)), Number(text)] as const),
    );
  await open(page, '#/design?v=1&tab=series');
  await connectDemo(page);
  const compared = page.getByRole('region', { name: 'Designs of the series compared' });
  await expect(compared.getByRole('row', { name: /^Points in the window/ })).toContainText('3,6003,600');
  // Everything by keyboard: the tab of the view, a time form, a factor with its fault, and the run.
  await page.getByRole('tab', { name: 'Time series' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Time series' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: /Time in keys$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Time in keys$/ })).toBeFocused();
  const factor = page.getByRole('textbox', { name: 'Row factor' });
  await factor.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5min');
  await expect(page.getByText('A row would hold 300 points; an entity holds 252 properties.')).toBeVisible();
  await expect(factor).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('4 min');
  const points = seeded.length.toLocaleString('en-US');
  await page.getByRole('button', { name: 'Run both' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${points} points are the same in both; none differs.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run both' })).toBeFocused();
  await expectAccessible(page, 'time series');

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Query' }).click();
  await idle(page);
  await chooseTable(page, 'SensorSeries');
  await runQuery(page);
  await page.getByRole('button', { name: 'Read as points' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Read as points' }).press('Enter');
  await idle(page);
  expect(await statusText(page)).toMatch(`Complete: ${points} points from`);
  const { lines } = await exportNdjson(page);
  const read = lines.map((line) => {
    const { RowKey, Value } = JSON.parse(line) as { RowKey: string; Value: number };
    return [Number(unixSeconds(BigInt(RowKey.slice(0, 19)))), Value] as const;
  });
  expect(read.toSorted(([a], [b]) => a - b)).toEqual(seeded.toSorted(([a], [b]) => a - b));
});
