import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeySegment } from '../../core/keys/scheme.ts';
import { keySummary, keyText, placeSegments, segmentSummary } from './keySegments.ts';

const SEGMENTS: readonly KeySegment[] = [
  { kind: 'prefix', text: '0000000000000000037', label: 'prefix of 100', value: '37' },
  { kind: 'separator', text: '___', label: 'separator' },
  { kind: 'date', text: '06349259520', label: 'minute' },
  { kind: 'text', text: 'a\u200bb', label: 'text' },
];

describe('keyText', () => {
  it('is the exact key, unseen characters included', () => {
    expect(keyText(SEGMENTS)).toBe('0000000000000000037___06349259520a\u200bb');
    expect(keyText([])).toBe('');
  });
});

describe('summaries', () => {
  it('say the value of a part where it has one, else its text, unseen characters by name', () => {
    expect(SEGMENTS.map(segmentSummary)).toEqual([
      'prefix of 100: 37',
      'separator: ___',
      'minute: 06349259520',
      'text: a zero width space b',
    ]);
  });

  it('leave separators out of the whole', () => {
    expect(keySummary(SEGMENTS)).toBe('prefix of 100: 37; minute: 06349259520; text: a zero width space b');
    expect(keySummary([])).toBe('');
  });
});

describe('placeSegments', () => {
  it('gives each part its index and its place in the key', () => {
    const key = keyText(SEGMENTS);
    const placed = placeSegments(SEGMENTS);
    expect(placed.map(({ index, offset }) => [index, offset])).toEqual([
      [0, 0],
      [1, 19],
      [2, 22],
      [3, 33],
    ]);
    for (const { segment, offset } of placed) expect(key.startsWith(segment.text, offset)).toBe(true);
  });

  it('finds each part in the key again, for any texts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 8 }), { maxLength: 8 }), (texts) => {
        const segments = texts.map((text) => ({ kind: 'text', text, label: 'text' }) as const);
        const key = keyText(segments);
        const found = placeSegments(segments).map(({ segment, offset }) =>
          key.slice(offset, offset + segment.text.length),
        );
        expect(found).toEqual(texts);
      }),
    );
  });
});
