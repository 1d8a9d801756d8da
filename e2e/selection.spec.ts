// There is one selection of rows: made in one view, it applies to every other view and to each export.
import type { Locator, Page } from 'playwright/test';
import type { DemoRow } from '../scripts/demo/rows.mjs';
import { expect, test } from './rig/fixtures.ts';
import { prefixesOf, readDemo, valueOf } from './support/demoRows.ts';
import { expectRows, exportNdjson } from './support/exports.ts';
import { fieldValue, fillField, holdDrag, idle, placeOnMap, showTab } from './support/keyscopePage.ts';

function text(count: number): string {
  return count.toLocaleString('en-US');
}

function chips(page: Page) {
  return page.getByRole('list', { name: 'Filters' });
}

test('rows are selected by keyboard; histogram, chart, map and export are of them, and chips say so above each view', async ({
  page,
  app,
}) => {
  const truth = await readDemo(page, app);
  const grid = page.getByRole('grid', { name: 'Rows', exact: true });

  // F on a cell selects the rows that have its value.
  await grid.focus();
  for (const key of ['Control+Home', 'ArrowRight', 'f']) await page.keyboard.press(key);
  await idle(page);
  const chip = (await chips(page).getByRole('listitem').first().textContent()) ?? '';
  const [, name = '', value = ''] = /^(\w+) is (.+?)$/u.exec(chip) ?? [];
  const selected = truth.filter((row) => valueOf(row, name) === value);
  expect(selected.length, chip).toBeGreaterThan(0);
  expect(selected.length).toBeLessThan(truth.length);
  const count = `${text(selected.length)} of ${text(truth.length)} rows`;
  await expect(page.getByText(count)).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(selected.length + 1));
  await expect(page.getByRole('application', { name: 'Rows over time' })).toHaveAccessibleDescription(
    new RegExp(`: ${text(selected.length)} selected of ${text(truth.length)} rows`),
  );

  // Escape removes the last chip. Undo and redo go through changes of the selection and of the query in the order in which they were made.
  await page.keyboard.press('Escape');
  await expect(chips(page)).toBeHidden();
  await fillField(page, 'RowKey', 'r');
  await grid.focus();
  for (const key of ['Control+z', 'Control+z']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  await idle(page);
  await expect(chips(page)).toContainText(chip);
  await page.keyboard.press('Control+Shift+z');
  await idle(page);
  await expect(chips(page)).toBeHidden();
  await page.keyboard.press('Control+z');
  await idle(page);

  await showTab(page, 'Map');
  await expect(chips(page)).toContainText(chip);
  await expect(page.getByText(count)).toBeVisible();
  await expect(page.getByRole('application', { name: 'Prefix by time' })).toHaveAccessibleDescription(
    new RegExp(`^${text(selected.length)} selected rows in`),
  );

  await showTab(page, 'Requests');
  await expect(page.getByText(`Requests follow prefix and time alone, not: ${chip}`)).toBeVisible();

  await showTab(page, 'Chart');
  await expect(page.getByText(count)).toBeVisible();
  const chart = page.getByRole('region', { name: 'Rows over time' });
  await expect(chart.getByRole('application')).toHaveAccessibleDescription(
    new RegExp(`selected rows ${text(selected.length)}\\b`),
  );
  await expect(chart.getByRole('listitem')).toContainText(['selected rows', 'all rows']);
  // The legend can hide a line, and can show one line alone.
  const inLegend = (words: string) => chart.getByRole('button', { name: words });
  await inLegend('Hide all rows.').click();
  await expect(chart.getByText('1 hidden')).toBeVisible();
  await expect(chart.getByRole('application')).not.toHaveAccessibleDescription(/all rows/);
  await inLegend('Hide selected rows.').press('Shift+Space');
  await expect(chart.getByText('1 hidden')).toBeHidden();
  await inLegend('Hide all rows.').dblclick();
  await expect(inLegend('Show selected rows.')).toBeVisible();
  await expect(inLegend('Hide all rows.')).toBeVisible();
  await chart.getByRole('button', { name: 'Show all', exact: true }).press('Enter');
  await expect(inLegend('Hide selected rows.')).toBeVisible();
  expectRows((await exportNdjson(page, 'selected')).lines, selected, 'exported from the chart');
  expectRows((await exportNdjson(page, 'all')).lines, truth, 'exported whole');

  await expectTopValueSelects(page, selected, truth);

  // When the last chip is removed, everything shows all rows again.
  await page.getByRole('button', { name: `Remove filter: ${chip}` }).press('Enter');
  await idle(page);
  await expect(chips(page)).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Chart' })).toBeFocused();
  await showTab(page, 'Map');
  await expect(page.getByRole('application', { name: 'Prefix by time' })).toHaveAccessibleDescription(
    new RegExp(`^${text(truth.length)} rows in`),
  );
});

