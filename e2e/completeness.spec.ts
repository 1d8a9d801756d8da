// A result says whether it is whole, whatever the service, the network or the user does.
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import { d19, MINUTE } from '../scripts/demo/keyText.mjs';
import type { DemoRow, DemoTable, TickSpan } from '../scripts/demo/rows.mjs';
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import type { FaultAction } from './rig/faultActions.ts';
import type { App } from './rig/fixtures.ts';
import { violations } from './support/axe.ts';
import { clipboardText } from './support/clipboard.ts';
import { exportNdjson, expectReadAndUnread, expectRows, expectRowsAmong } from './support/exports.ts';
import {
  changeWindow,
  chooseTable,
  chooseVolume,
  command,
  connectDemo,
  countsOf,
  fillField,
  idle,
  openQuery,
  runQuery,
  showTab,
  status,
  statusText,
} from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

// No second try: a leak or a false Complete that happens only sometimes must fail too.
test.describe.configure({ retries: 0 });

/** A table of a hundred prefixes. */
const EVENTS = 'DemoEventsVer1v0';
/** A table of ten prefixes, which needs a tenth of the requests to show the same. */
const COUNTERS = 'WADPerformanceCountersTable';
const PREFIX_7 = '0000000000000000007___';
const PREFIX_9 = '0000000000000000009___';
/** A longer Retry-After than a run waits, so the query is given up at once. */
const FOR_EVER: FaultAction = { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: '3600' };

const formatThousands = (count: number): string => count.toLocaleString('en-US');

/** Six minutes in the middle of the table. Most prefixes have some rows there, and a run is short. */
function shortWindow(table: DemoTable): TickSpan {
  const { from } = oddWindow(table);
  return { from, to: from + 6n * MINUTE };
}

/** Connects to the demo account, with a table and a window in the form. */
async function prepare(page: Page, app: App, name: string, window: TickSpan): Promise<readonly DemoRow[]> {
  const { from, to } = asIso('', window);
  await openQuery(page, { table: name, from, to });
  await connectDemo(page);
  app.proxy.log.clear();
  return rowsInWindow(app.demoTable(name), window.from, window.to);
}

test('Medium chosen on a table of 100 prefixes is Incomplete and says why; with hidden continuation headers a result is Unverifiable, and its files say incomplete', async ({
  page,
  app,
}) => {
  const truth = await prepare(page, app, EVENTS, shortWindow(app.demoTable(EVENTS)));
  await chooseVolume(page, 'Medium 10');
  const text = await runQuery(page);
  expect(text).toMatch(/^Incomplete: [\d,]+ rows from 10 of 10 prefixes/);
  expect(text).toContain('Rows exist outside the plan');
  expect(text).toContain('larger event volume');
  const file = await exportNdjson(page);
  expect(file.name).toContain('.incomplete.');
  expect(file.beside).toMatchObject({ state: 'incomplete', resumable: false });
  expect(new Set(file.beside?.unread.map(({ why }) => why))).toEqual(new Set(['outside-plan']));
  expect(file.beside?.unread.map(({ partitionKey }) => partitionKey.from)).toEqual([
    '0000000000000000009__`',
  ]);
  const planned = truth.filter(({ partitionKey }) => partitionKey < '0000000000000000010');
  expectRows(file.lines, planned, 'rows of prefixes 0 to 9');
  await expectProof(page, text.slice(0, text.indexOf('.')));

  // Continuation headers that CORS hides.
  const tail = app.demoTable('AppLogTail');
  await chooseTable(page, tail.name);
  await changeWindow(page, d19(tail.window.from), d19(tail.window.to));
  app.proxy.setRules([{ action: { kind: 'hideHeaders' } }]);
  const hidden = await runQuery(page);
  // Full pages are read on from by keys, but nothing proves that the last page is the last one.
  expect(hidden).toContain(`Unverifiable: ${tail.rows.length.toLocaleString('en-US')} rows`);
  expect(hidden).toContain('Expose x-ms-*');
  const part = await exportNdjson(page);
  expect(part.name).toContain('.incomplete.');
  expectRowsAmong(part.lines, tail.rows, 'what was read');
  expectReadAndUnread(part, tail.rows, 'what may follow the first page unseen');
  expect(part.beside).toMatchObject({ state: 'unverifiable', resumable: true });

  // The map in Keyspace says it too, in its legend and in the file beside a saved picture.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Keyspace' }).click();
  await idle(page);
  await expect(page.getByRole('main').getByText('unverifiable', { exact: true })).toBeVisible();
  const saved: Download[] = [];
  page.on('download', (download) => saved.push(download));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('menuitem', { name: 'SVG' }).click();
  await expect.poll(() => saved.length).toBe(2);
  const names = saved.map((download) => download.suggestedFilename()).toSorted();
  expect(names[0]).toMatch(/^keyspace-.*\.incomplete\.completeness\.json$/);
  const beside = saved.find((download) => download.suggestedFilename() === names[0]);
  const report: unknown = JSON.parse(await readFile((await beside?.path()) ?? '', 'utf8'));
  expect(report).toMatchObject({ state: 'unverifiable', file: names[1] });
  expect(report).toHaveProperty('unread[0].why', 'unproven');
});

