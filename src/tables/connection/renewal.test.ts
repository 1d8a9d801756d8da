import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, connect, textOf } from './connect.fixture.ts';
import { fakeToken } from '../sas/accessToken.fixture.ts';
import { faultFrom } from '../wire/pageReader.fixture.ts';
import {
  FAKE_ACCOUNT_SAS,
  FAKE_SAS,
  FAKE_SIGNATURE,
  type Handler,
  jsonResponse,
} from '../wire/scriptedFetch.fixture.ts';

const { signal } = new AbortController();
const OTHER_SIGNATURE = FAKE_SIGNATURE.replace('c2ln', 'T3Ro');

function rig(handler: Handler, pasted = `${ACCOUNT}?${FAKE_ACCOUNT_SAS}`) {
  let renewals = 0;
  const onRenewed = (): void => void (renewals += 1);
  return { ...connect(handler, pasted, { onRenewed }), renewals: () => renewals };
}

const empty: Handler = () => jsonResponse({ value: [] });
const other = (sas: string): string => sas.replace(FAKE_SIGNATURE, OTHER_SIGNATURE);

describe('another SAS for the same account', () => {
  it('is asked for one row, then takes the place of the one before, and lanes and id stay', async () => {
    const { connection, clock, seen, renewals } = rig(empty, `${ACCOUNT}?${FAKE_SAS}`);
    const { id, lanes } = connection;
    const later = other(FAKE_SAS).replace('T08', 'T09');
    expect(await clock.run(connection.renew(`${ACCOUNT}?${later}`))).toMatchObject({ ok: true });
    expect(seen.map(({ path, options }) => [path, options.get('$top')])).toEqual([['/Orders()', '1']]);
    await clock.run(connection.reader.readPage({ tableName: 'Orders' }, signal));
    expect(seen.map(({ query }) => query.includes(OTHER_SIGNATURE))).toEqual([true, true]);
    expect(connection.facts.expiresAtMs).toBe(Date.UTC(2026, 10, 21, 9));
    expect([connection.id, connection.lanes, renewals()]).toEqual([id, lanes, 1]);
  });

  it('may come without the address, as command lines print it', async () => {
    const { connection, clock, seen } = rig(empty);
    for (const lead of ['', '?', ' \n?', '"']) {
      const bare = `${lead}${other(FAKE_ACCOUNT_SAS)}`;
      expect(await clock.run(connection.renew(bare))).toMatchObject({ ok: true });
    }
    expect(seen.every(({ query }) => query.includes(OTHER_SIGNATURE))).toBe(true);
    expect(seen).toHaveLength(4);
    // Truncated, or for another account. The message is that of a full address, but has no position, because the user pasted no address.
    for (const wrong of [
      other(FAKE_ACCOUNT_SAS).slice(0, -12),
      'sv=2020-08-04',
      'https://a1b.table.core.windows.net/',
    ]) {
      const found = await clock.run(connection.renew(wrong));
      expect(found).toMatchObject({ ok: false });
    }
    const cut = await clock.run(connection.renew('?sv=2020-08-04&sig=short'));
    expect(cut).toMatchObject({ ok: false, error: { from: 0, to: 0 } });
    expect(seen).toHaveLength(4);
  });

  it('goes through though every lane waits for it', async () => {
    const { connection, clock, seen } = rig(empty);
    for (let lane = 0; lane < 6; lane += 1) await connection.lanes.acquire(0, signal);
    expect(await clock.run(connection.renew(`${ACCOUNT}?${other(FAKE_ACCOUNT_SAS)}`))).toMatchObject({
      ok: true,
    });
    expect(seen.map(({ path }) => path)).toEqual(['/Tables']);
  });

  it('is refused where it is for another account of the same host, before anything is sent', async () => {
    const host = 'https://127.0.0.1:10002';
    const { connection, clock, seen, renewals } = rig(empty, `${host}/first?${FAKE_ACCOUNT_SAS}`);
    const text = textOf(`${host}/second?${other(FAKE_ACCOUNT_SAS)}`);
    const refused = { ok: false, error: { message: expect.stringContaining(`${host}/second`) } };
    expect(connection.renewWith(text)).toMatchObject(refused);
    // A refused SAS must not be kept anywhere.
    expect(text.credential.authorize({ url: `${host}/second/Orders()`, headers: {} })).toBeUndefined();
    expect(await clock.run(connection.renew(`${host}/second?${other(FAKE_ACCOUNT_SAS)}`))).toMatchObject(
      refused,
    );
    expect([seen.length, renewals()]).toEqual([0, 0]);
  });

  it('that the service refuses leaves the one before in use', async () => {
    const { connection, clock, seen, renewals } = rig(({ query }) =>
      query.includes(OTHER_SIGNATURE) ? new Response('', { status: 403 }) : jsonResponse({ value: [] }),
    );
    const refused = await clock.run(connection.renew(`${ACCOUNT}?${other(FAKE_ACCOUNT_SAS)}`));
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('HTTP 403') } });
    await clock.run(connection.reader.readPage({ tableName: 'Orders' }, signal));
    expect(seen.at(-1)?.query).toContain(FAKE_SIGNATURE);
    expect(renewals()).toBe(0);
  });

  it('is tried a few times within about two seconds, then what is wrong is said', async () => {
    for (const [handler, tries] of [
      [() => new Response('', { status: 500 }), 3],
      [() => Promise.reject(new TypeError('Failed to fetch')), 2],
      [() => new Response('x', { headers: { 'content-type': 'text/html' } }), 2],
      [() => new Response('', { status: 503, headers: { 'retry-after': '3' } }), 1],
    ] as const) {
      const { connection, clock, seen, renewals } = rig(handler, `${ACCOUNT}?${FAKE_SAS}`);
      const started = clock.env.monotonicMs();
      const refused = await clock.run(connection.renew(`${ACCOUNT}?${other(FAKE_SAS)}`));
      expect(refused).toMatchObject({ ok: false, error: { from: 0, to: 0 } });
      expect([seen.length, renewals()]).toEqual([tries, 0]);
      expect(new Set(seen.map(({ options }) => options.get('$select')))).toEqual(
        new Set(['PartitionKey,RowKey']),
      );
      expect(clock.env.monotonicMs() - started).toBeLessThan(3000);
    }
  });

  it('comes too late once the connection is closed', async () => {
    const { connection, clock } = rig(empty);
    connection.close();
    const text = textOf(`${ACCOUNT}?${other(FAKE_ACCOUNT_SAS)}`);
    expect(connection.renewWith(text)).toMatchObject({ ok: false });
    expect(text.credential.authorize({ url: '', headers: {} })).toBeUndefined();
    expect(await clock.run(connection.renew(`${ACCOUNT}?${FAKE_ACCOUNT_SAS}`))).toMatchObject({ ok: false });
    expect(await faultFrom(connection.reader.readPage({ tableName: 'Orders' }, signal))).toMatchObject({
      kind: 'closed',
    });
  });
});

