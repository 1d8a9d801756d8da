import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkOf, d19, prefixed } from './bulkList.fixture.ts';
import { MINUTE, SECOND } from '../../time/units.fixture.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;

/** 2000-01-01T00:00:00Z */
const YEAR_2000 = 630_822_816_000_000_000n;

const joined = (keys: readonly string[]): string => keys.join('\n');

describe('summarizeBulk', () => {
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

  it('finds the common divisor that BigInt finds', () => {
    const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
    fc.assert(
      fc.property(
        // The list covers 95 years, but a double holds the ticks of only 28 years exactly.
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
});
