// Uses the app by its roles and accessible names, as people and screen readers do.
import { expect, type Locator, type Page } from 'playwright/test';
import { leaveApp } from '../rig/warmPage.ts';

/** Waits until no request, worker job or data-driven paint is pending. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => window.appIdle());
}

/** Opens an address of the app (the part after `/`, such as `#/query`) and reloads the page. */
export async function open(page: Page, address: string): Promise<void> {
  // Changing only the hash would not load the page.
  if (!/^about:blank$|favicon\.svg$/.test(page.url())) await leaveApp(page, './');
  await page.goto(`./${address}`);
  await idle(page);
}

/** Loads the app, and waits until it has also loaded what it loads when it is idle: code, and workers for rows. */
export async function openAndLoadAhead(page: Page, url: string): Promise<void> {
  const palette = page.waitForResponse(/\/CommandPalette-/);
  await page.goto(url);
  await expect.poll(() => page.workers().length).toBe(4);
  // A worker answers only once its script has been loaded.
  for (const worker of page.workers()) await worker.evaluate(() => 0);
  await palette;
  await idle(page);
}

/** What the address of a query may contain; see the contract of addresses. */
type QueryFields = Readonly<
  Partial<
    Record<
      | 'endpoint'
      | 'table'
      | 'scheme'
      | 'volume'
      | 'from'
      | 'to'
      | 'prefixes'
      | 'filter'
      | 'tab'
      | 'only'
      | 'timeline',
      string
    >
  >
>;

/** Opens a query by its address, which is quicker than typing it. Tests of the form do that. */
export async function openQuery(page: Page, fields: QueryFields): Promise<void> {
  const params = Object.entries({ v: '1', ...fields }).map(
    ([name, text]) => `${name}=${encodeURIComponent(text)}`,
  );
  await open(page, `#/query?${params.join('&')}`);
}

/** Opens a link to a query of the demo account, and presses the one button that connects and runs it. */
export async function runInDemo(
  page: Page,
  fields: QueryFields & { readonly scheme: string },
): Promise<string> {
  await openQuery(page, { endpoint: 'demo', ...fields });
  await page.getByRole('button', { name: 'Connect to the demo account and run' }).click();
  await idle(page);
  return statusText(page);
}

/** Changes the window of the visible query by its address, which is quicker than typing. */
export async function changeWindow(page: Page, from: string, to: string): Promise<void> {
  await page.evaluate(
    (times) => {
      const [view = '', params = ''] = location.hash.split('?');
      const others = params.split('&').filter((param) => !/^(?:from|to)=/.test(param));
      location.hash = `${view}?${[...others, ...times].join('&')}`;
    },
    [`from=${encodeURIComponent(from)}`, `to=${encodeURIComponent(to)}`],
  );
  await idle(page);
}

/** Runs what the command palette finds first. */
export async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('searchbox', { name: 'Find an action' });
  await expect(field).toBeFocused();
  await field.fill(text);
  await page.keyboard.press('Enter');
}

export async function openConnectDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Connection', exact: true }).click();
  return page.getByRole('dialog');
}

