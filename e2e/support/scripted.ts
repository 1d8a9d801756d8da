// A table service of our own behind a counting proxy, for what Azurite lacks.
import type {
  Page,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from 'playwright/test';
import { recommendedRule } from '../rig/corsRules.ts';
import { type FaultProxy, startFaultProxy } from '../rig/faultProxy.ts';
import { type App, expect, test as base, type TestFixtures, type WorkerFixtures } from '../rig/fixtures.ts';
import { arrayRows } from '../rig/rowSource.ts';
import type { TableServiceOptions } from '../rig/serviceOptions.ts';
import { startTableService, type TableService } from '../rig/tableService.ts';

export interface Scripted {
  readonly service: TableService;
  /** The proxy in front of it, which counts. */
  readonly proxy: FaultProxy;
  /** A SAS URL through the proxy that can list tables and read entities. */
  readonly sasUrl: string;
}

interface ScriptedFixtures {
  /** Starts a service with these demo tables and the CORS rule of the README. */
  readonly startScripted: (
    tableNames: readonly string[],
    options?: Partial<TableServiceOptions>,
  ) => Promise<Scripted>;
}

type Fixtures = ScriptedFixtures & TestFixtures;

export const test: TestType<
  Fixtures & PlaywrightTestArgs & PlaywrightTestOptions,
  WorkerFixtures & PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<ScriptedFixtures>({
  startScripted: async ({ app }, use) => {
    const closers: (() => Promise<void>)[] = [];
    const proxies: FaultProxy[] = [];
    await use(async (tableNames, options) => {
      const service = await startTableService(serviceOptions(app, tableNames, options));
      closers.push(service.close);
      const proxy = await startFaultProxy(service.endpoint);
      closers.push(proxy.close);
      proxies.push(proxy);
      return { service, proxy, sasUrl: `${proxy.endpoint}?${service.accountSas()}` };
    });
    for (const close of closers.toReversed()) await close();
    const strays = proxies.flatMap(({ log }) => log.takeStrays());
    expect(strays, 'only GET, and neither Referer nor Cookie').toEqual([]);
  },
});

export { expect };

function serviceOptions(
  app: App,
  tableNames: readonly string[],
  options: Partial<TableServiceOptions> | undefined,
): TableServiceOptions {
  return {
    tables: new Map(tableNames.map((name) => [name, arrayRows(app.demoTable(name).rows)])),
    cors: [recommendedRule(app.origin)],
    ...options,
  };
}

/** By how much the page's clock runs faster. Deadlines become shorter too, so a busy machine must be able to keep up. */
const HASTE = 8;

/** Speeds up the page's timers and monotonic clock, so that waits between retries do not take a minute. */
export async function hurry(page: Page): Promise<void> {
  await page.addInitScript((factor) => {
    const setPlain = window.setTimeout.bind(window);
    const now = performance.now.bind(performance);
    performance.now = () => now() * factor;
    const setFast = (run: () => void, delayMs = 0): number => setPlain(run, delayMs / factor);
    Reflect.set(window, 'setTimeout', setFast);
  }, HASTE);
}
