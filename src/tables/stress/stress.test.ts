import fc from 'fast-check';
import { valueOf } from '../../core/valueOf.fixture.ts';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { faultOf } from '../base/tableError.ts';
import { readConnectionText } from '../connection/connectionText.ts';
import { FAKE_SIGNATURE, type Handler, jsonResponse, scriptFetch } from '../wire/scriptedFetch.fixture.ts';
import { openStressAccount, writingFault } from './account.ts';
import { refusedBy } from './sender.ts';
import { madeAtMs, newTableName } from './tableName.ts';

const ENDPOINT = 'https://contoso.table.core.windows.net';
const OWN = newTableName(Date.UTC(2026, 10, 21), 0.5);
const never = new AbortController().signal;

function textOf(sas: string) {
  return valueOf(readConnectionText(`${ENDPOINT}/?${sas}&sig=${FAKE_SIGNATURE}`));
}

const WRITING = 'sv=2022-11-02&ss=t&srt=co&sp=rwdlacu&spr=https&se=2026-11-21T08:00:00Z';

function accountOn(handler: Handler) {
  const { fetch, seen } = scriptFetch(handler);
  const { env } = createVirtualClock(fetch);
  return { account: openStressAccount(textOf(WRITING), env), seen };
}

describe('what the stress lab may send', () => {
  const owned = new Set([OWN]);
  const why = (method: string, path: string, body?: string): string | undefined =>
    refusedBy({ method, url: `${ENDPOINT}/${path}`, body }, ENDPOINT, owned);
  const batch = (...lines: readonly string[]): string => `--batch_1\r\n${lines.join('\r\n\r\n')}\r\n`;

  it('is tables of its own name, and rows of tables that it made', () => {
    expect(why('POST', 'Tables?$format=x', `{"TableName":"${OWN}"}`)).toBeUndefined();
    expect(why('DELETE', `Tables('${OWN}')`)).toBeUndefined();
    expect(why('POST', `${OWN}?$format=x`, '{}')).toBeUndefined();
    expect(why('PUT', `${OWN}(PartitionKey='a',RowKey='b%2Fc')`, '{}')).toBeUndefined();
    expect(why('POST', '$batch', batch(`POST ${ENDPOINT}/${OWN} HTTP/1.1`))).toBeUndefined();
  });

  it('is nothing else: no other table, not even one of that name that somebody else made', () => {
    const others = newTableName(Date.UTC(2026, 10, 21), 0.25);
    expect(why('POST', others, '{}')).toBe(`rows of table ${others}`);
    expect(
      why('POST', '$batch', batch(`POST ${ENDPOINT}/${OWN} HTTP/1.1`, `POST ${ENDPOINT}/Orders HTTP/1.1`)),
    ).toBe('rows of table Orders');
    expect(why('POST', '$batch', '')).toBe('an empty transaction');
    expect(why('GET', 'Tables')).toBe('GET of the list of tables');
    expect(why('PUT', '?restype=service&comp=properties', '<x/>')).toContain('rows of table');
    expect(why('DELETE', `${OWN}(PartitionKey='a',RowKey='b')/../Orders(PartitionKey='a',RowKey='b')`)).toBe(
      'another address',
    );
    expect(why('DELETE', `${OWN}/%2e%2e/Orders`)).toBe('another address');
    // A browser removes tabs and line ends from an address before it looks for "..".
    expect(why('DELETE', `${OWN}(x)/.\t./Orders(PartitionKey='a',RowKey='b')`)).toBe('another address');
    expect(
      refusedBy({ method: 'POST', url: `${ENDPOINT}.evil.example/${OWN}`, body: '{}' }, ENDPOINT, owned),
    ).toBe('another address');
  });

  it('never touches a table of any other name, whatever it is', () => {
    const name = fc.oneof(
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{2,62}$/u),
      fc.stringMatching(/^keyscopestress[a-zA-Z0-9]{0,20}$/u),
    );
    fc.assert(
      fc.property(name, (table) => {
        const isOfTheLab = madeAtMs(table) !== undefined;
        expect(why('POST', 'Tables', JSON.stringify({ TableName: table })) === undefined).toBe(isOfTheLab);
        expect(why('DELETE', `Tables('${table}')`) === undefined).toBe(isOfTheLab);
        expect(why('POST', table, '{}') === undefined).toBe(table === OWN);
      }),
    );
  });
});

