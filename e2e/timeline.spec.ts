// The timeline: several results on one time axis with a common time range, by mouse and by keyboard. A link restores it.
import type { Page } from 'playwright/test';
import { clipboardText } from './support/clipboard.ts';
import { expectAccessible } from './support/axe.ts';
import { valueOf } from './support/demoRows.ts';
import { connectDemo, idle, open, openQuery, runQuery, showTab } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

const EVENTS = 'DemoEventsVer1v0';
const LOGS = 'WADLogsTable';
const MINUTE = 600_000_000n;

function tracks(page: Page) {
  return page.getByRole('region', { name: 'Timeline' }).getByRole('region', { name: /^Track / });
}

/** The numbers of selected rows that the first track and the one below it show. */
async function selectedCounts(page: Page): Promise<readonly number[]> {
  await idle(page);
  const texts = await tracks(page)
    .getByText(/^[\d,]+ selected$/)
    .allInnerTexts();
  return texts.map((text) => Number(text.replaceAll(/\D/g, '')));
}

/** The bounds of the chip with a time range. */
async function stretchOf(page: Page): Promise<{ readonly from: string; readonly to: string }> {
  const chip = await page.getByRole('button', { name: /^Remove filter: .*Time/ }).getAttribute('aria-label');
  const [, from = '', to = ''] = /(\S+Z) <= Time < (\S+Z)/u.exec(chip ?? '') ?? [];
  return { from, to };
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('two results share one axis: a stretch selects in both, goes to both queries, and a link brings all of it back', async ({
  page,
  app,
}) => {
  const table = app.demoTable(EVENTS);
  const { from } = oddWindow(table);
  const window = { from, to: from + 12n * MINUTE };
  const typed = asIso('', window);
  await openQuery(page, { table: EVENTS, from: typed.from, to: typed.to, prefixes: '0-4' });
  await connectDemo(page);
  await runQuery(page);
  await page.keyboard.press('a');
  await idle(page);
  await page.getByRole('button', { name: 'Add a track' }).click();
  await page.getByRole('menuitem', { name: LOGS }).click();
  await idle(page);
  await expect(tracks(page)).toHaveCount(2);
  await expect(tracks(page).nth(1)).toContainText(/\d+ rows/);
  // The visible result stays the same.
  await expect(page.getByRole('combobox', { name: 'Table' })).toHaveValue(EVENTS);

  const isRead = { [EVENTS]: (key: string) => Number(key.slice(0, 19)) < 5, [LOGS]: () => true };
  /** How many rows of each table a simple loop finds in the selected time range. */
  const expected = async (): Promise<readonly number[]> => {
    const stretch = await stretchOf(page);
    return [EVENTS, LOGS].map((name) => {
      const source = app.demoTable(name);
      return source.rows.filter((row) => {
        const bucket = source.bucketOf(row);
        const isIn = bucket !== undefined && bucket.to > window.from && bucket.from < window.to;
        const time = valueOf(row, 'PreciseTimeStamp').replace('Z', '');
        const isSelected = time >= stretch.from.replace('Z', '') && time < stretch.to.replace('Z', '');
        return isIn && isSelected && isRead[name as keyof typeof isRead](row.partitionKey);
      }).length;
    });
  };
  const plane = page.getByRole('application', { name: 'Time of all tracks' });
  const box = await plane.boundingBox();
  if (box === null) throw new Error('The tracks are not in sight.');
  await page.mouse.move(box.x + box.width * 0.3, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 30, { steps: 4 });
  await page.mouse.up();
  const dragged = await selectedCounts(page);
  expect(dragged).toEqual(await expected());
  expect(Math.min(...dragged)).toBeGreaterThan(0);
  // A single undo removes it from both.
  await page.keyboard.press('Control+z');
  expect(await selectedCounts(page)).toEqual([]);

  await plane.focus();
  for (const key of ['Home', 'PageDown', ...Array.from({ length: 9 }, () => 'Shift+PageDown'), 'Enter'])
    await page.keyboard.press(key);
  const keyed = await selectedCounts(page);
  expect(keyed).toEqual(await expected());
  expect(keyed).not.toEqual(dragged);
  const stretch = await stretchOf(page);
  const summary = plane.locator('p');
  const whole = (await summary.textContent()) ?? '';
  // Zooming out of the whole time changes nothing, so it must not be a step for Backspace.
  for (const key of ['z', '-', '-', '-', '-', '-', '-', '-', '-', 'Backspace', 'Backspace'])
    await page.keyboard.press(key);
  await idle(page);
  await expect(summary).not.toHaveText(whole);
  await expectAccessible(page, 'the timeline');

  // The link contains the tracks, what each shows, the time range and the zoom. The rows must be read again.
  await page.getByRole('button', { name: `Shown of ${LOGS}` }).click();
  await page.getByRole('menuitemradio', { name: 'Rows', exact: true }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = (await clipboardText(page)).split('#')[1] ?? '';
  expect(link).not.toContain('sig=');
  await open(page, `#${link}`);
  await expect(tracks(page)).toContainText(['not read yet', 'not read yet']);
  await connectDemo(page);
  await page.getByRole('button', { name: 'Run 2 queries' }).click();
  await idle(page);
  await expect(tracks(page).nth(1)).toContainText(/\d+ rows/);
  expect(await stretchOf(page)).toEqual(stretch);
  expect(await selectedCounts(page)).toEqual(keyed);
  await expect(page.getByRole('button', { name: `Shown of ${LOGS}` })).toHaveText('Rows');
  const panel = page.getByRole('region', { name: 'Timeline' });
  await expect(panel.getByRole('button', { name: 'Show all', exact: true })).toBeVisible();

  // The selected time becomes the next query of both results. The second track is moved up, and then removed.
  await page.getByRole('button', { name: 'Use in all 2 queries' }).click();
  await page.getByRole('button', { name: 'Run 2 queries' }).click();
  await idle(page);
  await expect(page.getByRole('button', { name: /^Run \d/ })).toHaveCount(0);
  await showTab(page, 'Map');
  await page.getByRole('button', { name: `Track ${LOGS}: move, zoom, remove` }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(tracks(page).first()).toContainText(LOGS);
  await page.getByRole('button', { name: LOGS, exact: true }).click();
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Timeline' })).toHaveCount(0);
  await page.getByRole('tab', { name: /^DemoEvents/ }).click();
  await expect(tracks(page)).toHaveCount(1);
});
