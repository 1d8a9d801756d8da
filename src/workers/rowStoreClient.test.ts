import { describe, expect, it } from 'vitest';
import type { Interval } from '../core/time/ticks.ts';
import type { RowStoreClient } from './rowStoreClient.ts';
import { entityAt, exported, page, rowStorePair, TEST_SCHEME_ID } from './rowStorePair.fixture.ts';

const BASE = 63_930_729_600;
const SECOND = 10_000_000n;
const window = { from: BigInt(BASE) * SECOND, to: BigInt(BASE + 10) * SECOND } as Interval;

const queries = [
  { index: 0, label: 'prefix 0' },
  { index: 1, label: 'prefix 1' },
  { index: 2, label: 'prefix 2' },
];

async function startedClient(runId = 1): Promise<RowStoreClient> {
  const { client } = rowStorePair();
  await client.begin({ runId, schemeId: TEST_SCHEME_ID, queries });
  return client;
}

async function filledClient(): Promise<RowStoreClient> {
  const client = await startedClient();
  await client.append(
    1,
    1,
    page(entityAt('1', BASE + 5, 'a', { Level: 2, Text: 'five' }), entityAt('1', BASE + 9, 'b')),
  );
  await client.append(1, 0, page(entityAt('0', BASE + 1, 'a', { Level: 4 }), entityAt('0', BASE + 11, 'b')));
  return client;
}

describe('row store', () => {
  it('stores pages, whose buffers move to the worker', async () => {
    const client = await startedClient();
    const body = page(entityAt('0', BASE, 'a'), entityAt('0', BASE, 'b'));
    const receipt = await client.append(1, 0, body);
    expect(body.byteLength).toBe(0);
    expect(receipt).toMatchObject({ ok: true, value: { rows: 2, totalRows: 2 } });
  });

  it('compares with the rows of another store, whose digests move to the worker', async () => {
    const [first, second] = [await filledClient(), await filledClient()];
    await second.append(1, 2, page(entityAt('2', BASE + 3, 'only here')));
    const request = { identity: 'key', values: {} } as const;
    const { digests } = await first.keyDigests(request);
    const { high, low, rows, values } = digests;
    expect([high, low, rows, values].map((array) => array?.length)).toEqual([4, 4, 4, 4]);
    const { comparison } = await second.compareKeys({ ...request, other: digests });
    expect(comparison).toMatchObject({ both: 4 });
    // The digests were transferred, so that those of a million rows do not exist twice.
    expect([high, low, rows, values].map((array) => array?.byteLength)).toEqual([0, 0, 0, 0]);
  });

  it('gives the facts of all rows: partitions, and keys of the future by label', async () => {
    const client = await filledClient();
    const nowTicks = BigInt(BASE - 1000) * SECOND;
    const { facts, future } = await client.facts({ grouping: { by: 'prefix' }, nowTicks });
    expect(facts.partitions).toMatchObject({ count: 4, rows: 4 });
    expect(future).toEqual([
      { label: '1', rows: 2, latestTicks: BigInt(BASE + 9) * SECOND },
      { label: '0', rows: 2, latestTicks: BigInt(BASE + 11) * SECOND },
    ]);
    await client.reset();
    expect(await client.facts({ grouping: { by: 'prefix' }, nowTicks })).toEqual({
      facts: {},
      future: [],
      pauses: [],
    });
  });

  it('hands on where a page belongs: a later part may come first', async () => {
    const client = await startedClient();
    const later = await client.append(1, 0, page(entityAt('0', BASE + 5, 'a')), { order: 0.5 });
    const earlier = await client.append(1, 0, page(entityAt('0', BASE, 'a')), { order: 0 });
    for (const receipt of [later, earlier]) {
      expect(receipt).toMatchObject({ ok: true, value: { anomalies: { outOfOrder: 0, repeated: 0 } } });
    }
    const unplaced = await client.append(1, 0, page(entityAt('0', BASE - 5, 'a')));
    expect(unplaced).toMatchObject({ value: { anomalies: { outOfOrder: 1 } } });
  });

  it('errors in the worker reject with words, and the next request is answered', async () => {
    const client = await filledClient();
    await expect(client.entity(99)).rejects.toThrow('There is no row 99: the store holds 4.');
    await expect(client.begin({ runId: 2, schemeId: 'none', queries })).rejects.toThrow('"none"');
    expect((await client.view({ order: 'arrival', from: 0, to: 1 })).total).toBe(4);
  });
});

