import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearMask, maskCount, narrowMask, rowsOfMask } from './rowMask.ts';
import type { Codes } from '../bytes/narrowColumn.ts';
import { FoundValues } from './foundValues.ts';

const kinds = fc.constantFrom<{ readonly make: (values: number[]) => Codes; readonly most: number }>(
  { make: (values) => Uint8Array.from(values), most: 0xff },
  { make: (values) => Uint16Array.from(values), most: 0xffff },
  { make: (values) => Uint32Array.from(values), most: 2 ** 31 - 2 },
);

/** Half of the values are at an end of what the type holds or beside a bound: that is where a comparison goes wrong. */
const cases = kinds.chain(({ make, most }) => {
  const value = fc.oneof(fc.constantFrom(0, 1, most - 1, most), fc.nat(most), fc.nat(5));
  return fc.record({
    values: fc.array(value, { maxLength: 40 }).map((values) => make(values)),
    bounds: fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    isOthers: fc.boolean(),
    isPicked: fc.infiniteStream(fc.boolean()),
  });
});

describe('the rows that a filter keeps', () => {
  it('are those whose value is in the stretch, or outside it, in the order of the list', () => {
    fc.assert(
      fc.property(cases, ({ values, bounds: [from, to], isOthers, isPicked }) => {
        const mask = new Uint8Array(values.length).fill(1);
        narrowMask(mask, { values }, { from, to, isOthers });
        const isIn = (row: number): boolean => (values[row] ?? 0) >= from && (values[row] ?? 0) < to;
        const all = [...values.keys()];
        expect(maskCount(mask)).toBe(all.filter((row) => isIn(row) !== isOthers).length);
        const some = all.filter(() => isPicked.next().value === true);
        for (const rows of [all, some, some.toReversed()]) {
          const kept = rowsOfMask(Uint32Array.from(rows), mask, values.length);
          expect([...kept]).toEqual(rows.filter((row) => isIn(row) !== isOthers));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are those whose value is marked, and no other filter has cleared', () => {
    const mask = Uint8Array.of(1, 1, 0, 1, 1);
    narrowMask(mask, { values: Uint8Array.of(2, 0, 1, 2, 3) }, { passes: Uint8Array.of(1, 1, 1, 0) });
    expect([...mask]).toEqual([1, 1, 0, 1, 0]);
    clearMask(mask, Uint8Array.of(0, 1, 1, 0, 0));
    expect([...mask]).toEqual([1, 0, 0, 1, 0]);
  });
});

it('numbers references by their first occurrence, and knows each one again', () => {
  const found = new FoundValues({ keyOf: () => 0, isByRow: false }, 0);
  const references = [70, 8, 900, 8, 70, 900, 5];
  expect(references.map((reference) => found.idOf(reference))).toEqual([0, 1, 2, 1, 0, 2, 3]);
  expect([found.count, ...found.references.subarray(0, 4)]).toEqual([4, 70, 8, 900, 5]);
});
