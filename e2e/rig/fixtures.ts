// The app as people get it, in a real browser: served by scripts/, with the demo account behind a counting proxy.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from 'playwright/test';
import type { DemoTable } from '../../scripts/demo/rows.mjs';
import { startKeyscope } from '../../scripts/lib/keyscope.mjs';
import { createAccountSas } from '../../scripts/lib/sas.mjs';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { createWarmPages, type WarmPages } from './warmPage.ts';

/** The running app, for all tests of a worker. */
export interface App {
  /** Ends with `/`. */
  readonly url: string;
  /** Where the page is allowed from: the demo's CORS rule names it, and other services' rules must. */
  readonly origin: string;
  /** Stands before the demo account: counts what the page sends, and breaks answers by rule. */
  readonly proxy: FaultProxy;
  /** The demo account's endpoint, through the proxy. */
  readonly demoEndpoint: string;
  /** What the demo account holds: the truth. */
  readonly demoTable: (name: string) => DemoTable;
  /** The window that the demo opens with, ticks, half-open. */
  readonly demoWindow: { readonly from: bigint; readonly to: bigint };
  /** A SAS for the demo account, signed as asked; valid for an hour unless told otherwise. */
  readonly demoSas: (choice?: {
    readonly expiresAtMs?: number;
    readonly permissions?: string;
    readonly resourceTypes?: string;
  }) => string;
}

export interface TestFixtures {
  /**
   * Console errors that a test expects: the browser itself reports answers such as 503 and refused CORS there.
   * Set with `test.use({ expectedErrors: [/503/] })`: one pattern, with `|` between several. Playwright reads a list of two
   * as a fixture and its options, and takes the first for the value.
   */
  readonly expectedErrors: readonly RegExp[];
  /** The page has a context of its own, which no other test has had or gets: for tests of what stays in a browser. */
  readonly ownContext: boolean;
}

export interface WorkerFixtures {
  readonly app: App;
  /** The page of a worker, and what went wrong in it unseen since that was last asked. */
  readonly warm: WarmPages & { readonly takeFaults: () => readonly string[] };
}

const SAS_LIFE_MS = 3_600_000;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Playwright's test with the app running and a page that fails on what nobody would see. */
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
    // Reports are on their way in order: once this is answered, all earlier ones are here.
    if (!page.isClosed()) await page.evaluate(() => document.readyState);
    const unexpected = warm
      .takeFaults()
      .filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
    const strays = app.proxy.log.strays();
    const passed = testInfo.status === testInfo.expectedStatus && testInfo.errors.length === 0;
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
      proxy = await startFaultProxy({ target });
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

/** Collects what goes wrong unseen, as it happens. */
async function watch(page: Page, faults: string[]): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
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
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      const report = Reflect.get(window, 'reportPolicyViolation') as (text: string) => void;
      report(`${violatedDirective} blocked ${blockedURI} ${sample} in ${sourceFile}`);
    });
  });
}
