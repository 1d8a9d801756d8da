import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../entities/bytes/utf8.ts';
import { isoToTicks } from '../time/ticks.ts';
import { bytesOfBase64, type CellFormat, formatCell, isUnfit } from './cellFormats.ts';

const shown = (format: CellFormat, type: string, text: string) =>
  formatCell({ type, text }, format, decodeUtf8);
const textOf = (format: CellFormat, type: string, text: string): string | undefined => {
  const found = shown(format, type, text);
  return found?.kind === 'text' ? found.text : undefined;
};
const NEW_YEAR = isoToTicks('2026-01-01T00:00:00Z');

describe('formats of a column', () => {
  it('read times by what they count from, exactly', () => {
    const instant = { kind: 'instant', ticks: NEW_YEAR, isGuess: false };
    expect(shown('ticks', 'Edm.Int64', '639028224000000000')).toEqual(instant);
    expect(shown('ticks', 'Edm.String', '0639028224000000000')).toEqual(instant);
    expect(shown('file-time', 'Edm.Int64', '134116992000000000')).toEqual(instant);
    expect(shown('seconds-of-1970', 'Edm.Int32', '1767225600')).toEqual(instant);
    expect(shown('milliseconds-of-1970', 'Edm.Int64', '1767225600000')).toEqual(instant);
    expect(shown('milliseconds-of-1970', 'Edm.Int64', '9223372036854775807')).toBeUndefined();
    expect(shown('ticks', 'Edm.Double', '1e17')).toBeUndefined();
    // A fraction of a second is exact to the tick; with more digits it is not read.
    expect(shown('seconds-of-1970', 'Edm.Double', '1767225600.1234567')).toEqual({
      ...instant,
      ticks: NEW_YEAR + 1_234_567n,
    });
    expect(shown('milliseconds-of-1970', 'Edm.Double', '1767225600000.5')).toEqual({
      ...instant,
      ticks: NEW_YEAR + 5000n,
    });
    for (const text of ['1767225600.12345678', '1767225600000.00001', '1.5', '0x10', ' 1', '1e3'])
      expect(shown('milliseconds-of-1970', 'Edm.String', text)?.kind).toBe(
        text === '1.5' ? 'instant' : undefined,
      );
    expect(shown('ticks', 'Edm.Double', '639028224000000000.5')).toBeUndefined();
    expect(shown('seconds-of-1970', 'Edm.Double', '-0.5')).toMatchObject({
      ticks: isoToTicks('1969-12-31T23:59:59.5Z'),
    });
  });

  it('decode Base64 as the platform does, and show bytes that are no text as hex', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        expect(bytesOfBase64(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
      }),
    );
    expect(textOf('base64', 'Edm.String', 'w6k=')).toBe('\u00e9');
    expect(shown('base64', 'Edm.Binary', '/w==')).toEqual({
      kind: 'text',
      text: 'ff',
      note: 'hex: the bytes are no text',
    });
    expect(textOf('base64', 'Edm.String', 'not Base64')).toBeUndefined();
  });

  it('show bytes as hex, GUIDs as .NET does, and no other text as a size or a GUID', () => {
    expect(shown('bytes', 'Edm.Double', '1e25')).toEqual({ kind: 'beside', text: '8673617.4 EiB' });
    expect(textOf('hex', 'Edm.Binary', 'AAH/')).toBe('0001ff');
    expect(textOf('guid', 'Edm.Binary', 'AAECAwQFBgcICQoLDA0ODw==')).toBe(
      '03020100-0504-0706-0809-0a0b0c0d0e0f',
    );
    expect(textOf('guid', 'Edm.String', '{03020100-0504-0706-0809-0a0b0c0d0e0F}')).toBe(
      '03020100-0504-0706-0809-0a0b0c0d0e0f',
    );
    for (const text of ['NaN', '0x10', '', ' 12', 'Infinity'])
      expect(shown('bytes', 'Edm.String', text)).toBeUndefined();
    for (const text of ['{03020100050407060809-0a0b0c0d0e0F}', '----'.repeat(8), '0'.repeat(31), '(0)'])
      expect(textOf('guid', 'Edm.String', text)).toBeUndefined();
  });

  it('take nothing but space out of JSON: what it holds stays as it is written', () => {
    const odd = '{ "n" : 12345678901234567890 , "a":1.0, "a" : [ 1e400 , "x \\" y" ], "__proto__": { } }';
    expect(textOf('json', 'Edm.String', odd)).toBe(
      '{"n":12345678901234567890,"a":1.0,"a":[1e400,"x \\" y"],"__proto__":{}}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 3), (value, space) => {
        const text = JSON.stringify({ value }, undefined, space);
        expect(textOf('json', 'Edm.String', text)).toBe(JSON.stringify({ value }));
      }),
    );
  });

  it('tell which values do not fit', () => {
    const unfit = (format: CellFormat, type: string, text: string): boolean =>
      isUnfit({ type, text }, format, shown(format, type, text));
    expect(unfit('hex', 'Edm.String', '10')).toBe(true);
    expect(unfit('hex', 'Edm.Int32', '10')).toBe(false);
    expect(unfit('json', 'Edm.String', '{')).toBe(true);
    expect(unfit('json', 'Null', 'null')).toBe(false);
    expect(unfit('automatic', 'Edm.String', 'x')).toBe(false);
    expect(unfit('text', 'Edm.String', 'x')).toBe(false);
  });

  it('guess from the start of 1990 to the start of 2060, and only whole numbers', () => {
    const [from, to] = [isoToTicks('1990-01-01T00:00:00Z'), isoToTicks('2060-01-01T00:00:00Z')];
    const guessed = (text: string) => shown('automatic', 'Edm.Int64', text);
    expect([from - 1n, from, to - 1n, to].map((ticks) => guessed(String(ticks)))).toEqual([
      undefined,
      { kind: 'instant', ticks: from, isGuess: true },
      { kind: 'instant', ticks: to - 1n, isGuess: true },
      undefined,
    ]);
    for (const text of ['', 'x', '1', '1.5', '1e17', '-639028224000000000', '6390282240000000000000'])
      expect(guessed(text)).toBeUndefined();
    for (const [format, type] of [
      ['automatic', 'Edm.String'],
      ['text', 'Edm.Int64'],
    ] as const)
      expect(shown(format, type, '639028224000000000')).toBeUndefined();
  });

  it('show sizes in each unit, from 1,023.95 of the one below on, with two digits below 10', () => {
    const sizeOf = (bytes: number): string | undefined => {
      const found = shown('bytes', 'Edm.Double', String(bytes));
      return found?.kind === 'beside' ? found.text : undefined;
    };
    const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
    expect(units.map((_unit, at) => sizeOf(1024 ** (at + 1)))).toEqual(units.map((unit) => `1.00 ${unit}`));
    expect([1023, 1023.94, 1023.95].map(sizeOf)).toEqual(['1023 B', '1023.94 B', '1.00 KiB']);
    expect([9.99 * 1024, 10 * 1024, 10.5 * 1024].map(sizeOf)).toEqual(['9.99 KiB', '10.0 KiB', '10.5 KiB']);
    expect(sizeOf(1023.94 * 1024 ** 2)).toBe('1023.9 MiB');
  });

  it('show numbers as hex in the width of their type, and only numbers', () => {
    expect(textOf('hex', 'Edm.Int32', '0')).toBe('0x0');
    expect(textOf('hex', 'Edm.Int32', '-1')).toBe('0xffffffff');
    expect(textOf('hex', 'Edm.Int64', '-9223372036854775808')).toBe('0x8000000000000000');
    expect(textOf('hex', 'Edm.Int64', '255')).toBe('0xff');
    for (const [type, text] of [
      ['Edm.Int32', 'x'],
      ['Edm.Int64', '1.5'],
      ['Edm.Double', '1'],
      ['Edm.String', '1'],
    ] as const)
      expect(shown('hex', type, text)).toBeUndefined();
  });

  it('read Base64 and GUIDs of the right length alone', () => {
    // Up to 16,384 characters are read.
    expect(bytesOfBase64('A'.repeat(16_384))).toEqual(new Uint8Array(12_288));
    for (const text of [
      'A'.repeat(16_388),
      'A',
      'AA',
      'AAA',
      'AA=A',
      'A===',
      '====',
      '',
      'AA A',
      '\u00e9AAA',
    ])
      expect(bytesOfBase64(text)).toBeUndefined();
    const digits = '000102030405060708090a0b0c0d0e0f';
    const dashed = '00010203-0405-0607-0809-0a0b0c0d0e0f';
    // 32 hex digits are valid Base64, too.
    for (const text of [digits, digits.toUpperCase(), dashed, `{${dashed}}`])
      expect(textOf('guid', 'Edm.String', text)).toBe(dashed);
    expect(textOf('guid', 'Edm.Guid', dashed)).toBe(dashed);
    for (const length of [15, 17]) {
      const text = Buffer.alloc(length).toString('base64');
      expect(textOf('guid', 'Edm.Binary', text)).toBeUndefined();
    }
  });

  it('show as JSON what is an object, a list or a text', () => {
    for (const text of ['5', 'true', 'null', '1e3', 'x', '', '{a}'])
      expect(shown('json', 'Edm.String', text)).toBeUndefined();
    // Up to 16,384 UTF-16 units are formatted.
    const ofLength = (length: number) => `["${'x'.repeat(length - 4)}"]`;
    expect([16_384, 16_385].map((length) => textOf('json', 'Edm.String', ofLength(length)))).toEqual([
      ofLength(16_384),
      undefined,
    ]);
    expect([' [ 1 ]', '{ }', '"a  \\n b"'].map((text) => textOf('json', 'Edm.String', text))).toEqual([
      '[1]',
      '{}',
      'a  \n b',
    ]);
  });

  it('never throw, whatever the value is', () => {
    const formats: CellFormat[] = [
      'automatic',
      'json',
      'hex',
      'base64',
      'ticks',
      'file-time',
      'seconds-of-1970',
      'guid',
      'bytes',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.constantFrom('Edm.String', 'Edm.Int64', 'Edm.Binary'),
        fc.string(),
        (format, type, text) => {
          expect(() => shown(format, type, text)).not.toThrow();
        },
      ),
    );
  });
});
