import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberWords, orderByWords } from './radixOrder.ts';
import { runSteps } from '../../steps.ts';

const SPECIAL = [
  0,
  1,
  -1,
  5e-324,
  -5e-324,
  2 ** 31,
  2 ** 32,
  -(2 ** 32),
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];
/** A Double that differs from another one in its last bits only. */
const neighbour = fc
  .tuple(fc.constantFrom(0.1, 1e300, 3.5), fc.nat(9), fc.boolean())
  .map(([near, steps, isNegative]) => {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, near);
    bits.setBigUint64(0, bits.getBigUint64(0) + BigInt(steps));
    return isNegative ? -bits.getFloat64(0) : bits.getFloat64(0);
  });
const anyNumber = fc.oneof(
  neighbour,
  fc.constantFrom(...SPECIAL),
  fc.double({ noNaN: true }).map((value) => value + 0),
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
);
const pairs = fc.array(fc.tuple(anyNumber, fc.oneof(fc.integer(), fc.integer({ min: -2, max: 2 }))), {
  maxLength: 40,
});

describe('the order by digits', () => {
  it('is the stable one of a comparison, for every Double and what it leaves', () => {
    fc.assert(
      fc.property(pairs, (numbers) => {
        const majors = Float64Array.from(numbers, ([major]) => major);
        const minors = Int32Array.from(numbers, ([, minor]) => minor);
        const items = Uint32Array.from(numbers.keys());
        const expected = [...numbers.keys()].sort((a, b) => {
          if (majors[a] !== majors[b]) return (majors[a] ?? 0) < (majors[b] ?? 0) ? -1 : 1;
          return (minors[a] ?? 0) - (minors[b] ?? 0);
        });
        expect([...runSteps(orderByWords(items, numberWords(majors, minors), 0))]).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('is stable for more items than one step moves, and rests between steps', () => {
    const count = 140_000;
    const words = [Uint32Array.from({ length: count }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 12)];
    const work = orderByWords(
      Uint32Array.from({ length: count }, (_, at) => at),
      words,
    );
    let steps = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) steps += 1;
    const sorted = step.value;
    const key = (at: number): number => words[0]?.[sorted[at] as number] as number;
    let wrong = 0;
    for (let at = 1; at < count; at++) {
      const isAfter =
        key(at - 1) < key(at) ||
        (key(at - 1) === key(at) && (sorted[at - 1] as number) < (sorted[at] as number));
      if (!isAfter) wrong += 1;
    }
    expect(wrong).toBe(0);
    expect(new Set(sorted).size).toBe(count);
    expect(steps).toBeGreaterThan(5);
  });
});
