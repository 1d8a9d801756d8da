import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRange } from '../keys/rangeTruth.fixture.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { cutRange, rangesAfter, splitRange } from './rangeSplit.ts';
import { type SasKeys, splitByReach, sasKeysText, sasReach } from './sasReach.ts';
import { type QueryCoverage, type PartCoverage, unreadRanges } from './unreadRanges.ts';
import type { EntityKey } from '../keys/base/entityKey.ts';
import { exactKey } from '../keys/base/keySpan.ts';
import { anyRange } from './ranges.fixture.ts';

const KEYS = ['', '0', '1', '10', '11', '19', '2', '5', '5x', '9', 'a', 'b', 'z'];
const key = fc.constantFrom(...KEYS);
const entityKey: fc.Arbitrary<EntityKey> = fc.record({ partitionKey: key, rowKey: key });

const range = anyRange(key);

const sasKeys: fc.Arbitrary<SasKeys | undefined> = fc.option(
  fc
    .record(
      { fromPartition: key, fromRow: key, toPartition: key, toRow: key },
      { requiredKeys: ['fromPartition', 'toPartition'] },
    )
    .filter(({ fromPartition, toPartition }) => fromPartition <= toPartition),
  { nil: undefined },
);

/** One row for every combination of these keys. */
const TABLE: readonly EntityKey[] = KEYS.flatMap((partitionKey) =>
  KEYS.map((rowKey) => ({ partitionKey, rowKey })),
);

const isAtOrBefore = (a: EntityKey, b: EntityKey): boolean =>
  a.partitionKey < b.partitionKey || (a.partitionKey === b.partitionKey && a.rowKey <= b.rowKey);

const holds = (ranges: readonly Pick<TableKeyRange, 'partition' | 'row'>[], at: EntityKey): number =>
  ranges.filter((each) => isInRange(at.partitionKey, at.rowKey, { ...each, exact: true })).length;

const isReached = ({ partitionKey, rowKey }: EntityKey, keys: SasKeys | undefined): boolean => {
  if (keys === undefined) return true;
  const { fromPartition = '', fromRow = '', toPartition, toRow } = keys;
  if (partitionKey < fromPartition || (partitionKey === fromPartition && rowKey < fromRow)) return false;
  if (toPartition === undefined || partitionKey < toPartition) return true;
  return partitionKey === toPartition && (toRow === undefined || rowKey <= toRow);
};

/** How much of a piece is read, and in which state it is left. */
interface Reader {
  readonly share: number;
  readonly state: PartCoverage['state'];
}
const reader: fc.Arbitrary<Reader> = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  state: fc.constantFrom('done', 'failed', 'waiting', 'reading', 'stopped'),
});

/** Reads a range as a run does: some rows in order; the rest is left unread, or cut into pieces that are read in the same way. */
function readInParts(
  whole: TableKeyRange,
  readers: readonly Reader[],
  keys: SasKeys | undefined,
): { readonly parts: readonly PartCoverage[]; readonly rows: readonly EntityKey[] } {
  const rowsIn = (each: TableKeyRange): readonly EntityKey[] =>
    TABLE.filter((at) => holds([each], at) > 0 && isReached(at, keys));
  const [first = { share: 1, state: 'done' }, ...rest] = readers;
  const all = rowsIn(whole);
  const got = first.state === 'done' && rest.length === 0 ? all : all.slice(0, all.length * first.share);
  const lastKey = got.at(-1);
  const seen = { range: whole, rows: got.length, ...(lastKey === undefined ? {} : { lastKey }) };
  if (rest.length === 0) return { parts: [{ ...seen, state: first.state }], rows: got };
  const left = lastKey === undefined ? [whole] : rangesAfter(whole, lastKey);
  const pieces = left.flatMap((each) => cutRange(each, 2));
  const read = pieces.map((piece, at) => readInParts(piece, rest.slice(0, at % 2), keys));
  return {
    parts: [{ ...seen, state: 'done', isCut: true }, ...read.flatMap(({ parts }) => parts)],
    rows: [...got, ...read.flatMap(({ rows }) => rows)],
  };
}

function coverageOf(whole: TableKeyRange, part: Partial<QueryCoverage>): QueryCoverage {
  const parts: readonly PartCoverage[] = [{ range: whole, state: 'done', rows: 0 }];
  const names = { label: 'q', tableName: 'T' };
  return { ...names, range: whole, isOdd: false, parts, ...part };
}