describe('a test table', () => {
  it('gets the rows of a load, and the SAS is in no text that comes back', async () => {
    const { account, seen } = accountOn(({ method, path }) =>
      method === 'POST' && path.startsWith('/keyscopestress')
        ? jsonResponse(
            { 'odata.error': { code: 'ServerBusy', message: { value: `busy ${FAKE_SIGNATURE}` } } },
            { 'retry-after': '2' },
            503,
          )
        : new Response(null, { status: 204 }),
    );
    const { status, table } = await account.createTable(OWN, 500, never);
    expect([status, table?.name]).toEqual([204, OWN]);
    const answer = await table?.send({ kind: 'insert', keys: [{ partitionKey: 'a', rowKey: 'b' }] }, never);
    expect(answer).toEqual({ status: 503, code: 'ServerBusy', retryAfterMs: 2000, entities: 0 });
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(seen[1]?.options.get('sig')).toBe(decodeURIComponent(FAKE_SIGNATURE));
    expect(account.counts()).toEqual({ requests: 2, preflights: 2 });
  });

  it('counts each answer by the status that the service gave', async () => {
    const { account } = accountOn(({ method, path }) =>
      method === 'GET'
        ? jsonResponse({ value: [{ PartitionKey: 'a', RowKey: 'b' }] })
        : path === '/$batch'
          ? new Response('--r\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n--r--', { status: 202 })
          : new Response(null, { status: 204 }),
    );
    const { table } = await account.createTable(OWN, 500, never);
    const keys = [{ partitionKey: 'a', rowKey: 'b' }];
    const kinds = ['insert', 'transaction', 'upsert', 'point read', 'row range', 'partition range'] as const;
    const answers = await Promise.all(kinds.map(async (kind) => table?.send({ kind, keys }, never)));
    expect(answers.map((answer) => answer?.status)).toEqual([204, 202, 204, 200, 200, 200]);
    expect(answers.map((answer) => answer?.entities)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('tries all methods that write, and creates nothing', async () => {
    for (const [blocked, ...asked] of [
      ['none', 'DELETE', 'POST', 'PUT'],
      ['DELETE', 'DELETE'],
      ['POST', 'DELETE', 'POST'],
      ['PUT', 'DELETE', 'POST', 'PUT'],
    ]) {
      const { account, seen } = accountOn(({ method }) => {
        if (method === blocked) throw new TypeError('Failed to fetch');
        return jsonResponse({ 'odata.error': { code: 'TableNotFound', message: { value: 'x' } } }, {}, 404);
      });
      expect((await account.tryWriting(never)).status).toBe(blocked === 'none' ? 404 : 0);
      expect(seen.map(({ path }) => path)).not.toContain('/Tables');
      expect(seen.map(({ method }) => method)).toEqual(asked);
    }
  });

  it('says no code but a code: a header that repeats the address is not shown', async () => {
    const { account } = accountOn(
      () => new Response(null, { status: 403, headers: { 'x-ms-error-code': `sig=${FAKE_SIGNATURE}` } }),
    );
    expect(await account.deleteTable(OWN, never)).toEqual({ status: 403, entities: 0 });
  });

  it('is not held up by an answer without end', async () => {
    const endless = () =>
      new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(1_000_000)) }, { highWaterMark: 0 });
    const { account } = accountOn(
      ({ path }) =>
        new Response(path === '/Tables' ? null : endless(), { status: path === '/Tables' ? 204 : 200 }),
    );
    const { table } = await account.createTable(OWN, 500, never);
    const key = { partitionKey: 'a', rowKey: 'b' };
    expect(await table?.send({ kind: 'point read', keys: [key] }, never)).toEqual({
      status: 0,
      code: 'too-large',
      entities: 0,
    });
  }, 2000);

  it('follows no redirect, which could lead its rows and the SAS elsewhere', async () => {
    const { account, seen } = accountOn(() =>
      Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' }),
    );
    await expect(account.createTable(OWN, 500, never)).rejects.toThrow('does not send this: a redirect');
    expect(seen.map(({ init }) => init.redirect)).toEqual(['manual']);
  });

  it('that exists already is somebody else’s: nothing is written to it', async () => {
    const { account, seen } = accountOn(() =>
      jsonResponse({ 'odata.error': { code: 'TableAlreadyExists', message: { value: 'x' } } }, {}, 409),
    );
    const made = await account.createTable(OWN, 500, never);
    expect([made.status, made.code, made.table, seen.length]).toEqual([
      409,
      'TableAlreadyExists',
      undefined,
      1,
    ]);
  });

  it('is not deleted under another name, and a stop ends what is in flight', async () => {
    const { account, seen } = accountOn(({ path }) =>
      path === '/Tables' ? new Response(null, { status: 204 }) : new Promise<Response>(() => undefined),
    );
    await expect(account.deleteTable('Orders', never)).rejects.toThrow(
      'does not send this: DELETE of table Orders',
    );
    const { table } = await account.createTable(OWN, 500, never);
    const stop = new AbortController();
    const sent = table?.send({ kind: 'upsert', keys: [{ partitionKey: 'a', rowKey: 'b' }] }, stop.signal);
    stop.abort();
    const ended = await sent?.catch((caught: unknown) => caught);
    expect(faultOf(ended)?.kind).toBe('cancelled');
    expect(seen.map(({ method }) => method)).not.toContain('DELETE');
  });
});

describe('a SAS that cannot run a test', () => {
  const fault = (sas: string): string | undefined => {
    const text = textOf(sas);
    return writingFault(text.endpoint, text.factsAt(1_795_219_200_000))?.message;
  };

  it('is refused by its text, with the letters that are missing', () => {
    expect(fault(WRITING)).toBeUndefined();
    expect(fault(WRITING.replace('rwdlacu', 'rl'))).toBe(
      'The SAS lacks permissions: sp has no c (create the test table), a (insert rows), u (upsert rows), d (delete the test table).',
    );
    expect(fault(WRITING.replace('rwdlacu', 'rdlacu'))).toBeUndefined();
    expect(fault(WRITING.replace('srt=co', 'srt=o'))).toBe('The SAS does not reach tables: srt has no c.');
    expect(fault(WRITING.replace('srt=co', 'srt=c'))).toContain('srt has no o');
    expect(fault('sv=2019-02-02&tn=Orders&sp=raud&se=2026-11-21T08:00:00Z')).toBe(
      'This SAS is for one table. The stress lab needs a table of its own.',
    );
    expect(fault(WRITING.replace('T08', 'T00').replace('11-21', '11-20'))).toContain('expired');
  });
});
