import { describe, expect, it } from 'vitest';
import { checkPageQuery, pageOf, pageOptions, tablesOf } from './pageQuery.ts';
import fc from 'fast-check';
import { compareKeys } from '../../core/keys/base/entityKey.ts';
import { receiptOf } from './keysOfPage.ts';
import { createSeenTokens } from './seenTokens.ts';

describe('a query of a page', () => {
  it('takes a continuation of 300,000 characters, and names a longer one at once', () => {
    const ask = (length: number) => () =>
      checkPageQuery({ tableName: 'Orders', continuation: { nextPartitionKey: 'x'.repeat(length) } });
    expect(ask(300_000)).not.toThrow();
    expect(ask(300_001)).toThrow('a continuation of 300001 characters');
  });

  it('takes 1 to 1,000 rows a page', () => {
    const ask = (top: number) => () => checkPageQuery({ tableName: 'Orders', top });
    for (const top of [1, 1000]) expect(ask(top)).not.toThrow();
    for (const top of [0, 1001, 1.5]) expect(ask(top)).toThrow(`${top} rows per page are not possible`);
  });
});

describe('what cannot be put into an address', () => {
  const half = 'a\ud800';
  it.each([
    [{ filter: half }, 'The filter holds half of a surrogate pair'],
    [{ select: ['A', half] }, 'The column name holds half of a surrogate pair'],
    [{ continuation: { nextPartitionKey: half } }, 'The continuation holds half of a surrogate pair'],
    [{ continuation: { nextRowKey: half } }, 'The continuation holds half of a surrogate pair'],
    [{ continuation: { nextRowKey: 'x'.repeat(300_001) } }, 'a continuation of 300001 characters'],
  ])('is refused before it is sent: %#', (query, message) => {
    expect(() => checkPageQuery({ tableName: 'Orders', ...query })).toThrow(message);
  });

  it('is no long filter, and no name of a table', () => {
    expect(() => checkPageQuery({ tableName: 'Orders', filter: 'x'.repeat(300_001) })).not.toThrow();
    expect(() => checkPageQuery({ tableName: '$MetricsCapacityBlob' })).not.toThrow();
    expect(() => checkPageQuery({ tableName: `${'-'.repeat(80)}x` })).toThrow(
      `"${'-'.repeat(80)}" is not a table name`,
    );
  });
});

it('the options of a query are sent in order, and none that is not there or empty', () => {
  const tableName = 'Orders';
  expect(pageOptions({ tableName })).toEqual([]);
  expect(pageOptions({ tableName, select: [] })).toEqual([]);
  expect(
    pageOptions({
      tableName,
      filter: 'a eq 1',
      select: ['A', 'B'],
      top: 5,
      continuation: { nextPartitionKey: '', nextRowKey: 'r' },
    }),
  ).toEqual([
    ['$filter', 'a eq 1'],
    ['$select', 'A,B'],
    ['$top', '5'],
    ['NextPartitionKey', ''],
    ['NextRowKey', 'r'],
  ]);
});

