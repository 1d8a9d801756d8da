import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, connect, textOf } from './connect.fixture.ts';
import { checkHeaders } from './headerCheck.ts';
import { faultFrom } from '../wire/pageReader.fixture.ts';
import {
  FAKE_ACCOUNT_SAS,
  FAKE_SIGNATURE,
  type Handler,
  JSON_TYPE,
  jsonResponse,
} from '../wire/scriptedFetch.fixture.ts';
import { loadSdk } from '../wire/sdkLoader.fixture.ts';

const { signal } = new AbortController();
const QUERY = { tableName: 'Orders' };

type Rig = ReturnType<typeof connect>;

const isSdk = (request: { readonly headers: Headers }): boolean => request.headers.has('x-ms-version');
const refusal = (status = 415, code = 'AtomFormatNotSupported') =>
  jsonResponse({ 'odata.error': { code, message: { value: 'no' } } }, {}, status);

describe('the automatic reader', () => {
  it('stays simple where that works', async () => {
    const { connection, clock, seen } = connect(() => jsonResponse({ value: [] }));
    await clock.run(connection.reader.readPage(QUERY, signal));
    expect([connection.transportInUse(), connection.reader.transport]).toEqual(['simple', 'simple']);
    expect(seen.some(isSdk)).toBe(false);
  });

  it('falls back where simple requests are refused, and stays there', async () => {
    for (const refused of [
      refusal(),
      refusal(400, 'InvalidHeaderValue'),
      refusal(400, 'MissingRequiredHeader'),
    ]) {
      const { connection, clock, seen } = connect((request) =>
        isSdk(request) ? jsonResponse({ value: [] }) : refused.clone(),
      );
      await clock.run(connection.reader.readPage(QUERY, signal));
      await clock.run(connection.reader.readPage(QUERY, signal));
      expect(connection.transportInUse()).toBe('sdk');
      expect(seen.map(isSdk)).toEqual([false, true, true]);
    }
  });

  it('knows of the transport in use, and of no other, whether continuations are readable', async () => {
    const token = { 'x-ms-request-id': '1', 'x-ms-continuation-NextPartitionKey': '1!4!cA--' };
    const one = { value: [{ PartitionKey: 'p', RowKey: 'r' }] };
    const sdkOnly = connect((request) => (isSdk(request) ? jsonResponse(one, token) : refusal()));
    expect(sdkOnly.connection.reader.tokenReadable()).toBe(false);
    await sdkOnly.clock.run(sdkOnly.connection.reader.readPage(QUERY, signal));
    expect(sdkOnly.connection.reader.tokenReadable()).toBe(true);
    const simple = connect(() => jsonResponse(one, token));
    await simple.clock.run(simple.connection.reader.readPage(QUERY, signal));
    expect([simple.connection.reader.tokenReadable(), simple.connection.sdk.tokenReadable()]).toEqual([
      true,
      false,
    ]);
  });

  it('passes on a bug as it is, and holds no host for it', async () => {
    const bug = new RangeError('a bug');
    const { connection, clock } = connect(() => jsonResponse({ value: [] }));
    const query = Object.defineProperty({ ...QUERY }, 'filter', {
      get: () => {
        throw bug;
      },
    });
    await expect(clock.run(connection.reader.readPage(query, signal))).rejects.toBe(bug);
    expect(connection.lanes.heldMs('primary')).toBe(0);
  });

  it('does not fall back for other errors, nor stay where the SDK is refused too', async () => {
    const bad = connect(() => refusal(400, 'InvalidInput'));
    expect(await bad.clock.run(faultFrom(bad.connection.reader.readPage(QUERY, signal)))).toMatchObject({
      kind: 'bad-request',
    });
    expect(bad.seen).toHaveLength(1);
    const both = connect(() => refusal());
    expect(await both.clock.run(faultFrom(both.connection.reader.readPage(QUERY, signal)))).toMatchObject({
      kind: 'transport-refused',
    });
    expect(both.connection.transportInUse()).toBe('simple');
  });

  it('says so when the chunk of the SDK does not load, and tries again', async () => {
    let loads = 0;
    const { connection, clock } = connect(
      (request) => (isSdk(request) ? jsonResponse({ value: [] }) : refusal()),
      undefined,
      {
        loadSdk: () => {
          loads += 1;
          return loads === 1 ? Promise.reject(new TypeError('404')) : loadSdk();
        },
      },
    );
    expect(await clock.run(faultFrom(connection.reader.readPage(QUERY, signal)))).toMatchObject({
      kind: 'network',
    });
    await clock.run(connection.reader.readPage(QUERY, signal));
    expect(connection.transportInUse()).toBe('sdk');
  });
});

