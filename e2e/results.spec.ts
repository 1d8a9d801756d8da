// Several results, and results in files: kept beside each other, saved, and opened without an account and a network.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { violations } from './support/axe.ts';
import {
  chooseTable,
  connectDemo,
  fillField,
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
const MINUTE = 600_000_000n;

/** Drops a file on the page, as a hand does. */
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

test.describe('without a network', () => {
  test.use({ expectedErrors: [/Failed to (?:load resource|fetch)/], ownContext: true });

  test('a result stays beside a new one; saved, it opens with no account and no network, and says no more than it knows', async ({
    page,
    app,
  }) => {
    const { from } = oddWindow(app.demoTable(EVENTS));
    const typed = asIso('', { from, to: from + 6n * MINUTE });
    await openQuery(page, { table: EVENTS, from: typed.from, to: typed.to, prefixes: '0-9' });
    await connectDemo(page);
    const first = await runQuery(page);
    await page.keyboard.press('Alt+Enter');
    await idle(page);
    const results = page.getByRole('tablist', { name: 'Results' });
    await expect(results.getByRole('tab')).toHaveCount(2);
    await expect(page.getByRole('status', { name: 'Completeness' })).toHaveText(/^Complete: /);
    expect(await violations(page, 'light')).toEqual([]);

    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const compared = page.getByRole('dialog', { name: 'Compare results' });
    await expect(compared.getByRole('status')).toHaveText(/^[\d,]+ rows are in both, none in one only\.$/);
    await idle(page);
    // The zone is on the time axis.
    await expect(compared.getByRole('img', { name: /^[\d,]+ rows are in both/ })).toContainText(
      /\d{4}-\d\d-\d\d UTC/,
    );
    expect(await violations(page, 'light', '[role="dialog"]')).toEqual([]);
    // The result would open behind the dialog, so it is refused with a message, which stays until the next press.
    await drop(page, 'late.csv', Buffer.from('PartitionKey,RowKey\n'));
    const refusal = page.locator('body > p');
    await expect(refusal).toHaveText('Close the dialog first, then drop the file.');
    await page.keyboard.press('Escape');
    await expect(refusal).toHaveCount(0);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Compare with the window before' }).click();
    await expect(results.getByRole('tab')).toHaveCount(3);
    await expect(compared.getByRole('status')).toHaveText(
      /rows are in both, [\d,]+ only in A, [\d,]+ only in B\.$/,
    );
    await page.keyboard.press('Escape');
    await results.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('Delete');
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
    await fillField(page, 'Filter', 'Level le 2');
    await idle(page);
    await expect(results.getByRole('tab', { selected: true })).toHaveText(/edited$/);
    await page.keyboard.press('Escape');
    await results.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(table).toHaveValue(LOGS);
    await expect(page.getByRole('status', { name: 'Completeness' })).toHaveText(logs);
    await page.goBack();
    await expect(table).toHaveValue(EVENTS);
    await expect(page.getByRole('textbox', { name: 'Filter' })).toHaveText('Level le 2');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(results.getByRole('tab', { selected: true })).not.toHaveText(/edited/);
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
    // By keyboard, the palette is the way to a file.
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

    // An export is a result like the capture beside it, and never says Complete. Its worker was started ahead.
    const csv = `PartitionKey,RowKey,Level,Level@type\n0638000000000000001,r,2,Int32\nlost\n`;
    await drop(page, 'Other-2026.csv', Buffer.from(csv));
    await expect(results.getByRole('tab', { selected: true })).toHaveText('Other-2026.csv');
    await expect(says).toContainText('File, not complete: 1 row of Other-2026.csv');
    await showTab(page, 'Rows');
    await expect(page.getByRole('grid')).toContainText('0638000000000000001');
    await showTab(page, 'Chart');
    await expect(page.getByRole('application', { name: /^Rows/ })).toBeVisible();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(compared.getByRole('status')).toHaveText(/^Of what was read: 0 rows are in both/);
    await page.keyboard.press('Escape');
    await page.context().setOffline(false);
    // Beside the field of Decode, which takes lists itself.
    await page.getByRole('link', { name: 'Decode' }).click();
    await drop(page, 'Third-2026.csv', Buffer.from(csv));
    await expect(results.getByRole('tab', { selected: true })).toHaveText('Third-2026.csv');
  });
});
