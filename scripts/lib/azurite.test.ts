import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoRow } from '../demo/rows.mjs';
import { canonicalLine, canonicalRow } from '../demo/truth.mjs';
import { type Azurite, startAzurite } from './azurite.mjs';
import { createAccountSas } from './sas.mjs';
import { type Collection, lookByKeys, type Store } from './azuriteKeys.mjs';

const ACCEPT = { accept: 'application/json;odata=minimalmetadata' };
const ORIGIN = 'http://127.0.0.1:4280';

const rows: readonly DemoRow[] = [
  {
    partitionKey: 'all types',
    rowKey: "it's 花子",
    timestamp: '2026-11-20T21:00:00.1234567Z',
    properties: [
      ['Text', 'String', 'a "quoted"\r\nline'],
      ['Whole', 'Int32', '-2147483648'],
      ['Long', 'Int64', '9223372036854775807'],
      ['Real', 'Double', '0.1'],
      ['RealWhole', 'Double', '5'],
      ['Missing', 'Double', 'NaN'],
      ['Endless', 'Double', '-Infinity'],
      ['Yes', 'Boolean', 'true'],
      ['When', 'DateTime', '1601-01-01T00:00:00.0000001Z'],
      ['Id', 'Guid', 'c9da6455-213d-42c9-9a79-3e9149a57833'],
      ['Bytes', 'Binary', 'AAEC/w=='],
    ],
  },
  { partitionKey: 'b', rowKey: '1', timestamp: '2026-11-20T21:00:00.0000000Z', properties: [] },
];

describe('embedded Azurite', () => {
  let azurite: Azurite;
  const nowMs = Date.now();

  const sas = (options: { expiresInMs?: number; permissions?: string } = {}) =>
    createAccountSas({
      accountName: azurite.accountName,
      accountKey: azurite.accountKey,
      startsAt: new Date(nowMs - 900_000),
      expiresAt: new Date(nowMs + (options.expiresInMs ?? 3_600_000)),
      ...(options.permissions === undefined ? {} : { permissions: options.permissions }),
    });

  beforeAll(async () => {
    azurite = await startAzurite();
    await azurite.createTable('AllTypes', rows);
    await azurite.createTable('Empty', []);
    await azurite.setCors([
      {
        allowedOrigins: ORIGIN,
        allowedMethods: 'GET',
        allowedHeaders: 'x-none',
        exposedHeaders: 'x-ms-*',
        maxAgeInSeconds: 60,
      },
    ]);
  });
  afterAll(() => azurite.close());

  it('gives back through HTTP every kind of property that was put in', async () => {
    const response = await fetch(`${azurite.endpoint}/AllTypes()?${sas()}`, { headers: ACCEPT });
    const body = await response.text();
    const lines = body
      .slice(body.indexOf('[') + 1, body.lastIndexOf(']'))
      .split(/(?<=\}),(?=\{"odata.etag")/);
    expect(lines.map(canonicalLine)).toEqual(rows.map(canonicalRow));
  });

  it('opens the headers that carry continuation to the allowed origin, and to no other', async () => {
    const ask = (origin: string) =>
      fetch(`${azurite.endpoint}/AllTypes()?$top=1&${sas()}`, { headers: { ...ACCEPT, origin } });
    const allowed = await ask(ORIGIN);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(allowed.headers.get('access-control-expose-headers')?.toLowerCase()).toContain(
      'x-ms-continuation-nextpartitionkey',
    );
    expect(allowed.headers.get('x-ms-continuation-nextpartitionkey')).not.toBeNull();
    const refused = await ask('http://127.0.0.1:4281');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });
});

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
});
