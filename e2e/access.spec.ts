// Accessibility: axe finds nothing in any view or state, light or dark (decode.spec.ts does this for Decode), and the main job can be done
// by keyboard alone.
import type { Locator, Page } from 'playwright/test';
import { d19 } from '../scripts/demo/keyText.mjs';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import { cutOff } from './support/cutOff.ts';
import { expectAccessible, violations } from './support/axe.ts';
import {
  chooseTable,
  connectDemo,
  fillField,
  idle,
  open,
  openConnectDialog,
  runQuery,
  showTab,
  status,
  tabTo,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

/** If a page was checked as a whole before, only the part that opens is checked. */
const DIALOG = '[role="dialog"]';
const TAB = '[role="tabpanel"]';

test('shell: theme, keyboard sheet, connect dialog, its errors, its facts, a stripped address', async ({
  page,
}) => {
  await open(page, '#/query');
  await expectAccessible(page, 'query before connecting');
  await expectOwnTheme(page);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'keyboard sheet', DIALOG);
  await page.keyboard.press('Escape');
  // While the palette loads, the key O must not act on the page behind it.
  const behind = await page.evaluate(async () => {
    const press = (key: string, ctrlKey: boolean): boolean =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }));
    press('k', true);
    for (let at = 0; at < 3; at += 1) await Promise.resolve();
    press('o', false);
    return document.activeElement?.tagName;
  });
  expect(behind).not.toBe('INPUT');
  await expect(page.getByRole('searchbox', { name: 'Find an action' })).toBeFocused();
  await expectAccessible(page, 'command palette', DIALOG);
  await page.keyboard.press('Escape');
  const dialog = await openConnectDialog(page);
  await expectAccessible(page, 'connect dialog');
  await dialog.getByRole('textbox', { name: 'SAS URL or connection string' }).fill('nonsense');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'connect error', DIALOG);
  await dialog.getByRole('button', { name: 'Connect to demo account' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await openConnectDialog(page);
  await expectAccessible(page, 'facts of the connection', DIALOG);
  await open(page, '#/query?v=1&table=Logs&scheme=none&filter=sig%3Dabc');
  await expectAccessible(page, 'a stripped address, and a link before an account is connected');
});

/** Whether an element can be seen at its middle and near two of its corners, so that nothing covers it or cuts it off. */
async function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const places = [
      [left + 3, top + 3],
      [(left + right) / 2, (top + bottom) / 2],
      [right - 3, bottom - 3],
    ] as const;
    return places.every(([x, y]) => node.contains(document.elementFromPoint(x, y)));
  });
}

/** The chosen tabs and options that look no different from those beside them, which would be a fault. */
async function plainChoices(page: Page): Promise<readonly (string | null)[]> {
  return page.evaluate(() => {
    const look = (element: Element): string =>
      [undefined, '::before']
        .map((part) => {
          const { background, borderColor, textDecoration, outline } = getComputedStyle(element, part);
          return [background, borderColor, textDecoration, outline].join(' ');
        })
        .join(' ');
    const chosen = [
      ...document.querySelectorAll(
        '[role="tab"][aria-selected="true"], label[data-selected], a[aria-current="page"]',
      ),
    ];
    return chosen.flatMap((element) => {
      const other = [...(element.parentElement?.children ?? [])].find(
        (each) => each !== element && each.tagName === element.tagName,
      );
      return other !== undefined && look(other) === look(element) ? [element.textContent] : [];
    });
  });
}

test('query: before, plan, while it runs, after, every tab, both menus, incomplete', async ({
  page,
  app,
}) => {
  await open(page, '#/query');
  await connectDemo(page);
  await chooseTable(page, 'WADPerformanceCountersTable');
  await expectAccessible(page, 'ready to run');
  await page.getByRole('button', { name: 'Show planned queries' }).click();
  await expect(page.getByRole('dialog', { name: 'Planned queries' })).toBeVisible();
  await expectAccessible(page, 'plan', DIALOG);
  // Escape would first close the tooltip of a button, which may open under the pointer during the scan.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  for (const part of ['Key options', 'Columns']) {
    await page.getByRole('button', { name: part, exact: true }).click();
    await expect(page.getByRole('dialog', { name: part })).toBeVisible();
    await expectAccessible(page, part, DIALOG);
    await page.keyboard.press('Escape');
  }

  app.proxy.setRules([{ action: { kind: 'hold' }, nth: { from: 5, to: 1_000_000 } }]);
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect.poll(() => app.proxy.log.inFlight()).toBe(6);
  await expect(status(page)).toContainText('from 4 of 10');
  await expectAccessible(page, 'running', '[aria-label="Result"]');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await idle(page);

  app.proxy.setRules([]);
  expect(await runQuery(page)).toMatch(/^Complete: [1-9]/);
  // requests.spec.ts checks the tab Requests.
  for (const tab of ['Rows', 'Chart', 'Map'] as const) {
    await showTab(page, tab);
    await expectAccessible(page, tab, TAB);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violations(page, 'dark', TAB), 'Map, dark').toEqual([]);
  // The progress of the prefixes is a strip of its own, which the arrow keys can walk too.
  await expect(page.getByLabel('Progress by query')).toBeVisible();
  // Sizes are in rem and em (textSizes.test.ts), so half the window is the same as 1440 x 900 with text at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  for (const tab of ['Rows', 'Map'] as const) {
    await showTab(page, tab);
    expect.soft(await cutOff(page), `${tab}, text at 200 %`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await plainChoices(page), 'what is chosen, without colours of our own').toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expectAccessible(page, 'the map as a table', TAB);
  await showTab(page, 'Rows');
  await page.getByRole('grid', { name: 'Rows', exact: true }).getByRole('row').nth(2).click();
  await idle(page);
  // A tooltip must be inside a landmark, and an area that scrolls must not cut it off. This one is above the first line of the view.
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Run beside' }).focus();
  const tip = page.getByRole('main').getByRole('tooltip');
  await expect(tip).toBeVisible();
  expect(await isOnTop(tip), 'a tip is seen whole').toBe(true);
  await expectAccessible(page, 'an entity', '[aria-label="Selected entity"]');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expectAccessible(page, 'export menu', '[role="menu"]');
  await page.keyboard.press('Escape');

  await fillField(page, 'Filter', 'Level le');
  await page.getByRole('button', { name: 'Time range', exact: true }).click();
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('14h');
  await idle(page);
  await expectAccessible(page, 'errors in fields', '[aria-label="Query"]');
  await expectAccessible(page, 'the time range', '[role="dialog"]');
});