/** Connects to the demo account with one click. */
export async function connectDemo(page: Page): Promise<void> {
  const dialog = await openConnectDialog(page);
  await dialog.getByRole('button', { name: 'Connect to demo account' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await idle(page);
}

/** Pastes a text and presses Connect. If that fails, the dialog stays open. */
export async function tryConnect(page: Page, text: string): Promise<Locator> {
  const dialog = await openConnectDialog(page);
  await dialog.getByRole('textbox', { name: 'SAS URL or connection string' }).fill(text);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await idle(page);
  return dialog;
}

/** Pastes a text that must connect. */
export async function connectWith(page: Page, text: string): Promise<void> {
  const dialog = await tryConnect(page, text);
  await dialog.waitFor({ state: 'hidden' });
}

/** Presses Disconnect in the open dialog and waits for the page to reload. */
export async function disconnect(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  // If the page has rows, it asks for confirmation.
  const isSure = page.getByRole('dialog', { name: /^Disconnecting closes/ });
  await Promise.race([loaded, isSure.waitFor()]);
  if (await isSure.isVisible()) await isSure.getByRole('button', { name: 'Disconnect' }).click();
  await loaded;
  await idle(page);
}

/** Types a table name and leaves the field, which samples the table's keys. */
export async function chooseTable(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Table' });
  await field.fill(name);
  await field.press('Tab');
  await idle(page);
}

/** The buttons of the form that open fields. */
type Part = 'Time range' | 'Key options' | 'PartitionKey' | 'RowKey' | 'Columns';
export type FieldName = 'From' | 'To' | 'Filter' | 'PartitionKey' | 'RowKey' | 'Prefixes' | 'Columns';

const PARTS: Readonly<Record<FieldName, Part | undefined>> = {
  From: 'Time range',
  To: 'Time range',
  Filter: undefined,
  PartitionKey: 'PartitionKey',
  RowKey: 'RowKey',
  Prefixes: 'Key options',
  Columns: 'Columns',
};

/** Opens a section of the form, does something in it, and closes it with Escape, after which the focus is back on its button. */
export async function inPart<T>(page: Page, part: Part, act: (fields: Locator) => Promise<T>): Promise<T> {
  await page
    .getByRole('region', { name: 'Query', exact: true })
    .getByRole('button', { name: part, exact: true })
    .click();
  const fields = page.getByRole('dialog', { name: part, exact: true });
  const done = await act(fields);
  await page.keyboard.press('Escape');
  await fields.waitFor({ state: 'hidden' });
  return done;
}

export async function chooseVolume(page: Page, name: 'Small 1' | 'Medium 10' | 'Large 100'): Promise<void> {
  await inPart(page, 'Key options', (fields) =>
    // The click is forced, because the label is drawn in place of the radio button.
    fields.getByRole('radio', { name }).check({ force: true }),
  );
}

/** Scheme and event volume, as chosen. */
export interface KeyOptions {
  readonly scheme: string;
  readonly volume: string;
}

/** Reads the open part "Key options". */
export async function readKeyOptions(fields: Locator): Promise<KeyOptions> {
  const chosen = fields.getByRole('radio', { checked: true }).locator('xpath=ancestor::label');
  return {
    scheme: await fields.getByRole('combobox', { name: 'Key scheme' }).inputValue(),
    volume: (await chosen.textContent()) ?? '',
  };
}

export async function keyOptions(page: Page): Promise<KeyOptions> {
  return inPart(page, 'Key options', readKeyOptions);
}

export async function chooseMatch(
  page: Page,
  key: 'PartitionKey' | 'RowKey',
  how: 'is' | 'begins with',
): Promise<void> {
  await inPart(page, key, async (fields) => {
    await fields.getByRole('button', { name: `${key} match` }).click();
    await page.getByRole('option', { name: how, exact: true }).click();
  });
}

async function withField<T>(page: Page, name: FieldName, act: (box: Locator) => Promise<T>): Promise<T> {
  const part = PARTS[name];
  const box = page.getByRole('textbox', { name, exact: true });
  return part === undefined ? act(box) : inPart(page, part, () => act(box));
}

export async function fillField(page: Page, name: FieldName, text: string): Promise<void> {
  await withField(page, name, async (box) => {
    await box.fill(text);
    // Escape would discard the text.
    if (PARTS[name] === 'Time range') await box.press('Enter');
  });
}

export async function fieldValue(page: Page, name: FieldName): Promise<string> {
  // The filter has an editor and not an input element.
  return withField(page, name, (box) =>
    box.evaluate((field) => (field instanceof HTMLInputElement ? field.value : (field.textContent ?? ''))),
  );
}

export async function setWindow(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Time range', exact: true }).click();
  await page.getByRole('textbox', { name: 'From', exact: true }).fill(from);
  const last = page.getByRole('textbox', { name: 'To', exact: true });
  await last.fill(to);
  await page.keyboard.press('Enter');
  await last.waitFor({ state: 'hidden' });
}

/** Presses Run and waits for the end. */
export async function runQuery(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Run query' }).click();
  await idle(page);
  return statusText(page);
}

export function status(page: Page): Locator {
  return page.getByRole('status', { name: 'Completeness' });
}

export async function statusText(page: Page): Promise<string> {
  return (await status(page).textContent()) ?? '';
}

/** Reads the numbers of `12,345 rows from 100 of 100 prefixes`. */
export function countsOf(text: string): {
  readonly rows: number;
  readonly done: number;
  readonly asked: number;
} {
  const [, rows = '', done = '', asked = ''] =
    /([\d,]+) rows? from ([\d,]+) of ([\d,]+) prefixes/.exec(text) ?? [];
  const count = (digits: string): number => Number(digits.replaceAll(',', '') || Number.NaN);
  return { rows: count(rows), done: count(done), asked: count(asked) };
}

export async function showTab(
  page: Page,
  name: 'Rows' | 'Groups' | 'Chart' | 'Map' | 'Requests',
): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await idle(page);
}

/** Presses Tab (or Shift+Tab) at least once, until an element has the focus; with `isInside`, until the focus is in the element. */
export async function tabTo(
  page: Page,
  target: Locator,
  { key = 'Tab', isInside = false }: { readonly key?: 'Tab' | 'Shift+Tab'; readonly isInside?: boolean } = {},
): Promise<void> {
  // Found once, since finding it by its role after each press would take longer than all presses.
  const element = await target.elementHandle();
  if (element === null) throw new Error(`There is no ${target.toString()}`);
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const isThere = await element.evaluate((each, inside) => {
      const focus = document.activeElement;
      return each === focus || (inside && each.contains(focus));
    }, isInside);
    if (isThere) return;
  }
  throw new Error(`${key} never reached ${target.toString()}`);
}

/** The point at a share of a map's width and height, from its top left corner, where the map includes its labels, bars and totals. */
export async function placeOnMap(
  map: Locator,
  across: number,
  down: number,
): Promise<{ x: number; y: number }> {
  const box = await map.locator('canvas').boundingBox();
  if (box === null) throw new Error('The map is not in sight.');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** Drags from one point of a map to another, and keeps the button pressed. */
export async function holdDrag(
  map: Locator,
  from: readonly [across: number, down: number],
  to: readonly [across: number, down: number],
): Promise<void> {
  const [start, end] = [await placeOnMap(map, ...from), await placeOnMap(map, ...to)];
  const { mouse } = map.page();
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 4 });
}
