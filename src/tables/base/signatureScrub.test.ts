import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SealedCredential } from '../sas/sealedCredential.ts';
import { searchFor } from './signatureScrub.ts';

const BARE = 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=';
const SENT = encodeURIComponent(BARE);
/** Parts of it that reveal enough to guess the rest. */
const TELLING = /Keyscope|OfTheTests|0042Search|S2V5c2Nv|tleXNjb3|LZXlzY29w/u;

const FORMS: readonly (readonly [string, string])[] = [
  ['bare', BARE],
  ['percent-encoded', SENT],
  ['percent-encoded in lower case', SENT.replaceAll(/%../gu, (escape) => escape.toLowerCase())],
  ['percent-encoded twice', encodeURIComponent(SENT)],
  ['base64', btoa(BARE)],
  ['base64 behind one byte', btoa(`'${BARE}'`)],
  ['base64 behind two bytes', btoa(`="${BARE}"`)],
  ['base64 of an address', btoa(`https://h/T()?sv=1&sig=${SENT}`)],
  ['base64 for addresses', btoa(BARE).replaceAll('+', '-').replaceAll('/', '_')],
  ['JSON', JSON.stringify(BARE)],
  ['JSON with escapes', BARE.replaceAll(/[+/=]/gu, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`)],
  ['JSON, all escaped', BARE.replaceAll(/./gu, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`)],
  ['base64, percent-encoded in lower case', btoa(SENT.replaceAll(/%../gu, (escape) => escape.toLowerCase()))],
  ['in capitals', BARE.toUpperCase()],
  ['on short lines', BARE.replaceAll(/.{6}/gu, '$&\n')],
  ['HTML', BARE.replaceAll('+', '&#43;').replaceAll('/', '&#x2F;').replaceAll('=', '&#61;')],
  ['HTML, all escaped', BARE.replaceAll(/./gu, (mark) => `&#${mark.charCodeAt(0)};`)],
];

describe('searchFor', () => {
  it.each(FORMS)('takes a signature out: %s', (_name, form) => {
    const scrub = searchFor(SENT).scrub;
    for (const text of [form, `The MAC signature '${form}' is not the same`, `${form}${form}`]) {
      const clean = scrub(text);
      expect(clean).toContain('[redacted]');
      expect(clean).not.toMatch(TELLING);
      expect(clean).not.toContain(form.slice(-24, -4));
    }
    // No more than that: the text around it is what helps.
    expect(scrub(`The MAC signature '${form}' is not the same`)).toMatch(
      /^The MAC signature '[^']*\[redacted\][^']*' is not the same$/,
    );
  });

  it('whatever stands around it, and where it was cut', () => {
    const scrub = searchFor(SENT).scrub;
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(...FORMS),
        fc.string(),
        fc.nat(60),
        (before, [, form], after, cut) => {
          const clean = scrub(`${before}${form.slice(0, form.length - cut)}${after}`);
          expect(clean).not.toMatch(TELLING);
          expect(clean.startsWith(before.slice(0, -9))).toBe(true);
        },
      ),
    );
  });

  it('leaves other texts as they are', () => {
    const scrub = searchFor(SENT).scrub;
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(scrub(text)).toBe(text);
      }),
    );
    for (const text of [JSON.stringify('\u0001\u0002'.repeat(40)), '&#75;&#55;&#43;'.repeat(9)]) {
      expect(scrub(text)).toBe(text);
    }
    expect(scrub(btoa('another text that is not a signature at all'))).not.toContain('[redacted]');
  });
});

describe('how much of a signature tells', () => {
  const { scrub, isIn } = searchFor(SENT);
  const isTold = (part: string): boolean => {
    const clean = scrub(`#${part}#`);
    expect([part, clean === `#${part}#`]).toEqual([part, !isIn(part)]);
    return clean !== `#${part}#`;
  };

  it('is ten characters in a row, wherever they are, and not nine', () => {
    for (let at = 0; at + 10 <= BARE.length; at++)
      expect([at, isTold(BARE.slice(at, at + 10))]).toEqual([at, true]);
    for (let at = 0; at + 9 <= BARE.length; at++)
      expect([at, isTold(BARE.slice(at, at + 9))]).toEqual([at, false]);
  });

  // With two more characters than ten, none depends on where a group of base64 or an escape begins.
  const unitsOf = (of: (unit: string) => string): readonly string[] => Array.from(BARE, of);
  const code = (unit: string): number => unit.charCodeAt(0);
  it.each([
    ['percent-encoded', unitsOf(encodeURIComponent)],
    ['percent-encoded twice', unitsOf((unit) => encodeURIComponent(encodeURIComponent(unit)))],
    ['without its +', unitsOf((unit) => (unit === '+' ? '' : unit))],
    ['in hex', unitsOf((unit) => code(unit).toString(16))],
    ['escaped as JSON', unitsOf((unit) => `\\u00${code(unit).toString(16)}`)],
    ['escaped as HTML', unitsOf((unit) => `&#${code(unit)};`)],
    ['escaped as HTML in hex', unitsOf((unit) => `&#X${code(unit).toString(16)};`)],
  ])('is found with any twelve characters: %s', (_name, units) => {
    for (let at = 0; at + 12 <= units.length; at++)
      expect([at, isTold(units.slice(at, at + 12).join(''))]).toEqual([at, true]);
  });

  it('is found in base64, whatever is before it', () => {
    for (const before of [0, 1, 2, 3]) {
      const whole = btoa(`${'~'.repeat(before)}${BARE}`);
      for (let at = 0; at + 12 <= BARE.length; at++) {
        // The characters that these twelve alone decide.
        const [from, to] = [Math.ceil(((before + at) * 8) / 6), Math.floor(((before + at + 12) * 8) / 6)];
        const part = whole.slice(from, to);
        expect([before, at, isTold(part)]).toEqual([before, at, true]);
        expect([before, at, isTold(part.replaceAll('+', '-').replaceAll('/', '_'))]).toEqual([
          before,
          at,
          true,
        ]);
      }
    }
  });

  it('is looked for in 16,384 characters; the rest is cut off, with a mark', () => {
    expect(scrub('x'.repeat(16_384))).toBe('x'.repeat(16_384));
    expect(scrub('x'.repeat(16_385))).toBe(`${'x'.repeat(16_384)} [cut]`);
    expect(scrub(`${'x'.repeat(16_374)}${BARE}`)).toBe(`${'x'.repeat(16_374)}[redacted] [cut]`);
  });
});

describe('SealedCredential.scrub', () => {
  it('knows the signature that was sealed when it was made, also after another took its place', () => {
    const sas = new SealedCredential({ kind: 'sas', raw: `sv=2019-02-02&sig=${SENT}&se=x` });
    const scrub = sas.scrub();
    const raw = `sv=2019-02-02&sig=${SENT.replaceAll('Keyscope', 'OtherOne')}`;
    sas.takeFrom(new SealedCredential({ kind: 'sas', raw }));
    expect(scrub(BARE)).toBe('[redacted]');
    expect(sas.scrub()(BARE.replace('Keyscope', 'OtherOne'))).toBe('[redacted]');
    sas.drop();
    expect(scrub(BARE)).toBe('[redacted]');
    expect(sas.scrub()(BARE)).toBe(BARE);
    expect(JSON.stringify({ sas, scrub })).toBe('{"sas":"[credential]"}');
  });
});
