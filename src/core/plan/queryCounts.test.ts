import { expect, it } from 'vitest';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import type { PlannedQuery, QueryPlan } from './queryPlan.ts';
import { hasNoPrefixes } from './queryCounts.ts';

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
