import { describe, expect, it, vi } from 'vitest';
import { SealedCredential } from '../../tables/sas/sealedCredential.ts';
import {
  FAKE_ACCOUNT_SAS,
  FAKE_SAS,
  FAKE_SIGNATURE,
  JSON_TYPE,
  jsonResponse,
} from '../../tables/wire/scriptedFetch.fixture.ts';
import type { VirtualClock } from '../../tables/base/virtualClock.fixture.ts';
import type { ConnectionStore } from './connectionState.ts';
import { connectionRig, opened } from './connectionRig.fixture.ts';

const DEMO_ENDPOINT = 'http://127.0.0.1:10002/devstoreaccount1';
/** The virtual clock starts at 2026-11-21T00:00:00Z. */
const DEMO_EXPIRY_MS = Date.UTC(2026, 10, 21, 4);

function tables(...names: readonly string[]): Response {
  return jsonResponse({ value: names.map((TableName) => ({ TableName })) });
}

/** One row, and a continuation token. */
function oneOfMany(): Response {
  return jsonResponse(
    { value: [{ PartitionKey: 'a', RowKey: 'b' }] },
    { 'x-ms-continuation-NextPartitionKey': '1!4!YQ--', 'x-ms-continuation-NextRowKey': '1!4!Yw--' },
  );
}

/** An answer as a browser shows it if the CORS rule does not expose x-ms-* headers. */
function withoutServiceHeaders(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: { 'content-type': JSON_TYPE } });
}

function demoAnswer(expiresAtMs: number): Response {
  const expiresAt = `${new Date(expiresAtMs).toISOString().slice(0, 19)}Z`;
  const sas = `sv=2022-11-02&ss=t&srt=co&sp=rl&se=${expiresAt}&sig=${FAKE_SIGNATURE}`;
  const window = { from: '2026-11-20T22:00:00.0000000Z', to: '2026-11-21T00:00:00.0000000Z' };
  return jsonResponse({ endpoint: DEMO_ENDPOINT, sas, expiresAt, window, tables: ['Logs'] });
}

const CONTOSO = `https://contoso.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`;

/** Lets time pass while the user does something now and then. */
async function useFor(durationMs: number, store: ConnectionStore, clock: VirtualClock): Promise<void> {
  const stepMs = 20 * 60_000;
  for (let passedMs = 0; passedMs < durationMs; passedMs += stepMs) {
    await clock.advance(Math.min(stepMs, durationMs - passedMs));
    store.touch();
  }
}

describe('connecting', () => {
  it('lists the tables if the SAS allows it', async () => {
    const { store, clock, seen } = connectionRig(({ path }) =>
      path === '/Tables' ? tables('Logs', 'Orders') : oneOfMany(),
    );
    expect(
      await clock.run(store.connect(`https://contoso.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`)),
    ).toBeUndefined();
    const state = store.get();
    expect(state.kind === 'connected' && state.session.tables?.names).toStrictEqual(['Logs', 'Orders']);
    expect(state.kind === 'connected' && state.session.headersExposed).toBe(true);
    // One row of the first table shows that tokens are readable.
    expect(seen.map(({ path }) => path)).toStrictEqual(['/Tables', '/Logs()']);
    expect(JSON.stringify(state)).not.toContain(decodeURIComponent(FAKE_SIGNATURE).slice(0, 12));
  });

  it('asks one table for one row if it may not list', async () => {
    const { store, clock, seen } = connectionRig(oneOfMany);
    await clock.run(store.connect(`https://contoso.table.core.windows.net/Orders?${FAKE_SAS}`));
    const state = store.get();
    expect(state.kind === 'connected' && state.session.tables).toBeUndefined();
    expect(seen.map((request) => [request.path, request.options.get('$top')])).toStrictEqual([
      ['/Orders()', '1'],
    ]);
  });

  it('warns before the first query that hidden headers make every result unverifiable', async () => {
    const rows = [{ PartitionKey: 'a', RowKey: 'b' }];
    const { store, clock } = connectionRig(() => withoutServiceHeaders({ value: rows }));
    await clock.run(store.connect(`https://contoso.table.core.windows.net/Orders?${FAKE_SAS}`));
    const state = store.get();
    expect(state.kind === 'connected' && state.session.headersExposed).toBe(false);
  });

  it('also warns if CORS exposes x-ms-request-id but hides the continuation', async () => {
    const { store, clock } = connectionRig(({ path, options }) => {
      if (path === '/Tables') return tables('Logs');
      const rows = Number(options.get('$top') ?? '1000');
      return jsonResponse({
        value: Array.from({ length: rows }, (_, row) => ({ PartitionKey: 'a', RowKey: `${row}` })),
      });
    });
    await clock.run(store.connect(`https://contoso.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`));
    const state = store.get();
    expect(state.kind === 'connected' && state.session.headersExposed).toBe(false);
  });

  it('names what is wrong in the text and sends nothing', async () => {
    const { store, seen } = connectionRig(() => tables());
    for (const text of ['', 'hello', 'AccountName=a;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net']) {
      const fault = await store.connect(text);
      expect(fault?.kind).toBe('text');
      expect(JSON.stringify(fault)).not.toContain('c2VjcmV0');
    }
    expect(store.get().kind).toBe('none');
    expect(seen).toHaveLength(0);
  });

  it.each([
    ['expired', 'ss=t&srt=co&sp=rl&se=2020-01-01', /expired at 2020-01-01T00:00:00Z/],
    ['for other services', 'ss=bf&srt=co&sp=rl&se=2030-01-01', /not for tables/],
    ['for writing only', 'ss=t&srt=co&sp=wa&se=2030-01-01', /does not allow reading/],
    ['for no entities', 'ss=t&srt=s&sp=rl&se=2030-01-01', /does not reach entities/],
  ])('does not connect with a SAS that is %s, reports it and sends nothing', async (_name, fields, words) => {
    const { store, clock, seen } = connectionRig(() => tables('Logs'));
    const text = `https://contoso.table.core.windows.net/?sv=2022-11-02&${fields}&sig=${FAKE_SIGNATURE}`;
    expect(await clock.run(store.connect(text))).toMatchObject({
      kind: 'text',
      fault: { message: expect.stringMatching(words), nextStep: expect.any(String) },
    });
    expect(store.get().kind).toBe('none');
    expect(seen).toStrictEqual([]);
  });

  it('sends no SAS to a host that is not a table endpoint', async () => {
    const { store, seen } = connectionRig(() => tables('Logs'));
    const text = `https://contoso.table.core.windows.net.evil.example/?${FAKE_ACCOUNT_SAS}`;
    expect(await store.connect(text)).toMatchObject({
      kind: 'text',
      fault: { message: expect.stringContaining('looks like an Azure table endpoint') },
    });
    expect(seen).toHaveLength(0);
    expect(store.get().kind).toBe('none');
  });
});

