import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortDouble } from './shortDouble.ts';

describe('a double in a narrow column', () => {
  it('leaves out digits behind the point, and says so', () => {
    expect(shortDouble('39.48054054054054', 10)).toBe('39.480540…');
    expect(shortDouble('-3.551964111', 8)).toBe('-3.5519…');
    expect(shortDouble('14.0', 10)).toBe('14.0');
  });

  it('keeps the exponent: without it a number looks like another one', () => {
    expect(shortDouble('1.2345678901234E+20', 10)).toBe('1.234…E+20');
    expect(shortDouble('4.9406564584124654E-324', 10)).toBe('4.94…E-324');
    expect(shortDouble('123456789012345680000.5', 10)).toBe('1.234…E+20');
  });

  it('leaves what is no number as it is', () => {
    for (const text of ['NaN', 'Infinity', '-Infinity', '', 'a long text that is none']) {
      expect(shortDouble(text, 4)).toBe(text);
    }
  });

  it('never hides that a number is not zero', () => {
    expect(shortDouble('0.00000123456789', 8)).toBe('1.23…E-6');
    expect(shortDouble('-0.00000123456789', 8)).toBe('-1.2…E-6');
    expect(shortDouble('0.0000000000', 8)).toBe('0.0000000000');
  });

  it('is the same number to the digits that are shown, whatever the room', () => {
    const size = fc
      .integer({ min: -7, max: 22 })
      .chain((power) =>
        fc.double({ min: 1, max: 9.999999, noNaN: true }).map((digits) => digits * 10 ** power),
      );
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(
        fc.oneof(size, any),
        fc.boolean(),
        fc.integer({ min: 8, max: 30 }),
        (found, isLess, room) => {
          const value = isLess ? -found : found;
          const shown = Number(shortDouble(String(value), room).replace('…', ''));
          // Digits are only left out, so what is shown is nearer to zero, and it has the first digit of the number.
          expect(Math.abs(shown)).toBeLessThanOrEqual(Math.abs(value));
          expect(Math.abs(value - shown)).toBeLessThanOrEqual(Math.abs(value) / 2);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
