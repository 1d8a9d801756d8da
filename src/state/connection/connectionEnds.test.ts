import { describe, expect, it } from 'vitest';
import type { DiagnosisPage } from '../../tables/diagnosis/facts.ts';
import {
  FAKE_ACCOUNT_SAS,
  FAKE_SIGNATURE,
  type Handler,
  jsonResponse,
} from '../../tables/wire/scriptedFetch.fixture.ts';
import { writeHash } from '../address/hashAddress.ts';
import { connectionRig } from './connectionRig.fixture.ts';

const tables = (): Response => jsonResponse({ value: [{ TableName: 'Logs' }] });
const refused = (): Response => new Response('', { status: 403 });
const never = (): Promise<Response> => new Promise(() => undefined);
const network = (): never => {
  throw new TypeError('Failed to fetch');
};

let made = 0;

/** A SAS that no other test uses. `isHeld`: whether part of its signature, which looks like plain text, is still kept out of links. */
function newSas() {
  made += 1;
  const signature = btoa(`signature ${String(made).padStart(3, '0')} of these tests....`);
  const part = signature.slice(8, 24);
  const isHeld = (): boolean => writeHash('query', [['pk', part]]) === '#/query?v=1';
  const sas = FAKE_ACCOUNT_SAS.replace(FAKE_SIGNATURE, encodeURIComponent(signature));
  return { sas, isHeld, of: (account: string) => `https://${account}.table.core.windows.net/?${sas}` };
}

describe('a SAS is forgotten, and no timer is left', () => {
  it('when the user disconnects or leaves the page', async () => {
    for (const end of ['disconnect', 'leave'] as const) {
      const { store, clock } = connectionRig(tables);
      const { of, isHeld } = newSas();
      expect(isHeld()).toBe(false);
      await clock.run(store.connect(of('contoso')));
      expect([isHeld(), clock.timers()]).toStrictEqual([true, 1]);
      store[end]();
      expect([end, isHeld(), clock.timers()]).toStrictEqual([end, false, 0]);
    }
  });

  it('when its attempt is cancelled, or fails for a reason that a retry cannot fix', async () => {
    const { store, clock } = connectionRig(({ query }) => (query.includes('sig=') ? never() : refused()));
    const given = newSas();
    const attempt = store.connect(given.of('contoso'));
    await clock.settle();
    expect(given.isHeld()).toBe(true);
    store.cancelAttempt();
    expect(await attempt).toMatchObject({ kind: 'cancelled' });
    expect([given.isHeld(), clock.timers()]).toStrictEqual([false, 0]);
    const over = newSas();
    const text = over.of('contoso').replace('se=2026', 'se=2020');
    expect(await clock.run(store.connect(text))).toMatchObject({ kind: 'text' });
    // The page is locked to the first account.
    const other = newSas();
    expect(await clock.run(store.connect(other.of('fabrikam')))).toMatchObject({ kind: 'isolation' });
    expect([over.isHeld(), other.isHeld(), clock.timers()]).toStrictEqual([false, false, 0]);
  });

  it('when the account refused it and nobody retries, or a new one replaces it', async () => {
    const { store, clock } = connectionRig(refused);
    const [first, second] = [newSas(), newSas()];
    expect(await clock.run(store.connect(first.of('contoso')))).toMatchObject({ canRetry: true });
    expect([first.isHeld(), clock.timers()]).toStrictEqual([true, 1]);
    await clock.run(store.connect(second.of('contoso')));
    expect([first.isHeld(), second.isHeld(), clock.timers()]).toStrictEqual([false, true, 1]);
    store.forgetFailed();
    expect([second.isHeld(), clock.timers()]).toStrictEqual([false, 0]);
  });

  it('when another one is tried, even before that one is answered', async () => {
    let answer: Handler = refused;
    const { store, clock } = connectionRig((...asked) => answer(...asked));
    const [first, second] = [newSas(), newSas()];
    expect(await clock.run(store.connect(first.of('contoso')))).toMatchObject({ canRetry: true });
    answer = never;
    const attempt = store.connect(second.of('contoso'));
    await clock.settle();
    expect([first.isHeld(), second.isHeld()]).toStrictEqual([false, true]);
    store.cancelAttempt();
    expect(await attempt).toMatchObject({ kind: 'cancelled' });
    // There is nothing left to retry.
    expect(await clock.run(store.retry())).toMatchObject({ kind: 'text' });
    expect([first.isHeld(), clock.timers()]).toStrictEqual([false, 0]);
  });

  it('of the demo account, when a retry gets a new one', async () => {
    const handed: ReturnType<typeof newSas>[] = [];
    let isUp = false;
    const { store, clock } = connectionRig(({ path }) => {
      if (path !== '/demo/account') return isUp ? tables() : refused();
      const made = newSas();
      handed.push(made);
      return jsonResponse({
        endpoint: 'http://127.0.0.1:10002/devstoreaccount1',
        sas: made.sas.replace('&spr=https', ''),
        expiresAt: '2026-11-21T04:00:00Z',
        window: { from: '2026-11-20T22:00:00.0000000Z', to: '2026-11-21T00:00:00.0000000Z' },
        tables: ['Logs'],
      });
    });
    const held = () => handed.map(({ isHeld }) => isHeld());
    expect(await clock.run(store.connectDemo())).toMatchObject({ canRetry: true });
    expect(held()).toStrictEqual([true]);
    isUp = true;
    expect(await clock.run(store.retry())).toBeUndefined();
    expect(held()).toStrictEqual([false, true]);
    // Two timers: the idle watch and the renewal.
    expect(clock.timers()).toBe(2);
    store.leave();
    expect([held(), clock.timers()]).toStrictEqual([[false, false], 0]);
  });
});

