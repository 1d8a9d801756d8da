import { describe, expect, it } from 'vitest';
import { isMark, PatternReader } from './textPattern.ts';

const MARK_NAMES = ['', 'p', 'f', 'h', 'H'];

/** The pattern of a text with its marks in words, and its numbers; undefined: it gets no pattern. */
function taken(text: string): readonly [pattern: string, ...numbers: string[]] | undefined {
  const bytes = new TextEncoder().encode(`"${text}"`);
  const reader = new PatternReader();
  if (!reader.read(bytes, 1, bytes.length - 1)) return undefined;
  let pattern = '';
  for (let at = 0; at < reader.length; at++) {
    const byte = reader.key[at] ?? 0;
    if (byte > 4) pattern += String.fromCharCode(byte);
    else if (byte === 1) pattern += '{p}';
    else pattern += `{${MARK_NAMES[byte]}${reader.key[++at]}}`;
  }
  const numbers = Array.from({ length: reader.count }, (_, at) =>
    String(BigInt(reader.high[at] ?? 0) * 1_000_000_000n + BigInt(reader.low[at] ?? 0)),
  );
  return [pattern, ...numbers];
}

const hex = (text: string): string => String(BigInt(`0x${text}`));

describe('the pattern of a text', () => {
  it.each([
    ['', ''],
    ['abc', 'abc'],
    ['attempt 7 of 12', 'attempt {p} of {p}', '7', '12'],
    // Digits after letters are numbers, too.
    ['a1b22', 'a{p}b{p}', '1', '22'],
    // A number with leading zeros has a fixed length, and so has one of ten digits.
    ['0', '{p}', '0'],
    ['00', '{f2}', '0'],
    ['007', '{f3}', '7'],
    ['999999999', '{p}', '999999999'],
    ['099999999', '{f9}', '99999999'],
    ['1000000000', '{f10}', '1000000000'],
    ['638452296000000001', '{f18}', '638452296000000001'],
    ['3155378975999999999', '{f19}', '3155378975999999999'],
    // Longer runs are cut after 15 digits.
    ['12345678901234567890', '{f15}{f5}', '123456789012345', '67890'],
    [`${'1'.repeat(30)}7`, '{f15}{f15}{f1}', '1'.repeat(15), '1'.repeat(15), '7'],
  ])('%s: digits are numbers', (text, ...expected) => {
    expect(taken(text)).toEqual(expected);
  });

  it.each([
    ['0123456789abcdef', '{h12}{h4}', hex('0123456789ab'), hex('cdef')],
    ['x 00000000000000000000000f.', 'x {h12}{h12}.', '0', '15'],
    ['DEADBEEF01234567', '{H12}{H4}', hex('DEADBEEF0123'), hex('4567')],
    ['deadbeefdeadbeef', '{h12}{h4}', hex('deadbeefdead'), hex('beef')],
    // A run of fewer than 16 may be a word.
    ['deadbeefdeadbee', 'deadbeefdeadbee'],
    ['deadbeefdeadbe1', 'deadbeefdeadbe{p}', '1'],
    // Runs with letters of both cases, next to other letters, or in the middle of a word.
    ['deadbeefDEADBEEF', 'deadbeefDEADBEEF'],
    ['DEADBEEFdeadbeef', 'DEADBEEFdeadbeef'],
    ['deadbeefdeadbeefg', 'deadbeefdeadbeefg'],
    ['gdeadbeefdeadbeef', 'gdeadbeefdeadbeef'],
    ['1g deadbeefdeadbeef', '{p}g {h12}{h4}', '1', hex('deadbeefdead'), hex('beef')],
    // Digits alone are a decimal number.
    ['1234567890123456', '{f16}', '1234567890123456'],
  ])('%s: a long run of hexadecimal digits is numbers', (text, ...expected) => {
    expect(taken(text)).toEqual(expected);
  });

  const GUID = '0c7a1f2e-00b1-4000-8000-0000000000ff';
  const guidNumbers = GUID.split('-').map(hex);
  it.each([
    [GUID, '{h8}-{h4}-{h4}-{h4}-{h12}', ...guidNumbers],
    [GUID.toUpperCase(), '{H8}-{H4}-{H4}-{H4}-{H12}', ...guidNumbers],
    [`(${GUID})`, '({h8}-{h4}-{h4}-{h4}-{h12})', ...guidNumbers],
    [`${GUID}z 5`, '{h8}-{h4}-{h4}-{h4}-{h12}z {p}', ...guidNumbers, '5'],
    // A GUID is known by its form, so its groups are hexadecimal even if all digits are decimal.
    [
      '12345678-1234-1234-1234-123456789012',
      '{h8}-{h4}-{h4}-{h4}-{h12}',
      ...'12345678-1234-1234-1234-123456789012'.split('-').map(hex),
    ],
    // Letters of both cases, other letters, another length, another separator.
    ['aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaA', 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaA'],
    ['aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaag', 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaag'],
    ['aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaa', 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaa'],
    ['aaaaaaaa-aaaa-aaaa-aaaa_aaaaaaaaaaaa', 'aaaaaaaa-aaaa-aaaa-aaaa_aaaaaaaaaaaa'],
    ['aaaaaaaa-aaaa-aaa-aaaaa-aaaaaaaaaaaa', 'aaaaaaaa-aaaa-aaa-aaaaa-aaaaaaaaaaaa'],
    ['aaaaaaaa_aaaa-aaaa-aaaa-aaaaaaaaaaaa', 'aaaaaaaa_aaaa-aaaa-aaaa-aaaaaaaaaaaa'],
    ['aaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaaa', 'aaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaaa'],
  ])('%s: a GUID is five numbers', (text, ...expected) => {
    expect(taken(text)).toEqual(expected);
  });

  it('a digit of a long number is 0 to 9 and a to f, and its neighbour is no letter and no digit', () => {
    const rest = 'a'.repeat(15);
    for (let code = 0x20; code < 0x7f; code++) {
      const char = String.fromCharCode(code);
      if (char === '"') continue;
      expect([char, taken(`${char}${rest}`)?.[0].includes('{h12}')]).toEqual([char, /[0-9a-f]/u.test(char)]);
      expect([char, taken(`${char}${rest.toUpperCase()}`)?.[0].includes('{H12}')]).toEqual([
        char,
        /[0-9A-F]/u.test(char),
      ]);
      const isPart = /[0-9a-f]/u.test(char);
      const isApart = !/[0-9A-Za-z]/u.test(char);
      expect([char, taken(`a${rest}${char}`)?.[0].includes('{h12}')]).toEqual([char, isPart || isApart]);
      expect([char, taken(`${char}a${rest}`)?.[0].includes('{h12}')]).toEqual([char, isPart || isApart]);
    }
  });

  it('is not looked for in more than 512 bytes, or 32 numbers', () => {
    expect(taken('z'.repeat(512))).toEqual(['z'.repeat(512)]);
    expect(taken('z'.repeat(513))).toBeUndefined();
    expect(taken('1 '.repeat(32))?.length).toBe(33);
    expect(taken('1 '.repeat(33))).toBeUndefined();
    expect(taken(`${'1 '.repeat(27)}${GUID}`)?.length).toBe(33);
    expect(taken(`${'1 '.repeat(28)}${GUID}`)).toBeUndefined();
    // The same is true however many numbers follow.
    expect(taken(`${'1 '.repeat(32)}${'9'.repeat(400)}`)).toBeUndefined();
  });

  it('is that of the last text that was read', () => {
    const reader = new PatternReader();
    for (const text of ['1 2 3', '4', '', 'x'.repeat(600), '5 a']) {
      const bytes = new TextEncoder().encode(text);
      const isTaken = reader.read(bytes, 0, bytes.length);
      const fresh = new PatternReader();
      expect(isTaken).toBe(fresh.read(bytes, 0, bytes.length));
      expect([reader.length, reader.count]).toEqual([fresh.length, fresh.count]);
    }
  });

  it('has marks that no value holds', () => {
    expect(Array.from({ length: 256 }, (_, byte) => byte).filter(isMark)).toEqual([0, 1, 2, 3, 4]);
  });
});
