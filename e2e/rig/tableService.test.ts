// Pages, refusals and access of the scripted service, which decides what is right in the tests of the engine.
import { describe, expect, it } from 'vitest';
import { fetchFrom, grid, readAllPages, readPage, rigRow } from './rig.fixture.ts';
import { arrayRows, type RowSource } from './rowSource.ts';
import type { TableServiceOptions } from './serviceOptions.ts';
import { createTableService } from './tableService.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 21);
const rows = grid(5, 7);
const keys = rows.map((row) => `${row.partitionKey}/${row.rowKey}`);
const ENDPOINT = 'http://memory/scripted';

function serviceOf(options: Partial<TableServiceOptions> = {}, source: RowSource = arrayRows(rows)) {
  const tables = new Map([
    ['Grid', source],
    ['Empty', arrayRows([])],
  ]);
  const service = createTableService({ tables, nowMs: NOW_MS, ...options });
  const send = fetchFrom(service);
  const sas = service.accountSas();
  return {
    service,
    send,
    ask: (parameters = {}, own = sas, table = 'Grid') => readPage(ENDPOINT, table, own, parameters, {}, send),
    read: (parameters = {}, own = sas) => readAllPages(ENDPOINT, 'Grid', own, parameters, { send }),
  };
}

describe('pages', () => {
  it.each([
    [{}, '', [35]],
    [{ rowsPerPage: 20, emptyPages: 2 }, '', [20, 0, 0, 15]],
    [{ cutAtPartitions: true }, '', [7, 7, 7, 7, 7]],
    [{ scanLimit: 20 }, 'Index ge 25', [0, 10]],
    [{ rowMs: 500 }, 'Index ge 25', [0, 0, 5, 5]],
    [{ servers: ['p01', 'p03', 'p04'] }, '', [7, 14, 7, 7]],
    [{ servers: ['p01', 'p03', 'p04'] }, 'Index gt 33', [0, 0, 0, 1]],
    [
      { rowsPerPage: 2, emptyPages: 1, cutAtPartitions: true, scanLimit: 5 },
      "PartitionKey ge 'p01' and PartitionKey lt 'p02' and RowKey gt '002'",
      [2, 0, 2, 0, 0],
    ],
  ])('%j, %s: rows %j, each once and in order', async (paging, $filter, lengths) => {
    const pages = await serviceOf({ paging }).read($filter === '' ? {} : { $filter });
    expect(pages.map((page) => page.length)).toEqual(lengths);
    const from = keys.indexOf(pages.flat()[0] ?? '');
    expect(pages.flat()).toEqual(keys.slice(from, from + pages.flat().length));
  });

  it('end at 1,000 rows and at 4 MiB, and a partition among a million rows is found without reading them', async () => {
    const wide = (at: number) =>
      rigRow('p', String(at).padStart(4, '0'), [['Text', 'String', 'x'.repeat(50_000)]]);
    const large = await serviceOf({}, { count: 200, rowAt: wide }).read();
    expect(large.map((page) => page.length)).toEqual([83, 83, 34]);
    const million = (at: number) =>
      rigRow(String(Math.floor(at / 1000)).padStart(4, '0'), String(at % 1000).padStart(4, '0'));
    const { read } = serviceOf({}, { count: 1_000_000, rowAt: million });
    const pages = await read({ $filter: "PartitionKey ge '0900' and PartitionKey lt '0902'" });
    expect(pages.map((page) => page.length)).toEqual([1000, 1000]);
  });

  it.each([
    { $top: '0' },
    { $top: '1001' },
    { $filter: Array.from({ length: 16 }, (_, at) => `Index eq ${at}`).join(' or ') },
    { $filter: 'PartitionKey eq a' },
    { $filter: "startswith(PartitionKey,'a')" },
    { NextPartitionKey: 'x' },
    { NextPartitionKey: '1!4!MDph', NextRowKey: '' },
    { NextRowKey: '1!0!' },
  ])('are refused: %j', async (parameters) => {
    const { status, text } = await serviceOf().ask(parameters);
    expect([status, text]).toEqual([400, expect.stringContaining('"code":"InvalidInput"')]);
  });
});

describe('a SAS', () => {
  const { service, ask, read } = serviceOf();
  const readOnly = { sp: 'r', se: '2026-11-20T22:00:00Z' };
  it.each([
    ['over', service.accountSas({ expiresAtMs: NOW_MS })],
    ['not yet valid', service.tableSas('Grid', { ...readOnly, st: '2026-11-20T21:30:00Z' })],
    ['without a signature', service.accountSas().replace(/sig=.*/, '')],
    ['changed', service.accountSas().replace('sp=rl', 'sp=rlw')],
    ['that may only list', service.accountSas({ permissions: 'l' })],
    ['for tables alone', service.accountSas({ resourceTypes: 'c' })],
    ['for another table', service.tableSas('Empty', readOnly)],
    ['with a policy that is not there', service.tableSas('Grid', { si: 'readers' })],
  ])('%s is refused', async (_what, sas) => {
    expect((await ask({}, sas)).status).toBe(403);
  });

  it('for a range of keys opens it alone, silently', async () => {
    const range = { spk: 'p01', srk: '005', epk: 'p02', erk: '000' };
    const sas = service.tableSas('grid', { ...readOnly, ...range });
    expect((await read({}, sas)).flat()).toEqual(['p01/005', 'p01/006', 'p02/000']);
  });
});
