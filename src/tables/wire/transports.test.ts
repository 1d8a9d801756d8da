import { describe, expect, it } from 'vitest';
import { ACCOUNT, connect } from '../connection/connect.fixture.ts';
import type { Connection } from '../connection/connectionTypes.ts';
import {
  CONFORMANCE_ROWS,
  CONFORMANCE_TABLE,
  type ConformanceRig,
  describePageReader,
  faultFrom,
} from './pageReader.fixture.ts';
import type { PageReader } from './pageReader.ts';
import {
  brokenBody,
  FAKE_ACCOUNT_SAS,
  FAKE_SIGNATURE,
  type Handler,
  JSON_TYPE,
  jsonResponse,
  type SeenRequest,
  scriptFetch,
} from './scriptedFetch.fixture.ts';
import { fakeToken } from '../sas/accessToken.fixture.ts';
import { SealedCredential } from '../sas/sealedCredential.ts';
import { readStats } from './simpleTransport.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';

function pick(connection: Connection, transport: 'simple' | 'sdk'): PageReader {
  return transport === 'simple' ? connection.reader : connection.sdk;
}

/** Answers with pages and one form of filter as documented, over the conformance rows. */
const tableService: Handler = ({ path, options }: SeenRequest) => {
  if (path !== `/${CONFORMANCE_TABLE}()`) {
    const error = {
      'odata.error': { code: 'TableNotFound', message: { lang: 'en-US', value: 'No such table.' } },
    };
    return jsonResponse(error, {}, 404);
  }
  const key = /^PartitionKey eq '(.*)'$/su.exec(options.get('$filter') ?? '')?.[1]?.replaceAll("''", "'");
  const rows = CONFORMANCE_ROWS.filter((row) => key === undefined || row.PartitionKey === key);
  const token = options.get('NextRowKey');
  const from = token === undefined ? 0 : Number(token.split('!')[2]);
  const to = from + Number(options.get('$top') ?? '1000');
  const select = options.get('$select')?.split(',');
  const value = rows.slice(from, to).map((row) => {
    const whole = {
      ...row,
      'At@odata.type': 'Edm.DateTime',
      At: '2013-01-01T00:00:00.1234567Z',
      'Big@odata.type': 'Edm.Int64',
      Big: '9223372036854775807',
      partitionKey: 'mine',
    };
    if (select === undefined) return whole;
    return Object.fromEntries(Object.entries(whole).filter(([name]) => select.includes(name)));
  });
  const next: Record<string, string> =
    to < rows.length
      ? {
          'x-ms-continuation-NextPartitionKey': `1!8!${btoa(`p${to}`)}+/=`,
          'x-ms-continuation-NextRowKey': `1!8!${to}`,
        }
      : {};
  return jsonResponse({ 'odata.metadata': `${ACCOUNT}/$metadata#${CONFORMANCE_TABLE}`, value }, next);
};

