import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterBase64, base64OfUtf8 } from './base64.ts';
import { KEY_ESCAPES } from './escapes.ts';

function keyEscapeById(id: string) {
  return KEY_ESCAPES.find((escape) => escape.id === id);
}

interface EscapeVector {
  readonly scheme: string;
  readonly plain: string;
  readonly escaped: string;
}

const { escapes } = JSON.parse(readFileSync(new URL('../fixtures/keys.json', import.meta.url), 'utf8')) as {
  readonly escapes: readonly EscapeVector[];
};

/** A text as UTF-8 keeps it: a lone surrogate becomes U+FFFD. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

describe('escapes', () => {
  it.each(escapes)('$scheme: $plain', ({ scheme, plain, escaped }) => {
    const rule = keyEscapeById(scheme);
    expect(rule?.escape(plain)).toBe(escaped);
    expect(rule?.isReversible === true ? rule.unescape(escaped) : plain).toBe(plain);
  });

  it.each(KEY_ESCAPES.filter((rule) => rule.isReversible))('$id comes back', (rule) => {
    // A lone surrogate has no UTF-8, so the rules that go through bytes cannot keep it.
    const text = fc.string({ unit: 'binary', maxLength: 30 }).map(wellFormed);
    fc.assert(
      fc.property(text, (plain) => {
        expect(rule.unescape(rule.escape(plain))).toBe(plain);
      }),
    );
  });

  it.each(KEY_ESCAPES)('$id takes any text', (rule) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        expect(typeof rule.escape(text)).toBe('string');
        expect(['string', 'undefined']).toContain(typeof rule.unescape(text));
      }),
    );
  });

  it('keep the ways of their writers', () => {
    expect(keyEscapeById('durabletask-caret')?.escape('a/b\\c#d?e^\u0001')).toBe('a^0b^1c^2d^3e^^^\u00c1');
    expect(keyEscapeById('webjobs-2hex')?.escape('F-:1\u20ac')).toBe('f:2D:3A1::20AC');
    expect(keyEscapeById('durabletask-caret')?.unescape('a^9')).toBeUndefined();
    expect(keyEscapeById('elmah-base64')?.escape('ä?>ä?>')).toBe(
      Buffer.from('ä?>ä?>').toString('base64').replaceAll('/', '_'),
    );
  });
});

describe('Base64 without a platform', () => {
  it('is that of Node', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const encoded = base64OfUtf8(text);
        expect(encoded).toBe(Buffer.from(wellFormed(text)).toString('base64'));
        expect(afterBase64(encoded)).toBe(wellFormed(text));
      }),
    );
    expect(afterBase64('/w==')).toBeUndefined();
    expect(afterBase64('a')).toBeUndefined();
  });
});
