import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRange } from '../keys/rangeTruth.fixture.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { cutRange, rangeQuery, rangesAfter, shareBefore } from './rangeSplit.ts';
import { exactKey } from '../keys/base/keySpan.ts';
import { shareBelow } from './keyPosition.ts';
import { anyRange } from './ranges.fixture.ts';

const key = fc.oneof(
  fc.stringMatching(/^[0-9]{0,20}$/),
  fc.stringMatching(/^[ -.0->@-[\]-~]{0,6}$/),
  fc.constantFrom('', 'é', '\u{1F600}', '\uffff', '0000000000000000037___0639308160000000000', '2519'),
);

const range = anyRange(key);

const inHowMany = (ranges: readonly TableKeyRange[], pk: string, rk: string): number =>
  ranges.filter((each) => isInRange(pk, rk, each)).length;

const isAfter = (pk: string, rk: string, at: { partitionKey: string; rowKey: string }): boolean =>
  pk > at.partitionKey || (pk === at.partitionKey && rk > at.rowKey);

describe('cutting a range', () => {
  it('puts each key of the range into exactly one piece, and no other key into any', () => {
    fc.assert(
      fc.property(range, fc.integer({ min: 1, max: 7 }), key, key, (whole, pieces, pk, rk) => {
        const cut = cutRange(whole, pieces);
        expect(cut.length).toBeLessThanOrEqual(pieces);
        expect(inHowMany(cut, pk, rk)).toBe(isInRange(pk, rk, whole) ? 1 : 0);
      }),
    );
  });

  it('keeps the order of keys', () => {
    fc.assert(
      fc.property(range, fc.integer({ min: 2, max: 7 }), (whole, pieces) => {
        const cut = cutRange(whole, pieces);
        cut.slice(1).forEach((after, index) => {
          const before = cut[index];
          const [low, high] =
            before?.partition.to === after.partition.to
              ? [before?.row?.to, after.row?.from]
              : [before?.partition.to, after.partition.from];
          expect(low).toBe(high);
        });
      }),
    );
  });

  it('cuts by time if the keys hold it', () => {
    const window: TableKeyRange = {
      partition: {
        from: '0000000000000000037___0639308160000000000',
        to: '0000000000000000037___0639308196000000000',
      },
      exact: true,
    };
    expect(cutRange(window, 4).map(({ partition }) => partition.from?.slice(-19))).toEqual([
      '0639308160000000000',
      '0639308169000000000',
      '0639308178000000000',
      '0639308187000000000',
    ]);
    const row = { partition: exactKey('p'), row: { from: '2516', to: '2520' }, exact: true };
    expect(cutRange(row, 2).map((each) => each.row)).toEqual([
      { from: '2516', to: '2518' },
      { from: '2518', to: '2520' },
    ]);
  });

  it('cuts an open range by characters, and a single key not at all', () => {
    expect(cutRange({ partition: {}, exact: true }, 2)).toHaveLength(2);
    const point = { partition: exactKey('p'), row: exactKey('r'), exact: true };
    expect(cutRange(point, 5)).toEqual([point]);
  });
});

describe('what follows a key', () => {
  it('is the rest of the range, in order', () => {
    fc.assert(
      fc.property(range, key, key, key, key, (whole, partitionKey, rowKey, pk, rk) => {
        fc.pre(isInRange(partitionKey, rowKey, whole));
        const rest = rangesAfter(whole, { partitionKey, rowKey });
        const isLeft = isInRange(pk, rk, whole) && isAfter(pk, rk, { partitionKey, rowKey });
        expect(inHowMany(rest, pk, rk)).toBe(isLeft ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the share before a key', () => {
  it('grows with the key, from 0 to 1', () => {
    const window = { partition: { from: '0639308160000000000', to: '0639308196000000000' }, exact: true };
    const at = (partitionKey: string) => shareBefore(window, { partitionKey, rowKey: '' });
    expect(at('0639308160000000000')).toBe(0);
    expect(at('0639308169000000000___x')).toBe(0.25);
    expect(at('0639308195999999999')).toBeCloseTo(1, 5);
  });

  it('is unknown for keys without digits, and in an open range', () => {
    expect(shareBefore({ partition: {}, exact: true }, { partitionKey: '5', rowKey: '' })).toBeUndefined();
    const letters = { partition: { from: 'a', to: 'z' }, exact: true };
    expect(shareBefore(letters, { partitionKey: 'm', rowKey: '' })).toBeUndefined();
  });
});

describe('the share of a span below a key', () => {
  it('is computed from the digits after the common beginning of both bounds', () => {
    const span = { from: 'a100', to: 'a200' };
    expect(['a100', 'a150', 'a175x', 'a200', 'a05', 'a9'].map((key) => shareBelow(span, key))).toEqual([
      0, 0.5, 0.75, 1, 0, 1,
    ]);
    // A key that begins differently has no position in this span.
    expect(shareBelow(span, 'b150')).toBeUndefined();
    expect(shareBelow({ from: 'a' }, 'b')).toBeUndefined();
    expect(shareBelow({ from: 'a', to: 'b' }, 'a5')).toBeUndefined();
  });
});

describe('the filter of a piece', () => {
  it('selects its keys and keeps the property filter of the whole', () => {
    const piece: TableKeyRange = { partition: exactKey("o'p"), row: { from: '5', to: '7' }, exact: true };
    expect(rangeQuery(piece, "Level eq 2 or Message eq 'x'")?.filter).toBe(
      "PartitionKey eq 'o''p' and RowKey ge '5' and RowKey lt '7' and (Level eq 2 or Message eq 'x')",
    );
    expect(rangeQuery({ partition: {}, exact: true }, undefined)).toEqual({
      range: { partition: {}, exact: true },
    });
  });

  it('is undefined if it would need more than 15 comparisons', () => {
    const long = Array.from({ length: 12 }, (_, index) => `A eq ${index}`).join(' or ');
    const piece: TableKeyRange = { partition: { from: 'a', to: 'b' }, row: { from: '5' }, exact: true };
    expect(rangeQuery(piece, long)?.filter).toBeDefined();
    expect(rangeQuery(piece, `${long} or A eq 99`)).toBeUndefined();
  });
});