for (const transport of ['simple', 'sdk'] as const) {
  describePageReader(`${transport} transport, scripted service`, (): Promise<ConformanceRig> => {
    const { connection } = connect(tableService);
    return Promise.resolve({ reader: pick(connection, transport), close: () => Promise.resolve() });
  });

  describe(`${transport} transport`, () => {
    const read = async (
      handler: Handler,
      query: Parameters<PageReader['readPage']>[0] = { tableName: 'Orders' },
    ): Promise<{
      readonly seen: readonly SeenRequest[];
      readonly work: ReturnType<PageReader['readPage']>;
    }> => {
      const { connection, clock, seen } = connect(handler);
      const work = pick(connection, transport).readPage(query, new AbortController().signal);
      await clock.run(work.catch(() => undefined));
      return { seen, work };
    };
    const readFault = async (handler: Handler) => faultFrom((await read(handler)).work);

    it('sends the SAS byte for byte, with GET, no cookies, no cache, no redirect, no referrer', async () => {
      const { seen } = await read(() => jsonResponse({ value: [] }));
      expect(seen).toHaveLength(1);
      expect(seen[0]?.query.endsWith(FAKE_ACCOUNT_SAS)).toBe(true);
      expect(seen[0]?.init).toMatchObject({
        method: 'GET',
        mode: 'cors',
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
      });
    });

    it('resends exactly the tokens that were present', async () => {
      const cases = [
        [{ nextPartitionKey: '1!4!YQ--' }, ['NextPartitionKey']],
        [{ nextPartitionKey: '', nextRowKey: 'r' }, ['NextPartitionKey', 'NextRowKey']],
        [{ nextPartitionKey: 'é+/=&', nextRowKey: '%20' }, ['NextPartitionKey', 'NextRowKey']],
      ] as const;
      for (const [continuation, names] of cases) {
        const { seen } = await read(() => jsonResponse({ value: [] }), { tableName: 'Orders', continuation });
        const options = seen[0]?.options ?? new Map();
        expect([...options.keys()].filter((name) => name.startsWith('Next'))).toEqual(names);
        expect(options.get('NextPartitionKey')).toBe(continuation.nextPartitionKey);
      }
    });

    it('never takes a body that is no page for zero rows', async () => {
      const page = (body: BodyInit | null, type = JSON_TYPE, status = 200): Handler => {
        return () => new Response(body, { status, headers: type === '' ? {} : { 'content-type': type } });
      };
      const wrong: readonly Handler[] = [
        page('<html><title>Sign in</title></html>', 'text/html'),
        page(''),
        page(null),
        page('[]'),
        page('{"value":[{"PartitionKey":"a"'),
        page('{"value":[]}', 'text/plain'),
        page('{"value":[]}', ''),
        page('null'),
        page(null, JSON_TYPE, 204),
        page('{"value":[]}', JSON_TYPE, 206),
      ];
      for (const handler of wrong) expect(await readFault(handler)).toMatchObject({ kind: 'protocol' });
    });

    it('a redirect is held, and an error of its own', async () => {
      const held = Object.defineProperty(new Response(''), 'type', { value: 'opaqueredirect' });
      expect(await readFault(() => held)).toMatchObject({ kind: 'redirected' });
    });

    it('a body that is cut or reset is a network error, with nothing of what the platform said', async () => {
      const fault = await readFault(
        () =>
          new Response(brokenBody(['{"value":[', '{"Part'], 'reset'), {
            headers: { 'content-type': JSON_TYPE },
          }),
      );
      expect(fault.kind).toBe('network');
      expect(JSON.stringify(fault)).not.toContain('CANARY');
    });

    it('limits the bytes of a page', async () => {
      const big = 'x'.repeat(1_000_000);
      const fault = await readFault(
        () =>
          new Response(
            brokenBody(
              Array.from({ length: 9 }, () => big),
              'hang',
            ),
            {
              headers: { 'content-type': JSON_TYPE },
            },
          ),
      );
      expect(fault.kind).toBe('too-large');
    });

    it('gives up on an answer that does not come, stalls, or trickles', async () => {
      const never = await readFault(() => new Promise<Response>(() => undefined));
      expect(never).toMatchObject({ kind: 'timeout' });
      expect(never.message).toContain('35 s');
      const stalled = await readFault(
        () => new Response(brokenBody(['{"value":['], 'hang'), { headers: { 'content-type': JSON_TYPE } }),
      );
      expect(stalled.message).toContain('stalled for 15 s');
    });

    it('shows no secret in any error', async () => {
      const leaky: readonly Handler[] = [
        ({ query }) => {
          throw new TypeError(`Cannot connect to ${ACCOUNT}/?${query}`);
        },
        ({ query }) => new Response(`<html><title>${ACCOUNT}/?${query}</title>`, { status: 502 }),
        ({ query }) =>
          jsonResponse({ 'odata.error': { code: query, message: { value: `bad ${query}` } } }, {}, 400),
        ({ query }) =>
          new Response('', { status: 403, headers: { 'x-ms-error-code': query, 'x-ms-request-id': query } }),
      ];
      for (const handler of leaky) {
        const text = JSON.stringify(await readFault(handler));
        expect(text).not.toContain(FAKE_SIGNATURE);
        expect(text).not.toContain(decodeURIComponent(FAKE_SIGNATURE));
      }
    });
  });
}

describe('the form of the requests', () => {
  it('simple: Accept alone; SDK: its own headers', async () => {
    const { connection, clock, seen } = connect(() => jsonResponse({ value: [] }));
    const { signal } = new AbortController();
    await clock.run(connection.reader.readPage({ tableName: 'Orders' }, signal));
    await clock.run(connection.sdk.readPage({ tableName: 'Orders' }, signal));
    const [simple, sdk] = seen.map(({ headers }) => [...headers.keys()]);
    expect([simple, seen[0]?.headers.get('accept')]).toEqual([
      ['accept'],
      'application/json;odata=minimalmetadata',
    ]);
    expect(sdk).toContain('x-ms-version');
  });
});

it('a token is in a header, with its version, through both transports; no address holds it', async () => {
  const { connection, clock, seen } = connect(() => jsonResponse({ value: [] }), `${ACCOUNT} ${fakeToken()}`);
  const { signal } = new AbortController();
  await clock.run(connection.reader.readPage({ tableName: 'Orders' }, signal));
  await clock.run(connection.sdk.readPage({ tableName: 'Orders' }, signal));
  await clock.run(connection.listTables(signal));
  expect(seen.map(({ query }) => query.includes('eyJ'))).toEqual([false, false, false]);
  for (const { headers } of seen) {
    expect(headers.get('authorization')).toBe(`Bearer ${fakeToken()}`);
    expect(headers.get('x-ms-version')).toBe('2020-12-06');
  }
  expect([...(seen[0]?.headers.keys() ?? [])]).toEqual(['accept', 'authorization', 'x-ms-version']);
});

it('stats are asked for with the SAS, and not at all once it is dropped', async () => {
  const scripted = scriptFetch(() => new Response('<StorageServiceStats/>'));
  const clock = createVirtualClock(scripted.fetch);
  const credential = new SealedCredential({ kind: 'sas', raw: FAKE_ACCOUNT_SAS });
  const limits = { firstByteMs: 1000, stallMs: 1000, totalMs: 1000 };
  const deps = { env: clock.env, endpointUrl: ACCOUNT, credential, limits, maxPageBytes: 1000 };
  const { signal } = new AbortController();
  await clock.run(readStats(deps, signal));
  expect(scripted.seen.map(({ path, query }) => [path, query])).toEqual([
    ['/', `restype=service&comp=stats&${FAKE_ACCOUNT_SAS}`],
  ]);
  credential.drop();
  expect(await faultFrom(readStats(deps, signal))).toMatchObject({ kind: 'closed' });
  expect(scripted.seen).toHaveLength(1);
});
