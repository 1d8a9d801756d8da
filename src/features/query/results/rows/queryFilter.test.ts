import { describe, expect, it } from 'vitest';
import { withQueryFilter } from './queryFilter.ts';

describe('a filter of the list in the query', () => {
  const is = (type: string, text: string) => ({ name: 'A', kind: 'is', type, text }) as const;

  it('is a condition of the service, every type with its own literal', () => {
    expect(withQueryFilter('', is('Edm.String', "O'Neil"), '')).toBe("A eq 'O''Neil'");
    expect(withQueryFilter('', is('Edm.Int64', '5'), '')).toBe('A eq 5L');
    expect(withQueryFilter('', is('Edm.Int32', '5'), '')).toBe('A eq 5');
    expect(withQueryFilter('', is('Edm.Double', '5.0'), '')).toBe('A eq 5.0');
    expect(withQueryFilter('', is('Edm.Boolean', 'true'), '')).toBe('A eq true');
    expect(withQueryFilter('', is('Edm.DateTime', '2026-01-01T00:00:00.1234567Z'), '')).toBe(
      "A eq datetime'2026-01-01T00:00:00.1234567Z'",
    );
    expect(withQueryFilter('', { ...is('Edm.Int32', '5'), kind: 'is-not' }, '')).toBe('A ne 5');
  });

  it('joins what the query has already', () => {
    expect(withQueryFilter("B eq 'x' or B eq 'y'", is('Edm.Int32', '5'), '')).toBe(
      "(B eq 'x' or B eq 'y') and A eq 5",
    );
    const range = { name: 'A', kind: 'range', as: 'number', from: '1', to: '2' } as const;
    expect(withQueryFilter('C ne 1', range, 'Edm.Int64')).toBe('C ne 1 and A ge 1L and A le 2L');
    expect(
      withQueryFilter('', { ...range, as: 'instant', from: '', to: '2026-01-01T00:00:00Z' }, 'Edm.DateTime'),
    ).toBe("A lt datetime'2026-01-01T00:00:00Z'");
  });

  it('is nothing if the service cannot ask it', () => {
    for (const filter of [
      { name: 'A', kind: 'contains', text: 'x' },
      { name: 'A', kind: 'absent' },
      { name: 'A', kind: 'twice' },
      is('Null', 'null'),
      is('Edm.String', '\ud800'),
      { ...is('Edm.String', 'x'), name: 'PartitionKey' },
      { ...is('Edm.String', 'x'), name: 'a b' },
      { ...is('Edm.String', 'x'), name: 'Prefix', fact: 'prefix' },
    ] as const)
      expect(withQueryFilter('', filter, '')).toBeUndefined();
    expect(withQueryFilter('A eq', is('Edm.Int32', '5'), '')).toBeUndefined();
  });
});
