import { describe, expect, it } from 'vitest';
import {
  BASIS_ARRIVAL,
  BASIS_EVENT,
  BASIS_KEY,
  BASIS_NONE,
  type TimeColumn,
} from '../../entities/order/timeColumn.ts';
import type { SegmentKind } from '../../keys/base/scheme.ts';
import { type DigestRequest, digestRows, type DigestedRows, type KeyedRows } from './rowDigests.ts';

const SECOND = 10_000_000n;

interface Row {
  readonly key: readonly [partition: string, row: string];
  /** In ticks. */
  readonly at?: bigint;
  readonly basis?: number;
}

function timesOf(rows: readonly Row[]): TimeColumn {
  const at = (row: number): bigint => rows[row]?.at ?? 0n;
  return {
    basisAt: (row: number) => rows[row]?.basis ?? BASIS_KEY,
    secondsAt: (row: number) => (rows[row]?.at === undefined ? Number.NaN : Number(at(row) / SECOND)),
    fractionAt: (row: number) => Number(at(row) % SECOND),
  };
}

function storeOf(rows: readonly Row[]): KeyedRows {
  return {
    rowCount: rows.length,
    key: (row) => ({ partitionKey: rows[row]?.key[0] ?? '', rowKey: rows[row]?.key[1] ?? '' }),
    times: () => timesOf(rows),
    eachCell: () => undefined,
    columnNames: [],
    typeNames: [],
  };
}

/** `t12` in a key is a time, and what is before or behind it is text. Keys with `?` are not read. */
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

const BUCKETS = { from: 0n, bucketTicks: SECOND, bucketCount: 4 };

function digested(rows: readonly Row[], request: Partial<DigestRequest> = {}) {
  const shares: number[] = [];
  const work = digestRows(storeOf(rows), scheme, { identity: { kind: 'key' }, buckets: BUCKETS, ...request });
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
  keys.map((key) => ({ key, at: 0n }));
/** Which rows have the same digest: each row by the first that is alike. */
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
    expect(alike(rows, { kind: 'key' })).toStrictEqual([0, 0, 2, 3, 4, 5, 6]);
  });

  it('leaves out each part that is a time, and counts the rows that had one', () => {
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
    expect(alike(rows, { kind: 'timeless' })).toStrictEqual([0, 0, 2, 2, 4, 5, 5, 7, 8, 9, 10]);
    const { counted } = digested(rows, { identity: { kind: 'timeless' } });
    expect([counted.rows, counted.timed]).toStrictEqual([11, 8]);
    expect(digested(rows).counted.timed).toBe(0);
  });

  it('holds how far its time is from the start, to the tick, before and behind it', () => {
    const at = (...times: readonly bigint[]): readonly Row[] =>
      times.map((time) => ({ key: ['a', 'b'], at: time }));
    const bits = (rows: readonly Row[], from: bigint) =>
      bitsOf(digested(rows, { identity: { kind: 'shifted', from } }));
    const offsets = [-3n * SECOND, -SECOND - 1n, -SECOND, -1n, 0n, 1n, SECOND - 1n, SECOND, SECOND + 1n];
    const [one, two] = [7n * SECOND + 5n, 900n * SECOND + 9_999_998n];
    const first = bits(at(...offsets.map((each) => one + each)), one);
    // The same distances from another start, whatever the fraction of the second.
    expect(bits(at(...offsets.map((each) => two + each)), two)).toStrictEqual(first);
    expect(new Set(first).size).toBe(offsets.length);
    // Without a time in the key there is none to compare.
    const timeless = at(one, two).map((row) => ({ ...row, basis: BASIS_EVENT }));
    expect(new Set(bits(timeless, one)).size).toBe(1);
  });

  it('is sorted by all of its bits, equal ones by row', () => {
    const rows = keyed(...Array.from({ length: 3000 }, (_, at): [string, string] => [`k${at % 1000}`, 'r']));
    const { digests, counted } = digested(rows);
    const order = [...digests.rows].map(
      (row, place) => [digests.high[place] ?? 0, digests.low[place] ?? 0, row] as const,
    );
    expect(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])).toStrictEqual(order);
    expect(new Set(digests.rows).size).toBe(3000);
    expect([counted.rows, 'values' in digests, counted.valueNames]).toStrictEqual([3000, false, undefined]);
  });
});

describe('rows over time', () => {
  it('are counted by bucket; what is outside or has no time is not', () => {
    const at = (time: bigint | undefined): Row => ({
      key: ['a', 'b'],
      ...(time !== undefined && { at: time }),
    });
    const rows = [0n, SECOND - 1n, SECOND, 3n * SECOND, 4n * SECOND - 1n, 4n * SECOND, undefined].map(at);
    const { counted } = digested(rows);
    expect([[...counted.counts], counted.uncounted]).toStrictEqual([[2, 1, 0, 2], 2]);
    const later = digested(rows, { buckets: { ...BUCKETS, from: SECOND, bucketCount: 2 } }).counted;
    expect([[...later.counts], later.uncounted]).toStrictEqual([[1, 0], 6]);
  });

  it('are of the best kind of time that any of them has', () => {
    const of = (...kinds: readonly number[]) =>
      digested(kinds.map((basis) => ({ key: ['a', 'b'], at: 0n, basis }))).counted.basis;
    const [none, key, arrival, event] = [BASIS_NONE, BASIS_KEY, BASIS_ARRIVAL, BASIS_EVENT];
    expect([of(key), of(arrival), of(event)]).toStrictEqual(['key', 'arrival', 'event']);
    expect([of(key, arrival, key), of(arrival, event, key), of(none, key), of(key, none)]).toStrictEqual([
      'arrival',
      'event',
      'key',
      'key',
    ]);
    expect([of(), of(none)].filter((basis) => basis !== undefined).length).toBeLessThanOrEqual(1);
    expect(digested([]).counted).not.toHaveProperty('basis');
  });

  it('by a property need its instants', () => {
    expect(() => digested(keyed(['a', 'b']), { time: { property: 'Began' } })).toThrow(
      'The instants of Began are not read.',
    );
    const rows = keyed(['a', 'b']);
    const work = digestRows(
      storeOf(rows),
      scheme,
      { identity: { kind: 'key' }, buckets: BUCKETS, time: { property: 'Began' } },
      timesOf([{ key: ['a', 'b'], at: 2n * SECOND }]),
    );
    let step = work.next();
    while (step.done !== true) step = work.next();
    expect([...step.value.counted.counts]).toStrictEqual([0, 0, 1, 0]);
  });

  it('tell how far the work is: 80 % for the digests, 10 % for the counts, the rest for the order', () => {
    const few = digested(keyed(...Array.from({ length: 1023 }, (): [string, string] => ['a', 'b'])));
    expect(few.shares).toStrictEqual([0.9, 0.9, 0.9, 0.9]);
    const { shares } = digested(keyed(...Array.from({ length: 2048 }, (): [string, string] => ['a', 'b'])));
    expect(shares).toHaveLength(8);
    const near = [0.4, 0.8, 0.85, 0.9, 0.9, 0.9, 0.9, 0.9];
    for (const [at, share] of shares.entries()) expect(Math.abs(share - (near[at] ?? 0))).toBeLessThan(0.001);
  });
});
