import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recommendedRule } from './corsRules.ts';
import { grid, readAllPages, readPage, rigRow } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import { startTableService, type TableService } from './tableService.ts';

const ORIGIN = 'http://127.0.0.1:4280';
const NOW_MS = Date.UTC(2026, 10, 20, 21);
const rows = grid(5, 7);
const keys = rows.map((row) => `${row.partitionKey}/${row.rowKey}`);
/** A thousand rows per partition, which are never all in memory. */
const million = {
  count: 1_000_000,
  rowAt: (i: number) =>
    rigRow(String(Math.floor(i / 1000)).padStart(4, '0'), String(i % 1000).padStart(4, '0')),
};

describe('scripted table service', () => {
  let service: TableService;
  beforeAll(async () => {
    service = await startTableService({
      tables: new Map([
        ['Grid', arrayRows(rows)],
        ['Empty', arrayRows([])],
        ['Million', million],
        ['$MetricsHourPrimaryTransactionsBlob', arrayRows([rigRow('20261120T2100', 'user;All')])],
      ]),
    });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.change({
      cors: [recommendedRule(ORIGIN)],
      corsOnErrors: true,
      paging: {},
      nowMs: NOW_MS,
      needsVersionHeaders: false,
      authErrors: 'json',
      policies: new Map(),
    });
  });
  const read = (options: Record<string, string> = {}, sas = service.accountSas()) =>
    readAllPages(service.endpoint, 'Grid', sas, options);

  describe('pages', () => {
    it.each([
      { name: 'one page', paging: {} },
      { name: 'short pages', paging: { rowsPerPage: 3 } },
      { name: 'pages of changing size', paging: { rowsPerPage: (first: number) => 1 + (first % 4) } },
      { name: 'empty pages with tokens', paging: { rowsPerPage: 4, emptyPages: 3 } },
      { name: 'NextPartitionKey alone', paging: { cutAtPartitions: true } },
      { name: 'a service that gives up its scan', paging: { scanLimit: 2 } },
      { name: 'all at once', paging: { rowsPerPage: 2, emptyPages: 1, cutAtPartitions: true, scanLimit: 5 } },
    ])('$name: every row once, in order', async ({ paging }) => {
      service.change({ paging });
      expect((await read()).flat()).toEqual(keys);
      const filter = "PartitionKey ge 'p01' and PartitionKey lt 'p03' and RowKey gt '002'";
      const expected = keys.filter((key) => /^p0[12]\/00[3-6]$/.test(key));
      expect((await read({ $filter: filter })).flat()).toEqual(expected);
    });

    it('sends empty pages with a token where told, and a token without NextRowKey at a partition', async () => {
      service.change({ paging: { emptyPages: 2, rowsPerPage: 20 } });
      expect((await read()).map((page) => page.length)).toEqual([20, 0, 0, 15]);
      service.change({ paging: { cutAtPartitions: true } });
      const page = await readPage(service.endpoint, 'Grid', service.accountSas());
      expect(page.nextPartitionKey).toMatch(/^1!\d+![\w+/-]+$/);
      expect(page.nextRowKey).toBeNull();
      expect((await read()).map((one) => one.length)).toEqual([7, 7, 7, 7, 7]);
    });

    it('takes $top from 1 to 1000 and refuses anything else', async () => {
      expect((await read({ $top: '2' }))[0]).toHaveLength(2);
      for (const $top of ['0', '1001', '-1', 'x', '']) {
        const page = await readPage(service.endpoint, 'Grid', service.accountSas(), { $top });
        expect([$top, page.status]).toEqual([$top, 400]);
      }
    });

    it('cuts pages at 1,000 rows and finds a partition among a million rows without reading them', async () => {
      const sas = service.accountSas();
      const first = await readPage(service.endpoint, 'Million', sas);
      expect(first.keys).toHaveLength(1000);
      expect(first.nextPartitionKey).not.toBeNull();
      const $filter = "PartitionKey ge '0900' and PartitionKey lt '0902'";
      const pages = await readAllPages(service.endpoint, 'Million', sas, { $filter });
      expect(pages.map((page) => page.length)).toEqual([1000, 1000]);
      expect(pages[1]?.at(-1)).toBe('0901/0999');
    });

    it('refuses more than 15 comparisons, bad filters and tokens that are not its own', async () => {
      const sas = service.accountSas();
      const many = (count: number) => Array.from({ length: count }, (_, i) => `Index eq ${i}`).join(' or ');
      expect((await readPage(service.endpoint, 'Grid', sas, { $filter: many(15) })).keys).toHaveLength(15);
      for (const options of [
        { $filter: many(16) },
        { $filter: 'PartitionKey eq a' },
        { NextPartitionKey: 'x' },
        { NextPartitionKey: '1!4!MDph', NextRowKey: '' },
        { NextRowKey: '1!0!' },
      ]) {
        const page = await readPage(service.endpoint, 'Grid', sas, options);
        expect(page.status).toBe(400);
        expect(JSON.parse(page.text)).toMatchObject({ 'odata.error': { code: 'InvalidInput' } });
      }
    });

    it('answers a point query, $select with null for what a row lacks, and 404 for what is not there', async () => {
      const ask = async (resource: string) => {
        const response = await fetch(`${service.endpoint}/${resource}${service.accountSas()}`, {
          headers: { accept: 'application/json;odata=nometadata' },
        });
        return { status: response.status, body: (await response.json()) as unknown };
      };
      expect(await ask("Grid(PartitionKey='p01',RowKey='002')?$select=Index,Other&")).toEqual({
        status: 200,
        body: { Index: 9, Other: null },
      });
      expect(await ask("Grid(PartitionKey='p01',RowKey='9')?")).toMatchObject({ status: 404 });
      expect(await ask('Nowhere()?')).toMatchObject({
        status: 404,
        body: { 'odata.error': { code: 'TableNotFound' } },
      });
      expect(await ask('grid()?$top=1&')).toMatchObject({ status: 200 });
    });

    it('lists tables in order and in pages, without the $Metrics tables', async () => {
      const list = async (query: string) => {
        const response = await fetch(`${service.endpoint}/Tables?${query}${service.accountSas()}`, {
          headers: { accept: 'application/json' },
        });
        const { value } = (await response.json()) as { value: readonly { TableName: string }[] };
        return {
          names: value.map((table) => table.TableName),
          next: response.headers.get('x-ms-continuation-nexttablename'),
        };
      };
      expect(await list('')).toEqual({ names: ['Empty', 'Grid', 'Million'], next: null });
      const { names, next } = await list('$top=2&');
      expect(names).toEqual(['Empty', 'Grid']);
      expect(await list(`$top=2&NextTableName=${next}&`)).toEqual({ names: ['Million'], next: null });
    });
  });

  describe('SAS', () => {
    const status = async (sas: string, table = 'Grid') =>
      (await readPage(service.endpoint, table, sas)).status;
    const readOnly = { sp: 'r', se: '2026-11-20T22:00:00Z' };

    it('is judged by the clock that the test sets', async () => {
      const sas = service.accountSas({ expiresAtMs: NOW_MS + 1000 });
      expect(await status(sas)).toBe(200);
      service.change({ nowMs: NOW_MS + 1000 });
      expect(await status(sas)).toBe(403);
      service.change({ nowMs: NOW_MS - 7_200_000 });
      expect(await status(sas)).toBe(403);
    });

    it('must carry its signature, its service, its permission and its resource type', async () => {
      const good = service.accountSas();
      expect(await status(good.replace(/sig=.*/, ''))).toBe(403);
      expect(await status(good.replace(/sp=rl/, 'sp=rlw'))).toBe(403);
      expect(await status(service.accountSas({ permissions: 'l' }))).toBe(403);
      expect(await status(service.accountSas({ resourceTypes: 'c' }))).toBe(403);
    });

    it('for one table opens that table alone, and only its key range', async () => {
      expect(await status(service.tableSas('Grid', readOnly))).toBe(200);
      expect(await status(service.tableSas('grid', readOnly))).toBe(200);
      expect(await status(service.tableSas('Empty', readOnly))).toBe(403);
      const range = service.tableSas('Grid', { ...readOnly, spk: 'p01', srk: '005', epk: 'p02', erk: '000' });
      expect((await read({}, range)).flat()).toEqual(['p01/005', 'p01/006', 'p02/000']);
    });

    it('with a stored policy follows the policy, and fails when that is gone', async () => {
      const sas = service.tableSas('Grid', { si: 'readers' });
      expect(await status(sas)).toBe(403);
      service.change({
        policies: new Map([['readers', { permissions: 'r', expiresAt: '2026-11-20T22:00:00Z' }]]),
      });
      expect(await status(sas)).toBe(200);
    });
  });
});