describe('splitting a range at a point', () => {
  it('puts each key of the range on exactly one side, by key order', () => {
    fc.assert(
      fc.property(range, entityKey, (whole, place) => {
        const { before, after } = splitRange(whole, place);
        for (const at of TABLE) {
          const isHere = holds([whole], at) > 0;
          const isBefore = isAtOrBefore(at, place) && !isAtOrBefore(place, at);
          expect([holds(before, at), holds(after, at)]).toEqual([
            isHere && isBefore ? 1 : 0,
            isHere && !isBefore ? 1 : 0,
          ]);
        }
      }),
    );
  });

  it('does not split a partition if none of it lies on one side', () => {
    const whole = { partition: { from: 'a', to: 'c' }, exact: true };
    expect(splitRange(whole, { partitionKey: 'b', rowKey: '' })).toEqual({
      before: [{ partition: { from: 'a', to: 'b' }, exact: true }],
      after: [{ partition: { from: 'b', to: 'c' }, exact: true }],
    });
  });

  it('divides it into what a SAS reaches, both ends included, and the rest', () => {
    fc.assert(
      fc.property(range, sasKeys, (whole, keys) => {
        const { inside, outside } = splitByReach(whole, keys);
        for (const at of TABLE) {
          const isHere = holds([whole], at) > 0;
          expect([holds(inside, at), holds(outside, at)]).toEqual([
            isHere && isReached(at, keys) ? 1 : 0,
            isHere && !isReached(at, keys) ? 1 : 0,
          ]);
        }
      }),
    );
  });
});

