// The key visualizer in a real browser: whatever the zoom, its cells must count the rows that were seeded.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { d19, floorTo, isoOf, MINUTE } from '../scripts/demo/keyText.mjs';
import type { DemoTable, TickSpan } from '../scripts/demo/rows.mjs';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import { expect, test } from './rig/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
import { compareCells, type SeededRow, type ShownCell, shownCells, ticksOfIso } from './support/mapTable.ts';
import { countsOf, fieldValue, holdDrag, idle, open, runInDemo, runQuery } from './support/keyscopePage.ts';

const TABLE = 'DemoEventsVer1v0';
const EVENTS = { table: TABLE, scheme: 'mds-prefixed', volume: 'large' };

function map(page: Page): Locator {
  return page.getByRole('application', { name: 'Prefix by time' });
}

async function toKeyspace(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Keyspace' }).click();
  await idle(page);
}

/** Some prefixes of the demo's widest table, among them the hot one and the silent one. demo.spec.ts uses all of them. */
const FIRST = 36;
const PREFIXES = [36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 61, 62];
/** How many prefixes are shown at once. The table of the map has room for 14. */
const ROWS_SHOWN = 8;

/** Runs a query of these prefixes for two hours and shows the result as a map. */
async function showRun(page: Page, { from, to }: TickSpan): Promise<void> {
  await runInDemo(page, { ...EVENTS, from: isoOf(from), to: isoOf(to), prefixes: PREFIXES.join(',') });
  await toKeyspace(page);
}

/** The total of each visible row of the map, read from its table. */
async function rowTotals(page: Page): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  const grid = page.getByRole('grid', { name: 'Prefix by time, as a table' });
  for (const row of await grid.getByRole('row').all()) {
    const cells = await row.getByRole('gridcell').allTextContents();
    const [label, total] = cells;
    if (label !== undefined && total !== undefined)
      totals.set(label.trim(), Number(total.replaceAll(',', '')));
  }
  return totals;
}

const prefixOf = (partitionKey: string): string => String(Number(partitionKey.slice(0, 19)));

/** Shows a part of the map, by its address, as numbers. */
async function showPart(
  page: Page,
  part: { readonly from: bigint; readonly to: bigint },
  rows: readonly [from: number, to: number],
): Promise<readonly ShownCell[]> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#/keyspace?v=1&source=run&zoom=${part.from},${part.to},${rows.join(',')}`,
  );
  await idle(page);
  return shownCells(page, part.to);
}

/** A chosen cell becomes a query of its prefix and time, which returns as many rows as were seeded there. */
async function cellBecomesQuery(page: Page, table: DemoTable): Promise<void> {
  const prefix = String(FIRST + 2);
  await map(page).focus();
  for (const key of ['r', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const card = page.getByRole('region', { name: 'Chosen cell', exact: true });
  await expect(card).toContainText(`${d19(FIRST + 2)}___`);
  await expectAccessible(page, 'a chosen cell', '[aria-label="Chosen cell"]');
  await card.getByRole('link', { name: 'Query this cell' }).click();
  await idle(page);
  expect(await fieldValue(page, 'Prefixes')).toBe(prefix);
  const text = await runQuery(page);
  const from = ticksOfIso(await fieldValue(page, 'From'));
  const to = ticksOfIso(await fieldValue(page, 'To'));
  const truth = rowsInWindow(table, from, to).filter(({ partitionKey }) => prefixOf(partitionKey) === prefix);
  expect(to).toBeGreaterThan(from);
  expect(countsOf(text)).toEqual({ rows: truth.length, done: 1, asked: 1 });
}

// All in one test with one run, since a run reads much.
test('every cell is what was seeded, of all of a run and of one minute; a cell becomes a query', async ({
  page,
  app,
}) => {
  const table = app.demoTable(TABLE);
  const asked = table.rows.filter(({ partitionKey }) => PREFIXES.includes(Number(prefixOf(partitionKey))));
  const seeded = asked.map(({ partitionKey, properties }): SeededRow => {
    const time = properties.find(([name]) => name === 'PreciseTimeStamp')?.[2] ?? '';
    return { label: prefixOf(partitionKey), ticks: ticksOfIso(time) };
  });
  await showRun(page, app.demoWindow);
  await expect(page.getByRole('status', { name: 'Map completeness' })).toContainText('Complete: ');
  await page.getByRole('button', { name: 'Show as table' }).click();

  // The whole time, eight prefixes at a time: no row is lost, and none is counted twice.
  let rows = 0;
  for (let first = 0; first < PREFIXES.length; first += ROWS_SHOWN) {
    const cells = await showPart(page, app.demoWindow, [first, first + ROWS_SHOWN]);
    expect(new Set(cells.map(({ label }) => label)).size).toBe(ROWS_SHOWN);
    const compared = compareCells(cells, seeded);
    expect(compared.wrong).toEqual([]);
    rows += compared.rows;
  }
  const { from: start, to: end } = app.demoWindow;
  expect(rows).toBe(seeded.filter(({ ticks }) => ticks >= start && ticks < end).length);

  // With a finer zoom: the seconds of one minute.
  const from = floorTo(table.window.from + 70n * MINUTE, MINUTE);
  const minute = compareCells(await showPart(page, { from, to: from + MINUTE }, [0, 14]), seeded);
  expect(minute.wrong).toEqual([]);
  expect(minute.rows).toBeGreaterThan(20);

  await page.getByRole('button', { name: 'Show as map' }).click();
  await cellBecomesQuery(page, table);
});

/** However many events a wheel sends, one Backspace undoes them all. */
async function aGestureIsOneStep(page: Page): Promise<void> {
  // Without pauses, since events with a person's pauses between them would be several gestures.
  await map(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2, deltaY: -60, cancelable: true };
    for (let events = 0; events < 6; events += 1)
      element.dispatchEvent(new WheelEvent('wheel', { ...at, ctrlKey: true }));
  });
  await idle(page);
  expect(page.url()).toContain('zoom=');
  await page.keyboard.press('Backspace');
  await idle(page);
  expect(page.url()).not.toContain('zoom=');
}

