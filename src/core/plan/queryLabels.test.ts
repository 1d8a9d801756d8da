import { expect, it } from 'vitest';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { queryLabels } from './queryLabels.ts';
import type { PlannedQuery, QueryPlan } from './queryPlan.ts';
import { hasNoPrefixes } from './queryCounts.ts';
import { knownScheme } from '../keys/knownScheme.fixture.ts';

type Range = Omit<TableKeyRange, 'exact'>;

function labelsOf(schemeId: string, ranges: readonly Range[]): readonly string[] {
  const scheme = knownScheme(schemeId);
  const request = { tableName: 'Logs', schemeId, volume: 10, unprefixed: false } as const;
  return queryLabels(
    ranges.map((range) => ({ ...range, exact: true })),
    { scheme, request },
  );
}

const one = { from: 'a', to: 'a\u0000' };
const some = { from: 'a', to: 'b' };

it.each<readonly [Range, label: string]>([
  [{ partition: one, row: one }, 'point lookup'],
  [{ partition: one, row: some }, 'one partition'],
  [{ partition: one }, 'one partition'],
  [{ partition: some, row: one }, 'key range'],
  [{ partition: { from: 'a' } }, 'key range'],
  [{ partition: {} }, 'all rows'],
  [{ partition: {}, row: some }, 'every partition'],
  [{ partition: some, prefix: 7 }, 'prefix 7'],
  [{ partition: some, tableName: 'Logs' }, 'key range'],
  [{ partition: some, tableName: 'Other' }, 'Other'],
])('the range %j is "%s"', (range, label) => {
  expect(labelsOf('none', [range])).toEqual([label]);
});

it('a range without a prefix says so if the scheme has prefixes', () => {
  expect(labelsOf('wad-prefixed', [{ partition: some, prefix: 0 }, { partition: some }])).toEqual([
    'prefix 0',
    'unprefixed',
  ]);
});

it('names the table if there are several, and the part if a range is split', () => {
  const [a, b] = ['A', 'B'].map((tableName) => ({ partition: some, tableName, prefix: 1 }));
  if (a === undefined || b === undefined) throw new Error('two');
  expect(labelsOf('wad-prefixed', [a])).toEqual(['prefix 1']);
  expect(labelsOf('wad-prefixed', [a, b])).toEqual(['A prefix 1', 'B prefix 1']);
  expect(labelsOf('wad-prefixed', [a, b, a])).toEqual([
    'A prefix 1, part 1 of 2',
    'B prefix 1',
    'A prefix 1, part 2 of 2',
  ]);
  // A label that is the table's name already does not repeat it.
  const plain = ['A', 'B'].map((tableName) => ({ partition: some, tableName }));
  expect(labelsOf('none', plain)).toEqual(['A', 'B']);
  expect(labelsOf('none', [{ partition: some }, { partition: some, tableName: 'A' }])).toEqual([
    'key range',
    'A',
  ]);
});

function planOf(
  schemeId: string,
  ...prefixes: (number | undefined)[]
): Pick<QueryPlan, 'queries' | 'request'> {
  const queries = prefixes.map((prefix, index): PlannedQuery => {
    const query = {
      index,
      label: `query ${index}`,
      tableName: 'T',
      range: { partition: {}, exact: false },
      queryClass: 'partition range' as const,
    };
    return prefix === undefined ? query : { ...query, prefix };
  });
  return { queries, request: { tableName: 'T', schemeId, volume: 1, unprefixed: false } };
}

it('keys have no prefixes only if the scheme is known to have none and no query has one', () => {
  const ids = (isPrefixed: boolean): readonly string[] =>
    KEY_SCHEMES.filter(({ prefixed }) => prefixed === isPrefixed).map(({ id }) => id);
  expect(ids(false).length).toBeGreaterThan(3);
  expect(ids(false).every((id) => hasNoPrefixes(planOf(id, undefined, undefined)))).toBe(true);
  expect(ids(false).some((id) => hasNoPrefixes(planOf(id, undefined, 7)))).toBe(false);
  expect([...ids(true), 'unknown'].some((id) => hasNoPrefixes(planOf(id, undefined)))).toBe(false);
});
