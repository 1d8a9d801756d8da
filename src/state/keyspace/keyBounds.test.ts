import { describe, expect, it } from 'vitest';
import { keyBounds } from '../../core/keyspace/count/keyBounds.ts';
import { seededRandom } from '../../core/keyspace/seededRandom.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import { rangeQuery } from '../../core/plan/rangeSplit.ts';
import { keysIn } from '../../tables/run/keyTable.fixture.ts';

const random = seededRandom(7);
const ROWS = 1200;
const hex = (length: number): string =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

const sorted = (keys: readonly EntityKey[]): readonly EntityKey[] =>
  keys.toSorted((a, b) =>
    a.partitionKey === b.partitionKey
      ? a.rowKey < b.rowKey
        ? -1
        : 1
      : a.partitionKey < b.partitionKey
        ? -1
        : 1,
  );
const tableOf = (keyAt: (at: number) => readonly [string, string]): readonly EntityKey[] =>
  sorted(
    Array.from({ length: ROWS }, (_, at) => {
      const [partitionKey, rowKey] = keyAt(at);
      return { partitionKey, rowKey };
    }),
  );

/** A month of minutes in ticks. */
const ticks = (at: number): string =>
  String(639_000_000_000_000_000n + BigInt(at) * 21_600_000_000n).padStart(19, '0');

const TABLES: Readonly<Record<string, readonly EntityKey[]>> = {
  GUIDs: tableOf(() => [hex(32), '']),
  ticks: tableOf((at) => [ticks(at), String(at)]),
  'prefixed ticks': tableOf((at) => [`${String(at % 100).padStart(19, '0')}___${ticks(at)}`, 'r']),
  'one partition': tableOf((at) => ['all', ticks(at)]),
  'two partitions': tableOf((at) => [at % 2 === 0 ? 'a' : 'b', hex(12)]),
  'five partitions': tableOf((at) => [`orders-${at % 5}`, hex(12)]),
  names: tableOf((at) => [`customer-${String(at % 500).padStart(6, '0')}`, hex(8)]),
};

describe('the ranges of a count', () => {
  it.each(Object.keys(TABLES))(
    'are the whole table, each key once, and keep six lanes busy: %s',
    async (name) => {
      const rows = TABLES[name] ?? [];
      let questions = 0;
      const ranges = await keyBounds((filter) => {
        questions += 1;
        return Promise.resolve(keysIn(rows, filter ?? '')[0]);
      });
      const read = ranges.map((range) => keysIn(rows, rangeQuery(range, undefined)?.filter ?? ''));
      expect(read.flat()).toEqual(rows);
      // The longest range is what one lane reads while the others have nothing left.
      expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(ROWS / 6);
      expect(questions).toBeLessThan(400);
    },
  );

  it('is one range for an empty table', async () => {
    expect(await keyBounds(() => Promise.resolve(undefined))).toEqual([{ partition: {}, exact: true }]);
  });
});