/** The details of a cell must not cover the map, not even in a small window. */
async function detailsStandBesideTheMap(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1024, height: 768 });
  await map(page).focus();
  for (const key of ['End', 'Enter']) await page.keyboard.press(key);
  await idle(page);
  const details = page.getByRole('complementary', { name: 'Details' });
  const box = await details.boundingBox();
  const plot = await map(page).boundingBox();
  if (box === null || plot === null) throw new Error('Nothing is shown');
  expect(box.x, 'the pane covers nothing of the map').toBeGreaterThanOrEqual(plot.x + plot.width);
  expect(box.x + box.width).toBeLessThanOrEqual(1024);
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(map(page)).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Cells are selected by a drag and by keys, like rows of a result. A selection becomes a query only at the user's wish. */
async function cellsAreSelected(page: Page, keys: readonly string[]): Promise<void> {
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
  await holdDrag(map(page), [0.3, 0.4], [0.6, 0.7]);
  await page.mouse.up();
  await idle(page);
  await expect(chips).toHaveCount(2);
  const said = async (at: number): Promise<string> =>
    (await chips.nth(at).getByRole('button').getAttribute('aria-label')) ?? '';
  const [from = 0n, to = 0n] = [...(await said(0)).matchAll(/[\d-]+T[\d:.]+Z/g)].map(([time]) =>
    ticksOfIso(time),
  );
  const [, first = '', last = ''] = /Prefix is (\d+)-(\d+)$/.exec(await said(1)) ?? [];
  const isIn = (key: string): boolean => {
    const ticks = BigInt(key.split('___')[1] ?? '');
    const prefix = Number(prefixOf(key));
    return prefix >= Number(first) && prefix <= Number(last) && ticks >= from && ticks < to;
  };
  const count = keys.filter(isIn).length;
  expect(count, `${await said(0)}, ${await said(1)}`).toBeGreaterThan(0);
  await expect(page.getByText(`${count} of 600 on this map`)).toBeVisible();
  await expectAccessible(page, 'selected cells of a list');

  await page.getByRole('link', { name: 'Use in query' }).click();
  await idle(page);
  expect(await fieldValue(page, 'Prefixes')).toBe(`${first}-${last}`);
  await page.goBack();
  await idle(page);
  await expect(chips).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(chips).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(chips).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(map(page)).toBeFocused();
  await page.keyboard.press('x');
  await expect(chips).toHaveText(/^without /);
  await expect(page.getByText('599 of 600 on this map')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chips).toHaveCount(0);
}

