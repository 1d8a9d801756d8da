import { describe, expect, it } from 'vitest';
import { areNoTimes, areTimesClose, isSampleOfNoTimes, neighbourKind } from './neighbours.ts';
import { schemeById } from '../schemeRegistry.ts';

/** Ten mean years in ticks: 365.25 days each. */
const TEN_YEARS = 3_155_760_000_000_000n;

/** Reads `t<number>` as that many ticks, and nothing else. */
const ticksOf = (text: string): bigint | undefined =>
  text.startsWith('t') ? BigInt(text.slice(1)) : undefined;
const times = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);
const others = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`);

describe('neighbours whose times are close', () => {
  it.each([
    ['five, of which two are equal', [...times(4), 't0'], undefined],
    ['five', times(5), true],
    ['eight of ten', [...times(8), ...others(2)], true],
    ['four of five', [...times(4), ...others(1)], false],
    ['five in ten years', [...times(4), `t${TEN_YEARS}`], true],
    ['the first is the last', [`t${TEN_YEARS + 1n}`, ...times(4)], false],
  ] as const)('%s', (_name, sample, answer) => {
    expect(areTimesClose(sample, ticksOf)).toBe(answer);
  });
});

/** Numbers of eight digits that begin with the given two. */
const numbers = (...heads: readonly string[]) => heads.map((head, at) => `${head}${123_456 + at}`);
const MIXED = ['10', '21', '32', '43', '54', '65', '76', '87', '98', '19', '28'];

describe('numbers that are no times', () => {
  it.each([
    ['twelve that begin with any digit', numbers(...MIXED, '37'), true],
    ['eleven', numbers(...MIXED), false],
    ['twelve, of which two are equal', [...numbers(...MIXED), ...numbers('10')], false],
    ['one of another width', [...numbers(...MIXED), '3712345'], false],
    ['one with a letter', [...numbers(...MIXED), '37x23456'], false],
    [
      'five of them begin alike',
      numbers('10', '10', '10', '10', '10', '21', '32', '43', '54', '65', '76', '87'),
      false,
    ],
  ] as const)('%s', (_name, keys, answer) => {
    expect(areNoTimes(keys)).toBe(answer);
    expect([isSampleOfNoTimes(keys), isSampleOfNoTimes(keys)]).toEqual([answer, answer]);
  });

  // Real article numbers (EAN-13).
  const ARTICLES = ['4006381333931', '5901234123457', '4012345678901', '9780201379624', '0012345678905'];
  it.each([
    ['six articles', [...ARTICLES, '5012345678900'], true],
    ['five', ARTICLES, false],
    ['five and one again', [...ARTICLES, '4006381333931'], false],
    ['six, one with another check digit', [...ARTICLES, '5012345678901'], false],
    ['six, one too short', [...ARTICLES, '501234567890'], false],
    ['six, one with a letter', [...ARTICLES, '501234567890x'], false],
    ['six, two digits swapped', [...ARTICLES, '5102345678900'], false],
  ] as const)('%s', (_name, keys, answer) => {
    expect(areNoTimes(keys)).toBe(answer);
  });

  it('no sample says nothing', () => {
    expect(isSampleOfNoTimes(undefined)).toBeUndefined();
  });
});

/** Numbers of 19 digits: the first one, and more at equal distances. */
function spread(first: bigint, distance: bigint, count = 8): readonly string[] {
  return Array.from({ length: count }, (_, at) => String(first + BigInt(at) * distance));
}

const ODD = ['', '1x09632830000000001', '170963283000000000', '0709632830000000001'];

it('neighbours that end in zeros are times of a clock, even if the bits of a machine do not change', () => {
  // 2^22 * 25 does not change the lower 22 bits.
  expect(neighbourKind([...ODD, ...spread(1_709_632_830_000_000_000n, 104_857_600n)])).toBe('nanoseconds');
});

it('neighbours of few machines are ids, and of many are times', () => {
  expect(neighbourKind([...ODD, ...spread(1_709_632_830_000_000_001n, 2n ** 22n + 1n)])).toBe('snowflake');
  expect(neighbourKind([...ODD, ...spread(1_709_632_830_000_000_001n, 2n ** 22n + 2n ** 12n)])).toBe(
    'nanoseconds',
  );
});

it('too few neighbours tell nothing, nor the same one again', () => {
  const three = spread(1_709_632_830_000_000_001n, 2n ** 22n + 1n, 3);
  expect([neighbourKind(undefined), neighbourKind([...ODD, ...three, ...three])]).toEqual([
    undefined,
    undefined,
  ]);
  expect(neighbourKind(spread(1_709_632_830_000_000_001n, 2n ** 22n + 1n, 4))).toBe('snowflake');
});

/** 2024-03-05T10:00:00Z in ticks, and the length of ten minutes. */
const TEN = 638_452_296_000_000_000n;
const STEP = 6_000_000_000n;

it('a sample shows the rounding by its keys of this width alone, whatever else is in it', () => {
  const others = [
    '',
    'x638452296000000001',
    '638452296000000001x',
    '0638452296000x00001',
    '063845229600000000',
  ];
  const sample = [0n, 1n, 3n].map((steps) => `0${TEN + steps * STEP}`);
  for (const other of others) {
    const reading = schemeById('ticks19')?.read(`0${TEN}`, 'partition', { sample: [other, ...sample] });
    expect([other, reading?.window]).toEqual([other, { from: TEN, to: TEN + STEP }]);
  }
});
