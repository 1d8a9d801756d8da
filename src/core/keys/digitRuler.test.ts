import { describe, expect, it } from 'vitest';
import { digitRuler, placeWorth } from './digitRuler.ts';
import { keyAnatomy } from './keyAnatomy.ts';

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
