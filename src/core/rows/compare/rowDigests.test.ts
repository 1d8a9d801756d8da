import { describe, expect, it } from 'vitest';
import type { SegmentKind } from '../../keys/base/scheme.ts';
import { type DigestRequest, digestRows, type DigestedRows, type KeyedRows } from './rowDigests.ts';

interface Row {
  readonly key: readonly [partition: string, row: string];
}

function storeOf(rows: readonly Row[]): KeyedRows {
  return {
    rowCount: rows.length,
    key: (row) => ({ partitionKey: rows[row]?.key[0] ?? '', rowKey: rows[row]?.key[1] ?? '' }),
    eachCell: () => undefined,
    columnNames: [],
    typeNames: [],
  };
}

/** `t12` in a key is a time, and what stands before or after it is text. Keys with `?` cannot be read. */
const scheme = {
  segments: (text: string) => {
    if (text.includes('?')) return undefined;
    const kinds: readonly SegmentKind[] = ['date', 'subsecond', 'inverted-date', 'inverted-subsecond'];
    const pieces = text.split(/(t\d+)/u).filter((piece) => piece !== '');
    return pieces.map((piece, at) => ({
      text: piece,
      kind: /^t\d+$/u.test(piece) ? (kinds[at % 4] ?? 'date') : 'text',
    }));
  },
} as unknown as Parameters<typeof digestRows>[1];

function digested(rows: readonly Row[], request: Partial<DigestRequest> = {}) {
  const shares: number[] = [];
  const work = digestRows(storeOf(rows), scheme, { identity: 'key', ...request });
  for (;;) {
    const step = work.next();
    if (step.done === true) return { shares, ...step.value };
    shares.push(step.value);
  }
}

/** The digest of each row, by its number. */
function bitsOf({ digests: { high, low, rows } }: Pick<DigestedRows, 'digests'>): readonly string[] {
  const bits: string[] = [];
  for (const [place, row] of rows.entries()) bits[row] = `${high[place] ?? ''} ${low[place] ?? ''}`;
  return bits;
}

const keyed = (...keys: readonly (readonly [string, string])[]): readonly Row[] =>
  keys.map((key) => ({ key }));
/** Which rows have the same digest: for each row, the first one that is alike. */
const alike = (rows: readonly Row[], identity: DigestRequest['identity']): readonly number[] => {
  const bits = bitsOf(digested(rows, { identity }));
  return bits.map((each) => bits.indexOf(each));
};

describe('a digest of each row', () => {
  it('is that of both keys, and of where one ends', () => {
    const rows = keyed(
      ['a', 'b'],
      ['a', 'b'],
      ['ab', ''],
      ['', 'ab'],
      ['b', 'a'],
      ['a', 'bt1'],
      ['a', 'bt2'],
    );
    expect(alike(rows, 'key')).toStrictEqual([0, 0, 2, 3, 4, 5, 6]);
  });

  it('leaves out each part that is a time', () => {
    const rows = keyed(
      ['at1', 'b'],
      ['at2', 'b'],
      ['a', 'bt1'],
      ['a', 'bt2'],
      ['t1a', 'b'],
      ['at1', 'bt1'],
      ['at2', 'bt3'],
      ['a', 'b'],
      ['at1?', 'b'],
      ['at2?', 'b'],
      ['xt1t2', 'y'],
    );
    expect(alike(rows, 'timeless')).toStrictEqual([0, 0, 2, 2, 4, 5, 5, 7, 8, 9, 10]);
  });

  it('is sorted by all of its bits, equal ones by row', () => {
    const rows = keyed(...Array.from({ length: 3000 }, (_, at): [string, string] => [`k${at % 1000}`, 'r']));
    const { digests, valueNames } = digested(rows);
    const order = [...digests.rows].map(
      (row, place) => [digests.high[place] ?? 0, digests.low[place] ?? 0, row] as const,
    );
    expect(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])).toStrictEqual(order);
    expect(new Set(digests.rows).size).toBe(3000);
    expect([digests.values, valueNames]).toEqual([undefined, undefined]);
  });

  it('tells how far the work is: 80 % for the digests, the rest for the order', () => {
    const { shares } = digested(keyed(...Array.from({ length: 2048 }, (): [string, string] => ['a', 'b'])));
    for (const [at, share] of shares.entries())
      expect(Math.abs(share - (at === 0 ? 0.4 : 0.8))).toBeLessThan(0.001);
  });
});
