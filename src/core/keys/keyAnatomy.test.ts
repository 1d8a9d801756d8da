import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import { keyAnatomy } from './keyAnatomy.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';

function kinds(schemeId: string | undefined, part: 'partition' | 'row', text: string): readonly string[] {
  return keyAnatomy(schemeId, part, text).map((segment) => `${segment.kind}:${segment.text}`);
}

describe('keyAnatomy', () => {
  it('cuts a log tail and states the instant, not the number', () => {
    const segments = keyAnatomy('inverted-ticks19', 'row', '2516926669378765432_7c9e');
    expect(segments.map((segment) => segment.kind)).toEqual([
      'inverted-date',
      'inverted-subsecond',
      'separator',
      'identity',
    ]);
    expect(segments[0]?.value).toBe('2024-03-05T10:17:42Z');
    expect(segments[1]?.value).toBe('0.1234567 s');
  });

  it('falls back to the best reading, then to plain text', () => {
    expect(kinds(undefined, 'partition', '0634925952000000000')).toEqual([
      'date:063492595200',
      'subsecond:0000000',
    ]);
    expect(kinds('mds-prefixed', 'row', '2516926669378765432')).toEqual([
      'inverted-date:251692666937',
      'inverted-subsecond:8765432',
    ]);
    expect(kinds(undefined, 'row', 'John Doe')).toEqual(['text:John Doe']);
    expect(kinds(undefined, 'row', '')).toEqual([]);
  });

  it('always covers the whole text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'0634925952000000000 2516926669378765432 0000000000000000012 ___ _ . - :002F'.split(' '),
      ),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    );
    const ids = fc.constantFrom(undefined, ...KEY_SCHEMES.map((scheme) => scheme.id));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        ids,
        fc.constantFrom('partition', 'row', 'table'),
        (pieces, id, part) => {
          const text = pieces.join('');
          const segments = keyAnatomy(id, part, text);
          expect(segments.map((segment) => segment.text).join('')).toBe(text);
          expect(segments.every((segment) => segment.text !== '')).toBe(true);
        },
      ),
      { numRuns: 800 },
    );
  });
});
