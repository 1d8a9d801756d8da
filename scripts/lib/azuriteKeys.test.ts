import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoRow } from '../demo/rows.mjs';
import { type Azurite, startAzurite } from './azurite.mjs';
import { type Collection, lookByKeys, type Store } from './azuriteKeys.mjs';
import { createAccountSas } from './sas.mjs';

const KEYS = ['', 'A', 'a', 'a', 'a', 'b', "b'c", 'c', 'd', 'd', '\u00e9', '\u{1f600}', '\uffff'];

/** A table as LokiJS holds it, which reports the rows that a query examines; undefined if it examines every row. */
function lookedAt(filter: string | undefined, change?: (collection: Collection) => void, keys = KEYS) {
  const collection: Collection = {
    data: keys.map((PartitionKey) => ({ PartitionKey })),
    maxId: keys.length,
    chain: () => ({ filteredrows: [], filterInitialized: false }),
  };
  let found: readonly string[] | undefined;
  const store: Store = {
    queryTableEntities: () => {
      const { filteredrows, filterInitialized } = collection.chain();
      found = filterInitialized ? filteredrows.map((at) => keys[at] ?? 'no row') : undefined;
      return Promise.resolve();
    },
  };
  lookByKeys(store)(collection);
  change?.(collection);
  void store.queryTableEntities({}, 'account', 'table', filter === undefined ? {} : { filter });
  return found;
}

describe('what Azurite looks at', () => {
  it.each([
    ["PartitionKey ge 'a' and PartitionKey lt 'c'", ['a', 'a', 'a', 'b', "b'c"]],
    ["PartitionKey gt 'a' and PartitionKey le 'c'", ['b', "b'c", 'c']],
    ["PartitionKey eq 'd'", ['d', 'd']],
    ["PartitionKey eq 'b''c' and RowKey eq 'x'", ["b'c"]],
    ["'c' lt PartitionKey", ['d', 'd', '\u00e9', '\u{1f600}', '\uffff']],
    ["'a' ge PartitionKey and (RowKey ge 'x' and PartitionKey gt '')", ['A', 'a', 'a', 'a']],
    ["PartitionKey eq 'a' and PartitionKey eq 'b'", []],
    ["PartitionKey ge 'd' and PartitionKey lt 'b'", []],
    ["PartitionKey gt '\uffff'", []],
    ["PartitionKey lt ''", []],
    ["PartitionKey ge 'd' and (RowKey eq 'x' or Level eq 2)", ['d', 'd', '\u00e9', '\u{1f600}', '\uffff']],
  ])('only keys that can match: %s', (filter, keys) => {
    expect(lookedAt(filter)).toEqual(keys);
  });

  it.each([
    [undefined],
    ["PartitionKey eq 'a' or PartitionKey eq 'b'"],
    ["not (PartitionKey eq 'a')"],
    ["PartitionKey ne 'a'"],
    ["RowKey ge 'a'"],
    ['PartitionKey ge 5'],
    ['PartitionKey ge 5L'],
    ["PartitionKey ge datetime'2026-11-20T21:00:00Z'"],
    ["PartitionKey eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'"],
    ["PartitionKey le binary'6162'"],
    ["PartitionKey ge 'a' and"],
  ])('every row where keys decide nothing: %s', (filter) => {
    expect(lookedAt(filter)).toBeUndefined();
  });

  it('every row once a row was added or removed, because rows may not be in key order then', () => {
    const added = (collection: Collection): void => void (collection.maxId += 1);
    const removed = (collection: Collection): void => void (collection.data = collection.data.slice(1));
    expect(lookedAt("PartitionKey eq 'a'", added)).toBeUndefined();
    expect(lookedAt("PartitionKey eq 'a'", removed)).toBeUndefined();
  });

  it('every row of a table that was not filled in key order', () => {
    expect(lookedAt("PartitionKey eq 'a'", undefined, ['b', 'a', 'c'])).toBeUndefined();
    expect(lookedAt("PartitionKey eq 'a'", undefined, ['a', 'b', 'a'])).toBeUndefined();
    expect(lookedAt("PartitionKey eq 'a'", undefined, ['a', 'a', 'b'])).toEqual(['a', 'a']);
  });
});

describe('what Azurite answers', () => {
  let azurite: Azurite;
  const rows: readonly DemoRow[] = KEYS.map((partitionKey, at) => ({
    partitionKey,
    rowKey: String(at).padStart(2, '0'),
    timestamp: '2026-11-20T21:00:00.1234567Z',
    properties: [['Level', 'Int32', String(at % 3)]],
  }));
  beforeAll(async () => {
    azurite = await startAzurite();
    await azurite.createTable('Keys', rows);
  });
  afterAll(() => azurite.close());

  async function answered(filter: string, query = '') {
    const sas = createAccountSas({
      accountName: azurite.accountName,
      accountKey: azurite.accountKey,
      startsAt: new Date(Date.now() - 900_000),
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const url = `${azurite.endpoint}/Keys()?$filter=${encodeURIComponent(filter)}${query}&${sas}`;
    const response = await fetch(url, { headers: { accept: 'application/json;odata=nometadata' } });
    const body = (await response.json()) as { readonly value: readonly { readonly RowKey: string }[] };
    return {
      rows: body.value.map(({ RowKey }) => RowKey),
      next: ['partition', 'row'].map((part) => response.headers.get(`x-ms-continuation-next${part}key`)),
    };
  }

  it('is what every row of the table says, in key order', async () => {
    const operators = {
      eq: (a: string, b: string) => a === b,
      gt: (a: string, b: string) => a > b,
      ge: (a: string, b: string) => a >= b,
      lt: (a: string, b: string) => a < b,
      le: (a: string, b: string) => a <= b,
    };
    for (const [operator, compare] of Object.entries(operators)) {
      for (const key of ['', 'A', 'a', 'aa', "b'c", 'd', '\u{1f600}']) {
        const filter = `PartitionKey ${operator} '${key.replaceAll("'", "''")}' and Level ge 1`;
        const wanted = rows.filter(({ partitionKey }, at) => compare(partitionKey, key) && at % 3 >= 1);
        expect([filter, (await answered(filter)).rows]).toEqual([filter, wanted.map(({ rowKey }) => rowKey)]);
      }
    }
  });

  it('goes on from its pages', async () => {
    const filter = "PartitionKey ge 'a' and PartitionKey lt 'b'";
    const first = await answered(filter, '&$top=2');
    expect(first.rows).toEqual(['02', '03']);
    const [partition, row] = first.next;
    expect(await answered(filter, `&$top=2&NextPartitionKey=${partition}&NextRowKey=${row}`)).toEqual({
      rows: ['04'],
      next: [null, null],
    });
  });
});