/** The theme button wins over the system's setting, and the choice is kept. */
async function expectOwnTheme(page: Page): Promise<void> {
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background();
  const theme = page.getByRole('button', { name: 'Theme' });
  await theme.click();
  await theme.click();
  await idle(page);
  const dark = await background();
  expect(dark).not.toBe(light);
  expect.soft(await violations(page, 'dark'), 'dark by the button').toEqual([]);
  await page.reload();
  expect(await background()).toBe(dark);
  await theme.click();
  expect(await background(), 'the system again').toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe(dark);
}

test('the main job by keyboard alone', async ({ page, app }) => {
  const table = app.demoTable('WADLogsTable');
  await open(page, '#/decode');
  const skip = page.getByRole('button', { name: 'Skip to results', exact: true });
  await tabTo(page, skip, { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('searchbox', { name: 'Find an action' })).toBeFocused();
  await page.keyboard.type('to query');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.getByRole('main'), 'the focus is back').toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Connection', exact: true }), { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'SAS URL or connection string' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Connect to demo account', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await idle(page);
  await expect(
    page.getByRole('button', { name: 'Connection', exact: true }),
    'focus comes back',
  ).toBeFocused();

  await tabTo(page, page.getByRole('combobox', { name: 'Table', exact: true }));
  await page.keyboard.type('wadl');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.getByRole('combobox', { name: 'Table' })).toHaveValue(table.name);
  await tabTo(page, page.getByRole('button', { name: 'Time range', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'From', exact: true })).toBeFocused();
  // The text of the field is selected. What the user types appears in the form, but nothing else changes before it is applied.
  const face = page.getByRole('button', { name: 'Time range', exact: true });
  const before = await face.textContent();
  const fields = page.getByRole('dialog', { name: 'Time range', exact: true });
  const height = (await fields.boundingBox())?.height;
  await page.keyboard.insertText('14h');
  await expect(fields).toContainText('"last 14h" for a length');
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('30m');
  await expect(fields).toContainText('30 min to now');
  expect(await face.textContent()).toBe(before);
  expect((await fields.boundingBox())?.height).toBe(height);
  await page.keyboard.press('Enter');
  await expect(fields).toBeHidden();
  await expect(face).toContainText('30 min to now');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(d19(table.window.from));
  await tabTo(page, page.getByRole('textbox', { name: 'To', exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(d19(table.window.to));
  // The day is the last stop inside the dialog. After it comes the element after the dialog's button: the filter, which is an editor.
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Next', exact: true }).first());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Time range', exact: true }), { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Enter');
  await idle(page);
  await expect(
    page.getByRole('button', { name: 'Time range', exact: true }),
    'its fields are closed',
  ).toBeFocused();
  const truth = rowsInWindow(table, table.window.from, table.window.to);
  await expect(status(page)).toContainText(`Complete: ${truth.length.toLocaleString('en-US')} rows`);

  await tabTo(page, skip, { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toBeFocused();
  // The views may begin 36 px lower than this, because from the second result on there are tabs of results above them.
  for (const [width, room] of [
    [1024, 134],
    [1440, 114],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const [main, views] = await Promise.all(
      [page.getByRole('main'), page.getByRole('tablist', { name: 'Result views' })].map((each) =>
        each.boundingBox(),
      ),
    );
    expect((views?.y ?? Infinity) - (main?.y ?? 0), `above the views at ${width} px`).toBeLessThanOrEqual(
      room,
    );
  }
  await tabTo(page, page.getByRole('tab', { name: 'Rows', exact: true }));
  await tabTo(page, page.getByRole('grid', { name: 'Rows', exact: true }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await idle(page);
  const entity = page.getByRole('complementary', { name: 'Selected entity' });
  await expect(entity.getByRole('rowheader').first()).toHaveText('PartitionKey');
  await expect(entity.getByText('Keys in parts')).toBeVisible();
  await expect(entity.getByRole('region', { name: 'RowKey' }), 'folded').toHaveCount(0);

  app.proxy.setRules([{ action: { kind: 'hold' } }]);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => app.proxy.log.inFlight()).toBe(1);
  // The pane belongs to the previous run and must be closed. If it were open, Escape would close it instead of cancelling the run.
  await expect(page.getByRole('complementary', { name: 'Selected entity' })).toBeHidden();
  await page.keyboard.press('Escape');
  await idle(page);
  await expect(status(page)).toContainText('Stopped: 0 rows');

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
