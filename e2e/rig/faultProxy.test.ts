import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recommendedRule } from './corsRules.ts';
import type { FaultAction } from './faultActions.ts';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { grid, readAllPages, readPage } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import { startTableService, type TableService } from './tableService.ts';

const ORIGIN = 'http://127.0.0.1:4280';
const rows = grid(4, 5);

describe('fault proxy', () => {
  let service: TableService;
  let proxy: FaultProxy;
  let sas: string;
  beforeAll(async () => {
    service = await startTableService({
      tables: new Map([
        ['Grid', arrayRows(rows)],
        ['Other', arrayRows([])],
      ]),
      cors: [recommendedRule(ORIGIN)],
      paging: { rowsPerPage: 6 },
    });
    proxy = await startFaultProxy({ target: service.endpoint, seed: 7 });
    sas = service.accountSas();
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });
  beforeEach(() => {
    proxy.reset();
  });

  const read = (table = 'Grid', options = {}) =>
    readPage(proxy.endpoint, table, sas, options, { origin: ORIGIN });
  const breakAll = (action: FaultAction) => {
    proxy.setRules([{ action }]);
  };

  it('writes down what was asked, and never the SAS', async () => {
    await readAllPages(proxy.endpoint, 'Grid', sas, {
      $filter: "PartitionKey ge 'p02'",
      $select: 'RowKey,PartitionKey',
    });
    expect(
      proxy.log.all().map(({ method, table, filter, hasToken, status, whole }) => ({
        method,
        table,
        filter,
        hasToken,
        status,
        whole,
      })),
    ).toEqual(
      [false, true].map((hasToken) => ({
        method: 'GET',
        table: 'Grid',
        filter: "PartitionKey ge 'p02'",
        hasToken,
        status: 200,
        whole: true,
      })),
    );
    expect(JSON.stringify(proxy.log.all())).not.toContain('sig');
    const signature = decodeURIComponent(/sig=([^&]*)/.exec(sas)?.[1] ?? '');
    expect(signature.length).toBeGreaterThan(40);
    expect(JSON.stringify(proxy.log.all())).not.toContain(signature);
    expect(proxy.log.all()[0]?.select).toBe('RowKey,PartitionKey');
  });

  it('tells custom headers, which cost a preflight, from simple requests', async () => {
    await read();
    await readPage(proxy.endpoint, 'Grid', sas, {}, { 'x-ms-version': '2019-02-02', cookie: 'a=b' });
    const [simple, custom] = proxy.log.all();
    expect([simple?.customHeaders, simple?.leaks]).toEqual([[], []]);
    expect([custom?.customHeaders, custom?.leaks]).toEqual([['x-ms-version', 'cookie'], ['cookie']]);
  });

  it('writes down which answers broke, and how', async () => {
    breakAll({ kind: 'cut', bytes: 40 });
    await expect(fetchRaw()).rejects.toThrow(/terminated|fetch failed/);
    breakAll({ kind: 'reset' });
    await expect(fetchRaw()).rejects.toThrow(/terminated|fetch failed/);
    expect(proxy.log.all()).toMatchObject([
      { status: 200, whole: false, action: 'cut' },
      { status: undefined, whole: false, action: 'reset' },
    ]);
  });

  it('holds an answer back until the client gives up, and sees that it did', async () => {
    breakAll({ kind: 'hold' });
    const closed = new Promise<void>((resolve) => {
      const url = new URL(`${proxy.endpoint}/Grid()?${sas}`);
      const client = request(url, { headers: { accept: 'application/json' } });
      client.once('error', () => {
        resolve();
      });
      client.end();
      waitFor(
        () => proxy.log.inFlight() === 1,
        () => client.destroy(),
      );
    });
    await closed;
    await new Promise<void>((resolve) => {
      waitFor(() => proxy.log.inFlight() === 0, resolve);
    });
    expect(proxy.log.all()[0]).toMatchObject({ status: undefined, whole: false, action: 'hold' });
  });

  it('breaks only the requests that a rule is about', async () => {
    const action = { kind: 'status', status: 500, code: 'InternalError' } as const;
    proxy.setRules([{ action, table: 'Grid', hasToken: false, filterHas: "'p03'", nth: { from: 2, to: 2 } }]);
    const asked = async (filter: string) => (await read('Grid', { $filter: filter })).status;
    expect(await asked("PartitionKey eq 'p03'")).toBe(200);
    expect(await asked("PartitionKey eq 'p02'")).toBe(200);
    expect((await read('Other')).status).toBe(200);
    expect(await asked("PartitionKey eq 'p03'")).toBe(500);
    expect(await asked("PartitionKey eq 'p03'")).toBe(200);
  });

  async function fetchRaw() {
    const response = await fetch(`${proxy.endpoint}/Grid()?${sas}`, {
      headers: { accept: 'application/json;odata=minimalmetadata', origin: ORIGIN },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
});

/** Calls `then` as soon as the condition holds. Looks again at each turn of the event loop. */
function waitFor(condition: () => boolean, then: () => void): void {
  if (condition()) then();
  else setImmediate(waitFor, condition, then);
}
