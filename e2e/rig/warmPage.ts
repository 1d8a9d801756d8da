// One page for all tests of a worker. A new window for each test would take longer than most tests, so a test gets the page of the previous
// one, reset to its initial state. A page that cannot be reset is discarded.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright/test';

/** The part of a test's configuration that concerns the page. */
export interface PageOptions {
  readonly viewport: { readonly width: number; readonly height: number } | null;
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null;
  readonly locale: string | undefined;
  readonly timezoneId: string | undefined;
}

export interface WarmPages {
  /** A page in its initial state. */
  readonly take: (browser: Browser, options: PageOptions) => Promise<Page>;
  /** Must be called after a test. If `reuse` is false, the page is discarded. */
  readonly giveBack: (reuse: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Warm {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly options: string;
  readonly changes: Changes;
  /** The listeners that were there before any test added its own. */
  readonly listeners: Listeners;
}

/** Members that the types of a page and a context do not declare. */
interface Emitter {
  readonly listeners: (event: string) => readonly unknown[];
  readonly off: (event: string, listener: unknown) => void;
}

type Listeners = readonly {
  readonly owner: Emitter;
  readonly event: string;
  readonly own: readonly unknown[];
}[];

/** Scripts that a test added to future documents, and whether it changed something that cannot be reset. */
interface Changes {
  undo: (() => Promise<void>)[];
  forGood: boolean;
}

const FOR_GOOD_ON_PAGE = [
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeWebSocket',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
];
const FOR_GOOD_ON_CONTEXT = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'route',
  'setExtraHTTPHeaders',
  'setGeolocation',
];
const FOR_GOOD_ON_CLOCK = ['install', 'fastForward', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'];
const EVENTS = [
  'close',
  'console',
  'crash',
  'dialog',
  'download',
  'framenavigated',
  'load',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'worker',
];

/**
 * @param origin That of the app. A page that has been anywhere else is not used again.
 * @param prepare Runs once for each page, before any test.
 */
export function createWarmPages(origin: string, prepare: (page: Page) => Promise<void>): WarmPages {
  let warm: Warm | undefined;
  const drop = async (): Promise<void> => {
    const { context } = warm ?? {};
    warm = undefined;
    await context?.close();
  };
  return {
    take: async (browser, { colorScheme, ...options }) => {
      const key = JSON.stringify(options);
      if (warm?.options !== key) await drop();
      warm ??= await makeWarm(browser, origin, key, prepare);
      await warm.page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' });
      return warm.page;
    },
    giveBack: async (reuse) => {
      if (warm === undefined) return;
      if (!reuse || !(await isAsNew(warm, origin))) await drop();
    },
    close: drop,
  };
}

async function makeWarm(
  browser: Browser,
  origin: string,
  options: string,
  prepare: (page: Page) => Promise<void>,
): Promise<Warm> {
  // Playwright's test runner adds the test's configuration to this context.
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const changes: Changes = { undo: [], forGood: false };
  await prepare(page);
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    if (url !== 'about:blank' && new URL(url).origin !== origin) changes.forGood = true;
  });
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (script, arg, more) => {
    const added = await addInitScript(script, arg, more);
    changes.undo.push(() => added.dispose());
    return added;
  };
  const setViewportSize = page.setViewportSize.bind(page);
  page.setViewportSize = async (size) => {
    const before = page.viewportSize();
    if (before === null) changes.forGood = true;
    else changes.undo.push(() => setViewportSize(before));
    return setViewportSize(size);
  };
  const grantPermissions = context.grantPermissions.bind(context);
  context.grantPermissions = async (permissions, more) => {
    changes.undo.push(() => context.clearPermissions());
    return grantPermissions(permissions, more);
  };
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    changes.undo.push(() => setOffline(false));
    return setOffline(offline);
  };
  const newCDPSession = context.newCDPSession.bind(context);
  context.newCDPSession = async (target) => {
    const session = await newCDPSession(target);
    // What a session has changed ends with it. The test may have detached it already.
    changes.undo.push(() => session.detach().catch(() => undefined));
    return session;
  };
  noteCalls(page, FOR_GOOD_ON_PAGE, changes);
  noteCalls(context, FOR_GOOD_ON_CONTEXT, changes);
  noteCalls(context.clock, FOR_GOOD_ON_CLOCK, changes);
  return { context, page, cdp, options, changes, listeners: listenersOf(page, context) };
}

function noteCalls(owner: object, names: readonly string[], changes: Changes): void {
  for (const name of names) {
    const plain = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    Reflect.set(owner, name, (...args: unknown[]) => {
      changes.forGood = true;
      return plain.apply(owner, args);
    });
  }
}

function listenersOf(...owners: readonly object[]): Listeners {
  return (owners as readonly Emitter[]).flatMap((owner) =>
    EVENTS.map((event) => ({ owner, event, own: owner.listeners(event) })),
  );
}

/**
 * Ends the document that the page shows, with everything that runs in it. The page then shows a picture of the app's own host: a blank page
 * would also end the process, and starting one costs more than loading the app.
 * @param appUrl Ends with `/`.
 */
export async function leaveApp(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}favicon.svg`);
}

/** Resets the page. Returns false if something of the test would remain. */
async function isAsNew({ context, page, cdp, changes, listeners }: Warm, origin: string): Promise<boolean> {
  if (changes.forGood || page.isClosed() || context.pages().length !== 1) return false;
  for (const { owner, event, own } of listeners)
    for (const listener of owner.listeners(event)) if (!own.includes(listener)) owner.off(event, listener);
  for (const undo of changes.undo.splice(0).toReversed()) await undo();
  await leaveApp(page, `${origin}/`);
  await page.evaluate(() => {
    sessionStorage.clear();
  });
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  await cdp.send('Page.resetNavigationHistory');
  // Moves the pointer out of the window, so that the next test's page does not open under it.
  await page.mouse.move(-10, -10);
  return true;
}
