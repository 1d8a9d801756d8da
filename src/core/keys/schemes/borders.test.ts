import { describe, expect, it } from 'vitest';
import type { KeyHint } from '../base/scheme.ts';
import { schemeById } from '../schemeRegistry.ts';
import { BASE36, CROCKFORD, digitsIn, PUSH } from './digitTexts.fixture.ts';

/*
 * How sure a number is a time, on both sides of each border: a unit before it, and at it. The keys are written here, and the shares are
 * literals, so that neither a border nor a share moves unseen.
 */

const UNIX = 621_355_968_000_000_000n;
const MAX = 3_155_378_975_999_999_999n;
const INT64 = 2n ** 63n - 1n;
const FILETIME = 504_911_232_000_000_000n;
const MS = 10_000n;
const SECOND = 10_000_000n;

const secondsOf = (ticks: bigint): bigint => (ticks - UNIX) / SECOND;
const msOf = (ticks: bigint): bigint => (ticks - UNIX) / MS;
const d19 = (value: bigint): string => String(value).padStart(19, '0');
const snowflake = (epoch: bigint, low: bigint) => (ticks: bigint) =>
  String(((msOf(ticks) - epoch) << 22n) + low);
const TWITTER = 1_288_834_974_657n;
const DISCORD = 1_420_070_400_000n;

