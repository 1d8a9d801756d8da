import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PassingValues } from './columnFilter.ts';
import { keepPlaces, keepRows, rowsAtPlaces, valuesOfList } from './keepRows.ts';
import type { Codes } from '../bytes/narrowColumn.ts';
import type { ValueColumn } from './valueColumn.ts';

/** A column of these values; the greatest number stands for rows without one. */
function columnOf(values: Codes, distinct: number): ValueColumn {
  return {
    ref: { name: 'A' },
    rowCount: values.length,
    values,
    distinct,
    ranks: undefined,
    references: new Uint32Array(0),
    kindEnds: new Uint32Array(7),
    types: new Uint16Array(0),
    majors: new Float64Array(0),
    minors: new Int32Array(0),
  };
}

const kinds = fc.constantFrom<{ readonly make: (values: number[]) => Codes; readonly most: number }>(
  { make: (values) => Uint8Array.from(values), most: 0xff },
  { make: (values) => Uint16Array.from(values), most: 0xffff },
  { make: (values) => Uint32Array.from(values), most: 2 ** 31 - 2 },
);

/** Values at both ends and beside the bounds are as likely as all others together. */
const cases = kinds.chain(({ make, most }) => {
  const value = fc.oneof(fc.constantFrom(0, 1, most - 1, most), fc.nat(most), fc.nat(5));
  return fc.record({
    values: fc.array(value, { maxLength: 40 }).map((values) => make(values)),
    distinct: fc.constant(most),
    bounds: fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    isOthers: fc.boolean(),
    isPicked: fc.infiniteStream(fc.boolean()),
  });
});

describe('the rows that a filter keeps', () => {
  it('are those whose value is in the stretch, or outside it, in their order', () => {
    fc.assert(
      fc.property(cases, ({ values, distinct, bounds: [from, to], isOthers, isPicked }) => {
        const some = [...values.keys()].filter(() => isPicked.next().value === true);
        for (const rows of [[...values.keys()], some, some.toReversed()]) {
          const passing: PassingValues = { from, to, isOthers };
          const list = Uint32Array.from(rows);
          const kept = [...keepRows(list, columnOf(values, distinct), passing, new Uint32Array(rows.length))];
          const isIn = (row: number): boolean => (values[row] ?? 0) >= from && (values[row] ?? 0) < to;
          expect(kept).toEqual(rows.filter((row) => isIn(row) !== isOthers));
          const listed = valuesOfList(list, columnOf(values, distinct));
          const places = keepPlaces(listed, passing, new Uint32Array(rows.length));
          expect([...places].map((place) => rows[place])).toEqual(kept);
          expect([...rowsAtPlaces(list, places)]).toEqual(kept);
          // In place, too.
          expect([...keepRows(list, columnOf(values, distinct), passing, list)]).toEqual(kept);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('are those whose value is marked', () => {
    const column = columnOf(Uint8Array.of(2, 0, 1, 2, 3), 3);
    const passing = { passes: Uint8Array.of(1, 0, 1, 0) };
    const rows = Uint32Array.of(4, 3, 2, 1, 0);
    expect([...keepRows(rows, column, passing, new Uint32Array(5))]).toEqual([3, 1, 0]);
    expect([...keepPlaces(valuesOfList(rows, column), passing, new Uint32Array(5))]).toEqual([1, 3, 4]);
  });
});