describe('isolation', () => {
  const FABRIKAM = `https://fabrikam.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`;

  it('locks the page to the account before the first request', async () => {
    const { store, clock, seen, locked } = connectionRig(() => tables());
    await clock.run(store.connect(CONTOSO));
    expect(locked).toStrictEqual([
      ["default-src 'none'; connect-src https://contoso.table.core.windows.net/", 0],
    ]);
    expect(seen.length).toBeGreaterThan(0);
  });

  it('locks it to the secondary too if that was chosen, and only then reads there', async () => {
    const { store, clock, locked } = connectionRig(() => tables());
    await clock.run(store.connect(CONTOSO, { secondary: true }));
    expect(locked.map(([policy]) => policy)).toStrictEqual([
      "default-src 'none'; connect-src https://contoso.table.core.windows.net/ https://contoso-secondary.table.core.windows.net/",
    ]);
    const { secondary, lanes } = opened(store).connection;
    expect([secondary?.host, lanes.width]).toStrictEqual(['contoso-secondary.table.core.windows.net', 12]);
    const { store: other, clock: time } = connectionRig(() => tables());
    await time.run(other.connect(CONTOSO));
    expect([opened(other).connection.secondary, opened(other).connection.lanes.width]).toStrictEqual([
      undefined,
      6,
    ]);
  });

  it('warns about access to service settings if it is not needed, or would allow changes', async () => {
    const warned = async (text: string, secondary: boolean): Promise<boolean> => {
      const { store, clock } = connectionRig(() => tables());
      await clock.run(store.connect(text, { secondary }));
      return opened(store).warnings.join(' ').includes('srt has s');
    };
    const wide = CONTOSO.replace('srt=co', 'srt=sco');
    expect(await warned(wide.replace('srt=sco', 'srt=co'), false)).toBe(false);
    expect(await warned(wide, false)).toBe(true);
    expect(await warned(wide, true)).toBe(false);
    expect(await warned(wide.replace('sp=rl', 'sp=rwl'), true)).toBe(true);
  });

  it('accepts a retry for the same account, and sends nothing to another one', async () => {
    const { store, clock, seen, locked } = connectionRig(() => jsonResponse({}, {}, 403));
    await clock.run(store.connect(CONTOSO));
    const before = seen.length;
    await clock.run(store.connect(CONTOSO));
    expect(seen.length).toBeGreaterThan(before);
    const sent = seen.length;
    for (const refused of [await store.connect(FABRIKAM), await store.connectDemo()]) {
      expect(refused).toMatchObject({ kind: 'isolation', fault: { reloadHelps: true } });
    }
    expect(seen).toHaveLength(sent);
    expect(locked).toHaveLength(1);
    expect(store.get().kind).toBe('none');
  });

  it("keeps the page's server reachable for the demo account", async () => {
    const { store, clock, locked } = connectionRig(({ path }) =>
      path === '/demo/account' ? demoAnswer(DEMO_EXPIRY_MS) : tables('Logs'),
    );
    await clock.run(store.connectDemo());
    expect(locked).toStrictEqual([[`default-src 'none'; connect-src 'self' ${DEMO_ENDPOINT}/`, 1]]);
  });

  it('sends nothing at all inside a frame', async () => {
    const { store, seen } = connectionRig(() => tables(), { isFramed: true });
    for (const refused of [await store.connect(CONTOSO), await store.connectDemo()]) {
      expect(refused).toMatchObject({ kind: 'isolation', fault: { reloadHelps: false } });
    }
    expect(seen).toStrictEqual([]);
  });

  it('reloads the page when disconnected', async () => {
    const { store, clock, reloads } = connectionRig(() => tables());
    // Without the connection code, disconnecting just reloads the page; other commands have nothing to do.
    for (const nothing of [
      store.cancelAttempt,
      store.forgetFailed,
      store.touch,
      store.checkIdle,
      store.leave,
    ])
      nothing();
    store.chooseTransport('sdk');
    expect(reloads).toStrictEqual([]);
    store.disconnect();
    expect(reloads.splice(0)).toStrictEqual(['reload']);
    await clock.run(store.connect(CONTOSO));
    expect(reloads).toStrictEqual([]);
    store.disconnect();
    expect(reloads).toStrictEqual(['reload']);
  });
});