/** The bounds of the chip with a time range. */
async function timeOfChip(page: Page): Promise<{ readonly from: string; readonly to: string }> {
  const cross = page.getByRole('button', { name: /^Remove filter: .*Time/ });
  const chip = (await cross.getAttribute('aria-label')) ?? '';
  const [, from = '', to = ''] = /(\S+Z) <= Time < (\S+Z)/u.exec(chip) ?? [];
  return { from, to };
}

/** Compares ISO times that may have any number of digits after the seconds. */
function isBefore(time: string, end: string): boolean {
  return time.replace('Z', '') < end.replace('Z', '');
}

async function dragOnMap(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const map = page.getByRole('application', { name: 'Prefix by time' });
  const place = await map.boundingBox();
  await holdDrag(map, from, to);
  await idle(page);
  expect.soft(await map.boundingBox(), 'the map stays in its place').toEqual(place);
  await page.mouse.up();
  await idle(page);
}

test('a time is selected on the histogram, cells on the map by mouse and by keyboard; they become a query only if one says so', async ({
  page,
  app,
}) => {
  const truth = await readDemo(page, app);
  const expectSelected = async (isIn: (row: DemoRow) => boolean): Promise<void> => {
    const within = truth.filter(isIn);
    expect(within.length).toBeGreaterThan(0);
    expect(within.length).toBeLessThan(truth.length);
    await expect(page.getByText(`${text(within.length)} of ${text(truth.length)} rows`)).toBeVisible();
  };
  const timeIn =
    ({ from, to }: { readonly from: string; readonly to: string }) =>
    (row: DemoRow): boolean => {
      const time = valueOf(row, 'PreciseTimeStamp');
      return !isBefore(time, from) && isBefore(time, to);
    };
  const strip = page.getByRole('application', { name: 'Rows over time' });
  await strip.focus();
  for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter'])
    await page.keyboard.press(key);
  await idle(page);
  const first = await timeOfChip(page);
  await expectSelected(timeIn(first));

  // Everything follows a drag while it lasts, and the whole drag is a single step for undo.
  const expectDragFollowed = async (plot: Locator, whileDragged: () => Promise<void>): Promise<void> => {
    const box = await plot.boundingBox();
    if (box === null) throw new Error('The rows over time are not in sight.');
    const dragTo = (share: number) => page.mouse.move(box.x + box.width * share, box.y + 9, { steps: 3 });
    await dragTo(0.3);
    await page.mouse.down();
    for (const share of [0.4, 0.5]) {
      await dragTo(share);
      await whileDragged();
      await idle(page);
      const dragged = await timeOfChip(page);
      expect(dragged).not.toStrictEqual(first);
      await expectSelected(timeIn(dragged));
    }
    await page.mouse.up();
    await page.keyboard.press('Control+z');
    await idle(page);
    expect(await timeOfChip(page)).toStrictEqual(first);
  };
  // The bars must stay visible meanwhile.
  await expectDragFollowed(strip, () => expect(strip.locator('path').nth(1)).toHaveAttribute('d', /M/));
  await showTab(page, 'Chart');
  const chart = page.getByRole('region', { name: 'Rows over time' }).getByRole('application');
  await expectDragFollowed(chart, () => expect(chart).toBeVisible());

  await showTab(page, 'Map');
  const map = page.getByRole('application', { name: 'Prefix by time' });
  await expectDragFollowed(map, () => expect(map).toBeVisible());
  // A rectangle selects a time and prefixes, and replaces the previous selection.
  await dragOnMap(page, [0.4, 0.5], [0.6, 0.7]);
  const second = await timeOfChip(page);
  expect(second.from, 'a drag replaces the time before').not.toBe(first.from);
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  const prefixes = await prefixesOfChip(page);
  expect(prefixes.size).toBeGreaterThan(1);
  const isInBoth = (row: DemoRow): boolean => timeIn(second)(row) && prefixes.has(prefixOf(row));
  await expectSelected(isInBoth);
  await expectRequestsOf(page, prefixes);
  await expectCardsOfLeftOut(page);

  // Nothing is queried by itself. The arrows of the chips turn them into the time range and the prefixes of the next query.
  const sent = app.proxy.log.all().length;
  await page.getByRole('button', { name: /^Add to the query: .*Time/ }).click();
  await idle(page);
  const digits = (time: string): string => time.replace(/\.?0*Z$/u, '');
  expect(digits(await fieldValue(page, 'From'))).toBe(digits(second.from));
  expect(digits(await fieldValue(page, 'To'))).toBe(digits(second.to));
  expect(app.proxy.log.all()).toHaveLength(sent);

  // By keyboard: selects a rectangle of four cells, then X excludes them, so that all other rows remain.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await map.focus();
  for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowDown', 'x']) await page.keyboard.press(key);
  await idle(page);
  const without = (await chips(page).getByRole('button').getAttribute('aria-label')) ?? '';
  const [, from = '', to = '', prefix = ''] =
    /without (\S+Z) <= Time < (\S+Z), Prefix is (.+)$/u.exec(without) ?? [];
  const left = prefixesOf(prefix);
  expect(left.size, without).toBe(2);
  const isLeft = (row: DemoRow): boolean => !(timeIn({ from, to })(row) && left.has(prefixOf(row)));
  await expectSelected(isLeft);

  await expectInKeyspace(page, truth.filter(isLeft).length, () => expectSelected(isLeft));
});