describe('what is watched during an attempt', () => {
  function page() {
    const seen = { watches: 0, ends: 0, localNetwork: 0 };
    const diagnosed: DiagnosisPage = {
      origin: 'https://tables.example',
      onPolicyBlock: () => {
        seen.watches += 1;
        return () => void (seen.ends += 1);
      },
      localNetworkState: () => {
        seen.localNetwork += 1;
        return Promise.resolve('denied');
      },
    };
    return { seen, diagnosed };
  }

  it.each<[string, number, Handler]>([
    ['works', 1, tables],
    ['is refused', 1, refused],
    // After the failed request, the check without the SAS is watched as well.
    ['gets no answer', 2, ({ query }) => (query.includes('sig=') ? network() : new Response(''))],
  ])('is no longer watched once it %s', async (_what, watches, handler) => {
    const { seen, diagnosed } = page();
    const { store, clock } = connectionRig(handler, { page: diagnosed });
    await clock.run(store.connect(newSas().of('contoso')));
    // One timer is left: that of the connection, or of the SAS kept for a retry.
    expect([seen, clock.timers()]).toStrictEqual([{ watches, ends: watches, localNetwork: 0 }, 1]);
    store.leave();
    store.forgetFailed();
    expect(clock.timers()).toBe(0);
  });

  it('asks whether the browser allows the local network only for an emulator that does not answer', async () => {
    const emulator = (sas: string) =>
      `http://127.0.0.1:10002/devstoreaccount1/?${sas.replace('&spr=https', '')}`;
    const { seen, diagnosed } = page();
    const silent = connectionRig(network, { page: diagnosed });
    await silent.clock.run(silent.store.connect(emulator(newSas().sas)));
    expect(seen.localNetwork).toBe(1);
    const { seen: answered, diagnosed: other } = page();
    const answers = connectionRig(refused, { page: other });
    await answers.clock.run(answers.store.connect(emulator(newSas().sas)));
    expect(answered.localNetwork).toBe(0);
  });
});
