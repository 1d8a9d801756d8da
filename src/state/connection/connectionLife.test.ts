import { describe, expect, it } from 'vitest';
import type { DiagnosisPage } from '../../tables/diagnosis/facts.ts';
import {
  FAKE_ACCOUNT_SAS,
  FAKE_SIGNATURE,
  type Handler,
  jsonResponse,
} from '../../tables/wire/scriptedFetch.fixture.ts';
import { createLiveConnection } from './live.ts';
import { IDLE_LIMIT_MS } from './watch.ts';
import { writeHash } from '../address/hashAddress.ts';
import { connectionRig, opened } from './connectionRig.fixture.ts';

const CONTOSO = `https://contoso.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`;
const OTHER_SAS = FAKE_ACCOUNT_SAS.replace(FAKE_SIGNATURE, FAKE_SIGNATURE.replace('c2ln', 'T3Ro'));
const { signal } = new AbortController();
/** When FAKE_ACCOUNT_SAS expires on the virtual clock. */
const EXPIRES_AFTER_MS = 8 * 3_600_000;

const tables = (): Response => jsonResponse({ value: [{ TableName: 'Logs' }] });
const refused = (): Response => new Response('', { status: 403 });
const never = (): Promise<Response> => new Promise(() => undefined);

const PAGE: DiagnosisPage = {
  origin: 'https://tables.example',
  onPolicyBlock: () => () => undefined,
  localNetworkState: () => Promise.resolve(undefined),
};

function rig(handler: Handler, options: { readonly page?: DiagnosisPage } = {}) {
  const use = { isInUse: false };
  return { ...connectionRig(handler, { isInUse: () => use.isInUse, ...options }), use };
}

describe('cancelling an attempt', () => {
  it('stops sending and leaves nothing behind', async () => {
    const { store, clock, seen } = rig(never);
    const attempt = store.connect(CONTOSO);
    await clock.settle();
    expect(store.get()).toEqual({ kind: 'connecting' });
    store.cancelAttempt();
    expect(await attempt).toMatchObject({ kind: 'cancelled' });
    expect(store.get()).toEqual({ kind: 'none' });
    await clock.advance(60_000);
    expect([seen.length, clock.timers()]).toEqual([1, 0]);
  });

  it('works while the demo account is requested, and an older answer never wins', async () => {
    const answers: ((response: Response) => void)[] = [];
    const { store, clock, seen } = rig(({ path }) =>
      path === '/demo/account' ? new Promise((resolve) => answers.push(resolve)) : tables(),
    );
    const demo = store.connectDemo();
    await clock.settle();
    // Started later but answered sooner: this one counts.
    expect(await clock.run(store.connect(CONTOSO))).toBeUndefined();
    const sas = FAKE_ACCOUNT_SAS.replace('&spr=https', '');
    answers[0]?.(
      jsonResponse({
        endpoint: 'http://127.0.0.1:10002/devstoreaccount1',
        sas,
        expiresAt: '2026-11-21T04:00:00Z',
        window: { from: '2026-11-20T22:00:00.0000000Z', to: '2026-11-21T00:00:00.0000000Z' },
        tables: ['Logs'],
      }),
    );
    expect(await clock.run(demo)).toMatchObject({ kind: 'cancelled' });
    expect(opened(store).connection.account).toBe('contoso');
    expect(seen.filter(({ path }) => path.includes('devstoreaccount1'))).toEqual([]);
  });

  it('keeps the previous connection', async () => {
    const { store, clock } = rig(({ query }) => (query.includes(FAKE_SIGNATURE) ? tables() : never()));
    await clock.run(store.connect(CONTOSO));
    const before = opened(store);
    const attempt = store.connect(`https://contoso.table.core.windows.net/?${OTHER_SAS}`);
    await clock.settle();
    expect(store.get()).toMatchObject({ kind: 'connected', session: before, attempt: {} });
    store.cancelAttempt();
    expect(await attempt).toMatchObject({ kind: 'cancelled' });
    expect(store.get()).toEqual({ kind: 'connected', session: before });
    expect(before.connection.isClosed()).toBe(false);
  });
});

describe('another connection', () => {
  it('that does not work does not cost the previous one', async () => {
    const { store, clock } = rig(({ query }) => (query.includes(FAKE_SIGNATURE) ? tables() : refused()));
    await clock.run(store.connect(CONTOSO));
    const before = opened(store);
    const second = store.connect(`https://contoso.table.core.windows.net/?${OTHER_SAS}`);
    expect(await clock.run(second)).toMatchObject({ kind: 'service', fault: { status: 403 } });
    expect(opened(store)).toBe(before);
    await clock.run(before.connection.reader.readPage({ tableName: 'Logs' }, signal));
  });

  it('that works closes the previous one', async () => {
    const { store, clock } = rig(tables);
    await clock.run(store.connect(CONTOSO));
    const before = opened(store).connection;
    await clock.run(store.connect(`https://contoso.table.core.windows.net/?${OTHER_SAS}`));
    expect([before.isClosed(), opened(store).connection.isClosed()]).toEqual([true, false]);
  });
});

