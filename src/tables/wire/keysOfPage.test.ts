import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from '../../core/keys/base/entityKey.ts';
import { receiptOf } from './keysOfPage.ts';

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
