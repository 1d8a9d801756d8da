import { describe, expect, it } from 'vitest';
import {
  FAKE_ACCOUNT_SAS,
  FAKE_SIGNATURE,
  type Handler,
  jsonResponse,
} from '../../tables/wire/scriptedFetch.fixture.ts';
import { connectionRig } from './connectionRig.fixture.ts';

/** The answer of the page's server; the virtual clock starts at 2026-11-21T00:00:00Z. */
const SERVER = {
  right: 'Sat, 21 Nov 2026 00:00:00 GMT',
  tenBehind: 'Fri, 20 Nov 2026 23:50:00 GMT',
  twoAhead: 'Sat, 21 Nov 2026 00:02:00 GMT',
};
const never: Handler = () => new Promise<Response>(() => undefined);
const tables: Handler = () => jsonResponse({ value: [{ TableName: 'Logs' }] });
const tooEarly: Handler = () => new Response('', { status: 403, headers: { 'x-ms-request-id': '1' } });

function rig(account: Handler, ownServer: Handler) {
  const { store, clock, seen } = connectionRig(
    (request, index) => (request.path.endsWith('favicon.svg') ? ownServer : account)(request, index),
    {
      page: {
        origin: 'https://keyscope.example',
        onPolicyBlock: () => () => undefined,
        localNetworkState: () => Promise.resolve(undefined),
      },
    },
  );
  const asked = (): number => seen.filter(({ query }) => query.includes('sig=')).length;
  return { store, clock, asked };
}

function dated(date: string): Handler {
  return () => new Response('<svg/>', { headers: { date } });
}

function sas(se: string, st = ''): string {
  const from = st === '' ? '' : `&st=${st}`;
  return `https://contoso.table.core.windows.net/?sv=2022-11-02&ss=t&srt=sco&sp=rl&spr=https&se=${se}${from}&sig=${FAKE_SIGNATURE}`;
}

const OVER = sas('2026-11-20T23:55:00Z');
const EARLY = sas('2026-11-21T08:00:00Z', '2026-11-21T00:01:00Z');

describe('a SAS that is valid by one clock and not by another', () => {
  it.each([
    ['ahead: it seems to be over', OVER, SERVER.tenBehind, '10 min ahead of'],
    ['behind: it seems not to have begun', EARLY, SERVER.twoAhead, '2 min behind'],
  ])('is sent to the service if this clock is %s', async (_name, text, date, words) => {
    const { store, clock, asked } = rig(tables, dated(date));
    expect(await clock.run(store.connect(text))).toBeUndefined();
    const state = store.get();
    expect(asked()).toBeGreaterThan(0);
    expect(state.kind === 'connected' && state.session.warnings.join(' ')).toContain(
      `This computer's clock is ${words} the server of this page.`,
    );
    // It is not dropped as expired while it may still be valid.
    await clock.advance(4 * 60_000);
    store.checkIdle();
    expect(store.get().kind).toBe('connected');
  });

  it('is dropped once it has expired by both clocks', async () => {
    const { store, clock } = rig(tables, dated(SERVER.tenBehind));
    await clock.run(store.connect(OVER));
    await clock.advance(5 * 60_000 + 1);
    expect(store.get()).toMatchObject({ kind: 'none', dropped: { reason: 'expired' } });
  });

  it("is reported as refused in the service's words, naming both clocks", async () => {
    const { store, clock, asked } = rig(tooEarly, dated(SERVER.tenBehind));
    const fault = await clock.run(store.connect(OVER));
    expect(asked()).toBe(1);
    expect(fault).toMatchObject({
      kind: 'service',
      fault: { kind: 'auth', status: 403 },
      diagnosis: { id: 'clock-skew' },
    });
    expect(fault?.kind === 'service' && fault.diagnosis?.evidence.join(' ')).toContain(
      "This computer's clock is 10 min ahead of the server of this page.",
    );
  });

  it.each([
    ['both agree', OVER, dated(SERVER.right), "by this computer's clock."],
    ['the other one is not known', OVER, () => new Response('<svg/>'), "by this computer's clock."],
    [
      'it is over by both',
      sas('2026-11-20T23:45:00Z'),
      dated(SERVER.tenBehind),
      "by this computer's clock and that of this page's server.",
    ],
  ])('is not sent if %s', async (_name, text, server, words) => {
    const { store, clock, asked } = rig(tables, server);
    const fault = await clock.run(store.connect(text));
    expect(fault).toMatchObject({ kind: 'text', fault: { message: expect.stringContaining(words) } });
    expect(asked()).toBe(0);
  });
});

/** The virtual clock starts at 2026-11-21T00:00:00Z; the service is this far ahead of it. */
const HOUR_MS = 3_600_000;
const serviceAt = (aheadMs: number): Date => new Date(Date.UTC(2026, 10, 21) + aheadMs);