describe('retrying', () => {
  it('does not require pasting again, for five minutes', async () => {
    let isFixed = false;
    const { store, clock, seen } = rig(() => (isFixed ? tables() : refused()));
    expect(await clock.run(store.connect(CONTOSO))).toMatchObject({ kind: 'service', canRetry: true });
    isFixed = true;
    expect(await clock.run(store.retry())).toBeUndefined();
    expect(opened(store).connection.account).toBe('contoso');
    const sent = seen.length;
    isFixed = false;
    await clock.run(store.connect(CONTOSO));
    await clock.advance(5 * 60_000 + 1);
    expect(await clock.run(store.retry())).toMatchObject({ kind: 'text' });
    expect(seen.length).toBe(sent + 1);
  });

  it('is no longer possible once the dialog discards the attempt', async () => {
    const { store, clock } = rig(refused);
    const fault = await clock.run(store.connect(CONTOSO));
    // Whoever started it, the dialog shows how it ended.
    expect(store.get()).toEqual({ kind: 'none', fault });
    store.forgetFailed();
    expect(store.get()).toEqual({ kind: 'none' });
    expect(await store.retry()).toMatchObject({
      kind: 'text',
      fault: { message: expect.stringContaining('no longer kept') },
    });
    expect(clock.timers()).toBe(0);
  });
});

describe('an idle SAS', () => {
  it('is dropped after 30 minutes without a request or user action, and the state says why', async () => {
    const { store, clock } = rig(tables);
    await clock.run(store.connect(CONTOSO));
    const { connection } = opened(store);
    await clock.advance(IDLE_LIMIT_MS - 1000);
    await clock.run(connection.reader.readPage({ tableName: 'Logs' }, signal));
    await clock.advance(IDLE_LIMIT_MS - 1000);
    store.touch();
    await clock.advance(IDLE_LIMIT_MS - 1);
    expect(store.get().kind).toBe('connected');
    await clock.advance(1);
    const host = 'contoso.table.core.windows.net';
    expect(store.get()).toEqual({
      kind: 'none',
      dropped: { reason: 'idle', host, url: `https://${host}`, name: 'SAS' },
    });
    expect([connection.isClosed(), clock.timers()]).toEqual([true, 0]);
  });

  it('is kept alive by a renewed one', async () => {
    const { store, clock, use } = rig(tables);
    await clock.run(store.connect(CONTOSO));
    use.isInUse = true;
    const later = `https://contoso.table.core.windows.net/?${OTHER_SAS.replace('T08', 'T12')}`;
    expect(await clock.run(store.renew(later))).toBeUndefined();
    await clock.advance(EXPIRES_AFTER_MS + 60_000);
    use.isInUse = false;
    await clock.advance(60_000);
    expect(opened(store).connection.facts.expiresAtMs).toBe(Date.UTC(2026, 10, 21, 12));
    const fewer = `https://contoso.table.core.windows.net/?${OTHER_SAS.replace('srt=sco', 'tn=Logs').replace('T08', 'T12')}`;
    expect(await clock.run(store.renew(fewer))).toMatchObject({ kind: 'text' });
    // The connection stays the same for a run; the known facts are those of the new SAS.
    expect(
      await clock.run(store.renew(fewer.replace('spr=https', 'spr=https,http'), ['Logs'])),
    ).toBeUndefined();
    expect(opened(store).connection.facts.tableName).toBe('Logs');
    expect(opened(store).warnings.join(' ')).toContain('without TLS');
  });

  it('is dropped when the page is left; so is a failed or running attempt, silently', async () => {
    const { store, clock } = rig(tables);
    await clock.run(store.connect(CONTOSO));
    store.leave();
    expect(store.get()).toMatchObject({ kind: 'none', dropped: { reason: 'left' } });
    const waiting = rig(never);
    const attempt = waiting.store.connect(CONTOSO);
    await waiting.clock.settle();
    waiting.store.leave();
    expect(await attempt).toMatchObject({ kind: 'cancelled' });
    expect(waiting.store.get()).toEqual({ kind: 'none' });
    expect(waiting.clock.timers()).toBe(0);
  });
});

