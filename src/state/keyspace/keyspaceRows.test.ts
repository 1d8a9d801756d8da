import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowGrouping } from '../../core/keyspace/map/grouping.ts';
import { groupingOfText, groupingText } from './keyspaceRows.ts';

const groupings: fc.Arbitrary<RowGrouping> = fc.oneof(
  fc.constantFrom<RowGrouping>({ by: 'prefix' }, { by: 'partition' }, { by: 'identity' }),
  fc.integer({ min: 0, max: 9 }).map((part): RowGrouping => ({ by: 'identity', part })),
  fc.string({ minLength: 1 }).map((name): RowGrouping => ({ by: 'property', name })),
);

describe('the grouping of rows in the address', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(groupings, (grouping) => {
        expect(groupingOfText(groupingText(grouping))).toEqual(grouping);
      }),
    );
  });

  it('is written as its name with its part or property', () => {
    const table: readonly (readonly [RowGrouping, string])[] = [
      [{ by: 'prefix' }, 'prefix'],
      [{ by: 'partition' }, 'partition'],
      [{ by: 'identity' }, 'identity'],
      [{ by: 'identity', part: 0 }, 'identity.0'],
      [{ by: 'identity', part: 9 }, 'identity.9'],
      [{ by: 'property', name: 'A.b\n' }, 'property.A.b\n'],
      [{ by: 'property', name: '5' }, 'property.5'],
    ];
    expect(table.map(([grouping]) => groupingText(grouping))).toEqual(table.map(([, text]) => text));
    expect(table.map(([, text]) => groupingOfText(text))).toEqual(table.map(([grouping]) => grouping));
  });

  it('is undefined for anything else', () => {
    for (const text of [undefined, '', 'row', 'identity.x', 'identity.12', 'property.', 'prefix.1'])
      expect(groupingOfText(text)).toBeUndefined();
  });
});