describe('the headers of an answer', () => {
  const answer = (headers: Readonly<Record<string, string>>) => ({
    status: 200,
    headers: new Headers(headers),
    body: new Uint8Array(2),
    startedAtMs: 1,
    headersAtMs: 2,
    endedAtMs: 3,
  });
  const NEXT = 'x-ms-continuation-Next';
  const page = { body: new Uint8Array(2), timing: { startedAtMs: 1, headersAtMs: 2, endedAtMs: 3 } };

  it.each([
    [{}, { headersExposed: false }],
    [{ 'x-ms-request-id': 'r' }, { headersExposed: true, requestId: 'r' }],
    [
      { [`${NEXT}PartitionKey`]: 'p', [`${NEXT}RowKey`]: 'q' },
      { headersExposed: true, continuation: { nextPartitionKey: 'p', nextRowKey: 'q' } },
    ],
    [{ [`${NEXT}RowKey`]: 'q' }, { headersExposed: true, continuation: { nextRowKey: 'q' } }],
    // An empty header counts as absent. A proxy may have emptied headers that it does not know.
    [{ [`${NEXT}PartitionKey`]: '' }, { headersExposed: false }],
    [
      { [`${NEXT}RowKey`]: '', 'x-ms-request-id': 'r' },
      { headersExposed: true, requestId: 'r' },
    ],
    [{ [`${NEXT}PartitionKey`]: '', [`${NEXT}RowKey`]: '' }, { headersExposed: false }],
    [
      { [`${NEXT}PartitionKey`]: 'p', [`${NEXT}RowKey`]: '' },
      { headersExposed: true, continuation: { nextPartitionKey: 'p' } },
    ],
    // Azurite sends an empty header for the empty key, and finds no row if the next request leaves it out.
    [
      { [`${NEXT}PartitionKey`]: '', [`${NEXT}RowKey`]: 'q' },
      { headersExposed: true, continuation: { nextPartitionKey: '', nextRowKey: 'q' } },
    ],
  ])('say whether a page is the last one: %j', (headers, expected) => {
    expect(pageOf(answer(headers))).toEqual({ ...page, ...expected });
  });

  it.each([
    [{}, { headersExposed: false }],
    [{ 'x-ms-request-id': 'r' }, { headersExposed: true }],
    [{ [`${NEXT}TableName`]: '' }, { headersExposed: true }],
    [{ [`${NEXT}TableName`]: 't' }, { headersExposed: true, nextTableName: 't' }],
  ])('say whether a list of tables continues: %j', (headers, expected) => {
    expect(tablesOf(answer(headers))).toEqual({ body: new Uint8Array(2), ...expected });
  });
});

const receiptOfRows = (rows: readonly unknown[]) =>
  receiptOf(new TextEncoder().encode(JSON.stringify({ value: rows })));

describe('the receipt of a page', () => {
  it.each([0, 1, 2, 5])('has the first and the last key of %i rows', (count) => {
    const keys = Array.from({ length: count }, (_, at) => ({ partitionKey: 'p', rowKey: `r${at}` }));
    const rows = keys.map(({ partitionKey, rowKey }) => ({ PartitionKey: partitionKey, RowKey: rowKey }));
    const [firstKey, lastKey] = [keys.at(0), keys.at(-1)];
    expect(receiptOfRows(rows)).toEqual({
      ok: true,
      value: { rows: count, ...(firstKey && { firstKey }), ...(lastKey && { lastKey }) },
    });
  });

  it('is not given for what is no page, or has a row without keys', () => {
    expect(receiptOfRows([{ PartitionKey: 'p', RowKey: 'r' }, { RowKey: 'r' }]).ok).toBe(false);
    expect(receiptOf(new TextEncoder().encode('<html>')).ok).toBe(false);
  });
});

describe('the order of keys', () => {
  it('is that of the PartitionKeys, then that of the RowKeys, by UTF-16 unit', () => {
    const text = fc.constantFrom('', 'a', 'B', 'b', 'é', '\uffff', '😀');
    fc.assert(
      fc.property(text, text, text, text, (p, r, q, s) => {
        const order = compareKeys({ partitionKey: p, rowKey: r }, { partitionKey: q, rowKey: s });
        const [left, right] = p === q ? [r, s] : [p, q];
        expect(order).toBe(left === right ? 0 : left < right ? -1 : 1);
      }),
    );
  });
});

describe('tokens that were seen', () => {
  it('are known again, whatever their length, and no other is taken for one', () => {
    const seen = createSeenTokens({ nextPartitionKey: 'first' });
    const tokenOf = (count: number) => ({ nextPartitionKey: `1!8!${String(count).padStart(300, 'x')}` });
    for (let count = 0; count < 20_000; count += 1) {
      expect(seen.has(tokenOf(count))).toBe(false);
      seen.add(tokenOf(count));
    }
    const long = 'y'.repeat(120_000);
    seen.add({ nextPartitionKey: long, nextRowKey: 'a' });
    expect([{ nextPartitionKey: 'first' }, tokenOf(0), tokenOf(19_999)].map(seen.has)).toEqual([
      true,
      true,
      true,
    ]);
    expect(seen.has({ nextPartitionKey: long, nextRowKey: 'a' })).toBe(true);
    expect(seen.has({ nextPartitionKey: long, nextRowKey: 'b' })).toBe(false);
    // An absent part is not the same as an empty one.
    expect(seen.has({ nextPartitionKey: long })).toBe(false);
    seen.add({ nextPartitionKey: 'k', nextRowKey: '' });
    expect(seen.has({ nextPartitionKey: 'k' })).toBe(false);
  });
});
