import { describe, expect, it } from 'vitest';
import { decoded, pageBytes, ticksScheme } from '../../../../core/entities/page/entityPage.fixture.ts';
import { EntityStore } from '../../../../core/entities/store/entityStore.ts';
import { ColumnProfiles } from '../../../../core/rows/columnProfile.ts';
import { isInAllRows, withQueryFilter } from './queryFilter.ts';

describe('a filter of the list in the query', () => {
  const is = (type: string, text: string) => ({ name: 'A', kind: 'is', type, text }) as const;

  it('is a condition of the service, every type with its own literal', () => {
    expect(withQueryFilter('', is('Edm.String', "O'Neil"), { type: '' })).toBe("A eq 'O''Neil'");
    expect(withQueryFilter('', is('Edm.Int64', '5'), { type: '' })).toBe('A eq 5L');
    expect(withQueryFilter('', is('Edm.Int32', '5'), { type: '' })).toBe('A eq 5');
    expect(withQueryFilter('', is('Edm.Double', '5.0'), { type: '' })).toBe('A eq 5.0');
    expect(withQueryFilter('', is('Edm.Boolean', 'true'), { type: '' })).toBe('A eq true');
    expect(withQueryFilter('', is('Edm.DateTime', '2026-01-01T00:00:00.1234567Z'), { type: '' })).toBe(
      "A eq datetime'2026-01-01T00:00:00.1234567Z'",
    );
  });

  it('excludes a value only where all rows have one of its type: the service drops the others, the list keeps them', () => {
    const asked = (...rows: readonly object[]): string | undefined => {
      const store = new EntityStore(ticksScheme(), undefined, String);
      const texts = rows.map((row, at) => JSON.stringify({ PartitionKey: 'p', RowKey: String(at), ...row }));
      store.append(decoded(pageBytes(texts)), 0);
      const profile = new ColumnProfiles(store).all().find(({ name }) => name === 'A');
      const type = profile?.types[0]?.type ?? '';
      const isInAll = profile !== undefined && isInAllRows(profile);
      return withQueryFilter('', { ...is('Edm.Int32', '5'), kind: 'is-not' }, { type, isInAll });
    };
    expect(asked({ A: 5 }, { A: 6 })).toBe('A ne 5');
    expect(asked({ A: 5 }, { B: 6 }, { A: 7 })).toBeUndefined();
    expect(asked({ A: 5 }, { A: 'x' })).toBeUndefined();
    expect(asked({ A: 5 }, { A: 5.5 })).toBeUndefined();
    expect(asked({ A: 'x' }, { A: 'y' })).toBeUndefined();
    expect(
      withQueryFilter('', { ...is('Edm.Int32', '5'), kind: 'is-not' }, { type: 'Edm.Int32' }),
    ).toBeUndefined();
  });

  it('joins what the query has already', () => {
    expect(withQueryFilter("B eq 'x' or B eq 'y'", is('Edm.Int32', '5'), { type: '' })).toBe(
      "(B eq 'x' or B eq 'y') and A eq 5",
    );
    const range = { name: 'A', kind: 'range', as: 'number', from: '1', to: '2' } as const;
    expect(withQueryFilter('C ne 1', range, { type: 'Edm.Int64' })).toBe('C ne 1 and A ge 1L and A le 2L');
    expect(
      withQueryFilter(
        '',
        { ...range, as: 'instant', from: '', to: '2026-01-01T00:00:00Z' },
        { type: 'Edm.DateTime' },
      ),
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
      expect(withQueryFilter('', filter, { type: '' })).toBeUndefined();
    expect(withQueryFilter('A eq', is('Edm.Int32', '5'), { type: '' })).toBeUndefined();
  });
});
