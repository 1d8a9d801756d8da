// A service that refuses simple requests. secrets.spec.ts tests the SDK as the user's choice, and seededRuns.test.ts all ways in which the
// service may divide pages.
import { rowsInWindow } from '../scripts/demo/truth.mjs';
import { exportNdjson, expectRows } from './support/exports.ts';
import { connectWith, openConnectDialog, openQuery, runQuery } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { asIso, oddWindow } from './support/windows.ts';

const LOGS = 'WADLogsTable';
/** How browsers report what a policy blocks, whatever the level of the message. */
const BLOCKED = /violates the following|Content Security Policy|TrustedTypePolicy|Refused to/i;

test.describe('a service that refuses simple requests', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('falls back to the SDK by itself, with exactly the same rows, and no message of the policy', async ({
    page,
    app,
    startScripted,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const { proxy, sasUrl } = await startScripted([LOGS], { needsVersionHeaders: true });
    const table = app.demoTable(LOGS);
    const window = oddWindow(table);
    const { from, to } = asIso('', window);
    await openQuery(page, { table: LOGS, from, to });
    await connectWith(page, sasUrl);
    const refused = (): number => proxy.log.all().filter(({ status }) => status === 400).length;
    const atFirst = refused();
    expect(atFirst).toBeGreaterThan(0);
    const text = await runQuery(page);
    expect(text).toMatch(/^Complete: /);
    expectRows(
      (await exportNdjson(page)).lines,
      rowsInWindow(table, window.from, window.to),
      'through the SDK',
    );
    expect(proxy.log.count('OPTIONS'), 'the SDK asks first').toBeGreaterThan(0);
    // Simple requests were refused while connecting, one or all that were sent before the first answer. After that none is tried again.
    expect(refused()).toBe(atFirst);
    await expect(await openConnectDialog(page)).toContainText('In use: sdk');
    expect(said.filter((text) => BLOCKED.test(text))).toEqual([]);
  });
});
