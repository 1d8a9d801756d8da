import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKey } from './readKey.ts';
import { bulkOf } from './bulk/bulkList.fixture.ts';
import { detectScheme, type SampleRow, type SchemeProposal } from './detectScheme.ts';

/*
 * Numbers that are not times, and times that are numbers. The numbers are made here: uniform over all numbers of a width, or article
 * numbers with a check digit.
 */

/** 2026-09-01T00:00:00Z in Unix milliseconds. */
const SEPTEMBER = 1_788_220_800_000;
const DAY_MS = 86_400_000;

const seeds = fc.integer({ min: 1, max: 2 ** 31 - 2 });

/** Random numbers in [0, 1) from a seed (Park and Miller's generator). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}

/** A random number of this many digits, of which the first is not 0. */
function digitsOf(random: () => number, width: number): string {
  return Array.from(
    { length: width },
    (_, at) => Math.floor(random() * (at === 0 ? 9 : 10)) + (at === 0 ? 1 : 0),
  ).join('');
}

/** An article number: twelve digits and a check digit, with which the sum of the digits times 1, 3, 1, 3, ... is a multiple of ten. */
function articleOf(random: () => number, country: string): string {
  const twelve = `${country}${digitsOf(random, 12 - country.length)}`;
  const sum = twelve.split('').reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

type InKey = 'partitionKey' | 'rowKey';

/** Rows in key order. */
function rowsOf(
  keys: readonly string[],
  inKey: InKey,
  stampOf?: (key: string) => number,
): readonly SampleRow[] {
  return keys.toSorted().map((key) => ({
    partitionKey: inKey === 'partitionKey' ? key : 'orders',
    rowKey: inKey === 'rowKey' ? key : 'r',
    ...(stampOf === undefined ? {} : { timestamp: new Date(stampOf(key)).toISOString() }),
  }));
}

const counts = fc.integer({ min: 12, max: 120 });
const inKeys = fc.constantFrom<InKey>('partitionKey', 'rowKey');

function timed(proposals: readonly SchemeProposal[]): readonly SchemeProposal[] {
  return proposals.filter(({ schemeId, confidence }) => schemeId !== 'none' && confidence >= 0.3);
}

describe('random numbers', () => {
  const widths = fc.constantFrom(10, 13, 16, 17, 18, 19);

  it('of a width are no times, with Timestamps and without', () => {
    fc.assert(
      fc.property(seeds, counts, widths, inKeys, fc.boolean(), (seed, count, width, inKey, isStamped) => {
        const random = randomOf(seed);
        const keys = Array.from({ length: count }, () => digitsOf(random, width));
        const stampOf = () => SEPTEMBER + random() * 60 * DAY_MS;
        const rows = rowsOf(keys, inKey, isStamped ? stampOf : undefined);
        expect([width, timed(detectScheme('Orders', rows))]).toEqual([width, []]);
      }),
      { numRuns: 10 },
    );
  });

  it('of a width whose page in key order begins with the same digits are no times where Timestamps say another', () => {
    fc.assert(
      fc.property(seeds, counts, widths, inKeys, (seed, count, width, inKey) => {
        const random = randomOf(seed);
        const keys = Array.from({ length: count }, () => `100${digitsOf(random, width - 3)}`);
        const rows = rowsOf(keys, inKey, () => SEPTEMBER + random() * 60 * DAY_MS);
        expect([width, timed(detectScheme('Orders', rows))]).toEqual([width, []]);
      }),
      { numRuns: 10 },
    );
  });

  it('of articles (EAN-13) are no times, of one country and of many', () => {
    const countries = fc.constantFrom('', '400', '300', '500', '690', '880', '978', '2');
    fc.assert(
      fc.property(
        seeds,
        counts,
        countries,
        inKeys,
        fc.boolean(),
        (seed, count, country, inKey, isStamped) => {
          const random = randomOf(seed);
          const keys = Array.from({ length: count }, () => articleOf(random, country || digitsOf(random, 3)));
          const stampOf = () => SEPTEMBER + random() * 60 * DAY_MS;
          const rows = rowsOf(keys, inKey, isStamped ? stampOf : undefined);
          expect([country, timed(detectScheme('Articles', rows))]).toEqual([country, []]);
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe('times as numbers', () => {
  /** Writers of numbers from Unix milliseconds and 22 random bits. */
  const WRITERS: readonly (readonly [schemeId: RegExp, write: (ms: number, low: number) => string])[] = [
    [/^unix-s/, (ms) => String(Math.floor(ms / 1000))],
    [/^unix-ms/, (ms) => String(ms)],
    [/^unix-us/, (ms, low) => String(BigInt(ms) * 1000n + BigInt(low % 1000))],
    [/^unix-ns/, (ms, low) => String(BigInt(ms) * 1_000_000n + BigInt(low % 10_000) * 100n)],
    [/^filetime/, (ms) => String((BigInt(ms) + 11_644_473_600_000n) * 10_000n)],
    [/^ticks18/, (ms) => String((BigInt(ms) + 62_135_596_800_000n) * 10_000n)],
    [
      /^snowflake-discord/,
      (ms, low) => String(((BigInt(ms) - 1_420_070_400_000n) << 22n) + BigInt(low & 0x1f00f)),
    ],
    [
      /^snowflake-twitter/,
      (ms, low) => String(((BigInt(ms) - 1_288_834_974_657n) << 22n) + BigInt(low & 0x1f00f)),
    ],
  ];

  it.each(WRITERS)(
    'are proposed first if rows were written at the times in their keys (%s)',
    (schemeId, write) => {
      const spans = fc.constantFrom(0.04, 1, 30, 900);
      fc.assert(
        fc.property(seeds, counts, spans, inKeys, (seed, count, days, inKey) => {
          const random = randomOf(seed);
          const stamps = new Map<string, number>();
          for (let row = 0; row < count; row++) {
            const ms = Math.floor(SEPTEMBER - random() * days * DAY_MS);
            stamps.set(write(ms, Math.floor(random() * 2 ** 22)), ms + random() * 60_000);
          }
          const rows = rowsOf([...stamps.keys()], inKey, (key) => stamps.get(key) ?? 0);
          const [first] = detectScheme('Events', rows);
          expect(first?.schemeId).toMatch(schemeId);
          expect(first?.reason).toContain('Timestamp follows the time in the key');
        }),
        { numRuns: 4 },
      );
    },
  );

  it.each(WRITERS.slice(0, 6))('are proposed first without Timestamps too (%s)', (schemeId, write) => {
    fc.assert(
      fc.property(seeds, counts, inKeys, (seed, count, inKey) => {
        const random = randomOf(seed);
        const keys = Array.from({ length: count }, () =>
          write(Math.floor(SEPTEMBER - random() * 900 * DAY_MS), Math.floor(random() * 2 ** 22)),
        );
        expect(detectScheme('Events', rowsOf(keys, inKey))[0]?.schemeId).toMatch(schemeId);
      }),
      { numRuns: 4 },
    );
  });

  it('of a table that was copied are proposed, and the reason says that Timestamp does not follow', () => {
    const keys = Array.from({ length: 60 }, (_, at) => String(1_600_000_000_000 + at * 3_600_000));
    const [first] = detectScheme(
      'Copied',
      rowsOf(keys, 'partitionKey', () => SEPTEMBER),
    );
    expect(first?.schemeId).toBe('unix-ms');
    expect(first?.reason).toContain('Timestamp does not follow the time in the key');
  });
});

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function textOf(random: () => number, length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}

describe('one random id', () => {
  it.each([
    [24, '0123456789abcdef', '507f1f77bcf86cd799439011'],
    [27, ALPHANUMERIC, '0ujtsYcgvSTl8PAuAdqWYSMnLOv'],
  ])('of %i characters is seldom read as a time, and never surely', (length, alphabet, id) => {
    const random = randomOf(7);
    const sure = Array.from({ length: 200 }, () => readKey(textOf(random, length, alphabet))).map(
      ([first]) => (first?.ticks === undefined ? 0 : first.confidence),
    );
    expect(sure.filter((confidence) => confidence >= 0.3).length).toBeLessThan(90);
    expect(Math.max(...sure)).toBeLessThan(0.75);
    expect(readKey(id)[0]?.confidence).toBeGreaterThan(0.55);
  });
});

describe('a pasted list', () => {
  const listOf = (write: (random: () => number) => string) =>
    fc.tuple(seeds, fc.integer({ min: 24, max: 90 })).map(([seed, count]) => {
      const random = randomOf(seed);
      return Array.from({ length: count }, () => write(random));
    });
  const timesIn = (lines: readonly string[]) =>
    bulkOf(lines.join('\n')).keys.flatMap(({ ticks }) => ticks ?? []);

  const RANDOM: readonly (readonly [name: string, write: (random: () => number) => string])[] = [
    ['13 digits', (random) => digitsOf(random, 13)],
    ['17 digits', (random) => digitsOf(random, 17)],
    ['18 digits', (random) => digitsOf(random, 18)],
    ['19 digits', (random) => digitsOf(random, 19)],
    ['articles', (random) => articleOf(random, digitsOf(random, 3))],
    ['24 hexadecimal digits', (random) => textOf(random, 24, '0123456789abcdef')],
    // Ends with a letter of each kind, so that all lines have the same signature.
    ['27 letters and digits', (random) => `${textOf(random, 22, ALPHANUMERIC)}aAzZ7`],
    [
      '8 hexadecimal digits',
      (random) =>
        `${Math.floor(random() * 16 ** 6)
          .toString(16)
          .padStart(6, '0')}a7`,
    ],
    [
      '8 letters and digits',
      (random) =>
        `${Math.floor(random() * 36 ** 6)
          .toString(36)
          .padStart(6, '0')
          .slice(1)}z7a`,
    ],
  ];

  it.each(RANDOM)('of random ids holds no times (%s)', (_name, write) => {
    fc.assert(
      fc.property(listOf(write), (lines) => {
        expect(timesIn(lines)).toEqual([]);
      }),
      { numRuns: 3 },
    );
  });

  const TIMED: readonly (readonly [name: string, write: (ms: number) => string])[] = [
    ['Unix milliseconds', String],
    ['Unix milliseconds in hexadecimal', (ms) => ms.toString(16)],
    ['ObjectIds', (ms) => `${Math.floor(ms / 1000).toString(16)}bcf86cd799439011`],
    ['snowflakes since 1970', (ms) => String((BigInt(ms) << 22n) + 5n)],
    ['FILETIME', (ms) => String((BigInt(ms) + 11_644_473_600_000n) * 10_000n)],
  ];

  it('of times beside random ids of the same width is read', () => {
    const MIXED: readonly (readonly [width: number, write: (ms: number) => string])[] = [
      [18, (ms) => String(621_355_968_000_000_000n + BigInt(ms) * 10_000n)],
      [19, (ms) => `0${621_355_968_000_000_000n + BigInt(ms) * 10_000n}`],
      [14, (ms) => new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)],
    ];
    fc.assert(
      fc.property(seeds, fc.constantFrom(...MIXED), (seed, [width, write]) => {
        const random = randomOf(seed);
        const times = Array.from({ length: 12 }, (_, at) => write(SEPTEMBER + at * 1000));
        const lines = times.flatMap((time) => [time, digitsOf(random, width)]);
        const read = new Set(bulkOf(lines.join('\n')).keys.map(({ text }) => text));
        expect(times.filter((time) => !read.has(time))).toEqual([]);
      }),
      { numRuns: 3 },
    );
  });

  it.each(TIMED)('of times is read (%s)', (_name, write) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 24, max: 90 }), (seed, count) => {
        const random = randomOf(seed);
        const times = Array.from({ length: count }, () => Math.floor(SEPTEMBER - random() * 700 * DAY_MS));
        // Hexadecimal without a letter looks like a decimal number.
        const lines = times.map(write).filter((text) => /[a-f]/.test(text) || _name !== TIMED[1]?.[0]);
        expect(timesIn(lines)).toHaveLength(lines.length);
      }),
      { numRuns: 3 },
    );
  });
});
