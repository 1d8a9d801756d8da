// Why a connection fails: each cause that can be made here is put into its class, by what the browser itself can see.
// That it takes three seconds at most is shown on a clock of its own, in connectionClock.test.ts. Faults go in through the proxy, never through the browser's own routing, which hides CORS.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { chromium, type Locator, type Page } from 'playwright/test';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { recommendedRule } from './rig/corsRules.ts';
import type { FaultAction } from './rig/faultActions.ts';
import { startBareHost } from './support/bareHost.ts';
import { idle, open, openConnectDialog } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';
import { selfSigned } from './support/selfSigned.ts';

const TABLE = 'Orders';
const HOUR_MS = 3_600_000;
/** 44 characters of base64; signs nothing. */
const NO_SIGNATURE = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8%3D';
const PUBLIC_SAS = `sv=2022-11-02&ss=t&srt=co&sp=rl&se=2099-01-01T00:00:00Z&spr=https&sig=${NO_SIGNATURE}`;
const executablePath = findChromium();

test.use({
  // The browser reports refused answers, broken connections and its own policy in the console.
  expectedErrors: [
    /Failed to load resource|blocked by CORS policy|Content Security Policy|net::ERR_|redirect|^policy: connect-src/,
  ],
});

/** Pastes a text, presses Connect, and reads what the dialog says. */
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

