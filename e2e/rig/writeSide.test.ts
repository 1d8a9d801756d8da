import { AzureSASCredential, RestError, TableClient, TableServiceClient } from '@azure/data-tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grid } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import { startTableService, type TableService } from './tableService.ts';

const RIGHTS = { permissions: 'rwdlacu', resourceTypes: 'sco' } as const;
const NOW_MS = Date.UTC(2026, 10, 27, 12);

let service: TableService;
/** Each test has a table of its own. */
let tableName = '';
let made = 0;

beforeAll(async () => {
  service = await startTableService({ tables: new Map([['Grid', arrayRows(grid(2, 3))]]) });
});
afterAll(() => service.close());
beforeEach(() => {
  made += 1;
  tableName = `Made${made}`;
  service.change({ isWritable: true, load: {}, deleteMs: 0, nowMs: NOW_MS });
});

// The SDK shows how another author understood the protocol.
const SDK = { retryOptions: { maxRetries: 0 }, allowInsecureConnection: true };
const credential = (choice = {}) => new AzureSASCredential(service.accountSas({ ...RIGHTS, ...choice }));
const account = (choice = {}) => new TableServiceClient(service.endpoint, credential(choice), SDK);
const client = (choice = {}) => new TableClient(service.endpoint, tableName, credential(choice), SDK);
const entity = (partitionKey: string, rowKey: string, more = {}) => ({ partitionKey, rowKey, ...more });

async function rows(table = client()): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { partitionKey, rowKey } of table.listEntities()) keys.push(`${partitionKey}/${rowKey}`);
  return keys;
}

