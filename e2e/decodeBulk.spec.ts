// Long lists of keys are decoded in a worker, summarised, shown as a map and saved. Nothing leaves the tab.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { d19, inverted19, isoOf, MINUTE } from '../scripts/demo/keyText.mjs';
import { expect, test } from './rig/fixtures.ts';
import { idle, open } from './support/keyscopePage.ts';

const START = 634_925_952_000_000_000n;

function readings(page: Page): Locator {
  return page.getByRole('region', { name: 'Readings' });
}

function summary(page: Page): Locator {
  return page.getByRole('status', { name: 'Decoded list' });
}

/** The value in the summary with this name. */
function fact(page: Page, name: string): Locator {
  return readings(page).locator(`dt:text-is("${name}") + dd`);
}

async function openFile(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file' }).click();
  await (await chooser).setFiles({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n'), 'utf8'),
  });
}

/** Pastes a text by an event like that of the browser, since typing it would take longer than reading it. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Paste keys' }).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Prefixed keys, one a minute over prefixes 0 to 36, except 10 minutes. Three of the keys appear twice. */
const MINUTES = 2000;
const GAP_FROM = 500;
const GAP_MINUTES = 10;

function prefixedKeys(): readonly string[] {
  const keys: string[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    if (minute >= GAP_FROM && minute < GAP_FROM + GAP_MINUTES) continue;
    keys.push(`${d19(minute % 37)}___${d19(START + BigInt(minute) * MINUTE)}`);
  }
  return [...keys, ...keys.slice(0, 3)];
}

/** Drops a file on the field like a user. Its keys are a tenth of a second apart, and are made in the page. */
async function dropKeys(page: Page, count: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Paste keys' }).evaluate(
    (element, { keys, start }) => {
      const lines: string[] = [];
      for (let i = 0; i < keys; i += 1) {
        const ticks = BigInt(start) + BigInt(i) * 1_000_000n;
        lines.push(`${String(i % 100).padStart(19, '0')}___${String(ticks).padStart(19, '0')}`);
      }
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([lines.join('\n')], 'dropped.log', { type: 'text/plain' }));
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    { keys: count, start: String(START) },
  );
}

test('a file of keys: what it holds, line by line, as a map and as CSV, with no request; a dropped file, cancelled by keyboard; texts', async ({
  page,
}) => {
  await open(page, '#/decode');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const keys = prefixedKeys();
  await openFile(page, 'keys.txt', [...keys.slice(0, 7), 'no key \u202E here', '', ...keys.slice(7)]);
  await idle(page);

  await expect(summary(page)).toHaveText(
    `${keys.length.toLocaleString('en-US')} keys in ${(keys.length + 2).toLocaleString('en-US')} lines (1 blank, 1 unreadable)`,
  );
  await expect(fact(page, 'Time span')).toContainText(isoOf(START));
  await expect(fact(page, 'Time span')).toContainText(isoOf(START + BigInt(MINUTES - 1) * MINUTE));
  await expect(fact(page, 'Rounding')).toHaveText('1 min');
  await expect(fact(page, 'Prefixes')).toContainText('0\u201336');
  await expect(fact(page, 'Gaps')).toContainText('1 gap');
  await expect(fact(page, 'Duplicates')).toContainText('3 repeats of 3 keys');
  await expect(fact(page, 'Unreadable lines')).toContainText('line 8');
  expect(await readings(page).textContent(), 'no bidi control reaches the screen bare').not.toMatch(
    /[\u202A-\u202E\u2066-\u2069]/,
  );
  await expect(page.getByRole('application', { name: 'Prefix by time' })).toHaveAccessibleDescription(
    new RegExp(`^${keys.length.toLocaleString('en-US')} keys in 37 rows of the map`),
  );

  await page.getByRole('tab', { name: 'Keys', exact: true }).click();
  await idle(page);
  const grid = page.getByRole('grid', { name: 'Decoded keys' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(keys.length + 1));
  await expect(grid.getByRole('row').nth(1)).toContainText(isoOf(START));
  await grid.focus();
  await page.keyboard.press('Control+End');
  await idle(page);
  await expect(grid.locator(`[data-row="${keys.length - 1}"]`)).toContainText(keys.at(-1) ?? 'no key');

  expect(
    requests.filter((url) => !/\.(?:js|css)$/.test(url)),
    'only parts of the app itself',
  ).toEqual([]);
  expect(await page.evaluate(() => location.hash)).toBe('#/decode');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('keys.decoded.csv');
  const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  const decoded = rows.filter((row) => row.includes('___'));
  expect(decoded.length).toBe(keys.length);
  for (const [i, row] of decoded.entries()) {
    const key = keys[i] ?? 'no key';
    expect(row).toContain(key);
    expect(row).toContain(isoOf(BigInt(key.slice(-19))));
  }

  await test.step('a dropped file', async () => {
    // Presses Escape as soon as the progress bar appears, before the worker's next message arrives.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('progress') === null) return;
        observer.disconnect();
        const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(escape);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await dropKeys(page, 200_000);
    await idle(page);
    await expect(readings(page)).toContainText('cancelled before the end');
    await dropKeys(page, 100);
    await idle(page);
    await expect(summary(page)).toHaveText('100 keys in 100 lines');
    await page.getByRole('button', { name: 'Clear' }).click();
    await idle(page);
    await expect(summary(page)).toHaveCount(0);
  });

  await test.step('a long text becomes a list, and one of a few lines stays in the field', async () => {
    const box = page.getByRole('textbox', { name: 'Paste keys' });
    // The text is inserted and not pasted, as an input method does it.
    await box.focus();
    await page.keyboard.insertText(Array.from({ length: 6000 }, (_, i) => keys[i % keys.length]).join('\n'));
    await idle(page);
    await expect(summary(page)).toContainText('in 6,000 lines');
    await expect(box).toHaveValue('');
    await box.fill(keys.slice(0, 5).join('\n'));
    await idle(page);
    await expect(summary(page)).toHaveCount(0);
    await expect(readings(page).getByRole('article')).toHaveCount(5);
    // Typing hides the list but does not delete it.
    await readings(page).getByRole('button', { name: 'Show the list' }).click();
    await idle(page);
    await expect(summary(page)).toContainText('in 6,000 lines');
    await expect(box).toHaveValue('');
    await pasteText(page, Array.from({ length: 500 }, (_, i) => inverted19(START + BigInt(i))).join('\n'));
    await idle(page);
    await expect(summary(page)).toHaveText('500 keys in 500 lines');
    await expect(box).toHaveValue('');
  });
});