describe('the secret', () => {
  it('is nowhere to be seen in a connection', async () => {
    const { connection, clock } = connect(() => jsonResponse({ value: [] }));
    await clock.run(connection.reader.readPage(QUERY, signal));
    const shown = JSON.stringify(connection) + inspect(connection, { depth: 20, showHidden: true });
    expect(shown).not.toContain(FAKE_SIGNATURE);
    expect(shown).not.toContain(decodeURIComponent(FAKE_SIGNATURE));
    expect(connection.id).toMatch(/^connection-/u);
  });

  it('is taken out of an answer that comes after another SAS took its place', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { connection, clock } = connect(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const pending = faultFrom(connection.reader.readPage(QUERY, signal));
    await clock.settle();
    const other = textOf(`${ACCOUNT}/?${FAKE_ACCOUNT_SAS.replace('c2lnbmF0', 'YW5vdGhl')}`);
    expect(connection.renewWith(other).ok).toBe(true);
    answer(
      new Response('', { status: 403, headers: { 'x-ms-request-id': decodeURIComponent(FAKE_SIGNATURE) } }),
    );
    expect(await clock.run(pending)).toMatchObject({ requestId: '[redacted]' });
  });

  it('goes with close, which ends what is in flight', async () => {
    const text = textOf(`${ACCOUNT}/?${FAKE_ACCOUNT_SAS}`);
    const { connection, clock, seen } = connect(() => new Promise<Response>(() => undefined), text);
    const pending = faultFrom(connection.reader.readPage(QUERY, signal));
    await clock.settle();
    connection.close();
    expect(text.credential.authorize({ url: '', headers: {} })).toBeUndefined();
    expect(await pending).toMatchObject({ kind: 'closed' });
    expect(connection.isClosed()).toBe(true);
    for (const reader of [connection.reader, connection.sdk]) {
      expect(await faultFrom(reader.readPage(QUERY, signal))).toMatchObject({ kind: 'closed' });
    }
    expect(await faultFrom(connection.listTables(signal))).toMatchObject({ kind: 'closed' });
    expect([seen.length, clock.timers(), connection.lanes.inFlight()]).toEqual([1, 0, 0]);
  });
});

describe('expiry', () => {
  it('is named before CORS or the network is blamed', async () => {
    const handlers: readonly Handler[] = [
      () => {
        throw new TypeError('Failed to fetch');
      },
      () => new Response('', { status: 403 }),
    ];
    for (const handler of handlers) {
      const { connection, clock } = connect(handler);
      const before = await clock.run(faultFrom(connection.reader.readPage(QUERY, signal)));
      expect(['network', 'auth']).toContain(before.kind);
      clock.freeze(9 * 3_600_000);
      const after = await clock.run(faultFrom(connection.reader.readPage(QUERY, signal)));
      expect(after.kind).toBe('expired');
      expect(after.message).toContain('2026-11-21T08:00:00Z');
    }
  });
});

