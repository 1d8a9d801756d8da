import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, guardFormula, quotedCell, recordAt, unguardedFormula } from './csv.ts';

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

describe('a record', () => {
  const cell = fc
    .array(fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', '\r', ';', ' ', '=', ''), { maxLength: 5 })
    .map((parts) => parts.join(''));
  const record = fc.array(cell, { minLength: 1, maxLength: 4 });

  it('is read as it was written, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (records, lineBreak, isEnded) => {
          const text = records.map((cells) => cells.map(quotedCell).join(',')).join(lineBreak);
          let at = 0;
          for (const [index, cells] of records.entries()) {
            const read = recordAt(isEnded ? text + lineBreak : text, at, ',', Number.POSITIVE_INFINITY);
            expect(read.cells.map((each) => each.text)).toEqual(cells);
            expect(read.cells.map(({ from, to }) => text.slice(from, to))).toEqual(cells.map(quotedCell));
            expect(read.state).toBe(isEnded || index < records.length - 1 ? 'whole' : 'last');
            at = read.next;
          }
        },
      ),
    );
  });

  it('is broken by text behind a quote or by a cell too many, and open within quotes', () => {
    const stateOf = (text: string) => recordAt(text, 0, ',', 2).state;
    expect(['"a"b', 'a,b,c', 'a,"b', 'a,b"c,"d"'].map(stateOf)).toEqual([
      'broken',
      'broken',
      'open',
      'broken',
    ]);
    expect(['a,"b"', 'a,b"c\n', '"a"\r,b', '""\r\n'].map(stateOf)).toEqual([
      'last',
      'whole',
      'broken',
      'whole',
    ]);
  });

  it('may be written with guards', () => {
    expect(['@a,"b"', '\n=1', '-1'].map((text) => csvCell(text, true))).toEqual([
      `"'@a,""b"""`,
      `"'\n=1"`,
      '-1',
    ]);
    expect(csvCell('=1+1', false)).toBe('=1+1');
  });
});