/** Of each form: `year or instant, how sure a unit before it, how sure at it`; -: not read. */
const BORDERS: readonly (readonly [
  id: string,
  unit: bigint,
  write: (ticks: bigint) => string,
  borders: string,
  words?: string,
])[] = [
  ['ticks19', 1n, d19, '1900 0.184 0.552, 1990 0.552 0.92, 2100 0.92 0.552, 2200 0.552 0.184'],
  [
    'inverted-ticks19',
    1n,
    (t) => d19(MAX - t),
    '1900 0.18 0.54, 1990 0.54 0.9, 2100 0.9 0.54, 2200 0.54 0.18',
  ],
  // As long as both epochs fit, neither is sure.
  ['snowflake-twitter', MS, snowflake(TWITTER, 4_194_303n), '2030 0.64 0.576, 2040 0.576 0.224'],
  ['snowflake-discord', MS, snowflake(DISCORD, 4_194_303n), '2030 0.516 0.594, 2040 0.594 0.231'],
  ['snowflake-unix', MS, snowflake(0n, 4_194_303n), '2010 0.3 0.5, 2030 0.5 0.45, 2040 0.45 0.175'],
  [
    'snowflake-unix',
    MS,
    snowflake(0n, 7n),
    '2010 0.3 0.62, 2030 0.62 0.45',
    'the first ids of a millisecond',
  ],
  ['snowflake-unix', MS, snowflake(0n, 8n), '2010 0.3 0.5', 'the ninth id of a millisecond'],
  ['unix-ns', 100n, (t) => String((t - UNIX) * 100n + 99n), '2010 0.5 0.72, 2030 0.72 0.29'],
  [
    'unix-ns',
    100n,
    (t) => String((t - UNIX) * 100n),
    '2010 0.5 0.82, 2030 0.82 0.82, 2050 0.82 0.29, 2100 0.29 0.174',
    'of 100 ns',
  ],
  [
    'unix-s',
    SECOND,
    (t) => String(secondsOf(t)),
    '2001-09-09T01:46:40Z 0.28 0.82, 2050 0.29 0.29, 2100 0.29 0.174, 2200 0.174 0.058',
  ],
  [
    'unix-ms',
    MS,
    (t) => String(msOf(t)),
    '2001-09-09T01:46:40Z 0.28 0.85, 2050 0.85 0.425, 2100 0.425 0.255, 2200 0.255 0.085',
  ],
  ['inverted-int64-ms', MS, (t) => String(INT64 - msOf(t)), '1990 0.516 0.86, 2100 0.86 0.516'],
  ['inverted-int64-ticks', 1n, (t) => String(INT64 - t), '1990 0.516 0.86, 2100 0.86 0.516'],
  [
    'hex-ticks',
    1n,
    (t) => t.toString(16).padStart(16, '0'),
    '2000 0.15 0.86, 2050 0.86 0.15, 2100 0.15 0.09',
  ],
  ['hex-ticks', 1n, (t) => t.toString(16), '2000 0.15 0.7, 2050 0.7 0.15', 'without a zero'],
  [
    'hex-filetime',
    1n,
    (t) => (t - FILETIME).toString(16).padStart(16, '0'),
    '2000 0.15 0.84, 2050 0.84 0.15',
  ],
  [
    'hex-filetime',
    1n,
    (t) => (t - FILETIME).toString(16),
    '2000 0.15 0.68, 2050 0.68 0.15',
    'without a zero',
  ],
  ['hex-unix-ms', MS, (t) => msOf(t).toString(16).padStart(12, '0'), '2000 0.15 0.5, 2050 0.5 0.15'],
  ['hex-unix-ms', MS, (t) => msOf(t).toString(16), '2050 0.45 0.15', 'without a zero'],
  ['hex-unix-s', SECOND, (t) => secondsOf(t).toString(16), '2000 0.15 0.28, 2050 0.28 0.15'],
  ['base36-unix-ms', MS, (t) => digitsIn(BASE36, msOf(t), 8), '2010 - 0.28, 2045 0.28 -'],
  ['cuid', MS, (t) => `c${digitsIn(BASE36, msOf(t), 8)}0123456789abcdef`, '2010 - 0.85, 2045 0.85 -'],
  // 96 bits and four zeros.
  [
    'xid',
    SECOND,
    (t) => digitsIn(BASE36.slice(0, 32), ((secondsOf(t) << 64n) + 0xffff_ffffn) << 4n, 20),
    '2010 - 0.84, 2045 0.84 -',
  ],
  ['firebase-push-id', MS, (t) => `${digitsIn(PUSH, msOf(t), 8)}abcdefghijkl`, '2010 - 0.84, 2045 0.84 -'],
  [
    'tsid',
    MS,
    (t) => digitsIn(CROCKFORD, ((msOf(t) - 1_577_836_800_000n) << 22n) + 0x3f_bfffn, 13),
    '2037-06-02T21:56:53.888Z 0.5 -',
  ],
  ['filetime', 1n, (t) => String(t - FILETIME), '1990 0.51 0.85, 2100 0.85 0.51'],
  ['tobinary-utc', 1n, (t) => String(t + 2n ** 62n), '1990 0.54 0.9, 2100 0.9 0.54'],
  ['tobinary-local', 1n, (t) => `-${2n ** 63n - t}`, '1990 0.54 0.9, 2100 0.9 0.54'],
  ['tobinary-local', 1n, (t) => `-${2n ** 62n - t}`, '1990 0.54 0.9, 2100 0.9 0.54', 'ambiguous'],
  [
    'unix-s-padded',
    SECOND,
    (t) => String(secondsOf(t)).padStart(12, '0'),
    '2001-09-09T01:46:40Z - 0.62, 2100 0.62 0.1',
  ],
  [
    'unix-ms-padded',
    MS,
    (t) => String(msOf(t)).padStart(20, '0'),
    '2001-09-09T01:46:40Z - 0.62, 2100 0.62 0.1',
  ],
  [
    'unix-us-padded',
    10n,
    (t) => String((t - UNIX) / 10n).padStart(17, '0'),
    '2001-09-09T01:46:40Z - 0.62, 2100 0.62 0.1',
  ],
];

/** Ticks of a year or an instant, by the calendar of JavaScript. */
function ticksOf(at: string): bigint {
  return UNIX + BigInt(Date.parse(at.length === 4 ? `${at}-01-01T00:00:00Z` : at)) * MS;
}

