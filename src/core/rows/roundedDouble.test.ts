import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundedDouble } from './roundedDouble.ts';

it('a Double is rounded to six significant digits, its size and sign are not', () => {
  const table: readonly (readonly [string, string])[] = [
    ['39.48054054054054', '39.4805'],
    ['-3.551964111', '-3.55196'],
    ['0.00123456789', '0.00123457'],
    ['9.9999999', '10'],
    ['2.5000001', '2.5'],
    ['1.2345678901234E+20', '1.23457E+20'],
    ['4.9406564584124654E-324', '4.94066E-324'],
    ['0.0000000123456789', '1.23457E-8'],
    // A whole part keeps all of its digits.
    ['1234567.891', '1234568'],
  ];
  expect(table.map(([text]) => [text, roundedDouble(text)])).toEqual(table);
});

it('what needs no rounding stays as it is written', () => {
  const texts = ['14.0', '3.14159', '-0.0', '0.0000000000', '12.500000000', '5', '639313397409795426'];
  const others = ['1E+20', 'NaN', 'Infinity', '-Infinity', '', '1.5 or more', '123456789012345680000.5'];
  for (const text of [...texts, ...others]) expect(roundedDouble(text)).toBe(text);
});

it('a rounded Double is the number to six digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const shown = Number(roundedDouble(String(value)));
      expect(Math.abs(shown - value)).toBeLessThanOrEqual(Math.abs(value) * 5.0001e-6 + Number.MIN_VALUE);
    }),
    { numRuns: 400 },
  );
});