test('answers that the page may not read: the rule is missing, names another origin, or errors carry none', async ({
  page,
  app,
  startScripted,
}) => {
  const { service, proxy, sasUrl } = await startScripted([TABLE], { cors: [] });
  await open(page, '#/query');
  const wrongSignature = `${proxy.endpoint}?${service.accountSas().replace(/sig=[^&]*/, `sig=${NO_SIGNATURE}`)}`;
  const variants = [
    { change: { cors: [] }, text: sasUrl },
    { change: { cors: [recommendedRule('http://localhost:1')] }, text: sasUrl },
    { change: { cors: [recommendedRule(app.origin)], corsOnErrors: false }, text: wrongSignature },
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
  // Two requests with the SAS, two without; no preflight, and no Referer or Cookie.
  expect(proxy.log.all().map(({ method, table }) => `${method} ${table}`)).toHaveLength(4 * variants.length);
  expect(proxy.log.count('OPTIONS')).toBe(0);
  expect(proxy.log.all().flatMap(({ leaks }) => leaks)).toEqual([]);
});

test('the rule is set meanwhile: Try again needs no second paste', async ({ page, app, startScripted }) => {
  const { service, sasUrl } = await startScripted([TABLE], { cors: [] });
  await open(page, '#/query');
  const notice = await diagnosed(page, sasUrl);
  service.change({ cors: [recommendedRule(app.origin)] });
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Connection', exact: true })).toContainText('read only');
});

test('clocks: the words of the service tell a wrong clock from a SAS that is over', async ({
  page,
  startScripted,
}) => {
  const { service, proxy } = await startScripted([TABLE], { authErrors: 'xml' });
  const sas = service.accountSas();
  await open(page, '#/query');
  service.change({ nowMs: Date.now() + 2 * HOUR_MS });
  const ahead = await diagnosed(page, `${proxy.endpoint}?${sas}`);
  await expect(ahead).toContainText("This computer's clock is wrong");
  await expect(ahead).toContainText("This computer's clock is 2 h behind the table service.");
  // Another page: this one knows the time of the service now.
  await open(page, '#/query');
  service.change({ nowMs: Date.now() - 3 * HOUR_MS });
  const behind = await diagnosed(page, `${proxy.endpoint}?${sas}`);
  await expect(behind).toContainText("This computer's clock is 3 h ahead of the table service.");
});

test('an expired SAS is named before CORS is blamed, and nothing is sent', async ({
  page,
  startScripted,
}) => {
  const { service, proxy } = await startScripted([TABLE], { cors: [] });
  await open(page, '#/query');
  const over = service.accountSas({ expiresAtMs: Date.now() - HOUR_MS });
  const notice = await diagnosed(page, `${proxy.endpoint}?${over}`);
  await expect(notice).toContainText('The SAS has expired');
  await expect(notice).toContainText('Nothing was sent.');
  await expect(notice).toContainText('clock agrees with the server of this page');
  expect(proxy.log.count('GET')).toBe(0);
});

const refusal = (code: string, status = 403): FaultAction => ({ kind: 'status', status, code });

type Answer = readonly [cause: string, action: FaultAction, title: RegExp];

const REFUSALS: readonly Answer[] = [
  ['signature', refusal('AuthenticationFailed'), /does not accept the signature/],
  ['service', refusal('AuthorizationServiceMismatch'), /not for tables/],
  ['resource type', refusal('AuthorizationResourceTypeMismatch'), /does not reach entities/],
  ['permission', refusal('AuthorizationPermissionMismatch'), /does not allow reading/],
  ['protocol', refusal('AuthorizationProtocolMismatch'), /https only/],
  ['IP address', refusal('AuthorizationSourceIPMismatch'), /another IP address/],
  ['SAS taken off', refusal('NoAuthenticationInformation', 401), /without a valid SAS/],
  ['no SAS understood', refusal('InvalidAuthenticationInfo', 401), /without a valid SAS/],
  ['keys switched off', refusal('KeyBasedAuthenticationNotPermitted'), /Account keys are switched off/],
  ['account disabled', refusal('AccountIsDisabled'), /The account is disabled/],
  ['not implemented', refusal('NotImplemented', 501), /does not know this kind of request/],
  // Azurite's word for a wrong signature; Azure's for network rules (below).
  ['signature, Azurite', refusal('AuthorizationFailure'), /does not accept the signature/],
  ['account path', refusal('ResourceNotFound', 404), /names no account/],
];

/** Tried three times before they are named. */
const PASSING: readonly Answer[] = [
  ['busy', refusal('ServerBusy', 503), /there, and busy/],
  ['captive portal', { kind: 'html' }, /Something other than the table service answered/],
];

for (const [what, answers] of [
  ['refusals', REFUSALS],
  ['what may pass', PASSING],
] as const) {
  test(`answers that name their cause: ${what}`, async ({ page, startScripted }) => {
    const { proxy, sasUrl } = await startScripted([TABLE]);
    await open(page, '#/query');
    for (const [cause, action, title] of answers) {
      proxy.setRules([{ action }]);
      await expect.soft(await diagnosed(page, sasUrl), cause).toContainText(title);
    }
  });
}

test('a table that is not there', async ({ page, startScripted }) => {
  const { service, proxy } = await startScripted([TABLE]);
  await open(page, '#/query');
  const se = `${new Date(Date.now() + HOUR_MS).toISOString().slice(0, 19)}Z`;
  const notice = await diagnosed(page, `${proxy.endpoint}?${service.tableSas('Invoices', { sp: 'r', se })}`);
  await expect(notice).toContainText('The account has no such table');
});

test('connections that break: nothing listens, resets, http instead of https', async ({
  page,
  startScripted,
}) => {
  const { proxy, sasUrl } = await startScripted([TABLE]);
  await open(page, '#/query');
  proxy.setRules([{ action: { kind: 'reset' } }]);
  await expect(await diagnosed(page, sasUrl)).toContainText('Nothing answers on this computer');

  // The two requests that carry the SAS break, what is asked without it does not: something filters.
  proxy.setRules([{ action: { kind: 'reset' }, nth: { from: 1, to: 2 } }]);
  await expect(await diagnosed(page, sasUrl)).toContainText('blocks requests that carry a SAS');

  await page.reload();
  const overTls = sasUrl.replace('http:', 'https:');
  await expect(await diagnosed(page, overTls)).toContainText('http although the emulator uses https');

  await page.reload();
  await proxy.close();
  const dead = await diagnosed(page, sasUrl);
  await expect(dead).toContainText('Nothing answers on this computer');
  await expect(dead).toContainText(`--tablePort ${new URL(proxy.endpoint).port}`);
});

test('a redirect is not followed, and named', async ({ page, startScripted }) => {
  const { proxy, sasUrl } = await startScripted([TABLE]);
  const elsewhere = await startScripted([TABLE]);
  const to = `${elsewhere.proxy.endpoint}/Tables`;
  await open(page, '#/query');
  // Without CORS headers the browser says of it only that there is no answer; the policy of the page says the rest.
  for (const cors of [true, false]) {
    proxy.setRules([{ action: { kind: 'redirect', to, status: 302, cors } }]);
    await expect(await diagnosed(page, sasUrl)).toContainText('redirected to another address');
  }
  expect(elsewhere.proxy.log.all()).toEqual([]);
});

test('no answer: said while the answer is waited for, and Escape or Cancel ends it', async ({
  page,
  startScripted,
}) => {
  const { proxy, sasUrl } = await startScripted([TABLE]);
  proxy.setRules([{ action: { kind: 'hold' } }]);
  await open(page, '#/query');
  const dialog = await openConnectDialog(page);
  const box = dialog.getByRole('textbox', { name: 'SAS URL or connection string' });
  for (const how of ['Escape', 'Cancel'] as const) {
    await box.fill(sasUrl);
    await box.press('Enter');
    await expect(dialog.getByRole('status').filter({ hasText: 'No answer yet' })).toBeVisible();
    await expect(box).toHaveValue('');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    if (how === 'Escape') await page.keyboard.press('Escape');
    else await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await expect(box).toBeFocused();
    await idle(page);
  }
  // The next one closes the dialog.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Connection', exact: true })).toContainText('Not connected');
});

test('a name that does not resolve, and a computer that is offline', async ({ page, context }) => {
  await open(page, '#/query');
  const text = `https://contoso.table.core.windows.net/?${PUBLIC_SAS}`;
  const unknown = await diagnosed(page, text);
  await expect(unknown).toContainText('No connection to the account');
  await expect(unknown.getByRole('list').last().getByRole('listitem').first()).toContainText('DNS');
  await context.setOffline(true);
  await expect(await diagnosed(page, text)).toContainText('This computer is offline');
  await context.setOffline(false);
});

test("the page's own policy in the way, and Cosmos DB", async ({ page, startScripted }) => {
  const { proxy, sasUrl } = await startScripted([TABLE]);
  await open(page, '#/query');
  const dialog = await openConnectDialog(page);
  await dialog
    .getByRole('textbox', { name: 'SAS URL or connection string' })
    .fill(`https://contoso.table.cosmos.azure.com/?${PUBLIC_SAS}`);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Azure Cosmos DB');
  await idle(page);
  await page.evaluate(() => {
    const meta = document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = "connect-src 'self'";
    document.head.append(meta);
  });
  await expect(await diagnosed(page, sasUrl)).toContainText('policy of this page blocks the request');
  expect(proxy.log.all()).toEqual([]);
});

test('the fix: one tab for each tool, by keyboard, copied as it stands', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write']);
  // The page may write to the clipboard, and nobody may read it: what is written is noted.
  await page.addInitScript(() => {
    const { clipboard } = navigator as { readonly clipboard?: Clipboard };
    if (clipboard === undefined) return;
    clipboard.writeText = (text) => {
      Reflect.set(window, 'lastCopied', text);
      return Promise.resolve();
    };
  });
  await open(page, '#/query');
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
});

