// The timeline: a link opens several results on one time axis with a common time range, which mouse and keyboard change.
import type { Page } from 'playwright/test';
import { clipboardText } from './support/clipboard.ts';
import { expectAccessible } from './support/axe.ts';
import { valueOf } from './support/demoRows.ts';
import { command, connectDemo, idle, openQuery } from './support/keyscopePage.ts';
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

/** As a chip and a link write an instant. */
function shortened(ends: { readonly from: string; readonly to: string }) {
  const short = (text: string): string => text.replace(/\.?0+Z$/, 'Z');
  return { from: short(ends.from), to: short(ends.to) };
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a link brings two results on one axis: a stretch selects in both, and goes to both queries; another table joins', async ({
  page,
  app,
}) => {
  const table = app.demoTable(EVENTS);
  const { from } = oddWindow(table);
  const window = { from, to: from + 6n * MINUTE };
  const typed = asIso('', window);
  const asked = { from: typed.from, to: typed.to };
  const linked = asIso('', { from: from + 2n * MINUTE, to: from + 4n * MINUTE });
  const only = JSON.stringify([
    { name: 'Time', fact: 'time', kind: 'range', as: 'instant', from: linked.from, to: linked.to },
  ]);
  const arrangement = {
    tracks: [
      { query: { table: EVENTS, ...asked, prefixes: '0-1' } },
      { shows: 'rows', query: { table: LOGS, ...asked } },
    ],
    zoom: [linked.from, typed.to],
  };
  const timeline = JSON.stringify(arrangement);
  await openQuery(page, { table: EVENTS, ...asked, prefixes: '0-1', only, timeline });
  await expect(tracks(page)).toContainText(['not read yet', 'not read yet']);
  await connectDemo(page);
  await page.getByRole('button', { name: 'Run 2 queries' }).click();
  await idle(page);
  // The visible result stays the same.
  await expect(page.getByRole('combobox', { name: 'Table' })).toHaveValue(EVENTS);
  await expect(page.getByRole('button', { name: `Shown of ${LOGS}` })).toHaveText('Rows');
  const panel = page.getByRole('region', { name: 'Timeline' });
  await expect(panel.getByRole('button', { name: 'Show all', exact: true })).toBeVisible();

  const isRead = { [EVENTS]: (key: string) => Number(key.slice(0, 19)) < 2, [LOGS]: () => true };
  /** How many rows of each table a simple loop finds in a time range. */
  const rowsIn = (stretch: { readonly from: string; readonly to: string }): readonly number[] =>
    [EVENTS, LOGS].map((name) => {
      const source = app.demoTable(name);
      return source.rows.filter((row) => {
        const bucket = source.bucketOf(row);
        const isIn = bucket !== undefined && bucket.to > window.from && bucket.from < window.to;
        const time = valueOf(row, 'PreciseTimeStamp').replace('Z', '');
        const isSelected = time >= stretch.from.replace('Z', '') && time < stretch.to.replace('Z', '');
        return isIn && isSelected && isRead[name as keyof typeof isRead](row.partitionKey);
      }).length;
    });
  const expected = async (): Promise<readonly number[]> => rowsIn(await stretchOf(page));
  const brought = await selectedCounts(page);
  expect(await stretchOf(page)).toEqual(shortened(linked));
  expect(brought).toEqual(await expected());
  const plane = page.getByRole('application', { name: 'Time of all tracks' });
  const box = await plane.boundingBox();
  if (box === null) throw new Error('The tracks are not in sight.');
  // At the crosshair each track shows how many rows its bar counts.
  const [, seconds] = /per (\d+) s/u.exec((await panel.textContent()) ?? '') ?? [];
  const shown: number[] = [];
  for (const share of [0.62, 0.6, 0.5, 0.4, 0.3]) {
    await page.mouse.move(box.x + box.width * share, box.y + 30);
    await idle(page);
    const from = (await panel.locator('[aria-hidden] time').getAttribute('datetime')) ?? '';
    const to = new Date(Date.parse(from) + Number(seconds) * 1000).toISOString();
    const figures = (await tracks(page).locator('b').allInnerTexts()).map(Number);
    expect(figures, from).toEqual(rowsIn({ from, to }));
    shown.push(...figures);
  }
  expect(Math.max(...shown)).toBeGreaterThan(0);
  await page.mouse.down();
  // The pointer rests on its way, so the rows of two stretches are selected, one after the other.
  await page.mouse.move(box.x + box.width * 0.5, box.y + 30);
  await idle(page);
  await page.mouse.move(box.x + box.width * 0.7, box.y + 30);
  await page.mouse.up();
  const dragged = await selectedCounts(page);
  expect(dragged).toEqual(await expected());
  expect(dragged).not.toEqual(brought);
  // A single undo takes it back in both.
  await page.keyboard.press('Control+z');
  expect(await selectedCounts(page)).toEqual(brought);
  // Undo right after a drag takes back this drag, whose rows are not selected yet.
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 30);
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  expect(await selectedCounts(page)).toEqual(brought);

  await plane.focus();
  for (const key of ['Home', 'PageDown', ...Array.from({ length: 9 }, () => 'Shift+PageDown'), 'Enter'])
    await page.keyboard.press(key);
  const keyed = await selectedCounts(page);
  expect(keyed).toEqual(await expected());
  expect([brought, dragged]).not.toContainEqual(keyed);
  expect(Math.min(...keyed)).toBeGreaterThan(0);
  const stretch = await stretchOf(page);
  const summary = plane.locator('p');
  await page.keyboard.press('r');
  const whole = (await summary.textContent()) ?? '';
  await idle(page);
  await page.mouse.move(box.x + box.width * 0.4, box.y + 30);
  // Ctrl+wheel zooms at the pointer.
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect(summary).not.toHaveText(whole);
  await plane.press('Backspace');
  await expect(summary).toHaveText(whole);
  // Zooming out of the whole time changes nothing, so it must not be a step for Backspace.
  for (const key of ['z', '-', '-', '-', '-', '-', '-', '-', '-', 'Backspace', 'Backspace'])
    await page.keyboard.press(key);
  await idle(page);
  await expect(summary).not.toHaveText(whole);
  const zoomed = (await summary.textContent()) ?? '';
  for (const key of ['Home', 'ArrowLeft']) await page.keyboard.press(key);
  await idle(page);
  await expect(summary).not.toHaveText(zoomed);
  await expect(summary).not.toHaveText(whole);
  await expectAccessible(page, 'the timeline', 'section[aria-label="Timeline"]');

  // The link of Share contains the same tracks, with the time range that is selected now.
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = (await clipboardText(page)).split('#')[1] ?? '';
  expect(link).not.toContain('sig=');
  const shared = JSON.parse(new URLSearchParams(link.split('?')[1]).get('timeline') ?? '');
  expect(shared.zoom).toHaveLength(2);
  for (const [at, { query, ...shows }] of arrangement.tracks.entries()) {
    expect(shared.tracks[at]).toMatchObject({ ...shows, query });
    expect(JSON.parse(shared.tracks[at].query.only)).toMatchObject([stretch]);
  }

  // The selected time becomes the next query of both results. A single undo takes it back in both.
  const waiting = page.getByRole('button', { name: 'Run 2 queries' });
  await page.getByRole('button', { name: 'Use in all 2 queries' }).click();
  await expect(waiting).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: /^Run \d/ })).toHaveCount(0);

  // The second track is moved up, and then removed. Its table is added again, with the same window.
  await page.getByRole('button', { name: `Track ${LOGS}: move, zoom, remove` }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(tracks(page).first()).toContainText(LOGS);
  await page.getByRole('button', { name: LOGS, exact: true }).click();
  await page.keyboard.press('a');
  await expect(panel).toHaveCount(0);
  await page.getByRole('tab', { name: /^DemoEvents/ }).click();
  await expect(tracks(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Add a track' }).click();
  await page.getByRole('menuitem', { name: LOGS, exact: true }).click();
  await idle(page);
  const [events, logs] = keyed;
  expect(await selectedCounts(page)).toEqual([events, logs]);

  // From a result without a timeline it takes one step.
  const close = panel.getByRole('button', { name: /^Track .*: move, zoom, remove$/ });
  for (const left of [1, 0]) {
    await close.last().click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(tracks(page)).toHaveCount(left);
  }
  await command(page, `same window in another table ${LOGS}`);
  await expect(tracks(page)).toContainText(['DemoEvents', LOGS]);
  await idle(page);
  expect(await selectedCounts(page)).toEqual([events, logs]);
});
