import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded, pageBytes } from '../../../core/entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../../../core/keys/ticksScheme.fixture.ts';
import { EntityStore } from '../../../core/entities/store/entityStore.ts';
import { ColumnProfiles } from '../../../core/rows/columnProfile.ts';
import { isInAllRows, withQueryFilter } from './queryFilter.ts';

function exactOf(text: string): bigint | number {
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

/** Whether a service that never converts numbers finds a row. Undefined if there is nothing to ask for, because no row can match. */
function meets(filter: string | undefined, row: { readonly type: string; readonly text: string }): boolean {
  return (filter ?? '').split(' or ').some((side) => {
    const terms = [...side.matchAll(/A (eq|ge|le) ([-+.\deE]+L?)/g)];
    return (
      terms.length > 0 &&
      terms.every(([, operator = '', literal = '']) => {
        const whole = /^-?\d+$/.test(literal) ? 'Edm.Int32' : 'Edm.Double';
        if (row.type !== (literal.endsWith('L') ? 'Edm.Int64' : whole)) return false;
        const [own, other] = [exactOf(row.text), exactOf(literal.replace('L', ''))];
        return (operator === 'le' || own >= other) && (operator === 'ge' || own <= other);
      })
    );
  });
}

describe('a filter of the list in the query', () => {
  const is = (type: string, text: string) => ({ name: 'A', kind: 'is', type, text }) as const;

  it('is a condition of the service, every type with its own literal', () => {
    expect(withQueryFilter('', is('Edm.String', "O'Neil"), { types: [] })).toBe("A eq 'O''Neil'");
    expect(withQueryFilter('', is('Edm.Int64', '5'), { types: [] })).toBe('A eq 5L');
    expect(withQueryFilter('', is('Edm.Int32', '5'), { types: [] })).toBe('A eq 5');
    expect(withQueryFilter('', is('Edm.Double', '5.0'), { types: [] })).toBe('A eq 5.0');
    expect(withQueryFilter('', is('Edm.Boolean', 'true'), { types: [] })).toBe('A eq true');
    expect(withQueryFilter('', is('Edm.DateTime', '2026-01-01T00:00:00.1234567Z'), { types: [] })).toBe(
      "A eq datetime'2026-01-01T00:00:00.1234567Z'",
    );
  });

  it('excludes a value only where all rows have one of its type: the service drops the others, the list keeps them', () => {
    const asked = (...rows: readonly object[]): string | undefined => {
      const store = new EntityStore(ticksScheme(), undefined, String);
      const texts = rows.map((row, at) => JSON.stringify({ PartitionKey: 'p', RowKey: String(at), ...row }));
      store.append(decoded(pageBytes(texts)), 0);
      const profiles = new ColumnProfiles(store);
      for (const _ of profiles.update());
      const profile = profiles.of('A');
      const types = profile?.types ?? [];
      const isInAll = profile !== undefined && isInAllRows(profile, rows.length);
      return withQueryFilter('', { ...is('Edm.Int32', '5'), kind: 'is-not' }, { types, isInAll });
    };
    expect(asked({ A: 5 }, { A: 6 })).toBe('A ne 5');
    expect(asked({ A: 5 }, { B: 6 }, { A: 7 })).toBeUndefined();
    expect(asked({ A: 5 }, { A: 'x' })).toBeUndefined();
    expect(asked({ A: 5 }, { A: 5.5 })).toBeUndefined();
    expect(asked({ A: 'x' }, { A: 'y' })).toBeUndefined();
    expect(
      withQueryFilter('', { ...is('Edm.Int32', '5'), kind: 'is-not' }, { types: ['Edm.Int32'] }),
    ).toBeUndefined();
  });

  it('joins what the query has already', () => {
    expect(withQueryFilter("B eq 'x' or B eq 'y'", is('Edm.Int32', '5'), { types: [] })).toBe(
      "(B eq 'x' or B eq 'y') and A eq 5",
    );
    const range = { name: 'A', kind: 'range', as: 'number', from: '1', to: '2' } as const;
    expect(withQueryFilter('C ne 1', range, { types: ['Edm.Int64'] })).toBe('C ne 1 and A ge 1L and A le 2L');
    const below = { ...range, isBelow: true };
    expect(withQueryFilter('', below, { types: ['Edm.Int32'] })).toBe('A ge 1 and A lt 2');
    expect(withQueryFilter('', { ...below, to: '2.5' }, { types: ['Edm.Int32', 'Edm.Double'] })).toBe(
      'A ge 1 and A le 2 or A ge 1.0 and A lt 2.5',
    );
    expect(
      withQueryFilter(
        '',
        { ...range, as: 'instant' as const, from: '', to: '2026-01-01T00:00:00Z' },
        { types: ['Edm.DateTime'] },
      ),
    ).toBe("A lt datetime'2026-01-01T00:00:00Z'");
  });

  it('reads the rows that the list shows, for numbers of any mix of types, though no service converts them', () => {
    const types = ['Edm.Int32', 'Edm.Int64', 'Edm.Double'] as const;
    const odd = [0n, -1n, 5n, 2n ** 31n, -(2n ** 31n), 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
    const value = fc.oneof(
      fc.constantFrom(...odd).map((number) => ({ type: 'Edm.Int64' as const, text: String(number) })),
      fc
        .integer({ min: -6, max: 6 })
        .chain((number) => fc.constantFrom(...types).map((type) => ({ type, text: String(number) }))),
      fc
        .constantFrom('0.5', '5.0', '1e300', '-1e300', '9007199254740992', '-0.0', '2147483648')
        .map((text) => ({ type: 'Edm.Double' as const, text })),
    );
    const bound = fc.oneof(
      value.map(({ text }) => text),
      fc.constant(''),
    );
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 8 }),
        value,
        bound,
        bound,
        (rows, wanted, from, to) => {
          const column = { types: types.filter((each) => rows.some(({ type }) => type === each)) };
          const same = withQueryFilter('', is(wanted.type, wanted.text), column);
          const exact = exactOf(wanted.text);
          expect(rows.filter((row) => meets(same, row))).toEqual(
            // JavaScript compares a BigInt with a Number exactly.
            rows.filter(({ text }) => exactOf(text) >= exact && exactOf(text) <= exact),
          );
          if (from === '' && to === '') return;
          const range = withQueryFilter('', { name: 'A', kind: 'range', as: 'number', from, to }, column);
          expect(rows.filter((row) => meets(range, row))).toEqual(
            rows.filter(
              ({ text }) =>
                (from === '' || exactOf(text) >= exactOf(from)) &&
                (to === '' || exactOf(text) <= exactOf(to)),
            ),
          );
        },
      ),
      { numRuns: 200 },
    );
    expect(
      withQueryFilter('', is('Edm.Int32', '5'), { types: ['Edm.Int32', 'Edm.Double', 'Edm.String'] }),
    ).toBe('A eq 5 or A eq 5.0');
    // The service orders these types in its own way.
    for (const type of ['Edm.Guid', 'Edm.Binary'])
      expect(
        withQueryFilter(
          '',
          { name: 'A', kind: 'range', as: 'text', from: 'a', to: '' },
          { types: ['Edm.String', type] },
        ),
      ).toBeUndefined();
  });

  it('keeps both ends of a range: one that no literal holds is no open end', () => {
    const range = (from: string, to: string, as: 'text' | 'instant') =>
      withQueryFilter('', { name: 'A', kind: 'range', as, from, to }, { types: [] });
    expect(range('a', 'b', 'text')).toBe("A ge 'a' and A le 'b'");
    for (const broken of ['b\ud800', 'b\0']) {
      expect(range('a', broken, 'text')).toBeUndefined();
      expect(range(broken, 'z', 'text')).toBeUndefined();
    }
    expect(range('2026-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 'instant')).toBeUndefined();
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
      expect(withQueryFilter('', filter, { types: [] })).toBeUndefined();
    expect(withQueryFilter('A eq', is('Edm.Int32', '5'), { types: [] })).toBeUndefined();
  });
});
