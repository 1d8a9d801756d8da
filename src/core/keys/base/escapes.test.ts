import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { afterBase64, base64OfUtf8 } from './utf8.ts';
import { escapeBy, KEY_ESCAPES, unescapeBy } from './escapes.ts';

interface EscapeVector {
  readonly scheme: string;
  readonly plain: string;
  readonly escaped: string;
}

const { escapes } = JSON.parse(readFileSync(new URL('../fixtures/keys.json', import.meta.url), 'utf8')) as {
  readonly escapes: readonly EscapeVector[];
};

/** A text as it is after a round trip through UTF-8, where a lone surrogate becomes U+FFFD. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

const reversible = [...KEY_ESCAPES].flatMap(([name, { escape, unescape }]) =>
  escape === undefined ? [] : [{ name, escape, unescape }],
);

describe('escapes', () => {
  it.each(escapes.filter(({ scheme }) => KEY_ESCAPES.has(scheme)))(
    '$scheme: $plain',
    ({ scheme, plain, escaped }) => {
      expect(unescapeBy(scheme, escaped)).toBe(plain);
      expect([escaped, undefined]).toContain(escapeBy(scheme, plain));
    },
  );

  it.each(reversible)('$name comes back', ({ escape, unescape }) => {
    // UTF-8 cannot hold a lone surrogate, so the escapes that go through bytes lose it.
    const text = fc.string({ unit: anyCharacter, maxLength: 30 }).map(wellFormed);
    fc.assert(
      fc.property(text, (plain) => {
        expect(unescape(escape(plain))).toBe(plain);
      }),
    );
  });

  it.each([...KEY_ESCAPES.keys(), 'constructor'])('%s takes any text', (name) => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), (text) => {
        expect(['string', 'undefined']).toContain(typeof escapeBy(name, text));
        expect(['string', 'undefined']).toContain(typeof unescapeBy(name, text));
      }),
    );
  });

  it('keep the ways of their writers', () => {
    expect(escapeBy('durabletask-caret', 'a/b\\c#d?e^\u0001\u009f')).toBe('a^0b^1c^2d^3e^^^\u00c1^\u015f');
    expect(unescapeBy('webjobs-2hex', 'f:2D:3A1::20AC')).toBe('f-:1\u20ac');
    expect(unescapeBy('durabletask-caret', 'a^9')).toBeUndefined();
    expect(unescapeBy('durabletask-caret', 'a^')).toBeUndefined();
    expect(escapeBy('elmah-base64', 'ä?>ä?>')).toBe(
      Buffer.from('ä?>ä?>').toString('base64').replaceAll('/', '_'),
    );
  });
});

describe('Base64 without a platform', () => {
  it('is that of Node', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        const encoded = base64OfUtf8(text);
        expect(encoded).toBe(Buffer.from(wellFormed(text)).toString('base64'));
        expect(afterBase64(encoded)).toBe(wellFormed(text));
      }),
    );
    expect(afterBase64('/w==')).toBeUndefined();
    expect(afterBase64('a')).toBeUndefined();
  });
});
