import { describe, expect, it } from 'vitest';
import type { DiagnosisPage, ReachabilityFacts } from './facts.ts';
import { checkReachability, askOwnServer } from './reachability.ts';
import { type Handler, scriptFetch } from '../wire/scriptedFetch.fixture.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';

const URL_OF = 'https://contoso.table.core.windows.net';
const LIMIT_MS = 1000;

/** A page whose policy blocks a request when the test says so. */
function rig(handler: Handler) {
  const listeners = new Set<(origin: string) => void>();
  const page: DiagnosisPage = {
    origin: 'https://tables.example',
    onPolicyBlock: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    localNetworkState: () => Promise.resolve(undefined),
  };
  const script = scriptFetch(handler);
  const clock = createVirtualClock(script.fetch);
  const check = (isToken = false): Promise<ReachabilityFacts> =>
    clock.run(checkReachability(URL_OF, page, clock.env, { limitMs: LIMIT_MS, isToken }));
  const block = (): void => {
    for (const listener of listeners) listener(URL_OF);
  };
  return { check, clock, seen: script.seen, block, listeners };
}

const isOpaque = ({ init }: { readonly init: RequestInit }): boolean => init.mode === 'no-cors';
const failed = (): never => {
  throw new TypeError('Failed to fetch');
};
const never = (): Promise<Response> => new Promise(() => undefined);

describe('asking a host for a token', () => {
  it('sends one request more, with its headers and no token in them, and says whether they pass', async () => {
    const passing = rig(() => new Response('', { status: 401 }));
    expect(await passing.check(true)).toMatchObject({ bare: { kind: 'read' }, headers: 'allowed' });
    const refusing = rig(({ headers }) => (headers.has('authorization') ? failed() : new Response('')));
    expect(await refusing.check(true)).toMatchObject({ bare: { kind: 'read' }, headers: 'refused' });
    const hanging = rig(({ headers }) => (headers.has('authorization') ? never() : new Response('')));
    expect(await hanging.check(true)).toMatchObject({ headers: 'waiting' });
    expect(passing.seen.map(({ headers }) => headers.get('authorization'))).toEqual([null, null, 'Bearer']);
    expect(passing.seen.at(-1)?.headers.get('x-ms-version')).toBe('2020-12-06');
  });
});

describe('asking a host without the SAS', () => {
  it('sends two GETs with nothing in them, and ends as soon as both are answered', async () => {
    const { check, clock, seen, listeners } = rig(() => new Response('', { status: 403 }));
    expect(await check()).toEqual({
      opaque: 'answered',
      bare: { kind: 'read', status: 403 },
      isLedAway: false,
    });
    expect(clock.nowMs()).toBe(0);
    for (const { method, query, init } of seen) {
      expect([method, query, init.credentials, init.referrerPolicy, init.cache]).toEqual([
        'GET',
        '',
        'omit',
        'no-referrer',
        // A stored answer would be from another time, and perhaps from another host.
        'no-store',
      ]);
    }
    // Only the no-cors request follows redirects, because the browser allows nothing else; its answer is never read.
    expect(seen.map(({ init }) => [init.mode, init.redirect])).toEqual([
      ['no-cors', undefined],
      ['cors', 'manual'],
    ]);
    expect([listeners.size, clock.timers()]).toEqual([0, 0]);
  });

  it('tells an answer that cannot be read from none', async () => {
    const unreadable = rig((request) => (isOpaque(request) ? new Response('') : failed()));
    expect(await unreadable.check()).toMatchObject({ opaque: 'answered', bare: { kind: 'unread' } });
    expect(await rig(failed).check()).toMatchObject({ opaque: 'failed', bare: { kind: 'unread' } });
  });

  it('waits a moment for the word of the policy where a request has failed, and no longer than for that', async () => {
    const late = rig(failed);
    late.clock.env.setTimer(late.block, 200);
    expect(await late.check()).toMatchObject({ opaque: 'failed', isLedAway: true });
    expect(late.clock.nowMs()).toBe(200);
    const silent = rig(failed);
    expect(await silent.check()).toMatchObject({ opaque: 'failed', isLedAway: false });
    expect(silent.clock.nowMs()).toBe(250);
  });

  it('waits no longer than it may, and lets go of what has not answered', async () => {
    const { check, clock, seen } = rig((request) => (isOpaque(request) ? never() : failed()));
    expect(await check()).toMatchObject({ opaque: 'waiting', bare: { kind: 'unread' } });
    expect(clock.nowMs()).toBe(LIMIT_MS);
    expect(seen.map(({ init }) => init.signal?.aborted)).toEqual([true, true]);
  });

  it('notices a redirect, held or led where the policy ends it', async () => {
    const redirect = Object.defineProperty(new Response(''), 'type', { value: 'opaqueredirect' });
    expect(await rig(() => redirect).check()).toMatchObject({ bare: { kind: 'redirected' } });
    const led = rig((request) => {
      if (isOpaque(request)) led.block();
      return failed();
    });
    expect(await led.check()).toMatchObject({ opaque: 'failed', isLedAway: true });
  });
});

describe('the clock of the server of the page', () => {
  const ask = async (handler: Handler) => {
    const clock = createVirtualClock(scriptFetch(handler).fetch);
    await clock.run(askOwnServer(clock.env, LIMIT_MS));
    return clock.env.clock.reading();
  };
  const at = (ms: number): Handler => {
    const date = new Date(Date.UTC(2026, 10, 21) + ms).toUTCString();
    return () => new Response('', { headers: { date } });
  };

  it('is compared with this computer', async () => {
    expect(await ask(at(0))).toEqual({ aheadMs: 0, of: 'the server of this page' });
    expect(await ask(at(-3_600_000))).toMatchObject({ aheadMs: 3_600_000 });
  });

  it('is unknown where it is not said, garbage, or late', async () => {
    for (const handler of [
      () => new Response(''),
      () => new Response('', { headers: { date: 'soon' } }),
      failed,
      never,
    ]) {
      expect(await ask(handler)).toBeUndefined();
    }
  });
});
