import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksToIso } from '../time/ticks.ts';
import type { KeyReading, TableKeyRange } from './base/scheme.ts';
import { bulkOf } from './bulk/bulkList.fixture.ts';
import { detectScheme } from './detectScheme.ts';
import { keyRanges } from './keyRanges.ts';
import { readBest, readKey } from './readKey.ts';
import { schemeById } from './schemeRegistry.ts';
import { HOUR, UNIX } from '../time/units.fixture.ts';
import { bulkTicks } from './knownScheme.fixture.ts';

/** How many digits of yyyyMMddHHmmssfffffff a layout keeps; all keep at least the day. */
const KEPT = [8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21];
const DATE_MARKS = ['', '-', '_', '.'];
const TIME_MARKS = ['-', '_', 'T', ':', ' ', ''];
const SURROUNDINGS: readonly (readonly [before: string, after: string])[] = [
  ['d_', ''],
  ['tenant-', ''],
  ['a|b|', ''],
  ['x:', ''],
  ['', '_device7'],
  ['', '-sensor'],
  ['', '|x'],
  ['dev7_', '_eu'],
  ['7c9e6679-7425-40de-944b-e07fc1f90ae7_', ''],
];

interface Layout {
  readonly kept: number;
  readonly dateMark: string;
  readonly timeMark: string;
  /** The mark between hour, minute and second. */
  readonly clockMark: string;
}

/**
 * Whether a layout has only one meaning: after a date with marks a mark must follow, and four digits after the date's own mark could also
 * be a year.
 */
function isLayout({ kept, dateMark, timeMark, clockMark }: Layout): boolean {
  if (kept === 8) return timeMark === '-' && clockMark === '';
  if (dateMark !== '' && timeMark === '') return false;
  if (timeMark === '' && clockMark !== '') return false;
  // 2005.01.01:10-20-30 may just as well be an address, a port and a generation, as Orleans writes them.
  if (timeMark === ':' && clockMark === '-') return false;
  return kept !== 12 || dateMark === '' || timeMark !== dateMark || clockMark !== '';
}

const LAYOUTS: readonly Layout[] = KEPT.flatMap((kept) =>
  DATE_MARKS.flatMap((dateMark) =>
    TIME_MARKS.flatMap((timeMark) =>
      ['', ':', '-'].map((clockMark) => ({ kept, dateMark, timeMark, clockMark })),
    ),
  ),
).filter(isLayout);

/** The digits of yyyyMMddHHmmssfffffff, computed with Date. */
function digitsOf(ticks: bigint): string {
  const ms = new Date(Number((ticks - UNIX) / 10_000n)).toISOString().replaceAll(/\D/g, '');
  return ms + ((ticks - UNIX) % 10_000n).toString().padStart(4, '0');
}

function write(ticks: bigint, { kept, dateMark, timeMark, clockMark }: Layout): string {
  const digits = digitsOf(ticks);
  const date = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].join(dateMark);
  if (kept === 8) return date;
  const clock = [8, 10, 12].filter((at) => at < kept).map((at) => digits.slice(at, at + 2));
  const fraction = digits.slice(14, Math.max(14, kept));
  const mark = clockMark === '' || fraction === '' ? '' : '.';
  return date + timeMark + clock.join(clockMark) + mark + fraction;
}

/** The instant that is left of another one in a layout: later digits are cut. */
function floored(ticks: bigint, { kept }: Layout): bigint {
  const digits = digitsOf(ticks).slice(0, kept).padEnd(21, '0');
  const iso = digits.replace(/^(....)(..)(..)(..)(..)(..)(...)(....)$/, '$1-$2-$3T$4:$5:$6.$7Z');
  return BigInt(Date.parse(iso)) * 10_000n + BigInt(digits.slice(17)) + UNIX;
}

function selects({ partition: { from = '', to } }: TableKeyRange, key: string): boolean {
  return key >= from && (to === undefined || key < to);
}

function said(reading: KeyReading | undefined): string | undefined {
  return reading?.ticks === undefined ? undefined : ticksToIso(reading.ticks);
}

function spanOf(lines: readonly string[]): readonly (bigint | undefined)[] {
  const { keys, span } = bulkOf(lines.join('\n')).summary;
  return keys === lines.length ? [span?.first, span?.last] : [];
}

/** Whether a time of day cannot be taken for a year near that of the date, with which a second date could begin. */
function isOnlyClock(ticks: bigint): boolean {
  return !/^.{8}20[0-4]/.test(digitsOf(ticks));
}

/** The years 2005 to 2033. */
const instants = fc
  .bigInt({ min: 632_401_344_000_000_000n, max: 641_200_000_000_000_000n })
  .filter(isOnlyClock);
const surroundings = fc.constantFrom(...SURROUNDINGS);

