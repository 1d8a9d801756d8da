// Several results side by side, and results in files, which can be saved and opened without an account or a network.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import type { TickSpan } from '../scripts/demo/rows.mjs';
import { rowsOfPrefixes } from './support/demoRows.ts';
import { MINUTE } from '../scripts/demo/keyText.mjs';
import { violations } from './support/axe.ts';
import {
  changeWindow,
  chooseTable,
  connectDemo,
  idle,
  openAndLoadAhead,
  openQuery,
  runQuery,
  showTab,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

const EVENTS = 'DemoEventsVer1v0';
const LOGS = 'WADLogsTable';

/** Drops a file on the page like a user. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], fileName));
      return transfer;
    },
    [bytes.toString('base64'), name] as const,
  );
  await page.locator('main').dispatchEvent('drop', { dataTransfer: data });
  await idle(page);
}

/** Ctrl+F searches the pane that has the focus. */
async function expectSearchIn(pane: Locator): Promise<void> {
  await pane.getByRole('grid', { name: 'Rows', exact: true }).focus();
  await pane.page().keyboard.press('Control+f');
  await expect(pane.getByRole('textbox', { name: 'Search rows' })).toBeFocused();
}

test.describe('without a network', () => {
  test.use({ expectedErrors: [/Failed to (?:load resource|fetch)/], ownContext: true });

  test('a result stays beside a new one; saved, it opens with no account and no network, and says no more than it knows', async ({
    page,
    app,
  }) => {
    const { from } = oddWindow(app.demoTable(EVENTS));
    const typed = asIso('', { from, to: from + 6n * MINUTE });
    await openQuery(page, { table: EVENTS, from: typed.from, to: typed.to, prefixes: '0-4' });
    await connectDemo(page);
    const first = await runQuery(page);
    await page.keyboard.press('Alt+Enter');
    await idle(page);
    const results = page.getByRole('tablist', { name: 'Results' });
    await expect(results.getByRole('tab')).toHaveCount(2);
    await expect(page.getByRole('status', { name: 'Completeness' })).toHaveText(/^Complete: /);
    expect(await violations(page, 'light')).toEqual([]);

    // The same query three minutes later, side by side with the first. The differences must be those that a simple comparison of the
    // table's rows finds.
    const later = { from: from + 3n * MINUTE, to: from + 9n * MINUTE };
    await changeWindow(page, asIso('', later).from, asIso('', later).to);
    await runQuery(page);
    await page.getByRole('button', { name: 'Split', exact: true }).click();
    const split = page.getByRole('region', { name: 'Split', exact: true });
    const readBy = (window: TickSpan) => rowsOfPrefixes(app.demoTable(EVENTS), window, '0-4');
    const keyOf = (row: { readonly partitionKey: string; readonly rowKey: string }) =>
      `${row.partitionKey} ${row.rowKey}`;
    const [rowsA, rowsB] = [readBy({ from, to: from + 6n * MINUTE }), readBy(later)];
    const [keysA, keysB] = [new Set(rowsA.map(keyOf)), new Set(rowsB.map(keyOf))];
    const onlyA = rowsA.filter((row) => !keysB.has(keyOf(row))).length;
    const onlyB = rowsB.filter((row) => !keysA.has(keyOf(row))).length;
    expect(Math.min(onlyA, onlyB, rowsA.length - onlyA)).toBeGreaterThan(0);
    await expect(split.getByRole('status').first()).toHaveText(
      `${rowsA.length - onlyA} rows are in both, ${onlyA} only in A, ${onlyB} only in B. `,
    );
    const axis = { from, to: later.to };
    const inAxis = (rows: typeof rowsA): number =>
      rows.filter(({ properties }) => {
        const ticks = BigInt(properties.find(([name]) => name === 'EventTickCount')?.[2] ?? 0);
        return ticks >= axis.from && ticks < axis.to;
      }).length;
    await split.getByRole('button', { name: 'Difference' }).click();
    const difference = split.getByRole('img', { name: /^B minus A/ });
    await expect(difference).toBeVisible();
    const [, more, fewer] =
      /: (\d+) more and (\d+) fewer\.$/.exec((await difference.getAttribute('aria-label')) ?? '') ?? [];
    expect(Number(more) - Number(fewer)).toBe(inAxis(rowsB) - inAxis(rowsA));
    // These chips select rows in the list and in the export. The time range is selected in both panes.
    const [paneA, paneB] = [
      split.getByRole('region', { name: /^A: / }),
      split.getByRole('region', { name: /^B: / }),
    ];
    await split.getByRole('button', { name: `Only in A ${onlyA}` }).click();
    await expect(paneA).toContainText(`${onlyA} of ${rowsA.length} rows`);
    await expect(paneA.getByRole('grid')).toHaveAttribute('aria-rowcount', String(onlyA + 1));
    expect(await violations(page, 'light')).toEqual([]);
    await page.keyboard.press('s');
    await expect(split).toHaveCount(0);
    await page.keyboard.press('s');
    await expect(split.getByRole('button', { name: `Only in A ${onlyA}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await split.getByRole('button', { name: `Only in A ${onlyA}` }).click();
    // Both panes show the same view, and an action in a pane applies to its tab.
    await paneA.getByRole('tab', { name: 'Chart' }).click();
    await expect(paneB.getByRole('application', { name: /^Rows/ })).toBeVisible();
    await expect(results.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
    await paneB.getByRole('tab', { name: 'Rows' }).click();
    await expect(results.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');
    await expect(paneA.getByRole('grid', { name: 'Rows', exact: true })).toBeVisible();
    await expectSearchIn(paneB);
    await expectSearchIn(paneA);
    const tracks = split.getByRole('application', { name: 'Rows over time' });
    await tracks.first().focus();
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await idle(page);
    await expect(paneA.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(1);
    await expect(paneB.getByRole('list', { name: 'Filters' })).toHaveText(
      (await paneA.getByRole('list', { name: 'Filters' }).textContent()) ?? '',
    );
    await page.getByRole('button', { name: 'Split', exact: true }).click();
    // The account has no table with the name of the file, and the page says so before anything is sent. A tab that was closed comes back
    // with its rows.
    app.proxy.log.clear();
    await drop(page, 'Nowhere-2026.csv', Buffer.from('PartitionKey,RowKey\n0638000000000000001,r\n'));
    const result = page.getByRole('region', { name: 'Result', exact: true });
    await expect(result).toContainText('This connection has no table Nowhere.');
    expect(app.proxy.log.count('GET')).toBe(0);
    await results.getByRole('tab', { name: 'Nowhere-2026.csv' }).press('Delete');
    await expect(results.getByRole('tab', { selected: true })).toBeFocused();
    await expect(results.getByRole('tab')).toHaveCount(2);
    await page.keyboard.press('Control+z');
    await expect(result).toContainText('1 row of Nowhere-2026.csv');
    await results.getByRole('tab', { name: 'Nowhere-2026.csv' }).press('Delete');
    await expect(results.getByRole('tab')).toHaveCount(2);
    // Each tab has its own query and result, by mouse and by keyboard.
    const table = page.getByRole('combobox', { name: 'Table' });
    await page.getByRole('button', { name: 'New tab' }).click();
    await expect(table).toHaveValue('');
    await chooseTable(page, LOGS);
    const logs = await runQuery(page);
    expect(logs).not.toBe(first);
    expect(page.url()).toContain(`table=${LOGS}`);
    await results.getByRole('tab').first().click();
    await expect(table).toHaveValue(EVENTS);
    await expect(page.getByRole('status', { name: 'Completeness' })).toHaveText(first);
    expect(page.url()).toContain(`table=${EVENTS}`);
    for (const left of [2, 0]) {
      await results.getByRole('tab').last().click();
      await results.getByTitle('Close (Delete)').last().click();
      await expect(results.getByRole('tab')).toHaveCount(left);
    }
    await expect(table).toHaveValue(EVENTS);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Capture' }).click();
    const file = await saved;
    const bytes = await readFile(await file.path());
    expect(file.suggestedFilename()).toMatch(/^DemoEventsVer1v0-[\d-]+Z\.keyscope$/);
    expect(gunzipSync(bytes).toString()).not.toMatch(/sig=|sig%3D|AccountKey|SharedAccess/);

    await page.goto('about:blank');
    await openAndLoadAhead(page, './');
    await page.context().setOffline(true);
    await drop(page, 'cut.keyscope', bytes.subarray(0, bytes.length / 2));
    await expect(page.getByRole('alert')).toContainText('cut.keyscope was not opened.');
    // By keyboard, a file is opened from the palette.
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Find an action' }).fill('open a file as a result');
    await page.keyboard.press('Enter');
    const picked = { name: file.suggestedFilename(), mimeType: 'application/octet-stream', buffer: bytes };
    await (await chooser).setFiles(picked);
    await idle(page);
    const says = page.getByRole('status', { name: 'Completeness' });
    const [claim = ''] = first.split('. ');
    await expect(says).toContainText(/^Capture, read at 20\d\d-/);
    await expect(says).toContainText(`says ${claim}`);
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await showTab(page, 'Requests');
    await expect(page.getByRole('application', { name: 'Waterfall' })).toHaveAccessibleDescription(
      /\d+ requests/,
    );
    await expect(page.getByRole('combobox', { name: 'Table' })).toHaveValue(EVENTS);

    // An export opens as a result like the capture beside it, and never says Complete. Its worker was started in advance.
    const csv = `PartitionKey,RowKey,Level,Level@type\n0638000000000000001,r,2,Int32\nlost\n`;
    await drop(page, 'Other-2026.csv', Buffer.from(csv));
    await expect(results.getByRole('tab', { selected: true })).toHaveText('Other-2026.csv');
    await expect(says).toContainText('File, not complete: 1 row of Other-2026.csv');
    await showTab(page, 'Rows');
    await expect(page.getByRole('grid')).toContainText('0638000000000000001');
    await page.getByRole('button', { name: 'Split', exact: true }).click();
    await expect(split.getByRole('status').first()).toHaveText(/^Of what was read: 0 rows are in both/);
    await page.getByRole('button', { name: 'Split', exact: true }).click();
    await page.context().setOffline(false);
  });
});
