import { describe, expect, it } from 'vitest';
import { filterWarning } from './QueryFilter.tsx';

const KNOWN = ['Level', 'Role', 'PreciseTimeStamp'];

describe('a filter on names that no sampled row has', () => {
  it.each([
    ['Level le 2 and Role eq 1', undefined],
    ["PartitionKey ge 'a' and not (Timestamp lt datetime'2026-01-01T00:00:00Z')", undefined],
    ['Lebel le 2', 'No sampled row has Lebel. Did you mean Level?'],
    ['role eq 1 or Role eq 2', 'No sampled row has role. Did you mean Role?'],
    ['not (Lveel le 2)', 'No sampled row has Lveel. Did you mean Level?'],
    ['Roles eq 1', 'No sampled row has Roles. Did you mean Role?'],
    [
      'Tenant eq 1 and Pod eq 2 and Tenant ne 3',
      'No sampled row has Tenant, Pod: rows without it do not match.',
    ],
    // The filter is half typed, so its fault says more.
    ['Lebel le', undefined],
    ['', undefined],
  ])('%s', (filter, warning) => {
    expect(filterWarning(filter, KNOWN)).toBe(warning);
  });

  it('says nothing where no row is known', () => {
    expect(filterWarning('Lebel le 2', [])).toBeUndefined();
  });
});
