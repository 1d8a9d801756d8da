import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keySignature } from './keySignature.ts';

/** What texts of one form have in common, as a text. */
function formOf(text: string): string {
  const kinds = ['[0-9]', '[a-f]', '[g-z]', '[A-F]', '[G-Z]'].filter((kind) => new RegExp(kind).test(text));
  return [text.length, ...kinds, text.replaceAll(/[0-9A-Za-z]/g, 'x')].join(' ');
}

const key = fc.string({
  unit: fc.constantFrom('0', '9', 'a', 'f', 'g', 'z', 'A', 'F', 'G', 'Z', '_', '-', '.', '~', '!'),
  minLength: 1,
  maxLength: 6,
});

describe('the signature of a key', () => {
  it('is one for texts of one form, and another for every other form', () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 2, maxLength: 60 }), (texts) => {
        const pairs = texts.flatMap((a) => texts.map((b) => [a, b] as const));
        const wrong = pairs.filter(
          ([a, b]) => (keySignature(a) === keySignature(b)) !== (formOf(a) === formOf(b)),
        );
        expect(wrong).toEqual([]);
      }),
    );
  });

  it('tells characters apart by their kind alone', () => {
    const single = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
    const known = single.map((text) => ({ text, signature: keySignature(text), form: formOf(text) }));
    const wrong = known.flatMap((a) =>
      known.filter((b) => (a.signature === b.signature) !== (a.form === b.form)).map((b) => a.text + b.text),
    );
    expect(wrong).toEqual([]);
  });

  it('is not given to texts that are no keys of a form', () => {
    const none = ['', 'a b', 'é1', 'a\u007f', '\u0000', 'x'.repeat(129)];
    expect(none.map((text) => keySignature(text))).toEqual(none.map(() => undefined));
    expect(keySignature('x'.repeat(128))).toBeDefined();
  });
});
