import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatMs, formatPlural, formatShare } from './format.ts';

const NOT_A_SIZE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1];

describe('formatCount', () => {
  it('groups thousands and keeps every digit', () => {
    expect(formatCount(24_310)).toBe('24,310');
    expect(formatCount(Number.MAX_SAFE_INTEGER)).toBe('9,007,199,254,740,991');
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(Number(formatCount(count).replaceAll(',', ''))).toBe(count);
      }),
    );
  });

  it('shows a dash if it is not a number', () => {
    expect(formatCount(Number.NaN)).toBe('\u2013');
    expect(formatCount(Number.POSITIVE_INFINITY)).toBe('\u2013');
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [1049, '1 KB'],
    [999_949, '999.9 KB'],
    [999_950, '1 MB'],
    [2_100_000, '2.1 MB'],
    [5e15, '5,000 TB'],
  ])('%d is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it('never prints a thousand of a unit if there is a larger unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_000_000_000_000 }), (bytes) => {
        expect(Number.parseFloat(formatBytes(bytes))).toBeLessThan(1000);
        expect(formatBytes(bytes)).not.toContain(',');
      }),
    );
  });

  it('shows a dash for an invalid size', () => {
    expect(NOT_A_SIZE.map(formatBytes)).toEqual(['\u2013', '\u2013', '\u2013', '\u2013']);
  });
});

describe('formatMs', () => {
  it.each([
    [0, '0 ms'],
    [0.41, '0.4 ms'],
    [9.94, '9.9 ms'],
    [9.96, '10 ms'],
    [61.4, '61 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1904, '1.9 s'],
    [9994, '9.99 s'],
    [9996, '10 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min'],
    [125_000, '2 min 5 s'],
    [3_599_400, '59 min 59 s'],
    [3_599_600, '1 h'],
    [25_920_000, '7 h 12 min'],
    [86_370_000, '1 d'],
    [273_600_000, '3 d 4 h'],
  ])('%d is %s', (durationMs, text) => expect(formatMs(durationMs)).toBe(text));

  it('keeps the order of durations, and never shows 60 of a unit if there is a larger unit', () => {
    const unitMs = new Map([
      ['ms', 1],
      ['s', 1000],
      ['min', 60_000],
      ['h', 3_600_000],
      ['d', 86_400_000],
    ]);
    const shownMs = (durationMs: number): number =>
      [...formatMs(durationMs).matchAll(/([\d.,]+) (\w+)/g)].reduce(
        (sum, [, amount = '', unit = '']) =>
          sum + Number(amount.replaceAll(',', '')) * (unitMs.get(unit) ?? NaN),
        0,
      );
    const duration = fc.oneof(
      fc.double({ min: 0, max: 100_000, noNaN: true }),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
    );
    fc.assert(
      fc.property(duration, duration, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(shownMs(less)).toBeLessThanOrEqual(shownMs(more));
        expect(formatMs(more)).not.toMatch(/\b60 (s|min)\b|\b24 h\b/);
      }),
    );
  });

  it('shows a dash for an invalid duration', () => {
    expect(NOT_A_SIZE.map(formatMs)).toEqual(['\u2013', '\u2013', '\u2013', '\u2013']);
  });
});

describe('formatShare', () => {
  it.each([
    [0, '0 %'],
    [0.0004, '< 0.1 %'],
    [0.003, '0.3 %'],
    [0.0994, '9.9 %'],
    [0.0996, '10 %'],
    [0.41, '41 %'],
    [1, '100 %'],
    [11.8, '1,180 %'],
  ])('%d is %s', (share, text) => expect(formatShare(share)).toBe(text));

  it('never shows a nonzero share as zero', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, minExcluded: true, max: 10, noNaN: true }), (share) => {
        expect(formatShare(share)).not.toBe('0 %');
      }),
    );
    expect(NOT_A_SIZE.map(formatShare)).toEqual(['\u2013', '\u2013', '\u2013', '\u2013']);
  });
});

describe('formatPlural', () => {
  it('agrees with the count', () => {
    expect([0, 1, 2, 1204].map((count) => formatPlural(count, 'row'))).toEqual([
      '0 rows',
      '1 row',
      '2 rows',
      '1,204 rows',
    ]);
    expect(formatPlural(2, 'query', 'queries')).toBe('2 queries');
  });
});