/** The status and code in what the SDK throws. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    const code = /"code":\s?"(\w+)"/.exec(JSON.stringify(error.details) + error.message)?.[1];
    return `${error.statusCode} ${error.code ?? code}`;
  }
}

describe('the write side of the scripted service', () => {
  it('is off unless it is asked for', async () => {
    service.change({ isWritable: false });
    for (const method of ['POST', 'PUT', 'MERGE', 'DELETE']) {
      const target = `${service.endpoint}/Grid(PartitionKey='p00',RowKey='000')?${service.accountSas(RIGHTS)}`;
      expect((await fetch(target, { method })).status).toBe(405);
    }
  });

  it('makes, fills, reads and deletes a table, with types, etags and both kinds of upsert', async () => {
    await account().createTable(tableName);
    const table = client();
    await table.createEntity(entity('p', "it's", { Count: 1, Big: 5n, Text: 'a', At: new Date(0) }));
    await table.upsertEntity(entity('p', 'b', { Text: 'new' }), 'Replace');
    await table.upsertEntity(entity('p', 'b', { Other: 2.5 }), 'Merge');
    expect(await table.getEntity('p', 'b')).toMatchObject({ Text: 'new', Other: 2.5 });
    expect(await table.getEntity('p', "it's")).toMatchObject({
      Count: 1,
      Big: 5n,
      Text: 'a',
      At: new Date(0),
    });
    const { etag } = await table.getEntity('p', 'b');
    service.change({ nowMs: NOW_MS + 1000 });
    await table.updateEntity(entity('p', 'b', { Text: 'third' }), 'Replace', { etag });
    expect(await refusal(table.updateEntity(entity('p', 'b'), 'Replace', { etag }))).toContain('412');
    expect(await rows()).toEqual(['p/b', "p/it's"]);
    await table.deleteEntity('p', 'b');
    expect(await rows()).toEqual(["p/it's"]);
    await account().deleteTable(tableName);
    expect(await refusal(rows())).toContain('404');
  });

  it('does all changes of a transaction or none, and says which one was wrong', async () => {
    await account().createTable(tableName);
    const table = client();
    await table.submitTransaction([
      ['create', entity('p', '1')],
      ['upsert', entity('p', '2', { Text: 'x' })],
    ]);
    const twice = table.submitTransaction([
      ['create', entity('p', '3')],
      ['create', entity('p', '1')],
    ]);
    expect(await refusal(twice)).toBe('409 EntityAlreadyExists');
    await expect(twice).rejects.toThrow(/1:The specified entity already exists/);
    const many = (count: number, partition = 'q') =>
      Array.from(
        { length: count },
        (_, at) => ['create', entity(partition, String(at).padStart(3, '0'))] as const,
      );
    await table.submitTransaction(many(100).map(([kind, row]) => [kind, row]));
    expect(await rows()).toHaveLength(102);
    const mixed = await fetch(`${service.endpoint}/$batch?${service.accountSas(RIGHTS)}`, {
      method: 'POST',
      body: ['a', 'b']
        .map(
          (key) =>
            `--changeset_1\r\n\r\nPOST ${service.endpoint}/${tableName} HTTP/1.1\r\nAccept: x\r\n\r\n${JSON.stringify({ PartitionKey: key, RowKey: 'r' })}\r\n`,
        )
        .join(''),
    });
    expect(mixed.status).toBe(202);
    expect(await mixed.text()).toContain('CommandsInBatchActOnDifferentPartitions');
  });

  it('refuses what it does not allow, in the words that were recorded', async () => {
    await account().createTable(tableName);
    await client().createEntity(entity('p', '1'));
    expect(await refusal(client().createEntity(entity('p', '1')))).toContain('409');
    const again = await fetch(`${service.endpoint}/Tables?${service.accountSas(RIGHTS)}`, {
      method: 'POST',
      headers: { accept: 'application/json;odata=minimalmetadata' },
      body: JSON.stringify({ TableName: tableName.toUpperCase() }),
    });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      'odata.error': {
        code: 'TableAlreadyExists',
        message: { value: expect.stringMatching(/^The table specified already exists\.\nRequestId:/) },
      },
    });
    const wrong: readonly (readonly [string, Promise<unknown>])[] = [
      ['404', client().deleteEntity('p', 'none')],
      ['404', new TableClient(service.endpoint, 'Nowhere', credential(), SDK).createEntity(entity('p', '1'))],
      ['403', client({ permissions: 'rl' }).createEntity(entity('p', '2'))],
      ['403', client({ permissions: 'ra' }).upsertEntity(entity('p', '2'))],
      ['403', account({ permissions: 'rau', resourceTypes: 'o' }).createTable('Other')],
      ['403', client({ expiresAtMs: NOW_MS - 1 }).createEntity(entity('p', '2'))],
      // Clients can write only to tables that clients made.
      ['404', new TableClient(service.endpoint, 'Grid', credential(), SDK).createEntity(entity('p', '1'))],
    ];
    for (const [status, work] of wrong) expect(await refusal(work)).toContain(status);
    expect(await rows()).toEqual(['p/1']);
  });

  it('takes a second of its target at once, then as much as drains; a range that moves takes nothing', async () => {
    await account().createTable(tableName);
    const table = client();
    const insert = async (partition: string, from: number, count: number) => {
      const answers: string[] = [];
      for (let at = from; at < from + count; at += 1)
        answers.push(await refusal(table.createEntity(entity(partition, String(at)))));
      return answers.filter((text) => text === 'done').length;
    };
    service.change({ load: { partitionRowsPerSecond: 10, retryAfterSeconds: 3 } });
    expect(await insert('p', 0, 15)).toBe(10);
    service.change({ nowMs: NOW_MS + 500 });
    expect(await insert('p', 20, 15)).toBe(5);
    expect(await insert('q', 0, 3)).toBe(3);
    const busy = await fetch(`${service.endpoint}/${tableName}?${service.accountSas(RIGHTS)}`, {
      method: 'POST',
      headers: { origin: 'http://a.test', accept: 'application/json' },
      body: JSON.stringify({ PartitionKey: 'p', RowKey: 'x' }),
    });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await busy.text()).toContain('"code":"ServerBusy"');
    service.change({
      load: { moves: [{ fromMs: NOW_MS, toMs: NOW_MS + 5000, fromKey: 'q', toKey: 'r' }] },
    });
    expect(await insert('q', 10, 3)).toBe(0);
    expect(await insert('p', 50, 3)).toBe(3);
    service.change({ nowMs: NOW_MS + 5000 });
    expect(await insert('q', 20, 3)).toBe(3);
  });
});
