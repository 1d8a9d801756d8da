import type { TablesEnv } from './clock.ts';
import { createServiceClock } from './serviceClock.ts';

/** The browser's fetch, clocks, timers and random source. Only this file names them. */
export function createBrowserEnv(): TablesEnv {
  return {
    // Wrapped in a function, because `fetch` called as a method of another object throws "Illegal invocation".
    fetch: (url, init) => fetch(url, init),
    ...createServiceClock(
      () => Date.now(),
      () => performance.now(),
    ),
    monotonicMs: () => performance.now(),
    setTimer: (callback, delayMs) => window.setTimeout(callback, delayMs),
    clearTimer: (handle) => window.clearTimeout(handle),
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    onReturn,
  };
}

/** Also listens to `resume`, which only Chromium sends: it is the counterpart of `freeze` in the Page Lifecycle API. */
function onReturn(listener: () => void): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('online', listener);
  window.addEventListener('pageshow', listener);
  document.addEventListener('resume', listener);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('pageshow', listener);
    document.removeEventListener('resume', listener);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
