// The map by keyboard alone.
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './rig/fixtures.ts';
import { clipboardText } from './support/clipboard.ts';
import { fieldValue, idle, runInDemo, tabTo } from './support/keyscopePage.ts';

function map(page: Page): Locator {
  return page.getByRole('application', { name: 'Prefix by time' });
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await idle(page);
}

test('by keyboard alone: source, cursor, zoom, box, card, copy, findings, the query of the cells, and back', async ({
  page,
}) => {
  await runInDemo(page, {
    table: 'DemoEventsVer1v0',
    scheme: 'mds-prefixed',
    volume: 'large',
    // The rows end at the time when the account was started, so a window of minutes would soon have none.
    from: 'now-2h',
    to: 'now',
    prefixes: '30-39',
  });
  await tabTo(page, page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Keyspace' }));
  await press(page, 'Enter');
  await tabTo(page, page.getByRole('radiogroup', { name: 'Source' }), { isInside: true });
  await press(page, 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Probe' })).toBeChecked();
  await press(page, 'ArrowLeft');

  await tabTo(page, map(page));
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight');
  await expect(page.getByRole('status', { name: 'Announcements' })).toContainText(
    /^32, .*: (no rows|\d+ rows?)/,
  );
  const said = page.getByRole('status', { name: 'Announcements' });
  await press(page, '+', '+');
  expect(page.url()).toContain('zoom=');
  const zoomed = page.url();
  await expect(said).toContainText(/^20\d\d-.*, \d rows, 3\d to 3\d$/);
  await press(page, 'Backspace');
  expect(page.url()).not.toBe(zoomed);
  await expect(said).toContainText(/^20\d\d-.*, \d rows, 3\d to 3\d$/);
  await press(page, '+', '+', 'r');
  expect(page.url()).not.toContain('zoom=');
  await expect(said).toContainText(/^All: .*, 10 rows, 30 to 39$/);
  // A key that cannot move any further is announced too.
  await press(page, 'ArrowUp', '-');
  await expect(said).toContainText(/^All: .*, 10 rows, 30 to 39$/);
  await press(page, 'z');
  await expect(said).toContainText('Nothing is selected');
  await press(page, 'ArrowDown');

  await press(page, 'Enter');
  const card = page.getByRole('region', { name: 'Chosen cell', exact: true });
  await expect(card.getByRole('definition')).toHaveCount(7);
  await tabTo(page, card.getByRole('button', { name: 'Copy $filter' }));
  await press(page, 'Enter');
  await expect(page.getByRole('status', { name: 'Announcements' })).toContainText('Copied');
  expect(await clipboardText(page)).toMatch(
    /^PartitionKey ge '0{17}32___\d{19}' and PartitionKey lt '0{17}32___\d{19}'$/,
  );
  await page.bringToFront();
  await press(page, 'Escape');
  await expect(card).toHaveCount(0);
  await expect(map(page)).toBeFocused();
  await expect(said).toHaveText('Details closed.');
  await press(page, 'Escape');
  await expect(said).toHaveText('No details are open.');

  await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight');
  expect(page.url()).toMatch(/box=\d+,\d+,2,4/);
  const [, box = ''] = /box=(\d+,\d+,2,4)/.exec(page.url()) ?? [];
  await press(page, 'z');
  expect(page.url()).toContain(`zoom=${box}`);
  // If the window ended at now, the same zoom would be of another day tomorrow.
  expect(page.url()).not.toMatch(/(from|to)=now/);
  await press(page, 'r');
  const findings = page.getByRole('region', { name: 'Findings' });
  await tabTo(page, findings.getByRole('button', { name: 'Hot prefix 37' }));
  await press(page, 'Enter');
  await expect(page.getByRole('status', { name: 'Finding', exact: true })).toContainText('times the median');
  const cells = page.getByRole('region', { name: 'Chosen cells' });
  await tabTo(page, cells.getByRole('link', { name: 'Query these cells' }));
  await press(page, 'Enter');
  expect(await fieldValue(page, 'Prefixes')).toBe('32-33');
  await page.goBack();
  await idle(page);
  await expect(cells).toBeVisible();
  await expect(map(page)).toBeVisible();
});