describe('the diagnosis of a failed attempt', () => {
  const network = (): never => {
    throw new TypeError('Failed to fetch');
  };
  /** Whether it is a request to the account without the SAS, sent after the one with it failed. */
  const bare = ({ query }: { readonly query: string }): boolean => !query.includes('sig=');

  it('includes what the host answered without the SAS, within three seconds', async () => {
    const { store, clock, seen } = rig(
      (request) => (bare(request) ? new Response('', { status: 200 }) : network()),
      { page: PAGE },
    );
    const found = await clock.run(store.connect(CONTOSO));
    expect(clock.nowMs()).toBeLessThan(3000);
    expect(found).toMatchObject({
      kind: 'service',
      diagnosis: {
        id: 'request-filtered',
        evidence: expect.arrayContaining([expect.stringContaining('answers HTTP 200')]),
      },
    });
    const probes = seen.filter((request) => bare(request) && request.path !== '/favicon.svg');
    expect(probes.map(({ path, init }) => [path, init.mode, init.credentials])).toEqual([
      ['/', 'no-cors', 'omit'],
      ['/Tables', 'cors', 'omit'],
    ]);
    expect(JSON.stringify(found)).not.toContain(decodeURIComponent(FAKE_SIGNATURE).slice(0, 12));
  });

  it('is shown while there is no answer yet, and the attempt continues', async () => {
    let release: (response: Response) => void = () => undefined;
    const { store, clock } = rig(
      (request) =>
        bare(request)
          ? never()
          : new Promise<Response>((resolve) => {
              release = resolve;
            }),
      { page: PAGE },
    );
    const attempt = store.connect(CONTOSO);
    // An answer may still be on its way, so nothing is examined before 1.2 s.
    await clock.advance(1100);
    expect(store.get()).toEqual({ kind: 'connecting' });
    await clock.advance(2900);
    expect(store.get()).toMatchObject({
      kind: 'connecting',
      slow: { id: 'no-answer-yet', isOpen: true },
    });
    release(tables());
    await clock.settle();
    release(tables());
    await clock.settle();
    release(jsonResponse({ value: [] }));
    expect(await clock.run(attempt)).toBeUndefined();
    expect(store.get().kind).toBe('connected');
  });

  it("compares this computer's clock with that of the page's server, asked before the page is locked", async () => {
    const behind = new Date(Date.UTC(2026, 10, 20, 23)).toUTCString();
    const { store, clock, seen } = rig(
      ({ path }) => (path === '/favicon.svg' ? new Response('', { headers: { date: behind } }) : refused()),
      { page: PAGE },
    );
    await clock.run(store.prepare());
    expect(await clock.run(store.connect(CONTOSO))).toMatchObject({
      diagnosis: {
        id: 'sas-signature',
        evidence: expect.arrayContaining([expect.stringContaining('1 h ahead of the server of this page')]),
      },
    });
    await clock.run(store.connect(CONTOSO));
    expect(seen.map(({ path }) => path)).toEqual(['/favicon.svg', '/Tables', '/Tables']);
    const useless = await clock.run(store.connect(CONTOSO.replace('se=2026', 'se=2025')));
    expect(useless).toMatchObject({ kind: 'text', diagnosis: { id: 'sas-expired' } });
  });
});

it('does not get into an address while it is held, nor does its replacement, in any encoding', async () => {
  const { store, clock } = rig(tables);
  // Signatures of connections that no other test opens.
  const [one, other] = [btoa('32 bytes of the first signature!'), btoa('Something else, also of 32 bytes')];
  const sasOf = (bare: string) => FAKE_ACCOUNT_SAS.replace(FAKE_SIGNATURE, encodeURIComponent(bare));
  // Parts of the signatures that look like ordinary text.
  const [first, second] = [one.slice(0, 16), other.slice(0, 16)];
  const forms = (part: string) => [part, btoa(`'${part}'`), `a%252B${part}`];
  const written = (part: string) => forms(part).map((pk) => writeHash('query', [['pk', pk]]));
  const nothing = Array.from({ length: 3 }, () => '#/query?v=1');
  expect(written(first)).not.toContain('#/query?v=1');
  await clock.run(store.connect(CONTOSO.replace(FAKE_ACCOUNT_SAS, sasOf(one))));
  expect(written(first)).toEqual(nothing);
  expect(written(second)).not.toContain('#/query?v=1');
  expect(await clock.run(store.renew(sasOf(other)))).toBeUndefined();
  expect(written(second)).toEqual(nothing);
  store.leave();
  expect(written(second)).not.toContain('#/query?v=1');
});

it('reports if the connection code does not load, and loads it again on the next try', async () => {
  let loads = 0;
  const { store, clock, seen } = connectionRig(tables, {
    load: () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new TypeError('404')) : Promise.resolve(createLiveConnection);
    },
  });
  expect(await store.connect(CONTOSO)).toMatchObject({ kind: 'service', fault: { kind: 'network' } });
  expect(seen).toHaveLength(0);
  expect(await clock.run(store.connect(CONTOSO))).toBeUndefined();
  expect(opened(store).connection.account).toBe('contoso');
});
