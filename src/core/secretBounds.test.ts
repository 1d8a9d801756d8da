import { describe, expect, it } from 'vitest';
import { holdsCredential, MOST_CHECKED_CHARS, secretLook } from './secrets.ts';

describe('a very long text', () => {
  const pieces = [
    '%25',
    '&amp;',
    '\\\\',
    'sig',
    's i g ',
    '_',
    'a_',
    'A',
    'ICAg',
    '\u{fdfa}',
    '\u0301\u0323',
    '\u200b',
    '&#0000',
    '\\u{00000',
    'sig= ',
    'AccountKey',
    '<',
    '=',
    'sig=a&',
    'TheQ1',
    'AccountName=a;',
    'eyJ',
    'eyJhbGciOiJI.',
    `eyJ${'a'.repeat(397)}.eyJ`,
    'Zm9vYmFy',
    '61 ',
    '6162 ',
    '61626364 6162  ',
    '00000010: 7369 673d  sig=',
    '00000010  73 69 67 3d  |sig=|',
  ];

  /** The characters of all forms that were looked at. */
  function lookedAt(check: (isKnown: (plain: string) => boolean) => unknown): number {
    let looked = 0;
    check((plain) => {
      looked += plain.length;
      return false;
    });
    return looked;
  }

  it.each(pieces)('of %j again and again: a link checks all of 8,192 characters, or none', (piece) => {
    for (const length of [1000, MOST_CHECKED_CHARS]) {
      const text = piece.repeat(length / piece.length);
      expect(lookedAt((isKnown) => secretLook(text, isKnown))).toBeLessThanOrEqual(40 * length + 20_000);
    }
    for (const length of [MOST_CHECKED_CHARS + 1, 2_000_000]) {
      const text = piece.repeat(length / piece.length + 1);
      expect(lookedAt((isKnown) => expect(secretLook(text, isKnown)).toBe('long'))).toBe(0);
    }
  });

  it.each(pieces)(
    'of %j again and again: a field looks once at all, and at a few places in depth',
    (piece) => {
      for (const length of [10_000, 262_144, 2_000_000]) {
        const text = piece.repeat(length / piece.length);
        expect(lookedAt((isKnown) => holdsCredential(text, isKnown))).toBeLessThanOrEqual(262_144 + 500_000);
      }
    },
  );

  it('shows a credential at its ends, and a plain one anywhere', () => {
    const sas = '?sv=2022-11-02&sig=c2VjcmV0LXNpZ25hdHVyZS1vZi0zMi1ieXRlcy1oZXJl';
    const filler = "PartitionKey eq '0638452296000000000'\n".repeat(5000);
    for (const hidden of [sas, encodeURIComponent(sas)]) {
      expect(holdsCredential(`${hidden}\n${filler}`)).toBe(true);
      expect(holdsCredential(`${filler}${hidden}`)).toBe(true);
    }
    expect(holdsCredential(`${filler}${sas}\n${filler.slice(0, 50_000)}`)).toBe(true);
    expect(holdsCredential(filler)).toBe(false);
  });
});
