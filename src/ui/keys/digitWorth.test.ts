import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { digitWorth, ticksInWords } from './digitWorth.ts';

function part(kind: KeySegment['kind'], text: string): KeySegment {
  return { kind, text, label: kind };
}

/** 2013-01-01T00:00:00Z as D19. */
const D19 = '0634925952000000000';
const MAX_TICKS = 3_155_378_975_999_999_999n;

/** The worth of every digit of a key whose time is split into date and sub-second segments. */
function worths(segments: readonly KeySegment[]) {
  return segments.flatMap((segment, segmentIndex) =>
    Array.from({ length: segment.text.length }, (_, digit) => digitWorth(segments, segmentIndex, digit)),
  );
}

describe('digitWorth', () => {
  it('is the difference that one step of the digit makes', () => {
    const anyTicks = fc.bigInt({ min: 567_709_344_000_000_000n, max: 946_708_127_999_999_999n });
    fc.assert(
      fc.property(anyTicks, fc.nat(18), fc.integer({ min: 1, max: 18 }), (ticks, digit, cut) => {
        const text = String(ticks).padStart(19, '0');
        const segments = [part('date', text.slice(0, cut)), part('subsecond', text.slice(cut))];
        const worth = digit < cut ? digitWorth(segments, 0, digit) : digitWorth(segments, 1, digit - cut);
        const old = Number(text[digit]);
        const stepped = text.slice(0, digit) + String(old === 9 ? 8 : old + 1) + text.slice(digit + 1);
        const change = BigInt(stepped) - ticks;
        expect(worth?.ticks).toBe(change < 0n ? -change : change);
        expect(worth?.placeFromRight).toBe(19 - digit);
      }),
    );
  });

  it('names the steps that people care about', () => {
    const words = worths([part('prefix', '12'), part('separator', '___'), part('date', D19)]).slice(5);
    expect(words.map((worth) => worth?.words)).toEqual([
      '3,169 years',
      '317 years',
      '31.7 years',
      '3.17 years',
      '116 days',
      '11.6 days',
      '1.16 days',
      '2.78 h',
      '16.7 min',
      '1.67 min',
      '10 s',
      '1 s',
      '100 ms',
      '10 ms',
      '1 ms',
      '100 \u00b5s',
      '10 \u00b5s',
      '1 \u00b5s',
      '100 ns',
    ]);
  });

  it('counts from the left, so that a truncated number keeps its worth', () => {
    const cut = digitWorth([part('date', D19.slice(0, 8))], 0, 7);
    expect(cut).toEqual(digitWorth([part('date', D19)], 0, 7));
  });

  it('reads 18 digits as ticks without padding, and inverted ticks as D19', () => {
    expect(digitWorth([part('date', D19.slice(1))], 0, 0)?.placeFromRight).toBe(18);
    const inverted = String(MAX_TICKS - BigInt(D19));
    expect(digitWorth([part('inverted-date', inverted)], 0, 18)?.ticks).toBe(1n);
    expect(digitWorth([part('inverted-date', `0${inverted.slice(1)}`)], 0, 0)).toBeUndefined();
  });

  it.each([
    ['a prefix', [part('prefix', D19)]],
    ['Unix seconds', [part('date', '1356998400')]],
    ['a date in words', [part('date', '2013-01-01T00:00:00')]],
    ['more digits than ticks have', [part('date', `${D19}0`)]],
    ['too few digits to tell', [part('date', '06349')]],
  ])('is undefined for %s', (_what, segments) => {
    expect(worths(segments).every((worth) => worth === undefined)).toBe(true);
  });

  it('is undefined outside the key', () => {
    expect(digitWorth([part('date', D19)], 0, 19)).toBeUndefined();
    expect(digitWorth([part('date', D19)], 1, 0)).toBeUndefined();
    expect(digitWorth([], 0, 0)).toBeUndefined();
  });
});

describe('ticksInWords', () => {
  it('switches to a larger unit exactly at that unit, never before', () => {
    expect([1n, 9n, 10n, 9_999n, 10_000n, 9_999_999n, 10_000_000n].map(ticksInWords)).toEqual(
      '100 ns, 900 ns, 1 \u00b5s, 1,000 \u00b5s, 1 ms, 1,000 ms, 1 s'.split(', '),
    );
  });
});
