import { describe, expect, it } from 'vitest';
import { readDemoAccount } from './demoAccount.ts';
import { faultFrom } from '../wire/pageReader.fixture.ts';
import {
  FAKE_ACCOUNT_SAS,
  FAKE_SIGNATURE,
  type Handler,
  jsonResponse,
  scriptFetch,
} from '../wire/scriptedFetch.fixture.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';

const { signal } = new AbortController();

describe('demo account', () => {
  const offer = {
    endpoint: 'http://127.0.0.1:10002/devstoreaccount1',
    sas: FAKE_ACCOUNT_SAS.replace('spr=https', 'spr=https,http'),
    expiresAt: '2026-11-21T08:00:00Z',
    window: { from: '2026-11-20T22:00:00.0000000Z', to: '2026-11-21T00:00:00.0000000Z' },
  };
  const ask = (handler: Handler) => {
    const scripted = scriptFetch(handler);
    const clock = createVirtualClock(scripted.fetch);
    return clock.run(readDemoAccount(clock.env, signal));
  };

  it('is read', async () => {
    const demo = await ask(() => jsonResponse(offer));
    expect(demo).toMatchObject({
      expiresAtMs: Date.UTC(2026, 10, 21, 8),
      window: offer.window,
      text: { endpoint: { account: 'devstoreaccount1', kind: 'emulator' } },
    });
    expect(JSON.stringify(demo)).not.toContain(FAKE_SIGNATURE);
  });

  it('may not be there', async () => {
    const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    for (const handler of [() => new Response('', { status: 404 }), page]) {
      expect(await faultFrom(ask(handler))).toMatchObject({ kind: 'not-found' });
    }
  });

  it('is refused where it is malformed or not on this computer', async () => {
    const wrong: readonly object[] = [
      {},
      { ...offer, sas: 'x' },
      { ...offer, expiresAt: 'soon' },
      { ...offer, window: {} },
      { ...offer, endpoint: 'https://contoso.table.core.windows.net' },
    ];
    for (const value of wrong) {
      expect(await faultFrom(ask(() => jsonResponse(value)))).toMatchObject({ kind: 'protocol' });
    }
  });
});
