// The app as users get it, in a real browser: served by scripts/, with the demo account behind a counting proxy.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from 'playwright/test';
import type { DemoTable } from '../../scripts/demo/rows.mjs';
import { startKeyscope } from '../../scripts/lib/keyscope.mjs';
import { createAccountSas } from '../../scripts/lib/sas.mjs';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { createWarmPages, type WarmPages } from './warmPage.ts';

/** The running app, shared by all tests of a worker. */
export interface App {
  /** Ends with `/`. */
  readonly url: string;
  /** The stress lab, which has another origin. Ends with `/`. */
  readonly stressUrl: string;
  /** The origin of the page. The demo's CORS rule names it, and rules of other services must do so too. */
  readonly origin: string;
  /** The proxy in front of the demo account. It counts what the page sends, and damages answers by rule. */
  readonly proxy: FaultProxy;
  /** The demo account's endpoint, through the proxy. */
  readonly demoEndpoint: string;
  /** The true content of a demo table. */
  readonly demoTable: (name: string) => DemoTable;
  /** The window with which the demo opens, in ticks, half-open. */
  readonly demoWindow: { readonly from: bigint; readonly to: bigint };
  /** A SAS for the demo account with these permissions, valid for an hour by default. */
  readonly demoSas: (choice?: {
    readonly expiresAtMs?: number;
    readonly permissions?: string;
    readonly resourceTypes?: string;
  }) => string;
}

export interface TestFixtures {
  /**
   * Console errors that a test expects, since the browser reports answers such as 503 and refused CORS there. Set with `test.use({
   * expectedErrors: [/503/] })`. The list must have a single pattern, with `|` in it between several: Playwright would take a list of two
   * for a fixture and its options.
   */
  readonly expectedErrors: readonly RegExp[];
  /** Gives the page a browser context of its own, for tests of what a browser stores. */
  readonly ownContext: boolean;
}

export interface WorkerFixtures {
  readonly app: App;
  /** The worker's page, and the faults in it since they were last taken. */
  readonly warm: WarmPages & { readonly takeFaults: () => readonly string[] };
}

const SAS_LIFE_MS = 3_600_000;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Playwright's test with the running app and a page. A test also fails on faults that nobody would see. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    async ({ browserName }, use) => {
      if (browserName !== 'chromium') throw new Error(`Written for Chromium, not for ${browserName}.`);
      const { app, close } = await startApp();
      await use(app);
      await close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ app }, use) => {
    await use(app.url);
  },
  warm: [
    async ({ app }, use) => {
      const faults: string[] = [];
      const pages = createWarmPages(app.origin, (page) => watch(page, faults));
      await use({ ...pages, takeFaults: () => faults.splice(0) });
      await pages.close();
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  ownContext: [false, { option: true }],
  page: async (
    { app, browser, warm, expectedErrors, ownContext, viewport, colorScheme, locale, timezoneId },
    use,
    testInfo,
  ) => {
    if (ownContext) await warm.close();
    const page = await warm.take(browser, { viewport, colorScheme, locale, timezoneId });
    app.proxy.reset();
    warm.takeFaults();
    await use(page);
    const passed = testInfo.status === testInfo.expectedStatus && testInfo.errors.length === 0;
    // Reports arrive in order, so after this answer all earlier ones have arrived. The page of a failed test may never answer.
    if (passed && !page.isClosed()) await page.evaluate(() => document.readyState);
    const unexpected = warm
      .takeFaults()
      .filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
    const strays = app.proxy.log.takeStrays();
    await warm.giveBack(passed && !ownContext);
    expect(unexpected, 'errors in the console, uncaught errors and policy violations').toEqual([]);
    expect(strays, 'only GET, and neither Referer nor Cookie').toEqual([]);
  },
  context: async ({ page }, use) => {
    await use(page.context());
  },
});

export { expect };

async function startApp(): Promise<{ readonly app: App; readonly close: () => Promise<void> }> {
  let proxy: FaultProxy | undefined;
  const keyscope = await startKeyscope({
    root,
    port: 0,
    front: async (target) => {
      proxy = await startFaultProxy(target);
      return proxy;
    },
  });
  const { demo, url, origins, close } = keyscope;
  const [origin] = origins;
  if (demo === undefined || proxy === undefined || origin === undefined)
    throw new Error('No demo account was started.');

  const { service, endpoint } = demo;
  const app: App = {
    url,
    stressUrl: keyscope.stress.url,
    origin,
    proxy,
    demoEndpoint: endpoint,
    demoWindow: service.window,
    demoTable: (name) => {
      const table = service.tables.find((one) => one.name === name);
      if (table === undefined) throw new Error(`The demo account has no table ${name}.`);
      return table;
    },
    demoSas: ({ expiresAtMs = Date.now() + SAS_LIFE_MS, permissions, resourceTypes } = {}) =>
      createAccountSas({
        accountName: service.azurite.accountName,
        accountKey: service.azurite.accountKey,
        startsAt: new Date(Math.min(Date.now(), expiresAtMs) - SAS_LIFE_MS),
        expiresAt: new Date(expiresAtMs),
        permissions,
        resourceTypes,
      }),
  };
  return { app, close };
}

/** Collects invisible faults as they happen. */
async function watch(page: Page, faults: string[]): Promise<void> {
  page.on('console', (message) => {
    // Chromium asks for this file if a page names none, as the picture that is shown between two tests.
    const { url } = message.location();
    if (url.endsWith('/favicon.ico')) return;
    // Without the query string, which may contain a SAS.
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${url.replace(/\?.*/s, '')})`);
  });
  page.on('pageerror', (error) => {
    faults.push(`uncaught: ${error.stack ?? error.message}`);
  });
  page.on('crash', () => {
    faults.push('the page crashed');
  });
  await page.exposeFunction('reportPolicyViolation', (text: string) => {
    faults.push(`policy: ${text}`);
  });
  await page.addInitScript(() => {
    // Nobody could answer that dialog here. A test that needs it replaces this.
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, writable: true });
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      const report = Reflect.get(window, 'reportPolicyViolation') as (text: string) => void;
      report(`${violatedDirective} blocked ${blockedURI} ${sample} in ${sourceFile}`);
    });
    // Records what was copied. To paste it, a test would need another page, which takes longer than most tests.
    const copied: string[] = [];
    Reflect.set(window, 'copiedTexts', copied);
    const { clipboard } = navigator as { readonly clipboard?: Clipboard };
    if (clipboard === undefined) return; // not on a blank page
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await write(text);
      copied.push(text);
    };
  });
}
