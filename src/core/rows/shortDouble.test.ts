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

  it('is whole if it fits, and else as long as its room', () => {
    const table: readonly (readonly [string, number, string])[] = [
      ['3.14159', 7, '3.14159'],
      ['3.14159', 6, '3.141…'],
      ['3.14159', 5, '3.14…'],
      ['3.14159', 4, '3.1…'],
      // Without a digit behind the point it would look whole.
      ['3.14159', 3, '3.14159'],
      ['12.34567', 5, '12.3…'],
      ['12.34567', 4, '1.2…E+1'],
      ['0.123456', 5, '0.12…'],
      ['0.023456', 5, '0.02…'],
      ['0.002345', 5, '2.3…E-3'],
      ['-0.002345', 6, '-2.3…E-3'],
      ['1234567', 6, '1.2…E+6'],
      ['1234567.5', 8, '1.23…E+6'],
      ['-1234567.5', 9, '-1.23…E+6'],
      ['5', 0, '5'],
      ['7.5', 1, '7.5'],
      ['1.5E+20', 6, '1.5E+20'],
      ['1.2345E+20', 8, '1.2…E+20'],
      ['1.2345E+20', 7, '1.2345E+20'],
    ];
    expect(table.map(([text, room]) => [text, room, shortDouble(text, room)])).toEqual(table);
  });
});
