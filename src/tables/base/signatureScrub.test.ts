import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SealedSas } from '../sas/sealedSas.ts';
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

describe('SealedSas.scrub', () => {
  it('knows the signature that was sealed when it was made, also after another took its place', () => {
    const sas = new SealedSas(`sv=2019-02-02&sig=${SENT}&se=x`);
    const scrub = sas.scrub();
    sas.takeFrom(new SealedSas(`sv=2019-02-02&sig=${SENT.replaceAll('Keyscope', 'OtherOne')}`));
    expect(scrub(BARE)).toBe('[redacted]');
    expect(sas.scrub()(BARE.replace('Keyscope', 'OtherOne'))).toBe('[redacted]');
    sas.drop();
    expect(scrub(BARE)).toBe('[redacted]');
    expect(sas.scrub()(BARE)).toBe(BARE);
    expect(JSON.stringify({ sas, scrub })).toBe('{"sas":"[SAS]"}');
  });
});
