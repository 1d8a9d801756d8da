import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAxis, countLine, differenceLine, partsOnAxis, withoutParts } from './compareAxis.ts';

const MINUTE = 600_000_000n;
const start = fc.bigInt({ min: 0n, max: 10n ** 18n });
const length = fc.bigInt({ min: 1n, max: 10n ** 16n });

describe('the axis of two results', () => {
  it('has the same buckets for both, from the start of each, over the longer one', () => {
    fc.assert(
      fc.property(start, length, start, length, (one, oneLength, two, twoLength) => {
        const axis = compareAxis({ from: one, to: one + oneLength }, { from: two, to: two + twoLength });
        const { bucketTicks, bucketCount } = axis.first;
        expect(axis.first).toEqual({ from: one, bucketTicks, bucketCount });
        expect(axis.second).toEqual({ from: two, bucketTicks, bucketCount });
        const longer = oneLength > twoLength ? oneLength : twoLength;
        expect(bucketCount).toBeGreaterThan(0);
        expect(bucketCount).toBeLessThanOrEqual(120);
        expect(bucketTicks * BigInt(bucketCount)).toBeGreaterThanOrEqual(longer);
        expect(bucketTicks * BigInt(bucketCount - 1)).toBeLessThan(longer);
        // A bucket that the shorter one only begins is not covered by it.
        const covers = (own: bigint) => (own === longer ? bucketCount : Number(own / bucketTicks));
        expect([axis.firstCovers, axis.secondCovers]).toEqual([covers(oneLength), covers(twoLength)]);
      }),
    );
  });

  it('uses up to 120 buckets', () => {
    const of = (minutes: bigint) =>
      compareAxis({ from: 0n, to: minutes * MINUTE }, { from: 7n, to: 7n + MINUTE });
    expect(of(120n)).toMatchObject({ firstCovers: 120, secondCovers: 1, first: { bucketTicks: MINUTE } });
    expect(of(121n).first.bucketCount).toBeLessThan(120);
  });

  it('has counts where a result covers it, and the difference where both do', () => {
    const nan = Number.NaN;
    expect([...countLine(Uint32Array.of(5, 0, 7), 2)]).toEqual([5, 0, nan]);
    expect([...differenceLine(Float64Array.of(5, 1, nan), Float64Array.of(7, 0, 1))]).toEqual([2, -1, nan]);
    expect([...differenceLine(Float64Array.of(5, 1, 2), Float64Array.of(7))]).toEqual([2, nan, nan]);
  });

  it('places spans, cut at both ends, and takes away the buckets that they touch', () => {
    const buckets = { from: 100n, bucketTicks: 10n, bucketCount: 4 };
    const span = (from: bigint, to: bigint) => ({ from, to });
    expect(
      partsOnAxis(
        [span(100n, 110n), span(0n, 105n), span(135n, 999n), span(0n, 100n), span(140n, 150n)],
        buckets,
      ),
    ).toEqual([
      { from: 0, to: 1 },
      { from: 0, to: 0.5 },
      { from: 3.5, to: 4 },
    ]);
    const line = Float64Array.of(1, 2, 3, 4);
    const nan = Number.NaN;
    expect([...withoutParts(line, [{ from: 1, to: 2 }])]).toEqual([1, nan, 3, 4]);
    expect([
      ...withoutParts(line, [
        { from: 0.5, to: 1.5 },
        { from: 3.9, to: 4 },
      ]),
    ]).toEqual([nan, nan, 3, nan]);
    expect([...withoutParts(line, [])]).toEqual([1, 2, 3, 4]);
  });
});