function sureOf(id: string, text: string, hint: KeyHint = {}): number | undefined {
  const scheme = schemeById(id);
  const reading = scheme?.read(text, scheme.timeSource === 'row' ? 'row' : 'partition', hint);
  return reading && Number(reading.confidence.toFixed(4));
}

describe('the borders of times that a number can mean', () => {
  it.each(
    BORDERS.map(([id, unit, write, borders, words = 'usual']) => ({ id, unit, write, borders, words })),
  )('$id, $words', ({ id, unit, write, borders }) => {
    const seen = borders.split(', ').map((border) => {
      const [at = ''] = border.split(' ');
      const sure = [ticksOf(at) - unit, ticksOf(at)].map((ticks) => sureOf(id, write(ticks)) ?? '-');
      return [at, ...sure].join(' ');
    });
    expect(seen.join(', ')).toBe(borders);
  });
});

describe('neighbours of a number of 19 digits', () => {
  /** Ids of one machine, and of as many machines as ids; the number is read with them. */
  const list = (step: bigint) =>
    Array.from({ length: 8 }, (_, at) => String(1_709_632_830_000_000_001n + BigInt(at) * step));
  const ids = list(2n ** 22n + 1n);
  const clock = list(2n ** 22n + 2n ** 12n);
  const id = snowflake(TWITTER, 99n)(ticksOf('2029-06-01T00:00:00Z'));

  it.each([
    ['snowflake-twitter', undefined, 0.64],
    ['snowflake-twitter', ids, 0.8564],
    ['snowflake-twitter', clock, 0.3],
    ['unix-ns', undefined, 0.29],
    ['unix-ns', ids, 0.4],
    ['unix-ns', clock, 0.82],
  ] as const)('make %s as sure as they are like it', (scheme, sample, sure) => {
    expect(sureOf(scheme, id, sample === undefined ? {} : { sample })).toBe(sure);
  });
});

describe('a number of days', () => {
  it.each([
    ['ole-days', '38352.5', undefined],
    ['ole-days', '38353.5', 0.27],
    ['ole-days', '38353.500', 0.27],
    ['ole-days', '38353.5000', 0.45],
    ['ole-days', '54788.5000', 0.45],
    ['ole-days', '54789.5000', undefined],
    ['ole-days', '38353.1234567890123456', 0.45],
    ['ole-days', '38353.12345678901234567', undefined],
    ['ole-days', '038353.5', undefined],
    ['julian-date', '2453370.5000', undefined],
    ['julian-date', '2453371.5000', 0.7],
    ['julian-date', '2469807.500', 0.42],
    ['julian-date', '2469808.5000', undefined],
    ['modified-julian-date', '54788.5000', undefined],
    ['modified-julian-date', '54789.5000', 0.4],
    ['modified-julian-date', '69806.5', 0.24],
    ['modified-julian-date', '69807.5', undefined],
  ])('%s reads %s as sure as %s', (id, text, sure) => {
    expect(sureOf(id, text)).toBe(sure);
  });

  it.each([
    // Day 0 of each by the calendar, and half a day.
    ['ole-days', '45356.5', '2024-03-05T12:00:00Z', 86_400_000_000n],
    ['ole-days', '45356.4287326389', '2024-03-05T10:17:22.500Z', 10_000n],
    ['julian-date', '2460375.25', '2024-03-05T18:00:00Z', 8_640_000_000n],
    ['modified-julian-date', '60374.75', '2024-03-05T18:00:00Z', 8_640_000_000n],
  ] as const)('%s %s is %s, to one step of its last digit', (id, text, iso, step) => {
    const from = ticksOf(iso);
    expect(schemeById(id)?.read(text, 'partition', {})).toMatchObject({
      ticks: from,
      window: { from, to: from + step },
    });
    const time = { seconds: 0, fraction: 0 };
    expect(schemeById(id)?.rowTime(text, '', time)).toBe(true);
    expect(BigInt(time.seconds) * SECOND + BigInt(time.fraction)).toBe(from);
  });
});
