// SQL over the open results, with DuckDB in a worker of its own.
import type { Page } from 'playwright/test';
import { rowsOfPrefixes, valueOf } from './support/demoRows.ts';
import { MINUTE } from '../scripts/demo/keyText.mjs';
import {
  chooseTable,
  connectWith,
  idle,
  openQuery,
  runQuery,
  status,
  statusText,
} from './support/keyscopePage.ts';
import { startLeakListener } from './support/leakListener.ts';
import { type App, expect, test } from './rig/fixtures.ts';
import { asIso, oddWindow } from './support/windows.ts';

const EVENTS = 'DemoEventsVer1v0';

async function ask(page: Page, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await editor.focus();
  await page.keyboard.press('Control+a');
  // The browser tells the editor of a new selection a moment later.
  await idle(page);
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Shift+Enter');
  await idle(page);
  // One types on, though each answer is another result with an editor of its own.
  await expect(editor).toBeFocused();
}

// Requests in this test that the worker's policy refuses.
test.use({ expectedErrors: [/\/leak\/|\/devstoreaccount1/] });

test('a result answers questions in SQL: the answer is a result like any other, and says what it was computed from; nothing leaves its worker', async ({
  page,
  app,
}) => {
  const table = app.demoTable(EVENTS);
  const { from } = oddWindow(table);
  const window = { from, to: from + 6n * MINUTE };
  const typed = asIso('', window);
  const { from: start, to: end } = typed;
  await openQuery(page, {
    table: EVENTS,
    scheme: 'mds-prefixed',
    volume: 'large',
    from: start,
    to: end,
    prefixes: '0-9,62',
  });
  await connectWith(page, `${app.demoEndpoint}?${app.demoSas()}`);
  const read = await runQuery(page);
  await page.getByRole('tab', { name: 'SQL', exact: true }).click();
  await idle(page);
  const tables = page.getByRole('list', { name: 'Tables' });
  await expect(tables).toContainText('DurationMs DOUBLE');
  // When the result is read again, the table has the new rows.
  await runQuery(page);
  await idle(page);
  await expect(tables).toContainText('DurationMs DOUBLE');
  await expect(tables).not.toContainText(' 0 rows');

  await ask(page, 'SELECT N, count(*) AS events FROM result GROUP BY N ORDER BY N DESC');
  await expect(status(page)).toHaveText(/^Derived, source Complete: \d+ rows by SQL from "DemoEvents/);
  const rows = rowsOfPrefixes(table, window, '0-9,62');
  expect(read).toContain(`${rows.length.toLocaleString('en-US')} rows`);
  const counts = new Map<string, number>();
  for (const { partitionKey } of rows) {
    const prefix = partitionKey.slice(0, 19);
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const shown = await page.getByRole('grid', { name: 'Rows', exact: true }).getByRole('row').allInnerTexts();
  const expected = [...counts].toSorted(([a], [b]) => (a < b ? 1 : -1));
  expect(shown.slice(1).map((text) => text.split(/\s+/).filter(Boolean).slice(0, 2))).toEqual(
    expected.map(([prefix, count]) => [prefix, String(count)]),
  );

  // An answer without times can still be drawn: a number for each value.
  await page.getByRole('tab', { name: 'Chart', exact: true }).click();
  await page.getByRole('button', { name: 'Show events by N' }).click();
  await idle(page);
  const [[, most] = []] = [...counts].toSorted(([, a], [, b]) => b - a);
  const bars = page.getByRole('table', { name: 'Maximum events by N' });
  await expect(bars.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(String(most));
  await page.getByRole('tab', { name: 'SQL', exact: true }).click();
  await idle(page);

  // A fault in the query is marked, and the previous answer stays.
  await ask(page, 'SELECT nosuch FROM result');
  await expect(page.getByText(/Referenced column "nosuch" not found/).first()).toBeVisible();
  await expect(page.locator('.cm-lintRange')).toHaveText('nosuch');
  // Enter begins a line under an open list of suggestions, where Tab accepts the first: a column before functions such as levenshtein.
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  const suggestions = page.getByRole('listbox', { name: 'Completions' });
  await ask(page, 'SELECT 1 AS ');
  await page.keyboard.type('r');
  await expect(suggestions).toBeVisible();
  // Tab is pressed here before the list opens.
  await page.keyboard.type('\nFROM result, nosuch WHERE lev');
  await page.keyboard.press('Tab');
  await expect(editor).toHaveText('SELECT 1 AS r\nFROM result, nosuch WHERE Level', { useInnerText: true });
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByText(/^Line 2: .*nosuch/).first()).toBeVisible();
  await expect(page.locator('.cm-lintRange')).toHaveText('nosuch');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' AND le');
  await expect(suggestions).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Space');
  await expect(suggestions.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(editor).toHaveText(/WHERE Level AND Level$/);
  await ask(page, "FROM read_parquet('a.parquet')");
  await expect(page.getByText(/extensions are never loaded here/).first()).toBeVisible();
  await expect(status(page)).toHaveText(/^Derived, source Complete: /);

  // A query that never ends is stopped, and the next one finds the rows again.
  await editor.focus();
  await page.keyboard.press('Control+a');
  // The browser tells the editor of a new selection a moment later.
  await idle(page);
  await page.keyboard.insertText('SELECT count(*) FROM range(100000000000) r(i) WHERE i % 7 = 3');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('button', { name: 'Cancel SQL' })).toBeVisible();
  await page.keyboard.press('Escape');
  await idle(page);
  // The same after a query that crashes DuckDB.
  await ask(page, "SELECT length(repeat('a', 3000000000))");
  await expect(page.getByText(/The rows are safe/).first()).toBeVisible();
  await ask(page, 'SELECT count(*) AS n FROM result');
  await expect(page.getByRole('grid', { name: 'Rows', exact: true })).toContainText(String(rows.length));
  // An answer has no keys of its own that could hold its times.
  await ask(page, 'SELECT max(time) AS last FROM result');
  await expect(page.getByText('Time from the key')).toBeHidden();

  // Each result has only one answer, which the next one replaces.
  await expect(page.getByRole('tablist', { name: 'Results' }).getByRole('tab')).toHaveCount(2);
  // It does not replace one that it reads.
  await ask(page, 'SELECT count(*) AS n FROM answer');
  await expect(page.getByRole('tablist', { name: 'Results' }).getByRole('tab')).toHaveCount(3);

  // Each example returns an answer. Those with two tables use another open result.
  await page.getByRole('button', { name: 'New tab' }).click();
  await chooseTable(page, 'WADPerformanceCountersTable');
  await runQuery(page);
  await page.getByRole('tablist', { name: 'Results' }).getByRole('tab').first().click();
  await page.getByRole('tab', { name: 'SQL', exact: true }).click();
  await idle(page);
  // Its rows are not in DuckDB yet, but its columns are known.
  await editor.focus();
  await page.keyboard.press('Control+a');
  await idle(page);
  await page.keyboard.type('SELECT WADPerformanceCountersTable.CounterV');
  await expect(page.getByRole('option', { name: /CounterValue/ })).toBeVisible();
  await page.keyboard.press('Escape');
  const answers: string[] = [];
  for (const example of [/^Errors by/, /^p95 of/, /^Rows before the last/, /^Join with/, /^Rows that/]) {
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('menuitem', { name: example }).click();
    await page.getByRole('button', { name: 'Run SQL' }).click();
    await idle(page);
    answers.push(await statusText(page));
  }
  const [errors, roles, before, minutes, only] = answers.map((text) =>
    Number(/: ([\d,]+) rows? by SQL/.exec(text)?.[1]?.replaceAll(',', '')),
  );
  expect(roles).toBe(new Set(rows.map((row) => valueOf(row, 'Role'))).size);
  expect(errors).toBeGreaterThan(0);
  expect(errors).toBeLessThanOrEqual(rows.filter((row) => Number(valueOf(row, 'Level')) <= 2).length);
  expect(before).toBeGreaterThan(0);
  expect(minutes).toBeGreaterThan(1);
  expect(only).toBe(rows.length);
  await expectNothingLeaves(page, app);
  await page.getByRole('button', { name: 'Free memory' }).click();
  await expect.poll(() => page.workers().filter((worker) => worker.url().includes('/sql/')).length).toBe(0);
});

/** Nothing that runs in the worker of DuckDB can reach another host, nor the account, which has another origin than the page. */
async function expectNothingLeaves(page: Page, { demoEndpoint, demoSas, proxy }: App): Promise<void> {
  const listener = await startLeakListener();
  const worker = page.workers().find((each) => each.url().includes('/sql/'));
  const account = `${demoEndpoint}/Tables?${demoSas()}`;
  const requests = proxy.log.all().length;
  const tried = [`http://127.0.0.1:${listener.port}/leak`, account] as const;
  const refused = await worker?.evaluate(async ([base, toAccount]) => {
    const tries: readonly (() => unknown)[] = [
      () => fetch(`${base}/fetch`),
      () => fetch(`${base}/no-cors`, { mode: 'no-cors', method: 'POST', body: 'x' }),
      () => {
        const request = new XMLHttpRequest();
        request.open('GET', `${base}/xhr`, false);
        request.send();
      },
      () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(`${base.replace('http', 'ws')}/socket`);
          socket.addEventListener('open', resolve);
          socket.addEventListener('error', reject);
        }),
      () =>
        new Promise((resolve, reject) => {
          const source = new EventSource(`${base}/events`);
          source.addEventListener('open', resolve);
          source.addEventListener('error', reject);
        }),
      () => import(`${base}/script.js`),
      () => fetch(toAccount),
    ];
    const ends: boolean[] = [];
    for (const attempt of tries)
      ends.push(
        await (async () => attempt())().then(
          () => false,
          () => true,
        ),
      );
    return ends;
  }, tried);
  expect(refused).toEqual([true, true, true, true, true, true, true]);
  expect([listener.connections(), proxy.log.all().length]).toEqual([0, requests]);
  await listener.close();
}
