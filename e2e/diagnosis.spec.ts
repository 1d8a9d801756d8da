// Why a connection fails. Each cause that a test can produce gets the right class, from what the browser itself can see.
// connectionClock.test.ts shows on a virtual clock that this takes at most three seconds. Faults are injected by the proxy and never by the
// browser's own routing, which hides CORS.
import { chromium, type Locator, type Page } from 'playwright/test';
import { recommendedRule } from './rig/corsRules.ts';
import type { FaultAction } from './rig/faultActions.ts';
import { expectAccessible } from './support/axe.ts';
import { startBareHost } from './support/bareHost.ts';
import { idle, open, openConnectDialog } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const TABLE = 'Orders';
const HOUR_MS = 3_600_000;
/** 44 characters of base64, but no real signature. */
const NO_SIGNATURE = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8%3D';
const PUBLIC_SAS = `sv=2022-11-02&ss=t&srt=co&sp=rl&se=2099-01-01T00:00:00Z&spr=https&sig=${NO_SIGNATURE}`;

test.use({
  // The browser reports refused answers, broken connections and its own policy in the console.
  expectedErrors: [
    /Failed to load resource|blocked by CORS policy|Content Security Policy|net::ERR_|redirect|^policy: connect-src/,
  ],
});

/** Pastes a text, presses Connect, and returns what the dialog says. */
async function diagnosed(page: Page, text: string): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await openConnectDialog(page);
  await idle(page);
  await dialog.getByRole('textbox', { name: 'SAS URL or connection string' }).fill(text);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const notice = dialog.getByRole('alert');
  await expect(notice).toBeVisible();
  return notice;
}

test('answers that the page may not read: the rule is missing, or errors carry none; once it is set, it is tried again', async ({
  page,
  app,
  startScripted,
}) => {
  const { service, proxy, sasUrl } = await startScripted([TABLE], { cors: [] });
  await open(page, '#/query');
  const wrongSignature = `${proxy.endpoint}?${service.accountSas().replace(/sig=[^&]*/, `sig=${NO_SIGNATURE}`)}`;
  const variants = [
    { change: { cors: [recommendedRule(app.origin)], corsOnErrors: false }, text: wrongSignature },
    { change: { cors: [] }, text: sasUrl },
  ];
  for (const { change, text } of variants) {
    service.change(change);
    const notice = await diagnosed(page, text);
    await expect(notice).toContainText('this page may not read it: CORS');
    await expect(notice).toContainText(`This page comes from ${app.origin}.`);
    await expect(
      notice.getByRole('listitem').filter({ hasText: 'No CORS rule for the table' }),
    ).toBeVisible();
  }
  // Two requests with the SAS and two without it. There is no preflight, and no Referer or Cookie.
  expect(proxy.log.all().map(({ method, table }) => `${method} ${table}`)).toHaveLength(4 * variants.length);
  expect(proxy.log.count('OPTIONS')).toBe(0);
  expect(proxy.log.all().flatMap(({ leaks }) => leaks)).toEqual([]);
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'diagnosis', '[role="dialog"]');
  // Once the CORS rule is set, the SAS need not be pasted again.
  service.change({ cors: [recommendedRule(app.origin)] });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeHidden();
});

const refusal = (code: string, status = 403): FaultAction => ({ kind: 'status', status, code });

/**
 * One answer for each way in which the service can say it; diagnosis.test.ts has every code. The busy one is tried three times before
 * the page explains it.
 */
const ANSWERS: readonly (readonly [cause: string, action: FaultAction, title: RegExp])[] = [
  ['signature', refusal('AuthenticationFailed'), /does not accept the signature/],
  ['busy', refusal('ServerBusy', 503), /The service is busy/],
  ['captive portal', { kind: 'html' }, /Something other than the table service answered/],
];

