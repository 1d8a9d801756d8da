import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import { keyAnatomy } from './keyAnatomy.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { digitRuler, placeWorth } from './digitRuler.ts';

function kinds(schemeId: string | undefined, part: 'partition' | 'row', text: string): readonly string[] {
  return keyAnatomy(schemeId, part, text).map((segment) => `${segment.kind}:${segment.text}`);
}

describe('keyAnatomy', () => {
  it('cuts a log tail and states the instant, not the number', () => {
    const segments = keyAnatomy('inverted-ticks19', 'row', '2516926669378765432_7c9e');
    expect(segments.map((segment) => segment.kind)).toEqual([
      'inverted-date',
      'inverted-subsecond',
      'separator',
      'identity',
    ]);
    expect(segments[0]?.value).toBe('2024-03-05T10:17:42Z');
    expect(segments[1]?.value).toBe('0.1234567 s');
  });

  it('falls back to the best reading, then to plain text', () => {
    expect(kinds(undefined, 'partition', '0634925952000000000')).toEqual([
      'date:063492595200',
      'subsecond:0000000',
    ]);
    expect(kinds('mds-prefixed', 'row', '2516926669378765432')).toEqual([
      'inverted-date:251692666937',
      'inverted-subsecond:8765432',
    ]);
    expect(kinds(undefined, 'row', 'John Doe')).toEqual(['text:John Doe']);
    expect(kinds(undefined, 'row', '')).toEqual([]);
  });

  it('always covers the whole text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'0634925952000000000 2516926669378765432 0000000000000000012 ___ _ . - :002F'.split(' '),
      ),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    );
    const ids = fc.constantFrom(undefined, ...KEY_SCHEMES.map((scheme) => scheme.id));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        ids,
        fc.constantFrom('partition', 'row', 'table'),
        (pieces, id, part) => {
          const text = pieces.join('');
          const segments = keyAnatomy(id, part, text);
          expect(segments.map((segment) => segment.text).join('')).toBe(text);
          expect(segments.every((segment) => segment.text !== '')).toBe(true);
        },
      ),
      { numRuns: 800 },
    );
  });
});

describe('the digit ruler', () => {
  it.each([
    [1, '100 ns', '1 tick'],
    [2, '1 µs', '10 ticks'],
    [5, '1 ms', '1 ms'],
    [8, '1 s', '1 s'],
    [11, '16.7 min', '16 min 40 s'],
    [12, '2.8 h', '2 h 46 min 40 s'],
    [13, '1.2 d', '1 d 3 h 46 min 40 s'],
    [14, '11.6 d', '11 d 13 h 46 min 40 s'],
    [16, '3.2 y', '1157 d 9 h 46 min 40 s'],
    [19, '3168.9 y', '1157407 d 9 h 46 min 40 s'],
  ])('place %i is %s', (place, words, exactWords) => {
    expect(placeWorth(place)).toMatchObject({ words, exactWords, stepTicks: 10n ** BigInt(place - 1) });
  });

  it('lies under the ticks of a prefixed key only', () => {
    const ruler = digitRuler(keyAnatomy(undefined, 'partition', '0000000000000000012___0634925952000000000'));
    expect(ruler.map((digit) => digit.at)).toEqual(Array.from({ length: 19 }, (_, index) => 22 + index));
    expect(ruler[0]?.place).toBe(19);
    expect(ruler.at(-1)?.words).toBe('100 ns');
  });

  it('keeps the worth of each digit in a truncated key', () => {
    const ruler = digitRuler(keyAnatomy(undefined, 'partition', '06349259'));
    expect(ruler.map((digit) => digit.place)).toEqual([19, 18, 17, 16, 15, 14, 13, 12]);
  });

  it.each([
    ['638452306621234567', 18],
    ['00638452306621234567', 20],
    ['2516926669378765432', 19],
  ])('of %s begins with the digit at place %i', (text, place) => {
    const ruler = digitRuler(keyAnatomy(undefined, 'partition', text));
    expect([ruler[0]?.place, ruler.at(-1)?.place, ruler.length]).toEqual([place, 1, text.length]);
  });

  it('is empty where there are no ticks', () => {
    expect(digitRuler(keyAnatomy(undefined, 'partition', '1709633862123'))).toEqual([]);
    expect(digitRuler(keyAnatomy(undefined, 'row', 'John'))).toEqual([]);
    expect(digitRuler(keyAnatomy(undefined, 'partition', '20240305'))).toEqual([]);
  });
});
