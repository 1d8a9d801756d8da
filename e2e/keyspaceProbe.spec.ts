// A probe and a count in a real browser, of a table that Azurite could not hold: what they find, what they do not know, and how they end.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import type { DemoRow } from '../scripts/demo/rows.mjs';
import { d19, MINUTE } from '../scripts/demo/keyText.mjs';
import { arrayRows } from './rig/rowSource.ts';
import { expectAccessible } from './support/axe.ts';
import { connectWith, idle, open } from './support/keyscopePage.ts';
import { compareCells, shownCells } from './support/mapTable.ts';
import { expect, test } from './support/scripted.ts';

const TABLE = 'Planted';
/** 2026-11-01T00:00:00Z */
const FROM = 639_290_880_000_000_000n;
/** In minutes: four hours. */
const PART = 240;
/** Prefix 4 has no rows in the second part. */
const SILENT = { prefix: 4, from: PART, to: 2 * PART };

function keyOf(prefix: number, minute: number): string {
  return `${d19(prefix)}___${d19(FROM + BigInt(minute) * MINUTE)}`;
}

/** Ten prefixes with a row a minute over twenty hours. Prefix 7 has twelve times as many. */
function plantedRows(): readonly DemoRow[] {
  const rows: DemoRow[] = [];
  for (let prefix = 0; prefix < 10; prefix += 1) {
    for (let minute = 0; minute < 5 * PART; minute += 1) {
      if (prefix === SILENT.prefix && minute >= SILENT.from && minute < SILENT.to) continue;
      for (let row = 0; row < (prefix === 7 ? 12 : 1); row += 1) {
        rows.push({
          partitionKey: keyOf(prefix, minute),
          rowKey: d19(row),
          timestamp: '2026-11-21T00:00:00.0000000Z',
          properties: prefix === 7 ? [['Text', 'String', 'hello']] : [],
        });
      }
    }
  }
  return rows;
}

async function requestsTold(count: Locator): Promise<number> {
  return Number(/(\d+) requests$/.exec((await count.textContent()) ?? '')?.[1]);
}

const facts = (page: Page) => page.getByRole('status', { name: 'Probe' });

/** The rows and stored bytes of each partition, counted with a simple loop. */
function plantedPartitions(): ReadonlyMap<string, readonly [rows: number, bytes: number]> {
  const sums = new Map<string, readonly [number, number]>();
  for (const { partitionKey, rowKey, properties } of plantedRows()) {
    const [rows, bytes] = sums.get(partitionKey) ?? [0, 0];
    // Of a property: 8 bytes and its name; of a text, its length and its characters.
    const own = properties.reduce(
      (sum, [name, , text]) => sum + 8 + 2 * name.length + 4 + 2 * text.length,
      0,
    );
    sums.set(partitionKey, [rows + 1, bytes + 4 + 2 * (partitionKey.length + rowKey.length) + own]);
  }
  return sums;
}

/** Saves the partitions, of which the 10,000 largest have a line of their own, and compares them with the planted rows. */
async function expectPartitions(page: Page, withBytes: boolean): Promise<void> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save partitions as CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  const [head, ...cells] = lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  expect(head).toEqual(['PartitionKey', 'Partitions', 'Rows', ...(withBytes ? ['Bytes'] : [])]);
  const left = new Map(plantedPartitions());
  const wrong = cells.slice(0, 10_000).filter(([key = '', ...counts]) => {
    const [rows, bytes] = left.get(key) ?? [];
    left.delete(key);
    return counts.join() !== [1, rows, ...(withBytes ? [bytes] : [])].join();
  });
  expect(wrong).toEqual([]);
  const sums = [...left.values()].reduce(([a, b], [rows, bytes]) => [a + rows, b + bytes], [0, 0]);
  expect(cells.slice(10_000)).toEqual([['', left.size, ...(withBytes ? sums : [sums[0]])].map(String)]);
  // Only the smallest are summed.
  expect([...left.values()].every(([rows]) => rows === 1)).toBe(true);
}

