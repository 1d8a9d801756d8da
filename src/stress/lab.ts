import { createActivity, type Activity } from '../state/base/activity.ts';
import { createSettings, type SettingsStore } from '../state/base/settings.ts';
import { browserAddressBar } from '../app/addressBar.ts';
import { metaOf } from '../app/navigationLock.ts';
import { saveFile } from '../app/saveFile.ts';
import { createPageLock } from '../app/pageLock.ts';
import { createOwnClock } from '../state/connection/diagnosis.ts';
import { createBrowserEnv } from '../tables/base/browserEnv.ts';
import { createDiagnosisPage } from '../tables/diagnosis/facts.ts';
import { type AddressStore, createAddressStore } from '../state/address/address.ts';
import { createSession, type Session } from './session.ts';
import { createTestRun, isRunning, type TestRun } from './testRun.ts';

export interface Lab {
  readonly session: Session;
  readonly run: TestRun;
  readonly settings: SettingsStore;
  readonly activity: Activity;
  readonly saveFile: typeof saveFile;
  readonly address: AddressStore;
  readonly hasDemo: boolean;
  /** Address of the main page, which only reads. Undefined if this build does not know it. */
  readonly otherUrl: string | undefined;
  readonly nowMs: () => number;
}

/**
 * While a test table is in use, its tab holds a Web Lock whose name is this and the table's name. The browser releases the lock when the
 * tab is closed.
 */
const IN_USE = 'keyscope-table:';

export function createLab(): Lab {
  const env = createBrowserEnv();
  const activity = createActivity((done) => requestAnimationFrame(() => done()));
  const run = createTestRun({ env, activity, announce, onHidden });
  const page = createDiagnosisPage();
  const session = createSession({
    env,
    activity,
    lock: createPageLock(),
    page,
    clock: createOwnClock(env, page),
    isInUse: () => isRunning(run.get()),
    tablesInUse,
    load: () => import('./openAccount.ts'),
  });
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, session.touch);
  window.addEventListener('pagehide', session.leave);
  // If the tab is closed during a test, its table is left behind, so the browser asks first.
  window.addEventListener('beforeunload', (event) => {
    if (isRunning(run.get())) event.preventDefault();
  });
  return {
    session,
    run,
    settings: createSettings(() => window.localStorage),
    activity,
    saveFile,
    address: createAddressStore(browserAddressBar()),
    hasDemo: metaOf('keyscope-demo') === 'served',
    otherUrl: metaOf('keyscope-other'),
    nowMs: env.nowMs,
  };
}

function onHidden(listener: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState === 'hidden') listener();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** Holds a lock on the table until the returned function is called or the tab is closed. */
function announce(table: string): () => void {
  const over = new AbortController();
  const held = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  void navigator.locks.request(`${IN_USE}${table}`, () => held);
  return () => over.abort();
}

async function tablesInUse(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(IN_USE) ? [name.slice(IN_USE.length)] : [])),
  );
}