describe('list of tables', () => {
  const page = (names: readonly unknown[], next?: string): Response =>
    jsonResponse(
      { value: names.map((TableName) => ({ TableName })) },
      next === undefined ? {} : { 'x-ms-continuation-NextTableName': next },
    );

  const entities = (count: number, token: boolean): Response =>
    jsonResponse(
      { value: Array.from({ length: count }, (_, row) => ({ PartitionKey: 'p', RowKey: `${row}` })) },
      token ? { 'x-ms-continuation-NextPartitionKey': '1!4!cA--' } : {},
    );

  it('goes to the end, and through hiccups', async () => {
    const rig = connect(({ path, options }, index) => {
      if (path !== '/Tables') return entities(0, false);
      if (index === 0) return new Response('', { status: 503 });
      return options.get('NextTableName') === undefined ? page(['A1a', 'B1b'], 'C+/') : page(['C1c']);
    });
    // A token in the table list proves that the list ended, but not that the tokens of entity pages are readable.
    expect(await rig.clock.run(rig.connection.listTables(signal))).toEqual({
      names: ['A1a', 'B1b', 'C1c'],
      complete: true,
      exposure: 'unknown',
    });
    expect(rig.seen[2]?.options.get('NextTableName')).toBe('C+/');
    expect(rig.connection.lanes.inFlight()).toBe(0);
  });

  it('a page without a token is its end where tokens can be read, at the cost of one row once', async () => {
    const rig = connect(({ path }) => (path === '/Tables' ? page(['A1a', 'B1b']) : entities(1, true)));
    const whole = { names: ['A1a', 'B1b'], complete: true, exposure: 'exposed' };
    expect(await rig.clock.run(rig.connection.listTables(signal))).toEqual(whole);
    expect(await rig.clock.run(rig.connection.listTables(signal))).toEqual(whole);
    expect(rig.seen.map(({ path }) => path)).toEqual(['/Tables', '/A1a()', '/Tables']);
  });

  it('is not called complete where continuations are hidden, or where nothing shows it', async () => {
    const list = (count: (top: string | undefined) => number, names: readonly string[] = ['A1a']) => {
      const rig = connect(({ path, options }) =>
        path === '/Tables' ? page(names) : entities(count(options.get('$top')), false),
      );
      return rig.clock.run(rig.connection.listTables(signal));
    };
    expect(await list(Number)).toEqual({ names: ['A1a'], complete: false, exposure: 'hidden' });
    expect(await list(() => 1)).toMatchObject({ complete: false, exposure: 'unknown' });
    expect(await list(() => 0)).toMatchObject({ complete: false, exposure: 'unknown' });
    expect(await list(() => 0, [])).toMatchObject({ complete: false, exposure: 'unknown' });
  });

  it('a full page without a token is never the end', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `Table${index}`);
    const rig = connect(({ path }) => (path === '/Tables' ? page(names) : entities(1, true)));
    expect(await rig.clock.run(rig.connection.listTables(signal))).toMatchObject({
      complete: false,
      exposure: 'exposed',
    });
  });

  it('leaves out and counts names that no table can have', async () => {
    const names = ['A1a', '\u200b'.repeat(1000), 'a', '$MetricsCapacityBlob', 'x'.repeat(64), 'A1a', 'B-b'];
    const rig = connect(({ path }) => (path === '/Tables' ? page(names) : entities(1, true)));
    expect(await rig.clock.run(rig.connection.listTables(signal))).toMatchObject({
      names: ['A1a', '$MetricsCapacityBlob'],
      dropped: 4,
    });
  });

  it.each([
    ['tables', 1000, 21],
    ['names that no table can have', 0, 200],
  ])('that never ends is read so far: %s', async (_what, good, pages) => {
    let count = 0;
    const rig = connect(({ path }) => {
      if (path !== '/Tables') return entities(1, true);
      count += 1;
      const names = Array.from({ length: 1000 }, (_, at) => (at < good ? `T${count}x${at}` : `-${at}`));
      return page(names, `token${count}`);
    });
    const list = await rig.clock.run(rig.connection.listTables(signal));
    expect(list).toMatchObject({ complete: false, isCut: true });
    expect(list.names).toHaveLength(good * 20);
    expect(rig.seen.filter(({ path }) => path === '/Tables')).toHaveLength(pages);
  });

  it('is shown though its first table cannot be read', async () => {
    const rig = connect(({ path }) =>
      path === '/Tables' ? page(['A1a']) : new Response('', { status: 403 }),
    );
    expect(await rig.clock.run(rig.connection.listTables(signal))).toMatchObject({
      names: ['A1a'],
      exposure: 'unknown',
    });
    expect(rig.seen).toHaveLength(2);
  });

  it('is not called complete where all headers are hidden', async () => {
    const body = JSON.stringify({ value: [{ TableName: 'A1a' }] });
    const rig = connect(() => new Response(body, { headers: { 'content-type': JSON_TYPE } }));
    expect(await rig.clock.run(rig.connection.listTables(signal))).toEqual({
      names: ['A1a'],
      complete: false,
      exposure: 'hidden',
    });
    expect(rig.seen).toHaveLength(1);
  });
});

