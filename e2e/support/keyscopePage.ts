// Uses the app by its roles and accessible names, like people and screen readers.
import type { Locator, Page } from 'playwright/test';

/**
 * Waits until no request, worker job or data-driven paint is pending. Asks twice, because on a busy machine the effect of a click
 * may only begin after the first answer.
 */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const appIdle = Reflect.get(window, 'appIdle') as () => Promise<void>;
    await appIdle();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await appIdle();
  });
}

/** Opens an address of the app (the part after `/`, such as `#/query`) and reloads the page. */
export async function open(page: Page, address: string): Promise<void> {
  // Changing only the hash would not load the page.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.goto(`./${address}`);
  await idle(page);
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

/** Types the title of a scheme and selects it. */
export async function chooseScheme(page: Page, title: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Key scheme' });
  await field.fill(title);
  await page.getByRole('option', { name: title, exact: true }).first().click();
  await idle(page);
}

export async function chooseVolume(page: Page, name: 'Small 1' | 'Medium 10' | 'Large 100'): Promise<void> {
  // The label draws the radio, so the click is forced.
  await page.getByRole('radio', { name }).check({ force: true });
}

export type FieldName = 'From' | 'To' | 'Filter' | 'PartitionKey' | 'RowKey' | 'Prefixes' | 'Columns';

export function field(page: Page, name: FieldName): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

export async function fillField(page: Page, name: FieldName, text: string): Promise<void> {
  await field(page, name).fill(text);
}

export async function setWindow(page: Page, from: string, to: string): Promise<void> {
  await fillField(page, 'From', from);
  await fillField(page, 'To', to);
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

export async function showTab(page: Page, name: 'Rows' | 'Chart' | 'Keyspace' | 'Requests'): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await idle(page);
}
