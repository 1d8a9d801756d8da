import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../core/anyCharacter.fixture.ts';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { compactParts, keyText, segmentSummary, shownSegments } from './keySegments.ts';

const SEGMENTS: readonly KeySegment[] = [
  { kind: 'prefix', text: '0000000000000000037', label: 'prefix of 100', value: '37' },
  { kind: 'separator', text: '___', label: 'separator' },
  { kind: 'date', text: '06349259520', label: 'minute' },
  { kind: 'text', text: 'a\u200bb', label: 'text' },
];

describe('keyText', () => {
  it('is the exact key, invisible characters included', () => {
    expect(keyText(SEGMENTS)).toBe('0000000000000000037___06349259520a\u200bb');
    expect(keyText([])).toBe('');
  });
});

describe('summaries', () => {
  it('give the value of a part if it has one, else its text, with invisible characters by name', () => {
    expect(SEGMENTS.map(segmentSummary)).toEqual([
      'prefix of 100: 37',
      'separator: ___',
      'minute: 06349259520',
      'text: a zero width space b',
    ]);
  });
});

/** Larger than any of these keys needs. */
const WIDE = { chars: 1000, marks: 50 };

describe('shownSegments', () => {
  it('gives each part its index and its place in the key', () => {
    const key = keyText(SEGMENTS);
    const { placed, hidden } = shownSegments(SEGMENTS, WIDE);
    expect(placed.map(({ index, offset }) => [index, offset])).toEqual([
      [0, 0],
      [1, 19],
      [2, 22],
      [3, 33],
    ]);
    for (const { segment, offset } of placed) expect(key.startsWith(segment.text, offset)).toBe(true);
    expect(hidden).toBe(0);
  });

  it('examines no more invisible characters than the bounds allow, and counts the others', () => {
    const codes = ['\u200b', '\u200c', '\u202e', '\u2066'];
    const text = Array.from({ length: 31_000 }, (_, at) => codes[at % 4]).join('');
    const { placed, hidden } = shownSegments([{ kind: 'text', text, label: 'text' }], {
      ...WIDE,
      changes: 512,
    });
    expect([placed.map(({ segment }) => segment.text.length), hidden]).toEqual([[512], 31_000 - 512]);
  });

  it('shows the exact beginning of every key, within the bounds of all parts together', () => {
    const texts = fc.array(fc.string({ maxLength: 8 }), { maxLength: 100 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 200 }), (parts, chars) => {
        const segments = parts.map((text) => ({ kind: 'text', text, label: 'text' }) as const);
        const key = keyText(segments);
        const { placed, hidden } = shownSegments(segments, { chars, marks: 5 });
        const shown = placed.map(({ segment }) => segment.text).join('');
        expect(key.startsWith(shown)).toBe(true);
        expect(shown.length + hidden).toBe(key.length);
        expect(placed.length).toBeLessThanOrEqual(60);
      }),
    );
  });

  it('draws few parts of a key that has very many', () => {
    const segments = Array.from(
      { length: 300_000 },
      () => ({ kind: 'text', text: 'a', label: 'text' }) as const,
    );
    const { placed, hidden } = shownSegments(segments, { chars: 1_000_000, marks: 5 });
    expect([placed.length, hidden]).toEqual([60, 299_940]);
  });
});

describe('compactParts', () => {
  const parts = (kind: KeySegment['kind'], text: string): readonly string[] => {
    const { before, left, after } = compactParts({ kind, text, label: '' });
    return [before, left, after];
  };

  it('abbreviate padding zeros, and the middle of a GUID or a hash', () => {
    expect(parts('prefix', '0000000000000000037')).toEqual(['', '00000000000000000', '37']);
    expect(parts('index', '0000000000000000000')).toEqual(['', '000000000000000000', '0']);
    expect(parts('identity', 'b7c1f0a2d3e84f56')).toEqual(['b7c1', 'f0a2d3e84', 'f56']);
  });

  it('leave times, names and short numbers unchanged', () => {
    const whole: readonly (readonly [KeySegment['kind'], string])[] = [
      ['date', '0634925952000000000'],
      ['identity', 'FrontEndServiceHostInstance'],
      ['identity', 'Front_IN_37'],
      ['prefix', '007'],
      ['text', '0000000000000000000000'],
    ];
    expect(whole.map(([kind, text]) => parts(kind, text))).toEqual(whole.map(([, text]) => [text, '', '']));
  });

  it('give the text back when joined', () => {
    const kinds = fc.constantFrom<KeySegment['kind']>('prefix', 'index', 'identity', 'text');
    const texts = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^0{0,9}[a-f0-9-]{0,40}$/));
    fc.assert(
      fc.property(kinds, texts, (kind, text) => {
        expect(parts(kind, text).join('')).toBe(text);
      }),
    );
  });
});