describe('a date with a time of day beside other parts of a key', () => {
  it('is read as when it stands alone, first', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LAYOUTS), instants, surroundings, (layout, ticks, [before, after]) => {
        const time = write(ticks, layout);
        const expected = ticksToIso(floored(ticks, layout));
        expect([time, said(readBest(time))]).toEqual([time, expected]);
        const key = before + time + after;
        expect([key, said(readBest(key)), said(readKey(key)[0])]).toEqual([key, expected, expected]);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same in a list, in the scheme that is proposed, and in the query for it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LAYOUTS), instants, surroundings, (layout, start, [before, after]) => {
        const times = Array.from(
          { length: 30 },
          (_, index) => start + BigInt(index) * 409_876_543_211n,
        ).filter(isOnlyClock);
        const keys = times.map((ticks) => before + write(ticks, layout) + after);
        const says = times.map((ticks) => floored(ticks, layout));
        expect([keys[0], ...spanOf(keys)]).toEqual([keys[0], says[0], says.at(-1)]);
        const rows = keys.map((partitionKey) => ({ partitionKey, rowKey: 'r' }));
        const [proposal] = detectScheme('Readings', rows);
        const scheme = schemeById(proposal?.schemeId ?? '');
        const read = keys.map((key) => bulkTicks(scheme, key, 'r'));
        expect([keys[0], proposal?.schemeId, read]).toEqual([keys[0], proposal?.schemeId, says]);
        for (const [index, key] of keys.entries()) {
          const from = (says[index] ?? 0n) - HOUR / 2n;
          const ranges = keyRanges(scheme?.id ?? '', { from, to: from + HOUR }, proposal);
          expect([key, ranges.some((range) => selects(range, key))]).toEqual([key, true]);
        }
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ['d_20240305-1427', '2024-03-05T14:27:00.0000000Z'],
    ['d_20240305_1427', '2024-03-05T14:27:00.0000000Z'],
    ['d_20240305-14', '2024-03-05T14:00:00.0000000Z'],
    ['d_20240305-142733123', '2024-03-05T14:27:33.1230000Z'],
    ['x_20240305_17', '2024-03-05T17:00:00.0000000Z'],
    ['20240305-1427_device7', '2024-03-05T14:27:00.0000000Z'],
    ['log-20240305-1427.1', '2024-03-05T14:27:00.0000000Z'],
    ['log.20240305_14.txt', '2024-03-05T14:00:00.0000000Z'],
    ['backup-2024-03-05-142733', '2024-03-05T14:27:33.0000000Z'],
  ])('%s', (text, iso) => {
    expect(said(readBest(text))).toBe(iso);
  });
});

describe('digits behind a date that are no time of day', () => {
  it.each([
    ['2024-03-05-2024-03-06', '2024-03-05'],
    ['2024-03-05_2024-03-06', '2024-03-05'],
    ['2024_03_05-2024_03_06', '2024-03-05'],
    ['tenant-2024-03-05-2024', '2024-03-05'],
    ['tenant-2024-03-05-2019', '2024-03-05'],
    ['2024.03.05.1200', '2024-03-05'],
    ['20240305_20240306', '2024-03-05'],
    // A Functions key that ends with its day: hostId-yyyyMMdd.
    ['20240305-20240306', '2024-03-06'],
    ['x_20231231_20240106_y', '2023-12-31'],
    ['20240305_2025-11-30', '2025-11-30'],
    ['2024-03-05_20240306', '2024-03-05'],
    ['20240305-20240306T10', '2024-03-05'],
    ['2024-03-2024-04', '2024-03-01'],
    ['202403-202404', '2024-03-01'],
    ['dev_20240301_1709302830', '2024-03-01'],
    ['dev_2024-03-01_1709302830123', '2024-03-01'],
    ['20240305-2460', '2024-03-05'],
    ['20240305-1427331234567890', '2024-03-05'],
    ['20240305-0001', '2024-03-05'],
    ['20240305_000042', '2024-03-05'],
    ['2024-03-05_0059', '2024-03-05'],
    ['order_20240305-0017_x', '2024-03-05'],
  ])('%s', (text, day) => {
    const [first] = readKey(text);
    expect(said(first)).toBe(`${day}T00:00:00.0000000Z`);
    expect(first?.confidence).toBeGreaterThan(0.3);
  });

  it('may be its first hour: at midnight, or if neighbours have other hours', () => {
    const read = (text: string, sample: readonly string[] = []) => {
      const [first] = readKey(text, { sample });
      return [first?.schemeId, Number(first?.confidence.toFixed(2))];
    };
    expect(read('20240305-0000')).toEqual(['date-yyyyMMdd-HHmm', 0.8]);
    expect(read('20240305-0017', ['20240305-0017', '20240305-0900'])).toEqual(['date-yyyyMMdd-HHmm', 0.8]);
    expect(read('20240305-0117')).toEqual(['date-yyyyMMdd-HHmm', 0.8]);
    expect(read('202403050017')).toEqual(['date-yyyyMMddHHmm', 0.6]);
  });

  it('a counter behind a day is one where some of its numbers are no hours', () => {
    for (const write of [
      (index: number) => `d_20240305-${String(index).padStart(2, '0')}`,
      (index: number) => `2024-03-05_${String(index).padStart(2, '0')}_x`,
    ]) {
      const keys = Array.from({ length: 60 }, (_, index) => write(index));
      const day = floored(638_452_296_000_000_000n, LAYOUTS[0] as Layout);
      expect(spanOf(keys)).toEqual([day, day]);
      const rows = keys.map((partitionKey) => ({ partitionKey, rowKey: 'r' }));
      const [first] = detectScheme('Readings', rows);
      expect(first?.schemeId).toMatch(/date-yyyy-?MM-?dd$/);
    }
  });
});