describe('the unread ranges', () => {
  it('and the read ones together are what was requested, with no gap or overlap, however it was cut', () => {
    fc.assert(
      fc.property(range, fc.array(reader, { maxLength: 4 }), sasKeys, (whole, readers, keys) => {
        const { parts, rows } = readInParts(whole, readers, keys);
        const unread = unreadRanges([coverageOf(whole, { parts })], [], keys);
        const names = new Set(rows.map(({ partitionKey, rowKey }) => `${partitionKey}\u0000${rowKey}`));
        expect(names.size).toBe(rows.length);
        // A read row must not be unread too, and every other key must be unread once.
        for (const at of TABLE.filter((each) => holds([whole], each) > 0)) {
          const isRead = names.has(`${at.partitionKey}\u0000${at.rowKey}`);
          expect(holds(unread, at) + (isRead ? 1 : 0)).toBe(1);
        }
        for (const at of TABLE.filter((each) => holds([whole], each) === 0))
          expect(holds(unread, at)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  const whole = { partition: { from: 'a', to: 'c' }, exact: true };
  const lastKey = { partitionKey: 'b', rowKey: '5' };
  const behind = [
    { partition: exactKey('b'), row: { from: '5\u0000' } },
    { partition: { from: 'b\u0000', to: 'c' } },
  ];

  it('start after the last key read, and say whether Continue can read them', () => {
    const parts = [{ range: whole, state: 'failed' as const, rows: 3, lastKey }];
    expect(unreadRanges([coverageOf(whole, { parts })], [], undefined)).toEqual(
      behind.map((each) => ({ query: 'q', tableName: 'T', ...each, why: 'failed', resumable: true })),
    );
  });

  it('cover everything after the last key read if its end is not proven', () => {
    const ended = { range: whole, state: 'done' as const, rows: 3, lastKey };
    const found = (part: PartCoverage): unknown =>
      unreadRanges([coverageOf(whole, { parts: [part] })], [], undefined);
    for (const unproven of ['hidden', 'cannot-read-on', 'unanswered', 'not-read-on', 'unknown'] as const) {
      const resumable = !['unknown', 'cannot-read-on'].includes(unproven);
      expect(found({ ...ended, unproven })).toEqual(
        behind.map((each) => ({ query: 'q', tableName: 'T', ...each, why: 'unproven', resumable })),
      );
    }
    expect(found(ended)).toEqual([]);
  });

  it('cover the whole query if it was read from a copy that may lack rows', () => {
    const parts = [{ range: whole, state: 'done' as const, rows: 3, lastKey }];
    // Continue only reads on after an end that is not proven yet.
    for (const unproven of ['hidden', 'cannot-read-on', 'unanswered', 'not-read-on', 'unknown'] as const)
      for (const isCut of [true, false])
        expect(
          unreadRanges(
            [
              coverageOf(whole, {
                isLagging: true,
                parts: parts.map((part) => ({ ...part, unproven, isCut })),
              }),
            ],
            [],
            undefined,
          ),
        ).toMatchObject([
          { why: 'lagging', resumable: !isCut && !['unknown', 'cannot-read-on'].includes(unproven) },
        ]);
  });

  it('include coverage checks that found a row, got no answer, or proved nothing', () => {
    const guard = { label: 'g', tableName: 'T', range: { partition: { to: '0' } } };
    const whyOf = (part: object): unknown =>
      unreadRanges([], [{ ...guard, state: 'clear', ...part }], undefined).map(({ why, resumable }) => [
        why,
        resumable,
      ]);
    expect(whyOf({})).toEqual([]);
    expect(whyOf({ state: 'hit' })).toEqual([['outside-plan', false]]);
    expect(whyOf({ state: 'failed' })).toEqual([['unchecked', true]]);
    expect(whyOf({ state: 'waiting' })).toEqual([['unchecked', true]]);
    expect(whyOf({ unproven: 'hidden' })).toEqual([['unproven', true]]);
    expect(whyOf({ unproven: 'unanswered' })).toEqual([['unproven', true]]);
    expect(whyOf({ unproven: 'not-read-on' })).toEqual([['unproven', true]]);
    expect(whyOf({ unproven: 'unknown' })).toEqual([['unproven', false]]);
    expect(whyOf({ unproven: 'cannot-read-on' })).toEqual([['unproven', false]]);
    expect(whyOf({ state: 'hit', unproven: 'hidden' })).toEqual([['outside-plan', false]]);
    const reached = { fromPartition: '5', toPartition: '6' };
    expect(unreadRanges([], [{ ...guard, state: 'clear' }], reached)).toMatchObject([
      { why: 'outside-sas', resumable: false },
    ]);
  });
});

describe('an unread range, exactly', () => {
  const whole: TableKeyRange = { partition: { from: 'a', to: 'z' }, exact: true };
  const reading = (more: Partial<QueryCoverage>): QueryCoverage => {
    return { label: 'q', tableName: 'T', range: whole, isOdd: false, parts: [], ...more };
  };
  const part = (more: Partial<PartCoverage> = {}): PartCoverage => {
    return { range: whole, state: 'done', rows: 0, ...more };
  };
  const of = (more: Partial<QueryCoverage>, keys?: SasKeys) => unreadRanges([reading(more)], [], keys);
  const plain = { query: 'q', tableName: 'T', partition: whole.partition };

  it('cover all of a query that was never started, except what the SAS does not reach', () => {
    const waiting = { parts: [part({ state: 'waiting' })] };
    expect(of(waiting)).toEqual([{ ...plain, why: 'stopped', resumable: true }]);
    expect(of(waiting, { toPartition: 'm' })).toEqual([
      { ...plain, partition: { from: 'a', to: 'm\u0000' }, why: 'stopped', resumable: true },
      { ...plain, partition: { from: 'm\u0000', to: 'z' }, why: 'outside-sas', resumable: false },
    ]);
    expect(of(waiting, { fromPartition: 'm' })).toEqual([
      { ...plain, partition: { from: 'm', to: 'z' }, why: 'stopped', resumable: true },
      { ...plain, partition: { from: 'a', to: 'm' }, why: 'outside-sas', resumable: false },
    ]);
  });

  it('cover all of a query if no key tells what was read, resumable if some of it is left', () => {
    const lost = part({ rows: 1 });
    const known = part({ rows: 1, lastKey: { partitionKey: 'b', rowKey: '' } });
    const all = { ...plain, why: 'anomalies', resumable: false };
    expect(of({ parts: [lost] })).toEqual([all]);
    expect(of({ parts: [known, lost] })).toEqual([all]);
    expect(of({ parts: [known, { ...lost, state: 'failed' }] })).toEqual([{ ...all, resumable: true }]);
    expect(of({ isOdd: true, parts: [known] })).toEqual([all]);
    expect(of({ isLagging: true, parts: [known] })).toEqual([{ ...all, why: 'lagging' }]);
    expect(of({ isLagging: true, parts: [lost] })).toEqual([all]);
  });
});

it.each<readonly [SasKeys | undefined, Omit<TableKeyRange, 'exact'>, string]>([
  [undefined, { partition: {} }, 'inside'],
  [{ toPartition: 'd' }, { partition: exactKey('d') }, 'inside'],
  [{ toPartition: 'd' }, { partition: { from: 'a' } }, 'partly'],
  [{ toPartition: 'd', toRow: 'p' }, { partition: exactKey('d') }, 'partly'],
  [{ fromPartition: 'b' }, { partition: { to: 'b' } }, 'outside'],
])('of a SAS for %j, the range %j is %s', (keys, range, reach) => {
  expect(sasReach({ ...range, exact: true }, keys)).toBe(reach);
});

it('the keys of a SAS are described in words', () => {
  expect(sasKeysText({ fromPartition: '5' })).toBe("PartitionKey from '5'");
  expect(sasKeysText({ toPartition: '7' })).toBe("PartitionKey up to '7'");
  expect(sasKeysText({ fromPartition: '5', toPartition: '7', toRow: 'x' })).toBe(
    "PartitionKey from '5' up to '7', RowKey 'x'",
  );
});