/** Opens the proof of a claim by key and from the palette, and compares its sentences with those in the copy and in the file. */
async function expectProof(page: Page, claim: string): Promise<void> {
  const button = status(page).getByRole('button');
  const card = page.getByRole('dialog', { name: 'Proof' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('listitem').first()).toContainText('Rows exist outside the plan');
  await expect(card).toContainText('10 of 10 queries were read to the end.');
  await expect(card).toContainText(
    / of \d+ coverage checks found no rows outside the plan, [1-9]\d* found rows/,
  );
  await expect(card.getByRole('button', { name: 'Run with 100 prefixes' })).toBeVisible();
  expect(await violations(page, 'light', '[data-flyout]')).toEqual([]);
  const sentences = await card.getByRole('listitem').allTextContents();
  await card.getByRole('button', { name: 'Copy as text' }).click();
  await idle(page);
  const copied = await clipboardText(page);
  expect(copied).toContain(`${claim}.\n`);
  for (const each of sentences) expect(copied).toContain(`\n- ${each}\n`);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(button).toBeFocused();

  await command(page, 'proof');
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save proof' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^DemoEventsVer1v0-[\dZ-]+\.incomplete\.proof\.txt$/);
  const [held, ...rest] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(held).toMatch(/\.incomplete\.ndjson: [\d,]+ rows of [\d,]+\.$/);
  expect(rest.join('\n')).toBe(copied);
}

test.describe('faults that the browser reports too', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a prefix that fails for ever: Incomplete, the others there, Continue brings the rest', async ({
    page,
    app,
  }) => {
    const truth = await prepare(page, app, COUNTERS, shortWindow(app.demoTable(COUNTERS)));
    app.proxy.setRules([
      { action: FOR_EVER, filterHas: PREFIX_7 },
      // Another query must be answered after this one. If it were the last one, the whole run would wait for as long as the service asks.
      { action: { kind: 'delay', delayMs: 500 }, filterHas: PREFIX_9 },
    ]);
    await runQuery(page);
    // While the service asks for a wait, the page counts as idle, although prefix 9 has not been answered.
    await expect(status(page)).toHaveText(/^Incomplete: /);
    await idle(page);
    const text = await statusText(page);
    const others = truth.filter(({ partitionKey }) => !partitionKey.startsWith(PREFIX_7));
    expect(others.length).toBeLessThan(truth.length);
    expect(countsOf(text)).toEqual({ rows: others.length, done: 9, asked: 10 });
    expect(text).toContain('1 query failed (prefix 7)');
    expect(text).toContain('503');
    const part = await exportNdjson(page);
    expect(part.name).toContain('.incomplete.');
    expectRows(part.lines, others, 'all but prefix 7');
    expectReadAndUnread(part, truth, 'read and unread are what was asked');
    expect(part.beside).toMatchObject({ state: 'incomplete', resumable: true, rows: others.length });
    const [unread] = part.beside?.unread ?? [];
    expect(unread).toMatchObject({ query: 'prefix 7', why: 'failed', resumable: true });
    expect(JSON.stringify(part.beside)).not.toContain('sig=');
    await expect(page.getByText(`at least ${formatThousands(others.length)} rows`)).toBeVisible();
    // The coverage check beside this prefix has not been answered either.
    await page.getByRole('button', { name: 'Unread keys (2)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keys that were not read' });
    await expect(dialog).toContainText('Continue reads them all.');
    await dialog.getByRole('button', { name: 'Copy all filters' }).click();
    expect(await clipboardText(page)).toBe(part.beside?.unread.map(({ filter }) => filter).join('\n'));
    await page.keyboard.press('Escape');
    await showTab(page, 'Chart');
    await expect(page.getByText('Hatched: not read in at least one query.')).toBeVisible();
    app.proxy.setRules([]);
    app.proxy.log.clear();
    await page.getByRole('button', { name: 'Continue' }).click();
    await idle(page);
    expect(await statusText(page)).toMatch(/^Complete: /);
    const whole = await exportNdjson(page);
    expect(whole.name).not.toContain('incomplete');
    expectRows(whole.lines, truth, 'after Continue');
    const again = app.proxy.log.all().filter(({ top }) => top !== '1');
    expect(
      again.map(({ filter }) => filter?.includes(PREFIX_7)),
      'nothing is read twice',
    ).toEqual(again.map(() => true));
  });
});

