import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../core/anyCharacter.fixture.ts';
import {
  isPlainText,
  LINE_BOUNDS,
  spokenText,
  type TextBounds,
  type VisiblePart,
  visibleText,
  VALUE_BOUNDS,
} from './textParts.ts';
import { codePointName } from '../../core/words.ts';

/** Text with characters that make keys look alike, and any others, lone surrogates included. */
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
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''));

/** Larger than any test text. */
const UNBOUNDED: TextBounds = { chars: 1e9, marks: 1e9 };

/** The part of the text that a mark stands for. */
function textOf(text: string, part: VisiblePart): string {
  return part.kind === 'plain' ? part.text : text.slice(part.offset, part.offset + part.length);
}

describe('visibleText', () => {
  it('splits a text into parts that join to the text again, each with its offset', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { parts, to } = visibleText(text, UNBOUNDED);
        expect(to).toBe(text.length);
        let end = 0;
        for (const part of parts) {
          expect(part.offset).toBe(end);
          end += textOf(text, part).length;
        }
        expect(parts.map((part) => textOf(text, part)).join('')).toBe(text);
      }),
    );
  });

  it('leaves no control, format or other invisible character in a plain part', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const plain = visibleText(text, UNBOUNDED).parts.filter((part) => part.kind === 'plain');
        const joined = plain.map((part) => part.text).join('');
        expect(joined).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0]/u);
      }),
    );
  });

  it('replaces a run of invisible characters by a single mark', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const kinds = visibleText(text, UNBOUNDED).parts.map((part) => part.kind);
        expect(kinds.filter((kind, at) => kind === kinds[at + 1])).toEqual([]);
      }),
    );
  });

  it.each([
    ['\u202e', 'U+202E', 'right-to-left override'],
    ['\u0000', 'U+0000', 'null'],
    ['\u200b', 'U+200B', 'zero width space'],
    ['\u00a0', 'U+00A0', 'no-break space'],
    ['\ufffd', 'U+FFFD', 'replacement character'],
    ['\u3164', 'U+3164', undefined], // Hangul filler, an invisible letter
    ['\ud800', 'U+D800', undefined], // half of a pair
    ['\u{e0041}', 'U+E0041', undefined], // tag letter
    ['\ue000', 'U+E000', undefined], // private use
  ])('shows %j between letters as a mark %s', (char, codePoint, name) => {
    const words = name === undefined ? codePoint : `${codePoint} ${name}`;
    expect(visibleText(`a${char}b`).parts).toEqual([
      { kind: 'plain', text: 'a', offset: 0 },
      { kind: 'mark', offset: 1, length: char.length, face: codePoint, words, spoken: name ?? codePoint },
      { kind: 'plain', text: 'b', offset: 1 + char.length },
    ]);
  });

  it.each([
    ['\u200b'.repeat(32_000), 'U+200B \u00d7 32,000', '32,000 characters: U+200B zero width space'],
    ['\r\n', 'U+000D U+000A', 'U+000D carriage return, U+000A line feed'],
    ['\u{e0041}\u{e0041}', 'U+E0041 \u00d7 2', '2 characters: U+E0041'],
    [
      '\u202e\u200b\u202c\u200e\u200b',
      'U+202E U+200B U+202C \u2026 \u00d7 5',
      '5 characters: U+202E right-to-left override, U+200B zero width space, U+202C pop directional formatting and others',
    ],
  ])('counts the run %#', (run, face, words) => {
    const [mark, ...others] = visibleText(run).parts;
    expect(others).toEqual([]);
    expect(mark).toMatchObject({ kind: 'mark', length: run.length, face, words });
  });

  it('shows spaces at either end as a mark, but leaves those between words', () => {
    expect(visibleText(' a  b   ').parts.map((part) => [part.kind, textOf(' a  b   ', part)])).toEqual([
      ['mark', ' '],
      ['plain', 'a  b'],
      ['mark', '   '],
    ]);
    expect(visibleText(' ').parts).toHaveLength(1);
    expect(visibleText('').parts).toEqual([]);
  });

  it('leaves accents, other scripts and emoji unchanged', () => {
    for (const text of [
      'e\u0301t\u00e9',
      '\u05d0\u05d1',
      '\u6f22\u5b57',
      '\u{1f600}',
      `e${'\u0301'.repeat(30)}`,
    ])
      expect(visibleText(text).parts).toEqual([{ kind: 'plain', text, offset: 0 }]);
  });

  it('marks more combining characters than any language stacks', () => {
    const { parts } = visibleText(`e${'\u0301'.repeat(100_030)}f`);
    expect(parts.map((part) => part.kind)).toEqual(['plain', 'mark', 'plain']);
    expect(parts[1]).toMatchObject({ length: 100_000, face: 'U+0301 \u00d7 100,000' });
  });

  it.each([
    ['one character', '\u200b'.repeat(4_000_000), 1_048_576],
    ['one character of two units', '\u{e0041}'.repeat(2_000_000), 1_048_576],
    ['two characters', '\u200b\u200c'.repeat(2_000_000), 131_072],
    ['combining marks', `e${'\u0301\u0302'.repeat(2_000_000)}`, 131_072 + 31],
    ['spaces', ' '.repeat(4_000_000), 1_048_576],
  ])('can end within a long run of %s, and continue from there', (_what, text, end) => {
    const { parts, to } = visibleText(text, VALUE_BOUNDS);
    expect(to).toBe(end);
    expect(parts.filter(({ kind }) => kind === 'mark')).toHaveLength(1);
    const next = visibleText(text, VALUE_BOUNDS, to);
    expect(next.parts[0]?.offset).toBe(to);
    expect(next.parts.at(-1)?.kind).toBe('mark');
  });

  it('ends a line earlier if characters keep changing, because hundreds of cells are drawn at once', () => {
    const { parts, to } = visibleText('\u200b\u200c'.repeat(15_000));
    expect([to, parts.length]).toEqual([4096, 1]);
    expect(visibleText('\u200b\u200c'.repeat(2_000)).to).toBe(4_000);
    // A repeated character is cheap.
    expect(visibleText('\u200b'.repeat(1_000_000)).parts).toMatchObject([
      { face: 'U+200B \u00d7 1,000,000' },
    ]);
  });

  it('counts code points of one and two units correctly, in any order', () => {
    const marks = fc.constantFrom('\u200b', '\u{e0041}', '\u{e0042}', '\udb40', '\udc41', '\u202e');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(marks, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 12 }),
        (runs) => {
          const text = runs.map(([mark, count]) => mark.repeat(count)).join('');
          const codePoints = Array.from(text);
          const [part] = visibleText(text).parts;
          const words = part?.kind === 'mark' ? part.words : '';
          expect(part).toMatchObject({ kind: 'mark', length: text.length });
          const named = new Set(codePoints);
          const said = /^([\d,]+) characters: /u.exec(words)?.[1];
          expect(said ?? String(named.size)).toBe(String(codePoints.length));
        },
      ),
    );
  });
});

