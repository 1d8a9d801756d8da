import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardFormula, unguardedFormula } from './csv.ts';

describe('the guard against formulas', () => {
  it('stands before all that a spreadsheet might run', () => {
    for (const start of ['', ' ', '\u00a0', '\ufeff', '"', "'", '\n', '\r', '\t', ' \t"']) {
      for (const mark of ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20']) {
        expect(guardFormula(`${start}${mark}A1`)).toBe(`'${start}${mark}A1`);
      }
    }
    for (const text of ['\tA1', '\rA1', '\nA1', '-1+1', '=1+1']) expect(guardFormula(text)).toBe(`'${text}`);
  });

  it('leaves numbers and other texts alone', () => {
    for (const text of ['-1', '+1.5e-3', "it's", ' A1', '"A1"', 'a=1', '0638000000000000000', '']) {
      expect(guardFormula(text)).toBe(text);
    }
  });

  it('comes off again, whatever the text', () => {
    const start = fc.constantFrom('', "'", "''", ' ', '"', '\t', "'=", "' -", '-1', '+', '\uff1d');
    fc.assert(
      fc.property(start, fc.string({ maxLength: 6 }), (before, rest) => {
        const written = guardFormula(before + rest);
        expect(unguardedFormula(written) ?? written).toBe(before + rest);
      }),
    );
  });
});
