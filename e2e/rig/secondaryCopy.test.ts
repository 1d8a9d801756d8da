import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { grid } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import { startTableService, type TableService } from './tableService.ts';

const LAST_SYNC_MS = Date.UTC(2026, 10, 21, 12, 0, 7);

describe('the scripted service by host names', () => {
  let service: TableService;
  let proxy: FaultProxy;
  beforeAll(async () => {
    service = await startTableService({
      tables: new Map([['Grid', arrayRows(grid(2, 3))]]),
      secondary: {
        status: 'live',
        lastSyncMs: LAST_SYNC_MS,
        tables: new Map([['Grid', arrayRows(grid(2, 3).slice(0, 4))]]),
      },
    });
    proxy = await startFaultProxy({ target: service.endpoint });
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  /** Node does not resolve names below localhost on every machine, so the name is only in the header, as a browser would send it. */
  const get = (target: string, host: string): Promise<{ status: number | undefined; text: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(proxy.endpoint);
      const headers = { host: `${host}:${port}`, accept: 'application/json;odata=nometadata' };
      request({ hostname, port, path: target, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      })
        .on('error', reject)
        .end();
    });
  const rowsAt = async (host: string) => {
    const { status, text } = await get(`/Grid()?${service.accountSas()}`, host);
    return { status, rows: (JSON.parse(text) as { value: readonly object[] }).value.length };
  };

  it('answers at the account and at its copy, each with its own rows, and the log tells them apart', async () => {
    proxy.log.clear();
    expect(await rowsAt('scripted.table.localhost')).toEqual({ status: 200, rows: 6 });
    expect(await rowsAt('scripted-secondary.table.localhost')).toEqual({ status: 200, rows: 4 });
    expect(proxy.log.all().map(({ account, table }) => [account, table])).toEqual([
      ['scripted', 'Grid'],
      ['scripted-secondary', 'Grid'],
    ]);
  });

  it('tells the Last Sync Time there alone, to a SAS with the resource type service alone', async () => {
    const sas = service.accountSas({ resourceTypes: 'sco' });
    const stats = `/?restype=service&comp=stats&${sas}`;
    const told = await get(stats, 'scripted-secondary.table.localhost');
    expect(told.text).toContain('<LastSyncTime>Sat, 21 Nov 2026 12:00:07 GMT</LastSyncTime>');
    expect((await get(stats, 'scripted.table.localhost')).status).toBe(400);
    const narrow = `/?restype=service&comp=stats&${service.accountSas()}`;
    expect((await get(narrow, 'scripted-secondary.table.localhost')).status).toBe(403);
  });
});
