import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../time/ticks.ts';
import { keyInstant } from './keyInstant.ts';
import { readKey } from '../keys/readKey.ts';
import { roundedDouble } from './roundedDouble.ts';

const NEW_YEAR = isoToTicks('2026-01-01T00:00:00Z');

describe('the instant in a key', () => {
  const key = '0639028224000000000';

  it('is known if the scheme of the query reads it, and a guess if another one does', () => {
    expect(keyInstant(readKey(key, { part: 'partition' })[0]?.schemeId, 'partition', key)).toEqual({
      kind: 'instant',
      ticks: NEW_YEAR,
      isGuess: false,
    });
    expect(keyInstant(undefined, 'partition', key)).toMatchObject({ ticks: NEW_YEAR, isGuess: true });
  });

  it('is nothing for names, ids, constants, the empty key, and keys that no service accepts', () => {
    for (const text of [
      '',
      'customer-17',
      '12',
      '2026',
      '9'.repeat(19),
      '0'.repeat(19),
      key.repeat(100),
      '\ud800',
    ])
      expect(keyInstant(undefined, 'row', text)).toBeUndefined();
  });

  it('is known of any time if the scheme of the query reads it, however long the key is', () => {
    const ticks = '0000000000000000005';
    expect(keyInstant('ticks19', 'partition', ticks)).toEqual({ kind: 'instant', ticks: 5n, isGuess: false });
    expect(keyInstant('ticks19', 'partition', '')).toBeUndefined();
    expect(keyInstant('no-such', 'partition', key.slice(1).padStart(19, '0'))).toEqual({
      kind: 'instant',
      ticks: NEW_YEAR,
      isGuess: true,
    });
    // The start of the time that a key covers.
    expect(keyInstant('date-yyyyMMdd', 'partition', '20260101')).toEqual({
      kind: 'instant',
      ticks: NEW_YEAR,
      isGuess: false,
    });
    const long = (length: number) =>
      keyInstant('text-ticks19', 'partition', `${'x'.repeat(length - 20)}_${key}`);
    expect([512, 513].map((length) => long(length)?.ticks)).toEqual([NEW_YEAR, undefined]);
  });
});

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