function prefixOf({ partitionKey }: DemoRow): number {
  return Number(partitionKey.split('___')[0]);
}

async function prefixesOfChip(page: Page): Promise<ReadonlySet<number>> {
  const cross = page.getByRole('button', { name: /^Remove filter: Prefix is/ });
  const chip = (await cross.getAttribute('aria-label')) ?? '';
  return prefixesOf(chip.replace('Remove filter: Prefix is ', ''));
}

/** Requests lists the queries of these prefixes, and the requests that were sent for them. */
async function expectRequestsOf(page: Page, prefixes: ReadonlySet<number>): Promise<void> {
  await showTab(page, 'Requests');
  await expect(page.getByText(new RegExp(`^${prefixes.size} of \\d+ queries$`))).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Requests by query' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(prefixes.size + 1));
  await expect(grid).toContainText(`prefix ${Math.min(...prefixes)}`);
  await showTab(page, 'Map');
}

/** Must be called when a filter leaves `count` rows, which `expectSelected` checks. */
async function expectInKeyspace(
  page: Page,
  count: number,
  expectSelected: () => Promise<void>,
): Promise<void> {
  // Keyspace shows the same selection and changes it in the same way. Escape removes the last filter.
  await page.getByRole('link', { name: 'Keyspace' }).click();
  await idle(page);
  await expectSelected();
  await expect(page.getByRole('application', { name: 'Prefix by time' })).toHaveAccessibleDescription(
    new RegExp(`^${text(count)} selected rows in`),
  );
  const map = page.getByRole('application', { name: 'Prefix by time' });
  await map.focus();
  for (const key of ['Home', 'f']) await page.keyboard.press(key);
  await idle(page);
  await expect(chips(page).getByRole('listitem')).toHaveCount(3);
  for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
  await idle(page);
  await expectSelected();
  for (const key of ['Escape', 'Control+z']) await page.keyboard.press(key);
  await idle(page);
  await expectSelected();
}

