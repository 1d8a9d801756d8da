// All patterns that were planted in a seeded table are found and named, and nothing else. diagnose.test.ts has all patterns, and tables
// without any.
import type { Page } from 'playwright/test';
import { recommendedRule } from './rig/corsRules.ts';
import { expect, test } from './rig/fixtures.ts';
import { arrayRows } from './rig/rowSource.ts';
import { startTableService } from './rig/tableService.ts';
import { expectAccessible } from './support/axe.ts';
import { connectWith, idle, open } from './support/keyscopePage.ts';
import { type PlantedTable, plantedTable } from './support/plantedTable.ts';

/** Opens the map of a table by its address, like a bookmark, and runs its query. */
async function showTable(page: Page, { name, query }: PlantedTable, more: string): Promise<void> {
  const params = new URLSearchParams({ v: '1', source: 'run', table: name, ...query });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/keyspace?${params.toString()}${more}`);
  await page.getByRole('button', { name: 'Run its query' }).click();
  await idle(page);
}

/** The text of each finding by its title: sentence and advice. */
async function readFindings(page: Page): Promise<ReadonlyMap<string, string>> {
  const region = page.getByRole('region', { name: 'Findings' });
  const finding = page.getByRole('status', { name: 'Finding', exact: true });
  const found = new Map<string, string>();
  for (const button of await region.locator('button[aria-pressed]').all()) {
    await button.click();
    const title = (await button.locator('b').textContent()) ?? '';
    found.set(title, (await finding.textContent()) ?? '');
  }
  // The findings for which there is no room in the line are in a menu.
  const more = region.getByRole('button', { name: /^\d+ more$/ });
  const folded = (await more.count()) === 0 ? 0 : Number.parseInt((await more.textContent()) ?? '', 10);
  for (let at = 0; at < folded; at++) {
    await more.click();
    const item = page.getByRole('menuitem').nth(at);
    const title = (await item.locator('[slot="label"]').textContent()) ?? '';
    await item.click();
    await idle(page);
    found.set(title, (await finding.textContent()) ?? '');
  }
  return found;
}

test('what was planted is named with its advice, and nothing else', async ({ page, app }) => {
  const table = plantedTable(Date.now());
  const service = await startTableService({
    tables: new Map([[table.name, arrayRows(table.rows)]]),
    cors: [recommendedRule(app.origin)],
  });
  try {
    await open(page, '#/query');
    await connectWith(page, `${service.endpoint}?${service.accountSas()}`);
    await showTable(page, table, `&zoom=${table.zoom}`);
    await expect(page.getByRole('status', { name: 'Map completeness' })).toContainText(/^Complete/);
    // A press moves the cells of a finding into view.
    await expect.poll(() => page.url()).toContain('zoom=');
    const gap = page.getByRole('region', { name: 'Findings' }).getByRole('button', { name: 'Gap for all' });
    await gap.click();
    await idle(page);
    await expect(gap).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => page.url()).not.toContain('zoom=');

    const found = await readFindings(page);
    expect([...found.keys()].toSorted()).toEqual(table.findings);
    for (const [title, text] of found) {
      // Each has a sentence with figures, says what to do, and how sure it is.
      expect.soft(text, title).toMatch(/\d.*\. .+\. (May be intended\. )?Confidence \d+ %\./);
    }

    // The rows of the map can be another property of the same run. Each value then counts the rows that were written with it.
    await page.getByRole('button', { name: 'Rows are' }).click();
    await page.getByRole('menuitemradio', { name: 'Level' }).click();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await idle(page);
    const grid = page.getByRole('grid', { name: 'Prefix by time, as a table' });
    for (const level of ['2', '3', '4']) {
      const count = table.rows.filter(({ properties }) => properties[0]?.[2] === level).length;
      const row = grid
        .getByRole('row')
        .filter({ has: page.getByRole('gridcell', { name: level, exact: true }).first() });
      await expect(row.filter({ hasText: count.toLocaleString('en') }).first()).toBeVisible();
    }
    await expectAccessible(page, 'rows by a property');
  } finally {
    await service.close();
  }
});
