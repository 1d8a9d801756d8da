import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointName, isPlainText, spokenText, visibleText } from './visibleText.ts';

/** Text of the characters that keys are confused by, and any others, lone surrogates included. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        'a',
        '\u202e',
        '\u200b',
        '\u00a0',
        '\ud83d',
        '\ude00',
        '\u{1f600}',
        '\n',
        '\ufeff',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''));

describe('visibleText', () => {
  it('cuts a text into parts that, joined, are the text, each at its offset', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const parts = visibleText(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const part of parts) expect(text.startsWith(part.text, part.offset)).toBe(true);
        let end = 0;
        for (const part of parts) {
          expect(part.offset).toBe(end);
          end += part.text.length;
        }
      }),
    );
  });

  it('leaves no control, format or other unseen character in a plain part', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const plain = visibleText(text).filter((part) => part.kind === 'plain');
        for (const part of plain)
          expect(part.text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0]/u);
      }),
    );
  });

  it.each([
    ['\u202e', 'U+202E', 'right-to-left override'],
    ['\u0000', 'U+0000', 'null'],
    ['\u200b', 'U+200B', 'zero width space'],
    ['\u00a0', 'U+00A0', 'no-break space'],
    ['\ufffd', 'U+FFFD', 'replacement character'],
    ['\u3164', 'U+3164', undefined], // Hangul filler: a letter that draws nothing
    ['\ud800', 'U+D800', undefined], // half of a pair
    ['\u{e0041}', 'U+E0041', undefined], // tag letter
    ['\ue000', 'U+E000', undefined], // private use
  ])('shows %j between letters as a badge %s', (char, codePoint, name) => {
    expect(visibleText(`a${char}b`)).toEqual([
      { kind: 'plain', text: 'a', offset: 0 },
      { kind: 'badge', text: char, offset: 1, codePoint, ...(name !== undefined && { name }) },
      { kind: 'plain', text: 'b', offset: 1 + char.length },
    ]);
  });

  it('shows a space at either end as a badge, one between words as it stands', () => {
    expect(visibleText(' a b ').map((part) => [part.kind, part.text])).toEqual([
      ['badge', ' '],
      ['plain', 'a b'],
      ['badge', ' '],
    ]);
    expect(visibleText(' ')).toHaveLength(1);
    expect(visibleText('')).toEqual([]);
  });

  it('leaves accents, other scripts and emoji as they stand', () => {
    for (const text of ['e\u0301t\u00e9', '\u05d0\u05d1', '\u6f22\u5b57', '\u{1f600}'])
      expect(visibleText(text)).toEqual([{ kind: 'plain', text, offset: 0 }]);
  });
});

describe('isPlainText', () => {
  it('is false for a space at either end', () => {
    expect([' a', 'a ', ' ', 'a b', ''].map(isPlainText)).toEqual([false, false, false, true, true]);
  });

  it('is true exactly where visibleText makes no badge', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(isPlainText(text)).toBe(visibleText(text).every((part) => part.kind === 'plain'));
      }),
    );
  });
});

describe('spokenText', () => {
  it('says the name, else the code point, of what cannot be seen', () => {
    expect(spokenText('a\u202eb')).toBe('a right-to-left override b');
    expect(spokenText('a\ue000')).toBe('a U+E000 ');
    expect(spokenText('plain text')).toBe('plain text');
  });
});

describe('codePointName', () => {
  it('has four digits at least', () => {
    expect([0, 0x9, 0xabcd, 0x10ffff].map(codePointName)).toEqual(['U+0000', 'U+0009', 'U+ABCD', 'U+10FFFF']);
  });
});
