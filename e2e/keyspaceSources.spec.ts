// What the key visualizer shows apart from runs: exports dropped into it, designs, and bookmarks of all of these.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { rowsOfPrefixes } from './support/demoRows.ts';
import { d19, floorTo, MINUTE } from '../scripts/demo/keyText.mjs';
import { expect, test } from './rig/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
import { idle, open, runInDemo } from './support/keyscopePage.ts';

const TABLE = 'DemoEventsVer1v0';

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
  await idle(page);
}

/** The total of each visible row of the map, read from its table. Rows without any are left out. */
async function rowTotals(page: Page): Promise<Readonly<Record<string, number>>> {
  await page.getByRole('button', { name: 'Show as table' }).click();
  await idle(page);
  const rows = await page
    .getByRole('grid', { name: 'Prefix by time, as a table' })
    .getByRole('row')
    .evaluateAll((elements) =>
      elements.map((row) =>
        [...row.querySelectorAll('[role=gridcell],[role=rowheader],td,th')].map(
          (cell) => cell.textContent?.trim() ?? '',
        ),
      ),
    );
  const totals = rows.flatMap(([label = '', total = '']): [string, number][] => {
    const count = Number(total.replaceAll(',', ''));
    return count > 0 ? [[label, count]] : [];
  });
  await page.getByRole('button', { name: 'Show as map' }).click();
  return Object.fromEntries(totals);
}

async function dropFile(page: Page, ...files: readonly { name: string; text: string }[]): Promise<void> {
  await page
    .getByLabel('Export or key file')
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await idle(page);
}

/** Drops files onto the map area like a user. */
async function dropByHand(page: Page, ...files: readonly { name: string; text: string }[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.getByRole('textbox', { name: 'Keys' }).dispatchEvent('drop', { dataTransfer: data });
  await idle(page);
}

const quoted = (text: unknown): string => `"${String(text).replaceAll('"', '""')}"`;

/** Turns an NDJSON export into a CSV as Azure Storage Explorer writes it, with its columns in another order and one broken line. */
function csvOf(ndjson: string): string {
  const entities = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => new Map<string, unknown>(Object.entries(JSON.parse(line) as object)));
  const lines = entities.map((entity) =>
    ['RowKey', 'Level', 'PartitionKey', 'PreciseTimeStamp']
      .map((name) => quoted(entity.get(name) ?? ''))
      .concat('Edm.DateTime', quoted('two\r\nlines, "quoted"'))
      .join(','),
  );
  lines.splice(2, 0, 'a line that is no row');
  const header = 'RowKey,Level,partitionkey,PreciseTimeStamp,PreciseTimeStamp@type,Note';
  return `\uFEFF${header}\r\n${lines.join('\r\n')}\r\n`;
}

test('an export comes back as the map of its run: NDJSON and CSV, wrong lines and missing rows said', async ({
  page,
  app,
}) => {
  const table = app.demoTable(TABLE);
  const from = floorTo(table.window.from + 30n * MINUTE, MINUTE);
  const [start, end] = [from - 5n * MINUTE, from + 15n * MINUTE];
  await runInDemo(page, {
    table: TABLE,
    scheme: 'mds-prefixed',
    volume: 'large',
    from: d19(start),
    to: d19(end),
    prefixes: '25-44',
  });
  const arrived = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'NDJSON' }).click();
  const ndjson = await readFile(await (await arrived).path(), 'utf8');

  // The map of a file has no row for prefixes without rows, so the same prefixes are found at the same time but in a wider range.
  const zoomTo = (rows: string): string => `zoom=${from},${from + 10n * MINUTE},${rows}`;
  const expectSame = async (): Promise<void> => {
    await goTo(page, `#/keyspace?v=1&source=paste&${zoomTo('0,18')}`);
    expect(await rowTotals(page)).toMatchObject(run);
  };
  await goTo(page, `#/keyspace?v=1&source=run&${zoomTo('0,15')}`);
  const run = await rowTotals(page);
  expect(Object.keys(run).length).toBeGreaterThan(5);

  const sent = app.proxy.log.all().length;
  await goTo(page, '#/keyspace?v=1&source=paste');
  await dropFile(page, { name: 'DemoEventsVer1v0-2026-01-01Z.ndjson', text: ndjson });
  const count = rowsOfPrefixes(table, { from: start, to: end }, '25-44').length;
  const said = page.getByRole('status', { name: 'Map completeness' });
  await expect(said).toContainText(`All ${count.toLocaleString('en-US')} rows`);
  await expectSame();

  await expect(page.getByText('DemoEventsVer1v0-2026-01-01Z.ndjson', { exact: true })).toHaveCount(1);

  const faults = page.getByText('1 line could not be read', { exact: true });
  await page.getByRole('button', { name: 'Close file' }).click();
  const name = 'part.incomplete.csv';
  await dropByHand(
    page,
    {
      name: 'part.incomplete.completeness.json',
      text: JSON.stringify({ file: name, state: 'stopped', statement: 'Stopped: by hand.' }),
    },
    { name, text: csvOf(ndjson) },
  );
  await expect(said).toContainText('Stopped: by hand.');
  await faults.click();
  await expect(page.getByRole('table', { name: 'Lines that could not be read' })).toContainText(
    'a line that is no row',
  );
  await expectSame();
  await page.getByRole('button', { name: 'Rows are' }).click();
  await page.getByRole('menuitemradio', { name: 'Level' }).click();
  await idle(page);
  await expect(page.getByRole('application', { name: 'Prefix by time' })).toBeVisible();
  expect(app.proxy.log.all()).toHaveLength(sent);
});

