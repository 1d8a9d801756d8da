import type { TablesEnv } from './env.ts';

/** The browser as the wire needs it. The only place that names its fetch, clocks, timers and random. */
export function createBrowserEnv(): TablesEnv {
  return {
    // Unbound, fetch throws "Illegal invocation".
    fetch: (url, init) => fetch(url, init),
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    setTimer: (callback, delayMs) => window.setTimeout(callback, delayMs),
    clearTimer: (handle) => window.clearTimeout(handle),
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    loadSdk: () => import('./sdkTransport.ts'),
  };
}
