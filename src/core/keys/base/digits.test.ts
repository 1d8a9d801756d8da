import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { ticksToIso } from '../../time/ticks.ts';
import { isoFromParts } from '../../time/civil.ts';
import { easyHash } from '../forms/prefixedKey.ts';
import { afterPrefix, newRowTime, rowTimeTicks, ticksText } from './digits.ts';
import { allTicks } from '../keyRanges.fixture.ts';
import { codecOf } from '../grammar/parseTemplate.ts';
import { exactKey, isInRange, isInSpan, keysBeginningWith } from './keySpan.ts';
import * as truth from '../rangeTruth.fixture.ts';

const TICKS = { 19: codecOf('{Ticks}'), 20: codecOf('{Ticks:D20}') };
const INVERTED = { 19: codecOf('{InvertedTicks}'), 20: codecOf('{InvertedTicks:D20}') };
const MAX = 3155378975999999999n;

describe('the bulk path (no BigInt)', () => {
  it('agrees with the bigint path on every instant, forward and inverted, in all widths', () => {
    const time = newRowTime();
    fc.assert(
      fc.property(allTicks, fc.constantFrom(19, 20), (ticks, width) => {
        expect(TICKS[width].read(ticksText(ticks, width, false), 0, width, time)).toBe(true);
        expect(rowTimeTicks(time)).toBe(ticks);
        expect(isoFromParts(time.seconds, time.fraction)).toBe(ticksToIso(ticks));
        expect(INVERTED[width].read(`x${ticksText(ticks, width, true)}`, 1, width + 1, time)).toBe(true);
        expect(rowTimeTicks(time)).toBe(ticks);
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with the .NET table', () => {
    const time = newRowTime();
    const lines = readFileSync(new URL('../../time/fixtures/datetime.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const wrong = lines.slice(1).filter((line) => {
      const [digits = '', iso = '', inverted = ''] = line.split('\t');
      const forward =
        TICKS[19].read(digits, 0, 19, time) && isoFromParts(time.seconds, time.fraction) === iso;
      const back =
        INVERTED[19].read(inverted, 0, 19, time) && isoFromParts(time.seconds, time.fraction) === iso;
      return !forward || !back;
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    '',
    '063845230662123456',
    '06384523066212345x7',
    String(MAX + 1n),
    '9999999999999999999',
    '-638452306621234567',
  ])('refuses %j', (text) => {
    expect(TICKS[19].read(text, 0, 19, newRowTime())).toBe(false);
  });
});

describe('afterPrefix', () => {
  it('is above every text with the prefix and above no other', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, minLength: 1 }),
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (prefix, tail, other) => {
          const bound = afterPrefix(prefix);
          if (bound === undefined) return;
          expect(prefix + tail < bound).toBe(true);
          expect(other >= prefix && other < bound).toBe(other.startsWith(prefix));
        },
      ),
      { numRuns: 800 },
    );
    expect(afterPrefix('')).toBeUndefined();
    expect(afterPrefix('a\uffff')).toBe('b');
    expect(afterPrefix('\uffff')).toBeUndefined();
  });
});

describe('easyHash', () => {
  it('is that of mdsd, over UTF-8', () => {
    expect(easyHash('f0e1d2c3-b4a5-9687-7869-5a4b3c2d1e0f___myvm')).toBe(17486760981324516982n);
    const bytes = new TextEncoder().encode('ä€😀\ud800');
    let hash = 0n;
    for (const byte of bytes) hash = (hash * 37n + BigInt(byte)) % (1n << 64n);
    expect(easyHash('ä€😀\ud800')).toBe(hash);
  });
});

/**
 * Keys of few different letters, so that they often meet the bounds; among the letters are the ends of UTF-16 and halves of a surrogate
 * pair.
 */
const key = fc.string({
  unit: fc.constantFrom('a', 'b', '0', '\u0000', '\ud83d', '\ude00', '\uffff'),
  maxLength: 4,
});
const span = fc.record({ from: key, to: key }, { requiredKeys: [] });

describe('a span of keys', () => {
  it('holds what the order of code units says', () => {
    fc.assert(
      fc.property(key, span, (text, bounds) => {
        expect(isInSpan(text, bounds)).toBe(truth.isInSpan(text, bounds));
      }),
      { numRuns: 800 },
    );
  });

  it('holds an entity by both of its keys', () => {
    fc.assert(
      fc.property(key, key, span, fc.option(span, { nil: undefined }), (pk, rk, partition, row) => {
        const range = { partition, ...(row === undefined ? {} : { row }), exact: true };
        expect(isInRange(pk, rk, range)).toBe(truth.isInRange(pk, rk, range));
      }),
      { numRuns: 800 },
    );
  });

  it('of one key holds that key alone', () => {
    fc.assert(
      fc.property(key, key, (asked, text) => {
        expect(truth.isInSpan(text, exactKey(asked))).toBe(text === asked);
      }),
    );
  });

  it('of keys that begin with a text holds just those', () => {
    fc.assert(
      fc.property(key, key, key, (prefix, text, tail) => {
        expect(truth.isInSpan(prefix + tail, keysBeginningWith(prefix))).toBe(true);
        expect(truth.isInSpan(text, keysBeginningWith(prefix))).toBe(text.startsWith(prefix));
      }),
    );
  });
});