test('a list of keys: map, zoom by keyboard, back, details beside it, selected cells, table, PNG and SVG with hostile labels as text; nothing is sent', async ({
  page,
  app,
}) => {
  await open(page, '#/keyspace?v=1&source=paste');
  await expectAccessible(page, 'nothing pasted');
  const start = 634_925_952_000_000_000n;
  const keys = Array.from(
    { length: 600 },
    (_, i) => `${d19(i % 10)}___${d19(start + BigInt(i) * 10n * MINUTE)}`,
  );
  await page.getByRole('textbox', { name: 'Keys' }).fill(keys.join('\n'));
  await page.getByRole('button', { name: 'Show map' }).click();
  await idle(page);
  await expect(page.getByRole('status', { name: 'Map completeness' })).toContainText('All 600 keys');
  await map(page).focus();
  for (const key of ['+', '+']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  expect(page.url()).toContain('zoom=');
  for (const key of ['Backspace', 'Backspace']) await page.keyboard.press(key);
  await idle(page);
  expect(page.url()).not.toContain('zoom=');
  await aGestureIsOneStep(page);
  await expectAccessible(page, 'map of a list');
  await detailsStandBesideTheMap(page);
  await cellsAreSelected(page, keys);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await idle(page);
  const totals = await rowTotals(page);
  expect([...totals.values()]).toEqual(Array.from({ length: 10 }, () => 60));
  await expectPictures(page);
  expect(app.proxy.log.all()).toEqual([]);
});

test('a probe of a table of a few pages counts every row, with few requests; a stop sends nothing more', async ({
  page,
  app,
}) => {
  const table = app.demoTable('AppLogTail');
  await open(page, '#/keyspace?v=1&source=probe');
  await expectAccessible(page, 'probe, not connected');
  await page.getByRole('button', { name: 'Try the demo account' }).click();
  await idle(page);
  await page.getByRole('textbox', { name: 'Table' }).fill('AppLogTail');
  const before = app.proxy.log.count('GET');
  await page.getByRole('button', { name: 'Probe table' }).click();
  await idle(page);
  const truth = new Map<string, number>();
  for (const { partitionKey } of table.rows) truth.set(partitionKey, (truth.get(partitionKey) ?? 0) + 1);
  const facts = page.getByRole('status', { name: 'Probe' });
  await expect(facts).toContainText(`Probed: ${truth.size} groups of keys`);
  // As long as nobody asks for more, this costs at most 50 requests.
  expect(app.proxy.log.count('GET') - before).toBeLessThanOrEqual(50);
  expect(app.proxy.log.maxInFlight()).toBeLessThanOrEqual(6);
  await expect(page.getByRole('status', { name: 'Map completeness' })).toContainText(
    /Sampled: [\d,]+ cells counted, 0 estimated, 0 not looked at/,
  );
  await expectAccessible(page, 'probed');

  const probed = app.proxy.log.count('GET');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await idle(page);
  expect(await rowTotals(page)).toEqual(truth);

  // A small table would be probed before anybody could cancel, so the service stops answering.
  app.proxy.setRules([{ action: { kind: 'hold' }, nth: { from: 4, to: 1_000_000 } }]);
  await page.getByRole('button', { name: 'Probe table' }).click();
  // The fourth request has arrived: a request that is still on its way here would look like one sent after the stop.
  await expect.poll(() => app.proxy.log.count('GET')).toBe(probed + 4);
  await page.keyboard.press('Escape');
  await idle(page);
  await expect(facts).toContainText('Stopped');
  expect(app.proxy.log.count('GET')).toBe(probed + 4);
});

/** Keys that would break a picture are pasted, and saved as PNG and as SVG. */
async function expectPictures(page: Page): Promise<void> {
  await open(page, '#/keyspace?v=1&source=paste');
  const keys = Array.from(
    { length: 60 },
    (_, i) => `<svg onload=alert(1)>&${i % 3}_${d19(634_925_952_000_000_000n + BigInt(i) * MINUTE)}`,
  );
  keys.push(...Array.from({ length: 60 }, (_, i) => d19(634_925_952_000_000_000n + BigInt(i) * MINUTE)));
  await page.getByRole('textbox', { name: 'Keys' }).fill(keys.join('\n'));
  await page.getByRole('button', { name: 'Show map' }).click();
  await idle(page);
  const save = async (kind: 'PNG' | 'SVG'): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
    const arrived = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('menuitem', { name: kind }).click();
    const download = await arrived;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await save('SVG');
  const text = svg.bytes.toString('utf8');
  expect(svg.name).toMatch(/^keyspace-.*\.svg$/);
  expect(text).toContain('keys of pasted keys');
  // The legend says how much time a cell covers.
  expect(text).toMatch(/rows in a cell of \d+/);
  expect(text).not.toContain('<svg onload');
  // The SVG is parsed in another page, because the policy of the app's page forbids it.
  const other = await page.context().newPage();
  const parsed = await other.evaluate((source) => {
    const { documentElement } = new DOMParser().parseFromString(source, 'image/svg+xml');
    return { name: documentElement.nodeName, texts: documentElement.querySelectorAll('text').length };
  }, text);
  await other.close();
  expect(parsed.name).toBe('svg');
  expect(parsed.texts).toBeGreaterThan(5);
  const png = await save('PNG');
  expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  // Width and height are in the first chunk of a PNG.
  expect(png.bytes.readUInt32BE(16)).toBe(2800);
  // The picture is only as high as its few rows need.
  expect(png.bytes.readUInt32BE(20)).toBeGreaterThan(600);
  expect(png.bytes.readUInt32BE(20)).toBeLessThan(1200);
}