test('answers that name their cause: a code, an expired SAS before CORS is blamed, a table that is not there, a redirect, a wrong clock; and no answer, which Escape ends', async ({
  page,
  app,
  startScripted,
}) => {
  const { service, proxy, sasUrl } = await startScripted([TABLE], { cors: [], authErrors: 'xml' });
  const elsewhere = await startScripted([TABLE]);
  await open(page, '#/query');
  const over = service.accountSas({ expiresAtMs: Date.now() - HOUR_MS });
  const expired = await diagnosed(page, `${proxy.endpoint}?${over}`);
  await expect(expired).toContainText('The SAS has expired');
  await expect(expired).toContainText('Nothing was sent.');
  await expect(expired).toContainText('clock agrees with the server of this page');
  expect(proxy.log.count('GET')).toBe(0);
  service.change({ cors: [recommendedRule(app.origin)] });

  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('textbox', { name: 'SAS URL or connection string' });
  proxy.setRules([{ action: { kind: 'hold' } }]);
  await box.fill(sasUrl);
  await box.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'No answer yet' })).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect(box).toBeFocused();
  await idle(page);

  for (const [cause, action, title] of ANSWERS) {
    proxy.setRules([{ action }]);
    await expect.soft(await diagnosed(page, sasUrl), cause).toContainText(title);
  }
  // If a redirect has no CORS headers, the browser only reports that there was no answer. The violation of the page's policy shows that it
  // was a redirect.
  const to = `${elsewhere.proxy.endpoint}/Tables`;
  for (const cors of [true, false]) {
    proxy.setRules([{ action: { kind: 'redirect', to, status: 302, cors } }]);
    await expect(await diagnosed(page, sasUrl)).toContainText('redirected to another address');
  }
  expect(elsewhere.proxy.log.all()).toEqual([]);

  proxy.setRules([]);
  const se = `${new Date(Date.now() + HOUR_MS).toISOString().slice(0, 19)}Z`;
  const absent = await diagnosed(page, `${proxy.endpoint}?${service.tableSas('Invoices', { sp: 'r', se })}`);
  await expect(absent).toContainText('The account has no such table');
  service.change({ nowMs: Date.now() + 2 * HOUR_MS });
  const ahead = await diagnosed(page, sasUrl);
  await expect(ahead).toContainText("This computer's clock is wrong");
  await expect(ahead).toContainText("This computer's clock is 2 h behind the table service.");

  // No other dialog may follow, so Escape closes this one.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Connection', exact: true })).toContainText('Not connected');
});

test('an account that is out of reach: Cosmos DB, a fix for each tool by keyboard, no such name, offline, a policy in the way', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-write']);
  // The page may write to the clipboard, but reading it needs a permission, so the test records what is written.
  await page.addInitScript(() => {
    const { clipboard } = navigator as { readonly clipboard?: Clipboard };
    if (clipboard === undefined) return;
    clipboard.writeText = (text) => {
      Reflect.set(window, 'lastCopied', text);
      return Promise.resolve();
    };
  });
  await open(page, '#/query');
  const cosmos = await diagnosed(page, `https://contoso.table.cosmos.azure.com/?${PUBLIC_SAS}`);
  await expect(cosmos).toContainText('Azure Cosmos DB');

  const expired = PUBLIC_SAS.replace('2099', '2019');
  const notice = await diagnosed(page, `https://contoso.table.core.windows.net/?${expired}`);
  const tools = notice.getByRole('radiogroup', { name: 'Fix with' });
  await expect(tools.getByRole('radio')).toHaveCount(3);
  await tools.getByRole('radio', { name: 'az CLI' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tools.getByRole('radio', { name: 'PowerShell' })).toBeChecked();
  await notice.getByRole('button', { name: 'Copy PowerShell' }).click();
  const copied = await page.evaluate(() => String(Reflect.get(window, 'lastCopied')));
  expect(copied).toContain('New-AzStorageAccountSASToken');
  expect(copied).toBe(await notice.getByRole('region', { name: 'PowerShell, text' }).textContent());

  const text = `https://contoso.table.core.windows.net/?${PUBLIC_SAS}`;
  const unknown = await diagnosed(page, text);
  await expect(unknown).toContainText('No connection to the account');
  await expect(unknown.getByRole('list').last().getByRole('listitem').first()).toContainText('DNS');
  await context.setOffline(true);
  await expect(await diagnosed(page, text)).toContainText('This computer is offline');
  await context.setOffline(false);
  await page.evaluate(() => {
    const meta = document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = "connect-src 'self'";
    document.head.append(meta);
  });
  await expect(await diagnosed(page, text)).toContainText('policy of this page blocks the request');
});

test('what only another browser meets: a public page that it does not let reach this computer', async ({
  launchOptions,
  startScripted,
}) => {
  const { proxy, sasUrl } = await startScripted([TABLE]);
  const publicHost = await startBareHost();
  const { port } = new URL(publicHost.origin);
  // This needs a browser of its own, because its flags contain the ports. Without a window nobody answers its question, so the permission
  // counts as denied.
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      `--host-resolver-rules=MAP keyscope.example 127.0.0.1:${port}`,
      `--ip-address-space-overrides=127.0.0.1:${port}=public`,
      '--unsafely-treat-insecure-origin-as-secure=http://keyscope.example',
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto('http://keyscope.example/#/query');
    await idle(page);
    const denied = await diagnosed(page, sasUrl);
    await expect(denied).toContainText('The browser does not let this page reach this computer');
    await expect(denied).toContainText('Local network access is denied for this page.');
    expect(proxy.log.all()).toEqual([]);
  } finally {
    await browser.close();
    await publicHost.close();
  }
});
