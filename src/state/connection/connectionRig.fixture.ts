import { createVirtualClock } from '../../tables/base/virtualClock.fixture.ts';
import { type Handler, scriptFetch } from '../../tables/wire/scriptedFetch.fixture.ts';
import { createActivity } from '../base/activity.ts';
import type { ConnectionStore } from './connectionState.ts';
import { createConnectionStore } from './connectionStore.ts';
import { createIsolationLock } from './isolation.ts';
import { createLiveConnection } from './live.ts';
import type { Session } from './session.ts';

type Deps = Parameters<typeof createConnectionStore>[0];

/** A connection store over a scripted service, on a virtual clock that starts at 2026-11-21T00:00:00Z. */
export function connectionRig(
  handler: Handler,
  { isFramed = false, ...deps }: Partial<Deps> & { readonly isFramed?: boolean } = {},
) {
  const script = scriptFetch(handler);
  const clock = createVirtualClock(script.fetch);
  const activity = createActivity((done) => setImmediate(done));
  /** Policies added to the page, each with the number of requests sent before it. */
  const locked: (readonly [policy: string, requestsBefore: number])[] = [];
  const reloads: string[] = [];
  const lock = createIsolationLock({
    policy: "default-src 'none'; connect-src 'self'",
    isFramed,
    addPolicy: (policy) => void locked.push([policy, script.seen.length]),
    reload: () => void reloads.push('reload'),
  });
  const store = createConnectionStore({
    env: clock.env,
    activity,
    lock,
    load: () => Promise.resolve(createLiveConnection),
    ...deps,
  });
  return { store, clock, seen: script.seen, activity, locked, reloads };
}

/** The session of a connected store. */
export function opened(store: ConnectionStore): Session {
  const state = store.get();
  if (state.kind !== 'connected') throw new Error(`The store is ${state.kind}.`);
  return state.session;
}