describe('what cannot take its place', () => {
  const tableOf = (name: string): string => FAKE_SAS.replace('tn=Orders', `tn=${name}`);
  const cases: readonly (readonly [before: string, next: string, says: RegExp])[] = [
    [FAKE_ACCOUNT_SAS, FAKE_ACCOUNT_SAS, /^taken$/u],
    [FAKE_SAS, tableOf('orders'), /^taken$/u],
    [FAKE_SAS, FAKE_ACCOUNT_SAS, /^taken$/u],
    [FAKE_SAS, tableOf('Invoices'), /table Invoices alone; the one before was for the table Orders/u],
    [FAKE_ACCOUNT_SAS, FAKE_SAS, /table Orders alone; the one before was for the account/u],
    [FAKE_ACCOUNT_SAS, FAKE_ACCOUNT_SAS.replace('2026', '2025'), /expired at 2025/u],
    [FAKE_ACCOUNT_SAS, FAKE_ACCOUNT_SAS.replace('sp=rl', 'sp=a'), /does not allow reading/u],
    [FAKE_SAS, `${FAKE_SAS}&spk=a`, /fewer keys/u],
    [`${FAKE_SAS}&spk=b&epk=d`, `${FAKE_SAS}&spk=b&epk=d`, /^taken$/u],
    [`${FAKE_SAS}&spk=b&epk=d`, FAKE_SAS, /^taken$/u],
    [`${FAKE_SAS}&spk=b&epk=d`, `${FAKE_SAS}&spk=a`, /^taken$/u],
    [`${FAKE_SAS}&spk=b&epk=d`, `${FAKE_SAS}&spk=b&epk=d&erk=5`, /fewer keys/u],
    [`${FAKE_SAS}&spk=b&srk=5&epk=d`, `${FAKE_SAS}&spk=b&srk=6&epk=d`, /fewer keys/u],
  ];
  it.each(cases)('%s -> %s', (before, next, says) => {
    const { connection } = rig(empty, `${ACCOUNT}?${before}`);
    const text = textOf(`${ACCOUNT}?${next}`);
    const result = connection.renewWith(text);
    expect(result.ok ? 'taken' : result.error.message).toMatch(says);
    // Accepted or refused, the SAS can no longer be used outside the connection.
    expect(text.credential.authorize({ url: '', headers: {} })).toBeUndefined();
  });

  it('is named with what it is for and what was before, and no place in a text', () => {
    const wordsOf = (url: string, next: string, reads?: readonly string[]) => {
      const result = rig(empty, url).connection.renewWith(textOf(`${ACCOUNT}?${next}`), reads);
      return result.ok ? undefined : result.error;
    };
    const none = { from: 0, to: 0 };
    expect(wordsOf(`${ACCOUNT}/Orders?${FAKE_ACCOUNT_SAS}`, tableOf('Invoices'))).toEqual({
      ...none,
      message: 'This SAS is for the table Invoices alone; the one before was for the table Orders.',
      nextStep: 'Paste a SAS for Orders, or one for the account.',
    });
    expect(wordsOf(`${ACCOUNT}/Orders?${FAKE_ACCOUNT_SAS}`, FAKE_SAS)).toBeUndefined();
    expect(wordsOf(`${ACCOUNT}?${FAKE_ACCOUNT_SAS}`, FAKE_SAS, ['Logs'])?.nextStep).toBe(
      'Paste a SAS for Logs, or one for the account.',
    );
    expect(wordsOf(`${ACCOUNT}?${FAKE_ACCOUNT_SAS}`, FAKE_SAS, ['Orders', 'Logs'])).toEqual({
      ...none,
      message: 'This SAS is for the table Orders alone; the run reads Logs.',
      nextStep: 'Paste a SAS for the account.',
    });
    expect(wordsOf(`${ACCOUNT}?${FAKE_ACCOUNT_SAS}`, FAKE_SAS)).toMatchObject(none);
  });

  const readCases: readonly (readonly [before: string, next: string, reads: string[], says: RegExp])[] = [
    [FAKE_ACCOUNT_SAS, FAKE_SAS, ['Orders'], /^taken$/u],
    [FAKE_ACCOUNT_SAS, FAKE_SAS, ['orders'], /^taken$/u],
    [FAKE_SAS, tableOf('Invoices'), ['Invoices'], /^taken$/u],
    [FAKE_ACCOUNT_SAS, FAKE_SAS, ['Invoices'], /Orders alone; the run reads Invoices\./u],
    [FAKE_ACCOUNT_SAS, FAKE_SAS, ['Orders', 'Invoices', 'Logs'], /the run reads Invoices and 1 more/u],
    [FAKE_ACCOUNT_SAS, FAKE_SAS, [], /the one before was for the account/u],
    [FAKE_ACCOUNT_SAS, `${FAKE_SAS}&spk=a`, ['Orders'], /fewer keys/u],
    [FAKE_ACCOUNT_SAS, FAKE_SAS.replace('sp=r', 'sp=a'), ['Orders'], /does not allow reading/u],
  ];
  it.each(readCases)('%s -> %s while a run reads %s', (before, next, reads, says) => {
    const { connection } = rig(empty, `${ACCOUNT}?${before}`);
    const result = connection.renewWith(textOf(`${ACCOUNT}?${next}`), reads);
    expect(result.ok ? 'taken' : result.error.message).toMatch(says);
  });

  it('is asked for a row of the one table that a run reads, and an account SAS may follow', async () => {
    const { connection, clock, seen } = rig(empty);
    const narrow = await clock.run(connection.renew(`${ACCOUNT}?${other(FAKE_SAS)}`, ['Orders']));
    expect(narrow).toMatchObject({ ok: true });
    expect(seen.map(({ path }) => path)).toEqual(['/Orders()']);
    expect(connection.facts).toMatchObject({ tableName: 'Orders', canListTables: false });
    expect(await clock.run(connection.renew(`${ACCOUNT}?${FAKE_ACCOUNT_SAS}`))).toMatchObject({ ok: true });
    expect(connection.facts.tableName).toBeUndefined();
  });

  it('is a range of keys that leaves one of the range before out', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const end = fc.option(fc.tuple(key, fc.option(key, { nil: undefined })), { nil: undefined });
    const range = fc.tuple(end, end);
    const spell = ([from, to]: readonly [typeof edge, typeof edge]): string =>
      [
        ['spk', from?.[0]],
        ['srk', from?.[1]],
        ['epk', to?.[0]],
        ['erk', to?.[1]],
      ]
        .flatMap(([name, value]) => (value === undefined ? [] : [`&${name}=${value}`]))
        .join('');
    let edge: readonly [string, string | undefined] | undefined;
    const letters = ['', 'a', 'b', 'c', 'd', 'e'];
    const keys = letters.flatMap((pk) => letters.map((rk) => [pk, rk] as const));
    const holds = (of: readonly [typeof edge, typeof edge], [pk, rk]: readonly [string, string]): boolean => {
      const [from, to] = of;
      const after = from === undefined || pk > from[0] || (pk === from[0] && rk >= (from[1] ?? ''));
      const before = to === undefined || pk < to[0] || (pk === to[0] && rk <= (to[1] ?? '\uffff'));
      return after && before;
    };
    fc.assert(
      fc.property(range, range, (inner, outer) => {
        fc.pre(keys.some((one) => holds(inner, one)));
        const { connection } = rig(empty, `${ACCOUNT}?${FAKE_SAS}${spell(inner)}`);
        const taken = connection.renewWith(textOf(`${ACCOUNT}?${FAKE_SAS}${spell(outer)}`)).ok;
        // It may be accepted only if every key that was readable before still is.
        const lost = keys.filter((one) => holds(inner, one) && !holds(outer, one));
        expect({ taken, lost }).toEqual({ taken: lost.length === 0, lost });
      }),
      { numRuns: 300 },
    );
  });
});