describe('exposure of headers', () => {
  const REQUEST_ID = { 'x-ms-request-id': '1' };
  const rows = (count: number, headers: Readonly<Record<string, string>>): Response =>
    new Response(
      JSON.stringify({
        value: Array.from({ length: count }, (_, row) => ({ PartitionKey: 'p', RowKey: `${row}` })),
      }),
      { headers: { 'content-type': JSON_TYPE, ...headers } },
    );
  const check = (rig: Rig, tables: readonly string[] = ['Orders']) =>
    rig.clock.run(checkHeaders(rig.connection.reader, tables, signal));
  const token = (name = 'NextPartitionKey') => ({ ...REQUEST_ID, [`x-ms-continuation-${name}`]: '1!4!cA--' });
  /** A table of `count` rows whose continuation token CORS hides. */
  const hiding =
    (count: number): Handler =>
    ({ options }) =>
      rows(Math.min(count, Number(options.get('$top') ?? '1000')), REQUEST_ID);

  it('is proven by a continuation that was read, with one request, and never asked again', async () => {
    const rig = connect(() => rows(1, token()));
    expect(await check(rig)).toBe('exposed');
    expect(await check(rig)).toBe('exposed');
    expect(rig.seen).toHaveLength(1);
    expect(rig.connection.reader.tokenReadable()).toBe(true);
    // The SDK's requests may match another CORS rule, so they prove nothing for each other.
    expect(rig.connection.sdk.tokenReadable()).toBe(false);
  });

  it('is not proven by x-ms-request-id, nor by a row key alone', async () => {
    for (const handler of [hiding(5), hiding(2)]) {
      const rig = connect(handler);
      expect(await check(rig)).toBe('hidden');
      expect(rig.seen.map(({ options }) => options.get('$top'))).toEqual(['1', '2']);
    }
    const rig = connect(({ options }) => rows(Number(options.get('$top')), token('NextRowKey')));
    expect(await check(rig)).toBe('hidden');
    expect(rig.connection.reader.tokenReadable()).toBe(false);
  });

  it('is disproven by an answer without any header of the service', async () => {
    expect(await check(connect(() => rows(0, {})))).toBe('hidden');
  });

  it('stays unknown for tables of one row or none, of which three are asked', async () => {
    expect(await check(connect(hiding(0)))).toBe('unknown');
    expect(await check(connect(hiding(1)))).toBe('unknown');
    const rig = connect(({ path, options }) =>
      hiding(path === '/D1d()' ? 9 : 0)({ path, options } as never, 0),
    );
    expect(await check(rig, ['A1a', 'B1b', 'C1c', 'D1d'])).toBe('unknown');
    expect(rig.seen.map(({ path }) => path)).toEqual(['/A1a()', '/B1b()', '/C1c()']);
  });

  it('is found in the first table that has rows', async () => {
    const rig = connect(({ path }) => (path === '/B1b()' ? rows(1, token()) : rows(0, REQUEST_ID)));
    expect(await check(rig, ['A1a', 'B1b'])).toBe('exposed');
  });
});
