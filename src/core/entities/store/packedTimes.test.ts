import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PackedTimes } from './packedTimes.ts';

const seconds = fc.oneof(
  fc.constantFrom(
    0,
    1,
    2 ** 32 - 1,
    2 ** 32,
    63_930_729_600,
    315_537_897_599,
    2 ** 39,
    999_999_999_999,
    -1,
    0.5,
  ),
  fc.nat(315_537_897_599),
);
const fraction = fc.oneof(fc.constantFrom(0, 1, 9_999_999, 10_000_000), fc.nat(9_999_999));
const time = fc.record({ seconds, fraction, basis: fc.integer({ min: 1, max: 3 }) });

it('holds every time and where it comes from, and rows without time', () => {
  fc.assert(
    fc.property(fc.array(fc.option(time, { nil: undefined }), { maxLength: 40 }), (list) => {
      const times = new PackedTimes(2);
      for (const [row, each] of list.entries()) {
        for (const words of times.words) {
          if (words.canPack(row)) words.pack();
          words.reserve(row + 1);
        }
        // The time is set twice, as when a property refines the time of a key.
        times.set(row, 12_345, 678, 2);
        if (each === undefined) times.clear(row);
        else times.set(row, each.seconds, each.fraction, each.basis);
      }
      const read = list.map((_, row) => ({
        seconds: times.secondsAt(row),
        fraction: times.fractionAt(row),
        basis: times.basisAt(row),
      }));
      expect(read).toEqual(list.map((each) => each ?? { seconds: Number.NaN, fraction: 0, basis: 0 }));
    }),
    { numRuns: 300 },
  );
});