test('an attempt that was begun elsewhere opens the dialog, with the reason', async ({ page, app }) => {
  app.proxy.setRules([{ action: refusal('AuthorizationServiceMismatch') }]);
  await open(page, '#/query');
  await page.getByRole('button', { name: 'Try the demo account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('not for tables');
  await page.keyboard.press('Escape');
  await openConnectDialog(page);
  await expect(dialog.getByRole('textbox', { name: 'SAS URL or connection string' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a public page that the browser does not let reach this computer', async ({ startScripted }) => {
  const { proxy, sasUrl } = await startScripted([TABLE]);
  const host = await startBareHost();
  const { port } = new URL(host.origin);
  // A browser of its own: its flags name the port. Without a window nobody answers its question, so it is denied.
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      `--host-resolver-rules=MAP keyscope.example 127.0.0.1:${port}`,
      `--ip-address-space-overrides=127.0.0.1:${port}=public`,
      '--unsafely-treat-insecure-origin-as-secure=http://keyscope.example',
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto('http://keyscope.example/#/query');
    await idle(page);
    const notice = await diagnosed(page, sasUrl);
    await expect(notice).toContainText('The browser does not let this page reach this computer');
    await expect(notice).toContainText('Local network access is denied for this page.');
    expect(proxy.log.all()).toEqual([]);
  } finally {
    await browser.close();
    await host.close();
  }
});

test('the firewall of an account on Azure', async ({ app }) => {
  const host = 'contoso.table.core.windows.net';
  const code = 'AuthorizationFailure';
  const message = 'This request is not authorized to perform this operation.';
  const server = createServer(selfSigned(host, Date.now()), (_request, response) => {
    response.writeHead(403, {
      'access-control-allow-origin': app.origin,
      'access-control-expose-headers': 'x-ms-error-code',
      'content-type': 'application/json;odata=nometadata',
      'x-ms-error-code': code,
    });
    response.end(JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: message } } }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP ${host} 127.0.0.1:${port}`,
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${app.origin}/#/query`);
    await idle(page);
    const notice = await diagnosed(page, `https://${host}/?${PUBLIC_SAS}`);
    await expect(notice).toContainText('The account does not let this request in');
    await expect(notice).toContainText('The firewall of the account');
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