describe('several queries of one run', () => {
  const keyOf = (line: string): unknown => {
    const { PartitionKey, RowKey } = JSON.parse(line) as Record<string, unknown>;
    return [PartitionKey, RowKey];
  };

  it('an entity that comes in two of one table counts once, and an export is in the order of tables and keys', async () => {
    const { client } = rowStorePair();
    const inTable = (tableName: string) => (each: (typeof queries)[number]) => ({ ...each, tableName });
    const [first, second, third] = queries.map(inTable('Second'));
    if (first === undefined || second === undefined || third === undefined) throw new Error('three queries');
    await client.begin({
      runId: 1,
      schemeId: TEST_SCHEME_ID,
      queries: [first, second, { ...third, tableName: 'First' }],
    });
    const receipts = [
      await client.append(1, 1, page(entityAt('1', BASE, 'a'), entityAt('1', BASE, 'b'))),
      await client.append(1, 0, page(entityAt('0', BASE, 'a'), entityAt('1', BASE, 'a'))),
      await client.append(1, 2, page(entityAt('1', BASE, 'a'))),
    ];
    const counts = receipts.map((receipt) =>
      receipt.ok ? [receipt.value.rows, receipt.value.anomalies.repeated, receipt.value.totalRows] : [],
    );
    expect(counts).toEqual([
      [2, 0, 2],
      [1, 1, 3],
      [1, 0, 4],
    ]);
    const { counts: cells } = await client.matrix({ window, columns: 1, by: 'query' });
    expect([...cells].toSorted((a, b) => a - b)).toEqual([1, 1, 2]);
    const lines = (await exported(client, { format: 'ndjson' })).toString().trim().split('\n');
    const [zero, one] = ['0', '1'].map((group) => entityAt(group, BASE, 'a') as { PartitionKey: string });
    expect(lines.map(keyOf)).toEqual([
      [one?.PartitionKey, 'a'],
      [zero?.PartitionKey, 'a'],
      [one?.PartitionKey, 'a'],
      [one?.PartitionKey, 'b'],
    ]);
  });
});

describe('row store client', () => {
  it('a run after a crash has a worker of its own; until then nothing is answered from nowhere', async () => {
    const { client, worker, workers } = rowStorePair();
    await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries });
    await client.append(1, 0, page(entityAt('0', BASE, 'a')));
    const lost: string[] = [];
    const seen: number[] = [];
    client.onLost((words) => lost.push(words));
    client.onPending(() => seen.push(client.pending()));
    worker.crash('out of memory');
    expect(worker.terminated).toBe(true);
    worker.crash('once more');
    expect(lost).toEqual([
      "The row store's worker stopped working (out of memory). The rows it held are lost: run the query again.",
    ]);
    await expect(client.append(1, 0, page(entityAt('0', BASE, 'b')))).rejects.toThrow(
      'rows it held are lost',
    );
    expect(workers).toHaveLength(1);

    await client.begin({ runId: 2, schemeId: TEST_SCHEME_ID, queries });
    expect(workers).toHaveLength(2);
    expect(await client.append(2, 0, page(entityAt('0', BASE, 'c')))).toMatchObject({ ok: true });
    expect((await client.view({ order: 'arrival', from: 0, to: 9 })).total).toBe(1);
    expect(seen.at(-1)).toBe(0);
    expect(lost).toHaveLength(1);
  });

  it('one whose script does not load says why, and the next file that is opened starts another', async () => {
    const { client, worker, workers } = rowStorePair();
    const piece = { runId: 1, isFirst: true, isLast: false, mostRows: 9, queries: 1 };
    const open = client.readCapture({ ...piece, bytes: new Uint8Array(1) });
    worker.failToLoad();
    await expect(open).rejects.toThrow(/could not be loaded: the network is off.*Try again when the network/);
    const rest = client.readCapture({ ...piece, isFirst: false, bytes: new Uint8Array(1) });
    await expect(rest).rejects.toThrow('could not be loaded');
    expect(workers).toHaveLength(1);
    const next = await client.readCapture({ ...piece, bytes: new Uint8Array(1) });
    expect([next.kind, workers.length]).toEqual(['more', 2]);
  });

  it('once closed it starts no other worker', async () => {
    const { client, worker, workers } = rowStorePair();
    const lost: string[] = [];
    client.onLost((words) => lost.push(words));
    const open = client.columns(true);
    client.dispose();
    await expect(open).rejects.toThrow('closed');
    expect(worker.terminated).toBe(true);
    await expect(client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries })).rejects.toThrow('closed');
    expect([workers.length, lost.length]).toEqual([1, 0]);
  });

  it('a request that cannot be sent rejects alone', async () => {
    const { client } = rowStorePair();
    const body = page();
    structuredClone(body, { transfer: [body.buffer] });
    await expect(client.append(1, 0, body)).rejects.toBeInstanceOf(Error);
    expect(client.pending()).toBe(0);
    expect((await client.columns(true)).all).toEqual([]);
  });
});