test('by keyboard alone: gaps are named and proven, an estimate is never a count, more is asked only if a person says so; a count is exact, also after a reload in the middle', async ({
  page,
  startScripted,
}) => {
  const { sasUrl, proxy } = await startScripted([], { tables: new Map([[TABLE, arrayRows(plantedRows())]]) });
  await open(page, '#/query');
  await connectWith(page, sasUrl);
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Keyspace' })
    .press('Enter');
  const connected = proxy.log.count('GET');
  await page.getByRole('radio', { name: 'Run' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('textbox', { name: 'Table' }).focus();
  await page.keyboard.type(TABLE);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(facts(page)).toContainText('Probed: 10 groups of keys');
  const completeness = page.getByRole('status', { name: 'Map completeness' });
  await expect(completeness).toContainText(/^Sampled: [\d,]+ cells? counted, [1-9]\d* estimated/);
  await expect(page.getByText('for 95 of 100 such cells')).toBeVisible();
  // As long as nobody asks for more: at most 50 requests, and a small part of the 24,960 rows.
  expect(proxy.log.count('GET') - connected).toBeLessThanOrEqual(50);
  const read = Number(
    /([\d,]+) rows read/.exec((await facts(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''),
  );
  expect(read).toBeLessThan(6000);
  const grid = page.getByRole('grid', { name: 'Prefix by time, as a table' });
  await page.getByRole('button', { name: 'Show as table' }).press('Enter');
  await idle(page);
  await expect(grid.getByRole('row', { name: /^7/ })).toContainText(/about [\d,]+ \u00b1 [\d,]+/);
  await page.getByRole('button', { name: 'Show as map' }).press('Enter');
  // The page says what it would cost to read the rest.
  await expect(
    page.getByText(/Reading all takes about [\d,]+ requests for about 2\d,\d{3} \u00b1 [\d,]+ rows\./),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Sample more (up to 200 requests)' }).press('Enter');
  await idle(page);

  const gap = page.getByRole('region', { name: 'Gaps' }).getByRole('button');
  await expect(gap).toHaveCount(1);
  await gap.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Gap' })).toContainText(
    'Prefix 4 has no rows from 2026-11-01T04:00:00Z to 2026-11-01T08:00:00Z, 4 h. Proven: no key is between',
  );
  await expectAccessible(page, 'a gap');

  const before = proxy.log.count('GET');
  await page.getByRole('button', { name: 'Show on the map' }).focus();
  await page.keyboard.press('Enter');
  await idle(page);
  expect(page.url()).toContain('zoom=');
  // A zoom shows what is known already, without a request.
  expect(proxy.log.count('GET') - before).toBe(0);

  await page.getByRole('button', { name: /^Show all/ }).click();
  await idle(page);
  // Cells are selected like rows of a result, also without a request.
  const map = page.getByRole('application', { name: 'Prefix by time' });
  const chip = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
  await map.focus();
  for (const key of ['Home', 'ArrowRight', 'Shift+ArrowDown', 'f']) await page.keyboard.press(key);
  await idle(page);
  await expect(chip).toHaveCount(2);
  await expect(page.getByText('10 of 24,960 on this map', { exact: true })).toBeVisible();
  expect(proxy.log.count('GET') - before).toBe(0);
  await page.getByRole('button', { name: 'Clear all' }).press('Enter');
  await expect(chip).toHaveCount(0);

  // By now nearly everything has been counted, which the table shows too.
  await page.getByRole('button', { name: 'Show as table' }).press('Enter');
  await idle(page);
  await expect(grid.getByRole('row', { name: /^3/ })).not.toContainText('about');

  // A count reads every row, and the page says before that what it costs.
  await page.getByRole('radio', { name: 'Probe' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByText(
      /^Reads all keys and keeps only counts.* costs about 2[45] transactions for 2\d,\d{3} rows/,
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Count table' }).press('Enter');
  await idle(page);
  const counted = page.getByRole('status', { name: 'Count' });
  await expect(counted).toHaveText(/^11,760 partitions, \d+ requests$/);
  await expect(completeness).toHaveText(/^Complete: 24,960 rows\.$/);
  const largest = page.getByRole('region', { name: 'Largest partitions' }).getByRole('row');
  await expect(largest).toHaveCount(101);
  await expect(largest.nth(1)).toContainText(/^0{18}7___\d{19}12/);
  await expectAccessible(page, 'a count');
  await expectPartitions(page, false);
  await expect(
    page.getByText('Counting bytes costs at least 25 transactions and the egress of all rows.'),
  ).toBeVisible();

  // A count of bytes is paused after its first ranges, kept in the browser, and continues after the page was loaded again.
  const requests = await requestsTold(counted);
  proxy.setRules([{ action: { kind: 'hold' }, nth: { from: requests - 12, to: Infinity } }]);
  await page.getByRole('button', { name: 'Count bytes' }).click();
  await expect(completeness).toHaveText(/^Counting: .*[1-9]/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await idle(page);
  const sent = await requestsTold(counted);
  const [, soFar = ''] =
    /^Paused: ([\d,]+ rows) so far\.$/.exec((await completeness.textContent()) ?? '') ?? [];
  proxy.setRules([]);
  await page.reload();
  await idle(page);
  await connectWith(page, sasUrl);
  await page.getByRole('button', { name: `Continue ${TABLE}, ${soFar} so far` }).click();
  await idle(page);
  await expect(completeness).toHaveText(/^Complete: 24,960 rows\.$/);
  // Those before the reload are told too.
  expect(await requestsTold(counted)).toBeGreaterThan(sent + 20);
  await expectPartitions(page, true);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const seeded = plantedRows().map(({ partitionKey }) => ({
    label: String(Number(partitionKey.slice(0, 19))),
    ticks: BigInt(partitionKey.slice(22)),
  }));
  const cells = await shownCells(page, FROM + BigInt(5 * PART) * MINUTE);
  expect(compareCells(cells, seeded)).toEqual({ wrong: [], rows: seeded.length });

  // Only what a query matches is counted: rows with a text from 01:00 to 03:00, which prefix 7 alone has. Their texts are not read.
  const to = async (hash: string): Promise<void> => {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await idle(page);
  };
  const window = 'from=2026-11-01T01:00:00Z&to=2026-11-01T03:00:00Z';
  await to(
    `#/query?v=1&table=${TABLE}&scheme=mds-prefixed&volume=medium&filter=Text%20eq%20'hello'&${window}`,
  );
  await to(`#/keyspace?v=1&source=count&table=${TABLE}`);
  await page.getByRole('button', { name: 'Count query' }).click();
  await idle(page);
  await expect(completeness).toHaveText(/^Complete: 1,440 rows\.$/);
  await expect(page.getByText(`${TABLE}, only what the query matches, counted`)).toBeVisible();
});
