import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { disjointRanges } from './disjointRanges.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';
import { knownScheme } from '../keys/knownScheme.fixture.ts';

const LETTERS = ['a', 'aa', 'ab', 'b', 'c', 'd'];
const edge = fc.option(fc.constantFrom(...LETTERS), { nil: undefined });
const span = fc.tuple(edge, edge).map(
  ([from, to]): KeySpan => ({
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }),
);
const range: fc.Arbitrary<TableKeyRange> = fc
  .record({
    tableName: fc.constantFrom('T', 't', 'Other', undefined),
    partition: span,
    row: fc.option(span, { nil: undefined }),
    prefix: fc.nat(9),
  })
  .map(({ row, tableName, ...rest }) => ({
    ...rest,
    exact: true,
    ...(row === undefined ? {} : { row }),
    ...(tableName === undefined ? {} : { tableName }),
  }));

// Whether a key is in a span, by comparing plain text: at or after its start, and before its end.
function holds({ from = '', to }: KeySpan, key: string): boolean {
  return from <= key && (to === undefined || key < to);
}
function owners(ranges: readonly TableKeyRange[], table: string, partition: string, row: string) {
  return ranges.filter(
    (each) =>
      // A range without a table name belongs to the table of the request.
      (each.tableName ?? 'T').toLowerCase() === table &&
      holds(each.partition, partition) &&
      holds(each.row ?? {}, row),
  );
}

const KEYS = ['', ...LETTERS, 'a!', 'bz', 'zz'];

describe('ranges of one plan', () => {
  it('hold each key exactly once, in the first range that had it, and no other key', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), (ranges) => {
        const apart = disjointRanges(ranges, 'T');
        for (const table of ['t', 'other']) {
          for (const partition of KEYS) {
            for (const row of KEYS) {
              const [first] = owners(ranges, table, partition, row);
              const found = owners(apart, table, partition, row);
              expect(found.map(({ prefix }) => prefix)).toEqual(first === undefined ? [] : [first.prefix]);
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are made disjoint when a plan is made, whatever its scheme returns', () => {
    const given = vi.spyOn(knownScheme('wad'), 'ranges').mockReturnValue([
      { tableName: 'Rows', partition: { from: 'b', to: 'c' }, exact: true },
      { tableName: 'Rows', partition: { from: 'a', to: 'd' }, exact: true },
    ]);
    try {
      const window = windowOf('2024-03-05T10:00:00Z', '2024-03-05T11:00:00Z');
      const { queries } = planOf({ tableName: 'Rows', schemeId: 'wad', window });
      expect(queries.map(({ range: { partition } }) => partition)).toEqual([
        { from: 'b', to: 'c' },
        { from: 'a', to: 'b' },
        { from: 'c', to: 'd' },
      ]);
      expect(queries.map(({ label }) => label.replace(/.*, /, ''))).toEqual([
        'part 1 of 3',
        'part 2 of 3',
        'part 3 of 3',
      ]);
    } finally {
      given.mockRestore();
    }
  });

  it('count as one table if only some of them name it', () => {
    const keys = { partition: { from: 'a', to: 'c' }, exact: true } as const;
    expect(disjointRanges([keys, { ...keys, tableName: 'rows' }], 'Rows')).toEqual([keys]);
    expect(disjointRanges([keys, { ...keys, tableName: 'Other' }], 'Rows')).toHaveLength(2);
  });

  it('are left alone if no key belongs to two', () => {
    const apart: TableKeyRange[] = [
      { partition: { from: 'b', to: 'c' }, exact: true },
      { partition: { from: 'a', to: 'b' }, exact: true },
      { partition: { from: 'c' }, row: { to: 'm' }, exact: true },
      { partition: { from: 'd' }, row: { from: 'm' }, exact: true },
      { tableName: 'T', partition: {}, exact: true },
    ];
    expect(disjointRanges(apart, 'Rows')).toBe(apart);
  });
});
