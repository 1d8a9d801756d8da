import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkOf, d19, prefixed } from './bulkList.fixture.ts';

const SECOND = 10_000_000n;
const MINUTE = 60n * SECOND;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;

/** 2000-01-01T00:00:00Z */
const YEAR_2000 = 630_822_816_000_000_000n;

const joined = (keys: readonly string[]): string => keys.join('\n');

describe('summarizeBulk', () => {
  it('counts repeated keys and names the most frequent', () => {
    const keys = [1n, 2n, 1n, 3n, 1n, 2n].map((ticks) => d19(NEW_YEAR + ticks));
    expect(bulkOf(joined([...keys, `'${d19(NEW_YEAR + 9n)}'`])).summary.duplicates).toEqual({
      repeats: 3,
      repeatedKeys: 2,
      most: [
        { text: d19(NEW_YEAR + 1n), count: 3, firstLine: 1 },
        { text: d19(NEW_YEAR + 2n), count: 2, firstLine: 2 },
      ],
    });
  });

  it('has no time span where no key holds a time', () => {
    const texts = ['no key\nat all', "PartitionKey eq 'device7'\nPartitionKey eq 'device8'"];
    expect(texts.map((text) => bulkOf(text).summary.span)).toEqual([undefined, undefined]);
    expect(bulkOf(d19(NEW_YEAR)).summary.span).toEqual({ first: NEW_YEAR, last: NEW_YEAR });
  });

  it('agrees with a set about repeats', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 400 }), (numbers) => {
        const { duplicates, keys } = bulkOf(
          joined(numbers.map((number) => d19(NEW_YEAR + BigInt(number)))),
        ).summary;
        expect(duplicates.repeats).toBe(keys - new Set(numbers).size);
      }),
      { numRuns: 50 },
    );
  });

  it('finds each missing interval of rounded keys, in any order', () => {
    const minutes = [0n, 1n, 2n, 3n, 4n, 7n, 8n, 9n, 10n, 11n, 13n, 14n, 15n].toReversed();
    const { gaps } = bulkOf(joined(minutes.map((minute) => prefixed(1, NEW_YEAR + minute * MINUTE)))).summary;
    expect(gaps).toEqual({
      aboveTicks: MINUTE,
      total: 2,
      longest: [
        { from: NEW_YEAR + 5n * MINUTE, to: NEW_YEAR + 7n * MINUTE },
        { from: NEW_YEAR + 12n * MINUTE, to: NEW_YEAR + 13n * MINUTE },
      ],
    });
  });

  it('finds silences among exact keys', () => {
    const at = [...Array(50).keys()].map((index) => BigInt(index) * 10_001n + (index > 20 ? SECOND : 0n));
    const { gaps } = bulkOf(joined(at.map((ticks) => d19(NEW_YEAR + ticks)))).summary;
    expect(gaps).toEqual({
      aboveTicks: 100_010n,
      total: 1,
      longest: [{ from: NEW_YEAR + 200_020n, to: NEW_YEAR + 210_021n + SECOND }],
    });
    expect(bulkOf(d19(NEW_YEAR)).summary.gaps).toEqual({ total: 0, longest: [] });
  });

  it('finds the common divisor that BigInt finds', () => {
    const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
    fc.assert(
      fc.property(
        // 95 years: doubles hold the ticks of 28.
        fc.bigInt({ min: SECOND, max: 10n ** 13n }),
        fc.array(fc.bigInt({ min: 0n, max: 3000n }), { minLength: 1, maxLength: 50 }),
        (step, multiples) => {
          const start = (YEAR_2000 / step + 1n) * step;
          const instants = multiples.map((multiple) => start + multiple * step);
          const { schemes } = bulkOf(joined(instants.map((ticks) => d19(ticks)))).summary;
          const [first = 0n] = instants;
          const expected = instants.reduce((divisor, ticks) => gcd(divisor, ticks - first), 0n);
          const isTold = new Set(instants).size >= 3 && first % expected === 0n;
          expect(schemes.map(({ roundingTicks }) => roundingTicks)).toEqual([isTold ? expected : undefined]);
        },
      ),
    );
  });

  it('shows a rounding only where every instant is a multiple of it', () => {
    const half = joined([1n, 2n, 5n, 9n].map((hour) => d19(NEW_YEAR + hour * 60n * MINUTE + 1n)));
    expect(bulkOf(half).summary.schemes[0]?.schemeId).toBe('ticks19');
    expect(bulkOf(half).summary.schemes[0]?.roundingTicks).toBeUndefined();
  });
});
