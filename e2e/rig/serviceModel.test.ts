// Time, load and servers of the scripted service.
import { describe, expect, it } from 'vitest';
import { recommendedRule } from './corsRules.ts';
import { grid, rigRow } from './rig.fixture.ts';
import { arrayRows, type RowSource } from './rowSource.ts';
import type { TableServiceOptions } from './serviceOptions.ts';
import { createTableService } from './tableService.ts';
import { headerOf } from './wireExchange.ts';

const ORIGIN = 'http://127.0.0.1:4280';
const NOW_MS = Date.UTC(2026, 10, 20, 21);
const rows = grid(5, 7);
const keys = rows.map((row) => `${row.partitionKey}/${row.rowKey}`);

function serviceOf(options: Partial<TableServiceOptions>, source: RowSource = arrayRows(rows)) {
  const service = createTableService({ tables: new Map([['Grid', source]]), nowMs: NOW_MS, ...options });
  const sas = service.accountSas();
  const ask = (parameters: Readonly<Record<string, string>> = {}, method = 'GET', headers = {}) => {
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const target = `/scripted/Grid()?${[...query, sas].join('&')}`;
    return service.answer({ method, target, headers: { accept: 'application/json', ...headers } });
  };
  const readAll = (parameters: Readonly<Record<string, string>> = {}) => {
    const pages: { readonly keys: readonly string[]; readonly serviceMs: number; readonly named: boolean }[] =
      [];
    let token: Record<string, string> | undefined = {};
    while (token !== undefined) {
      const { status, headers, body, serviceMs } = ask({ ...parameters, ...token });
      if (status !== 200) throw new Error(`${status} ${body.toString()}`);
      const { value } = JSON.parse(body.toString()) as { value: { PartitionKey: string; RowKey: string }[] };
      const partition = headerOf(headers, 'x-ms-continuation-nextpartitionkey');
      const row = headerOf(headers, 'x-ms-continuation-nextrowkey');
      pages.push({
        keys: value.map(({ PartitionKey, RowKey }) => `${PartitionKey}/${RowKey}`),
        serviceMs,
        named: row !== undefined,
      });
      token =
        partition === undefined
          ? undefined
          : { NextPartitionKey: partition, ...(row === undefined ? {} : { NextRowKey: row }) };
    }
    return pages;
  };
  return { service, ask, readAll };
}

describe('scripted table service: time and load', () => {
  it('ends a page where another partition server begins, empty where the server had nothing', () => {
    const { readAll } = serviceOf({ paging: { servers: ['p01', 'p03', 'p04'] } });
    const pages = readAll();
    expect(pages.map((page) => page.keys.length)).toEqual([7, 14, 7, 7]);
    expect(pages.map((page) => page.named)).toEqual([false, false, false, false]);
    expect(pages.flatMap((page) => page.keys)).toEqual(keys);
    const some = readAll({ $filter: "RowKey eq '006' and PartitionKey ge 'p01' and Index gt 19" });
    expect(some.map((page) => page.keys)).toEqual([['p02/006'], ['p03/006'], ['p04/006']]);
    expect(readAll({ $filter: 'Index gt 33' }).map((page) => page.keys)).toEqual([[], [], [], ['p04/006']]);
  });

  it('ends a page after five seconds of looking at rows, with what it has', () => {
    const { readAll } = serviceOf({ paging: { rowMs: 500 } });
    const pages = readAll({ $filter: 'Index ge 25' });
    expect(pages.map((page) => page.keys.length)).toEqual([0, 0, 5, 5]);
    expect(pages.map((page) => page.serviceMs)).toEqual([5000, 5000, 5000, 2500]);
    expect(pages.flatMap((page) => page.keys)).toEqual(keys.slice(25));
  });

  it('ends a page at 4 MiB', () => {
    const wide = (i: number) =>
      rigRow('p', String(i).padStart(4, '0'), [['Text', 'String', 'x'.repeat(50_000)]]);
    const { readAll } = serviceOf({}, { count: 200, rowAt: wide });
    const pages = readAll();
    expect(pages.map((page) => page.keys.length)).toEqual([83, 83, 34]);
  });

  it('says 503 when a partition or the account is over its rows or requests a second, and recovers', () => {
    const { service, ask } = serviceOf({ load: { partitionRowsPerSecond: 10 } });
    const first = { $filter: "PartitionKey eq 'p00'" };
    expect([ask(first).status, ask(first).status, ask(first).status]).toEqual([200, 200, 503]);
    expect(ask({ $filter: "PartitionKey eq 'p01'" }).status).toBe(200);
    const busy = ask(first);
    expect(JSON.parse(busy.body.toString())).toMatchObject({ 'odata.error': { code: 'ServerBusy' } });
    service.change({ nowMs: NOW_MS + 1000 });
    expect(ask(first).status).toBe(200);
    service.change({ load: { requestsPerSecond: 2 }, nowMs: NOW_MS + 9000 });
    expect([ask().status, ask().status, ask().status]).toEqual([200, 200, 503]);
    service.change({ nowMs: NOW_MS + 10_000 });
    expect(ask().status).toBe(200);
  });

  it('answers a 403 in Atom where told, and an OPTIONS that is no preflight with 400', () => {
    const { service, ask } = serviceOf({ authErrors: 'atom', cors: [recommendedRule(ORIGIN)] });
    service.change({ nowMs: NOW_MS + 86_400_000 });
    const atom = ask();
    expect([atom.status, headerOf(atom.headers, 'content-type')]).toEqual([
      403,
      'application/atom+xml;charset=utf-8',
    ]);
    expect(atom.body.toString()).toContain('<m:code>AuthenticationFailed</m:code>');
    expect(ask({}, 'OPTIONS', { origin: ORIGIN }).status).toBe(400);
  });
});