/** Texts that repeat one piece, to get many elements or a long one. */
const repeated = fc
  .tuple(
    fc.constantFrom(
      'a',
      ' ',
      '\u200b',
      'a\u200b',
      'a\u202e\u05d0',
      '\u0301',
      'e\u0301',
      '\u{1f600}\u200d',
      '\n',
      '\ud800a',
    ),
    fc.integer({ min: 0, max: 20_000 }),
  )
  .map(([piece, times]) => piece.repeat(times));

describe('the bounds of a text', () => {
  it('hold for every text, and the hidden rest begins where the parts end', () => {
    const bounds = fc.record({
      chars: fc.integer({ min: 1, max: 400 }),
      marks: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(fc.oneof(repeated, hostileText), bounds, (text, { chars, marks }) => {
        const { parts, to } = visibleText(text, { chars, marks });
        const plain = parts.filter((part) => part.kind === 'plain');
        expect(parts.length - plain.length).toBeLessThanOrEqual(marks);
        // One unit more, to complete a surrogate pair.
        expect(plain.reduce((sum, part) => sum + part.text.length, 0)).toBeLessThanOrEqual(chars + 1);
        expect(parts.reduce((sum, part) => sum + textOf(text, part).length, 0)).toBe(to);
        expect(to).toBeGreaterThan(text === '' ? -1 : 0);
      }),
      { numRuns: 60 },
    );
  });

  it('allow consecutive slices to show the whole text', () => {
    fc.assert(
      fc.property(repeated, (text) => {
        let at = 0;
        let slices = 0;
        while (at < text.length) {
          const { to } = visibleText(text, { chars: 4096, marks: 200 }, at);
          if (to <= at) break;
          at = to;
          slices += 1;
        }
        expect(at).toBe(text.length);
        expect(slices).toBeLessThanOrEqual(1 + text.length / 200);
      }),
      { numRuns: 20 },
    );
  });
});

describe('isPlainText', () => {
  it('is false for a space at either end', () => {
    expect([' a', 'a ', ' ', 'a b', ''].map((text) => isPlainText(text))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('is true exactly if visibleText makes no mark and leaves nothing out', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, repeated), (text) => {
        const { parts, to } = visibleText(text, LINE_BOUNDS);
        const isPlain = to === text.length && parts.every((part) => part.kind === 'plain');
        expect(isPlainText(text, LINE_BOUNDS)).toBe(isPlain);
      }),
    );
  });
});

describe('spokenText', () => {
  it('gives the name, or else the code point, of an invisible character', () => {
    expect(spokenText('a\u202eb')).toBe('a right-to-left override b');
    expect(spokenText('a\ue000')).toBe('a U+E000 ');
    expect(spokenText('plain text')).toBe('plain text');
    expect(spokenText('a\r\nb')).toBe('a carriage return, line feed b');
  });

  it('gives the start of a long text and how much follows', () => {
    expect(spokenText('x'.repeat(1_048_576))).toBe(`${'x'.repeat(200)} and 1,048,376 more characters`);
    expect(spokenText(`${'x'.repeat(200)}y`)).toBe(`${'x'.repeat(200)} and 1 more character`);
    expect(spokenText('\u200b'.repeat(1_048_576))).toBe(' 1,048,576 characters zero width space ');
  });
});

describe('codePointName', () => {
  it('has at least four digits', () => {
    expect([0, 0x9, 0xabcd, 0x10ffff].map(codePointName)).toEqual(['U+0000', 'U+0009', 'U+ABCD', 'U+10FFFF']);
  });
});