describe('demo account', () => {
  it("connects with the SAS from the page's server and renews it before it expires", async () => {
    let expiresAtMs = DEMO_EXPIRY_MS;
    const { store, clock, seen } = connectionRig((request) => {
      if (request.path !== '/demo/account') return tables('Logs');
      const answer = demoAnswer(expiresAtMs);
      expiresAtMs += 4 * 3_600_000;
      return answer;
    });
    await clock.run(store.connectDemo());
    const first = store.get();
    expect(first.kind === 'connected' && first.session.demo?.from).toBe('2026-11-20T22:00:00.0000000Z');
    const { id } = opened(store).connection;
    await useFor(4 * 3_600_000 - 5 * 60_000 - 1, store, clock);
    expect(seen.filter((request) => request.path === '/demo/account')).toHaveLength(1);
    await clock.advance(2);
    const second = store.get();
    expect(seen.filter((request) => request.path === '/demo/account')).toHaveLength(2);
    expect(second.kind === 'connected' && second.session.connection.facts.expiresAtMs).toBe(
      DEMO_EXPIRY_MS + 4 * 3_600_000,
    );
    expect(second.kind === 'connected' && second.session.tables?.names).toStrictEqual(['Logs']);
    // It stays the same connection with its six lanes, so its run continues.
    expect(opened(store).connection.id).toBe(id);
    expect(second).not.toBe(first);
  });

  it('retries a failed renewal, and stops when disconnected', async () => {
    let asked = 0;
    const { store, clock } = connectionRig((request) => {
      if (request.path !== '/demo/account') return tables('Logs');
      asked += 1;
      return asked === 1 ? demoAnswer(DEMO_EXPIRY_MS) : new Response('down', { status: 500 });
    });
    await clock.run(store.connectDemo());
    await useFor(4 * 3_600_000 - 5 * 60_000 + 1, store, clock);
    expect(asked).toBe(2);
    await clock.advance(30_001);
    expect(asked).toBe(3);
    store.disconnect();
    await clock.advance(3_600_000);
    expect(asked).toBe(3);
  });

  it('discards a SAS that arrives after its connection was closed', async () => {
    let answer: (response: Response) => void = () => undefined;
    let asked = 0;
    const { store, clock } = connectionRig((request) => {
      if (request.path !== '/demo/account') return tables('Logs');
      asked += 1;
      return asked === 1
        ? demoAnswer(DEMO_EXPIRY_MS)
        : new Promise<Response>((resolve) => {
            answer = resolve;
          });
    });
    await clock.run(store.connectDemo());
    await useFor(4 * 3_600_000 - 5 * 60_000 + 1, store, clock);
    expect(asked).toBe(2);
    store.disconnect();
    const dropped = vi.spyOn(SealedCredential.prototype, 'drop');
    answer(demoAnswer(DEMO_EXPIRY_MS + 4 * 3_600_000));
    await clock.settle();
    const forgotten = dropped.mock.contexts.length;
    dropped.mockRestore();
    expect(forgotten).toBe(1);
  });

  it('reports if there is none', async () => {
    const { store, clock } = connectionRig(() => new Response('nothing here', { status: 404 }));
    expect(await clock.run(store.connectDemo())).toMatchObject({
      kind: 'service',
      fault: { kind: 'not-found' },
    });
  });
});
