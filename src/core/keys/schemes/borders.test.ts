import { describe, expect, it } from 'vitest';
import type { KeyHint } from '../base/scheme.ts';
import { schemeById } from '../schemeRegistry.ts';
import { BASE36, CROCKFORD, digitsIn, PUSH } from './digitTexts.fixture.ts';
import { MAX, MS, SECOND, UNIX } from '../../time/units.fixture.ts';

/*
 * The confidence that a number is a time, on both sides of each border: one tick before it, and at it. The keys are written by this test.
 */

const INT64 = 2n ** 63n - 1n;
const FILETIME = 504_911_232_000_000_000n;

const secondsOf = (ticks: bigint): bigint => (ticks - UNIX) / SECOND;
const msOf = (ticks: bigint): bigint => (ticks - UNIX) / MS;
const d19 = (value: bigint): string => String(value).padStart(19, '0');
const snowflake = (epoch: bigint, low: bigint) => (ticks: bigint) =>
  String(((msOf(ticks) - epoch) << 22n) + low);
const tsid = (ticks: bigint) =>
  digitsIn(CROCKFORD, ((msOf(ticks) - 1_577_836_800_000n) << 22n) + 0x3f_bfffn, 13);
const TWITTER = 1_288_834_974_657n;
const DISCORD = 1_420_070_400_000n;

/** For each form, the years or instants from which on a reading is more certain (+), less certain (-) or the same (=). */
const BORDERS: readonly (readonly [id: string, write: (ticks: bigint) => string, borders: string])[] = [
  ['ticks19', d19, '1900+ 1990+ 2100- 2200-'],
  ['inverted-ticks19', (t) => d19(MAX - t), '1900+ 1990+ 2100- 2200-'],
  // As long as the id fits both epochs, neither is certain.
  ['snowflake-twitter', snowflake(TWITTER, 4_194_303n), '2030- 2040-'],
  ['snowflake-discord', snowflake(DISCORD, 4_194_303n), '2030+ 2040-'],
  ['snowflake-unix', snowflake(0n, 4_194_303n), '2010+ 2030- 2040-'],
  ['unix-ns', (t) => String((t - UNIX) * 100n + 99n), '2010+ 2030-'],
  // Nanoseconds from a clock that counts in 100 ns.
  ['unix-ns', (t) => String((t - UNIX) * 100n), '2010+ 2030= 2050- 2100-'],
  ['unix-s', (t) => String(secondsOf(t)), '2001-09-09T01:46:40Z+ 2050= 2100- 2200-'],
  ['unix-ms', (t) => String(msOf(t)), '2001-09-09T01:46:40Z+ 2050- 2100- 2200-'],
  ['inverted-int64-ms', (t) => String(INT64 - msOf(t)), '1990+ 2100-'],
  ['inverted-int64-ticks', (t) => String(INT64 - t), '1990+ 2100-'],
  ['hex-ticks', (t) => t.toString(16), '2000+ 2050-'],
  ['hex-filetime', (t) => (t - FILETIME).toString(16), '2000+ 2050-'],
  ['hex-unix-ms', (t) => msOf(t).toString(16).padStart(12, '0'), '2000+ 2050-'],
  ['hex-unix-s', (t) => secondsOf(t).toString(16), '2000+ 2050-'],
  ['base36-unix-ms', (t) => digitsIn(BASE36, msOf(t), 8), '2010+ 2045-'],
  ['cuid', (t) => `c${digitsIn(BASE36, msOf(t), 8)}0123456789abcdef`, '2010+ 2045-'],
  // An xid has 96 bits, followed by four zero bits.
  ['xid', (t) => digitsIn(BASE36.slice(0, 32), (secondsOf(t) << 68n) + 0xf_ffff_fff0n, 20), '2010+ 2045-'],
  ['firebase-push-id', (t) => `${digitsIn(PUSH, msOf(t), 8)}abcdefghijkl`, '2010+ 2045-'],
  ['tsid', tsid, '2037-06-02T21:56:53.888Z-'],
  ['filetime', (t) => String(t - FILETIME), '1990+ 2100-'],
  ['tobinary-utc', (t) => String(t + 2n ** 62n), '1990+ 2100-'],
  ['tobinary-local', (t) => `-${2n ** 63n - t}`, '1990+ 2100-'],
  ['unix-s-padded', (t) => String(secondsOf(t)).padStart(12, '0'), '2001-09-09T01:46:40Z+ 2100-'],
  ['unix-ms-padded', (t) => String(msOf(t)).padStart(20, '0'), '2001-09-09T01:46:40Z+ 2100-'],
  ['unix-us-padded', (t) => String((t - UNIX) / 10n).padStart(17, '0'), '2001-09-09T01:46:40Z+ 2100-'],
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

it.each(BORDERS)('how sure %s is changes exactly at its borders', (id, write, borders) => {
  const seen = borders.split(' ').map((border) => {
    const at = border.slice(0, -1);
    const [before = 0, then = 0] = [ticksOf(at) - 1n, ticksOf(at)].map((ticks) => sureOf(id, write(ticks)));
    return at + (then > before ? '+' : then < before ? '-' : '=');
  });
  expect(seen.join(' ')).toBe(borders);
});

describe('neighbours of a number of 19 digits', () => {
  /** Ids of one machine, and ids that each name another machine. A number is read with them as its neighbours. */
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
  it('is surer from four digits after the point on', () => {
    const [three = 0, four = 0, five = 0] = ['.500', '.5000', '.50000'].map((part) =>
      sureOf('ole-days', `45356${part}`),
    );
    expect([three < four, four === five]).toEqual([true, true]);
  });

  it.each([
    // Day 0 by the calendar, and half a day.
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