/** Brings a run to a state in which six requests are in flight, four prefixes are read, and nothing more can start. */
async function runUntilHeld(page: Page, { proxy }: App): Promise<void> {
  // Prefixes 4 to 9 get no answer.
  proxy.setRules(
    [4, 5, 6, 7, 8, 9].map((prefix) => ({ action: { kind: 'hold' }, filterHas: `${d19(prefix)}___` })),
  );
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect.poll(() => proxy.log.inFlight()).toBe(6);
  await expect.poll(() => proxy.log.count('GET')).toBe(10);
  await expect(status(page)).toContainText('from 4 of 10 prefixes');
  await expect(status(page)).toHaveText(/^Reading: /);
}

async function expectStopped(page: Page, { proxy }: App): Promise<void> {
  await idle(page);
  const text = await statusText(page);
  expect(text).toMatch(/^Stopped: /);
  expect(countsOf(text)).toMatchObject({ done: 4, asked: 10 });
  expect(countsOf(text).rows).toBeGreaterThan(0);
  await expect.poll(() => proxy.log.inFlight(), 'connections are let go').toBe(0);
}

test('cancel by Esc or in the Keyspace view: Stopped, nothing sent after, what arrived stays, Continue ends it; a run started again drops the one before', async ({
  page,
  app,
}) => {
  const { proxy } = app;
  const truth = await prepare(page, app, COUNTERS, shortWindow(app.demoTable(COUNTERS)));
  await runUntilHeld(page, app);
  await page.keyboard.press('Escape');
  await expectStopped(page, app);
  expect(proxy.log.count('GET'), 'requests after Esc').toBe(10);
  proxy.log.clear();
  await runUntilHeld(page, app);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'Keyspace' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await views.getByRole('link', { name: 'Query' }).click();
  await expectStopped(page, app);

  const file = await exportNdjson(page);
  expect(file.name).toContain('.incomplete.');
  const arrived = truth.filter(({ partitionKey }) => partitionKey < '0000000000000000004');
  expectRows(file.lines, arrived, 'what had arrived');
  expectReadAndUnread(file, truth, 'read and unread are what was asked');
  for (const tab of ['Chart', 'Requests', 'Map', 'Rows'] as const) await showTab(page, tab);
  // Its track says that not all is read, and the first selection moves nothing.
  await page.keyboard.press('a');
  await idle(page);
  const track = page.getByRole('region', { name: /^Track / });
  await expect(track).toContainText('rows, stopped');
  const plane = page.getByRole('application', { name: 'Time of all tracks' });
  const place = await plane.boundingBox();
  await plane.click({ position: { x: 400, y: 20 } });
  await idle(page);
  await expect(track).toContainText(/not all read.* selected/);
  expect(await plane.boundingBox(), 'the track stays in its place').toEqual(place);
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  expect(proxy.log.count('GET'), 'requests after the cancel').toBe(10);

  proxy.setRules([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await idle(page);
  expect(await statusText(page)).toMatch(/^Complete: /);
  expectRows((await exportNdjson(page)).lines, truth, 'after Continue');

  // A run that is started again replaces the previous one.
  proxy.log.clear();
  await runUntilHeld(page, app);
  await fillField(page, 'Prefixes', '3');
  proxy.setRules([]);
  await page.keyboard.press('Shift+Enter');
  await idle(page);
  const own = truth.filter(({ partitionKey }) => partitionKey.startsWith(`${d19(3)}___`));
  expect(countsOf(await statusText(page))).toEqual({ rows: own.length, done: 1, asked: 1 });
  expectRows((await exportNdjson(page)).lines, own, 'the second run alone');
});
