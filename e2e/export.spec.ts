// A result leaves the page as a file, or as the query for another tool.
import type { Page } from 'playwright/test';
import { isoOf, MINUTE } from '../scripts/demo/keyText.mjs';
import { expect, test } from './rig/fixtures.ts';
import { clipboardText } from './support/clipboard.ts';
import { idle, runInDemo } from './support/keyscopePage.ts';

const TABLE = 'DemoEventsVer1v0';

/**
 * The bytes of a written file and the steps of writing it. They are kept in the page, because a test cannot answer the browser's dialog.
 */
interface SavedFile {
  readonly suggestedName: string;
  readonly steps: string[];
  bytes: number[];
}

declare global {
  interface Window {
    savedFiles: SavedFile[];
  }
}

/** The places of the open menu in its first frames. The very first frame does not count, since it has a layout but is not painted. */
async function placesOfMenu(page: Page): Promise<readonly string[]> {
  await page.getByRole('menu').waitFor();
  return page.getByRole('menu').evaluate(async (menu) => {
    const places = new Set<string>();
    for (let frames = 0; frames < 12; frames += 1) {
      await new Promise(requestAnimationFrame);
      const { x, y, width } = menu.getBoundingClientRect();
      if (frames > 1) places.add([x, y, width].join(' '));
    }
    return [...places];
  });
}

test('by keyboard alone: Parquet to a file on disk, and the query as curl', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'], { origin: app.origin });
  await page.addInitScript(() => {
    window.savedFiles = [];
    const showSaveFilePicker = ({ suggestedName }: { readonly suggestedName: string }): Promise<object> => {
      const file: SavedFile = { suggestedName, steps: [], bytes: [] };
      window.savedFiles.push(file);
      const step = (name: string): Promise<void> => Promise.resolve(void file.steps.push(name));
      const write = (bytes: Uint8Array): Promise<void> => {
        file.bytes = [...file.bytes, ...bytes];
        return step('write');
      };
      const writable = { write, close: () => step('close'), abort: () => step('abort') };
      return Promise.resolve({ name: 'chosen.parquet', createWritable: () => Promise.resolve(writable) });
    };
    Reflect.set(window, 'showSaveFilePicker', showSaveFilePicker);
  });
  const from = app.demoWindow.from + 30n * MINUTE;
  const to = from + 6n * MINUTE;
  const said = await runInDemo(page, {
    table: TABLE,
    scheme: 'mds-prefixed',
    volume: 'large',
    prefixes: '0-9',
    from: isoOf(from),
    to: isoOf(to),
  });
  const count = /([\d,]+) rows/.exec(said)?.[1] ?? 'none';

  await page.getByRole('button', { name: 'Export', exact: true }).focus();
  await page.keyboard.press('Enter');
  expect(await placesOfMenu(page), 'a menu opens in its place, at the edge too').toHaveLength(1);
  await page.keyboard.type('Parquet');
  await expect(page.getByRole('menuitem', { name: 'Parquet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.getByText(`${count} rows saved as chosen.parquet`)).toBeVisible();
  // The button is disabled while a file is written. The focus must move to the view, and not to the start of the page.
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toBeFocused();
  const [file] = await page.evaluate(() => window.savedFiles);
  expect(file?.suggestedName).toMatch(/^DemoEventsVer1v0-.*\.parquet$/);
  expect(file?.steps.at(-1)).toBe('close');
  const text = String.fromCharCode(...(file?.bytes ?? []));
  expect([text.slice(0, 4), text.slice(-4)]).toEqual(['PAR1', 'PAR1']);
  expect(text).not.toContain('sig=');

  await page.getByRole('button', { name: 'Copy query as' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.type('curl');
  await expect(page.getByRole('menuitem', { name: 'curl' })).toBeFocused();
  await page.keyboard.press('Enter');
  await idle(page);
  const copied = await clipboardText(page);
  expect(copied).toContain(app.demoEndpoint);
  expect(copied).toContain(`read_query '${TABLE}'`);
  expect(copied).not.toContain('sig=');

  await page.getByRole('button', { name: 'Copy query as' }).press('Enter');
  await expect(page.getByRole('group', { name: `Copy as delete script: ${count} rows` })).toBeVisible();
  await page.keyboard.type('Python delete');
  await expect(page.getByRole('menuitem', { name: 'Python delete script' })).toBeFocused();
  await page.keyboard.press('Enter');
  await idle(page);
  expect(await clipboardText(page)).toContain('deletes them for good');
});