describe('a token', () => {
  const EARLIER = fakeToken();
  const LATER = fakeToken({ exp: Date.UTC(2026, 10, 21, 9) / 1000 });
  const sentWith = (seen: readonly { readonly headers: Headers }[]) =>
    seen.map(({ headers }) => headers.get('authorization')?.slice(7) ?? 'a SAS');

  it('takes the place of a token, a SAS that of a token, and a token that of a SAS', async () => {
    const { connection, clock, seen, renewals } = rig(empty, `${ACCOUNT} ${EARLIER}`);
    for (const pasted of [LATER, `Bearer ${EARLIER}`, `${ACCOUNT} ${LATER}`, FAKE_ACCOUNT_SAS, EARLIER]) {
      expect(await clock.run(connection.renew(pasted))).toMatchObject({ ok: true });
      await clock.run(connection.reader.readPage({ tableName: 'Orders' }, signal));
    }
    const order = [LATER, EARLIER, LATER, 'a SAS', EARLIER];
    // Each credential is tried once before it is used.
    expect(sentWith(seen)).toEqual(order.flatMap((each) => [each, each]));
    expect([renewals(), connection.facts.kind]).toEqual([5, 'token']);
  });

  it('of another account, for another service, expired or cut off leaves the one before', async () => {
    const { connection, clock, seen } = rig(empty, `${ACCOUNT} ${EARLIER}`);
    const reasons: readonly (readonly [pasted: string, words: string])[] = [
      [`https://fabrikam.table.core.windows.net ${LATER}`, 'This access token is for https://fabrikam'],
      [fakeToken({ aud: 'https://management.azure.com' }), 'not for Azure Storage'],
      [fakeToken({ exp: 1_700_000_000 }), 'expired'],
      [LATER.slice(0, -9), 'cut off'],
      ['0.AXoAv4j5', 'three parts'],
    ];
    for (const [pasted, words] of reasons) {
      const renewed = await clock.run(connection.renew(pasted));
      expect(renewed.ok ? '' : renewed.error.message).toContain(words);
    }
    expect(seen).toEqual([]);
    await clock.run(connection.reader.readPage({ tableName: 'Orders' }, signal));
    expect(sentWith(seen)).toEqual([EARLIER]);
  });
});