function design(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

test('a design and its rival: what is refused, in words; they share their colours, their time and their scale of load, each in the map of every source; a link brings both back, and nothing is sent', async ({
  page,
  app,
}) => {
  const [a, b] = [design(page, 'Design A'), design(page, 'Design B')];
  await open(page, '#/keyspace?v=1&source=model');
  await page.getByRole('button', { name: 'Add Design B' }).click();
  await idle(page);
  const refused = async (pane: Locator): Promise<number> => {
    const text = (await pane.getByRole('status', { name: 'Outcome' }).textContent()) ?? '';
    return Number(/([\d,]+) of [\d,]+ writes \(/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
  };
  // At 5,000 writes a second, one moving partition takes 2,000. A hundred prefixes take all of them once they are spread over servers.
  expect(await refused(b)).toBeGreaterThan(10 * (await refused(a)));
  const findings = b.getByRole('region', { name: 'Findings of Design B' });
  await findings.getByRole('button', { name: /^\d+ (?:more|findings)$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Hot partition of the moment' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Figures without a published source are marked as assumed.
  await expect(b).toContainText('16 of 4,000 entities/sAssumed: nothing is published');
  await expect(b).toContainText('Scalability and performance targets for Table storage');

  await a.getByRole('textbox', { name: 'Writers' }).fill('x');
  await idle(page);
  await expect(a).toContainText('Writers is a whole number from 1 to 1000.');

  await page.setViewportSize({ width: 1024, height: 768 });
  const start = 'hours:0.3;start:2026-03-01T09:00';
  await open(page, `#/keyspace?v=1&source=model&model=${start}&model2=scheme:ticks;${start}`);
  // The findings are visible without scrolling.
  const found = await findings.boundingBox();
  expect((found?.y ?? 768) + (found?.height ?? 0)).toBeLessThan(768);

  const outcomes = async (): Promise<readonly (string | null)[]> =>
    Promise.all([a, b].map((one) => one.getByRole('status', { name: 'Outcome' }).textContent()));
  const before = await outcomes();
  await expectAccessible(page, 'two designs');
  const map = b.getByRole('application');
  await map.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('Shift+ArrowRight');
  await idle(page);
  const link = await page.evaluate(() => location.hash);
  expect(link).toContain('zoom=');
  expect(link).toContain('box=');
  await expect(b.getByRole('region', { name: 'Chosen cells' })).toBeVisible();
  await expect(a.getByRole('region', { name: 'Chosen cells' })).toHaveCount(0);
  await b.getByText('Of target', { exact: true }).click();
  await b.getByRole('button', { name: 'Show as table' }).click();
  await a.getByRole('button', { name: 'Show as table' }).click();
  await idle(page);
  const times = async (one: Locator): Promise<readonly string[]> =>
    (await one.getByRole('columnheader').allTextContents()).slice(2);
  expect(await times(a)).toEqual(await times(b));
  expect((await times(a)).length).toBeLessThan(60);
  await expect(a.getByRole('radio', { name: 'Of target' })).toBeChecked();

  await open(page, link);
  expect(await outcomes()).toEqual(before);
  await expect(b.getByRole('region', { name: 'Chosen cells' })).toBeVisible();
  const strips = await Promise.all([a, b].map((one) => one.locator('figure span').first().textContent()));
  expect(strips[0]).toBe(strips[1]);
  expect(app.proxy.log.all()).toEqual([]);
});