/** Refuses a SAS as live Azure does: nothing about its time, and every header hidden by CORS. */
function refusing(aheadMs: number): Handler {
  const time = serviceAt(aheadMs).toISOString().replace('Z', '1234Z');
  const value = `Server failed to authenticate the request.\nRequestId:5c21e7ed\nTime:${time}`;
  const said = { 'odata.error': { code: 'AuthenticationFailed', message: { lang: 'en-US', value } } };
  return () =>
    new Response(JSON.stringify(said), {
      status: 403,
      headers: { 'content-type': 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8' },
    });
}
/** Answers with a list of tables and the service's Date header, which CORS exposes by default. */
function listing(aheadMs: number): Handler {
  return () => jsonResponse({ value: [{ TableName: 'Logs' }] }, { date: serviceAt(aheadMs).toUTCString() });
}

describe('a computer whose clock the table service corrects', () => {
  it.each([
    ['three hours behind, expired an hour ago', 3 * HOUR_MS, sas('2026-11-21T02:00:00Z'), 'clock-skew'],
    ['right, expired after it was sent', 30_000, sas('2026-11-21T00:00:20Z'), 'sas-expired'],
    [
      'two hours ahead, begins in an hour',
      -2 * HOUR_MS,
      sas('2026-11-21T08:00:00Z', '2026-11-20T23:00:00Z'),
      'clock-skew',
    ],
    ['three hours behind, valid by both', 3 * HOUR_MS, sas('2026-11-21T08:00:00Z'), 'sas-signature'],
  ])('%s: %#', async (_name, aheadMs, text, id) => {
    // The page's server is on the same computer, so it has the same clock.
    const { store, clock } = rig(refusing(aheadMs), dated(SERVER.right));
    const fault = await clock.run(store.connect(text));
    const isTime = id !== 'sas-signature';
    expect(fault).toMatchObject({
      kind: 'service',
      fault: { kind: isTime ? 'expired' : 'auth', status: 403, requestId: '5c21e7ed' },
      diagnosis: { id },
    });
  });

  it.each([24 * HOUR_MS, -24 * HOUR_MS])(
    '%i ms off: it connects, reports it, and keeps the SAS as long as the service accepts it',
    async (aheadMs) => {
      const at = (ms: number): string =>
        serviceAt(aheadMs + ms)
          .toISOString()
          .replace('.000', '');
      const { store, clock } = rig(listing(aheadMs), dated(serviceAt(aheadMs).toUTCString()));
      expect(await clock.run(store.connect(sas(at(HOUR_MS), at(-HOUR_MS))))).toBeUndefined();
      const state = store.get();
      expect(state.kind === 'connected' && state.session.warnings.join(' ')).toContain(
        `clock is 1 d ${aheadMs > 0 ? 'behind' : 'ahead of'} the table service.`,
      );
      expect(clock.env.nowMs()).toBe(serviceAt(aheadMs).getTime());
      // It is neither idle nor expired, although the time jumped by a day.
      await clock.advance(HOUR_MS / 2 - 1);
      store.checkIdle();
      expect(store.get().kind).toBe('connected');
      store.touch();
      await clock.advance(HOUR_MS / 4);
      store.touch();
      await clock.advance(HOUR_MS / 4 + 1);
      expect(store.get()).toMatchObject({ kind: 'none', dropped: { reason: 'expired' } });
    },
  );
});

describe('a slow attempt', () => {
  /** Milliseconds on the virtual clock until a message shows, and the message. */
  async function named(account: Handler, ownServer: Handler, preparedMs?: number) {
    const { store, clock } = rig(account, ownServer);
    if (preparedMs !== undefined) {
      void store.prepare();
      await clock.advance(preparedMs);
    }
    const fromMs = clock.nowMs();
    const ended = store.connect(`https://contoso.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`);
    for (let step = 0; step < 100; step += 1) {
      await clock.advance(50);
      const state = store.get();
      const slow = state.kind === 'connecting' ? state.slow : undefined;
      if (slow !== undefined) {
        store.cancelAttempt();
        await ended;
        return { slow, atMs: clock.nowMs() - fromMs };
      }
    }
    throw new Error('Nothing was said within five seconds.');
  }

  it.each([undefined, 0, 400, 2000])(
    'shows a cause within three seconds, whatever hangs, with the dialog open for %s ms',
    async (preparedMs) => {
      const { slow, atMs } = await named(never, never, preparedMs);
      expect(slow).toMatchObject({ id: 'no-answer-yet', isOpen: true });
      expect(atMs).toBeLessThanOrEqual(3000);
    },
  );

  it('is explained by the answer that said to retry later, not as silence', async () => {
    const busy: Handler = () =>
      new Response('', { status: 503, headers: { 'x-ms-request-id': '1', 'retry-after': '2' } });
    const { slow, atMs } = await named(busy, dated(SERVER.right), 0);
    expect(slow).toMatchObject({ id: 'busy', isOpen: true });
    expect(slow.evidence.join(' ')).toMatch(/HTTP 503.*The attempt continues\./u);
    expect(atMs).toBeLessThanOrEqual(3000);
  });
});