/** Clicks cells outside the selected time. */
async function expectCardsOfLeftOut(page: Page): Promise<void> {
  // Such a cell may have rows. Its card then says how many, and that none of them is selected.
  const said: string[] = [];
  for (const share of [0.4, 0.48, 0.56, 0.64]) {
    const { x, y } = await placeOnMap(page.getByRole('application', { name: 'Prefix by time' }), 0.2, share);
    await page.mouse.click(x, y);
    await idle(page);
    const card = await page.getByRole('region', { name: 'Chosen cell' }).textContent();
    said.push(/Rows(no rows|\d+ selected of \d+ rows?)/u.exec(card ?? '')?.[1] ?? card ?? 'no card');
    await page.keyboard.press('Escape');
  }
  expect(said.filter((words) => /^0 selected of [1-9]/u.test(words)).length).toBeGreaterThan(0);
  expect(said.filter((words) => !/^(?:no rows|0 selected of [1-9]\d* rows?)$/u.test(words))).toEqual([]);
}

/** A value in the chart can be chosen to narrow the selection to its rows. Undo reverses this. */
async function expectTopValueSelects(
  page: Page,
  selected: readonly DemoRow[],
  truth: readonly DemoRow[],
): Promise<void> {
  const all = truth.length;
  await page.evaluate(() => {
    location.hash += '&chart=top&value=property%3AOperationName';
  });
  await idle(page);
  const table = page.getByRole('table', { name: 'Top values of OperationName' });
  const values = await table.getByRole('row').count();
  const top = table.getByRole('button').first();
  const operation = await top.textContent();
  await top.press('Enter');
  await idle(page);
  const both = selected.filter((row) => valueOf(row, 'OperationName') === operation);
  expect(both.length).toBeLessThan(selected.length);
  await expect(page.getByText(`${text(both.length)} of ${text(all)} rows`)).toBeVisible();
  // The other values are still listed, in grey.
  const ofOperation = truth.filter((row) => valueOf(row, 'OperationName') === operation).length;
  await expect(table.getByRole('row')).toHaveCount(values);
  await expect(table.getByRole('row').nth(1)).toContainText(`${text(both.length)}of ${text(ofOperation)}`);
  await page.keyboard.press('Control+z');
  await idle(page);
  await expect(page.getByText(`${text(selected.length)} of ${text(all)} rows`)).toBeVisible();
  // A number for each value, greatest first.
  // A change of the kind of chart leaves the focus where it was.
  await page.getByRole('button', { name: 'Chart kind: Top values' }).click();
  await page.getByRole('menuitemradio', { name: /^Histogram/ }).press('Enter');
  await idle(page);
  await page.getByRole('button', { name: 'Chart kind: Histogram' }).press('Enter');
  await page.getByRole('menuitemradio', { name: /^Top values/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Chart kind: Top values' })).toBeFocused();
  await page.getByRole('button', { name: 'Bars show: rows' }).click();
  await page.keyboard.type('DurationMs');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Statistic: p95' }).click();
  await page.getByRole('menuitemradio', { name: /^Maximum/ }).click();
  await idle(page);
  const most = new Map<string, number>();
  for (const row of selected) {
    const name = valueOf(row, 'OperationName');
    const number = Number(valueOf(row, 'DurationMs'));
    if (number > (most.get(name) ?? 0)) most.set(name, number);
  }
  const [first] = [...most].toSorted(([, a], [, b]) => b - a);
  const measured = page.getByRole('table', { name: 'Maximum DurationMs by OperationName' });
  const cells = await measured.getByRole('row').nth(1).locator('th, td').allInnerTexts();
  expect(cells.slice(0, 2)).toEqual([
    first?.[0],
    first?.[1].toLocaleString('en-US', { maximumSignificantDigits: 6 }),
  ]);
}
