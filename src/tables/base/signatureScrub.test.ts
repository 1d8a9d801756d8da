import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SealedCredential } from '../sas/sealedCredential.ts';
import { searchFor } from './signatureScrub.ts';

const BARE = 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=';
const SENT = encodeURIComponent(BARE);
/** Fragments of the signature, plain and in base64, from which the rest could be guessed. */
const TELLING = /KeyscopeCanary|OfTheTests0042|S2V5c2NvcGVDYW|tleXNjb3BlQ2Fu|LZXlzY29wZUNh/u;

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
  ['JSON with an escaped slash', BARE.replaceAll('/', '\\/')],
  ['a form, with blanks for +', BARE.replaceAll('+', ' ')],
  ['HTML', BARE.replaceAll('+', '&#43;').replaceAll('/', '&#x2F;').replaceAll('=', '&#61;')],
];

describe('searchFor', () => {
  const { scrub } = searchFor(SENT);

  it.each(FORMS)('takes a signature out, whatever is around it: %s', (_name, form) => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const clean = scrub(`${before} ${form} ${after}`);
        expect(clean).not.toMatch(TELLING);
        expect(clean).toContain('[redacted]');
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the text around it, which is what helps, where it is as the service writes it', () => {
    for (const form of [BARE, SENT])
      expect(scrub(`The MAC signature '${form}' is not the same`)).toBe(
        "The MAC signature '[redacted]' is not the same",
      );
  });

  it('finds any 19 characters in a row', () => {
    for (let at = 0; at + 19 <= BARE.length; at++)
      expect([at, scrub(`#${BARE.slice(at, at + 19)}#`)]).toEqual([at, '[redacted]']);
  });

  it('leaves other texts as they are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(scrub(text)).toBe(text);
      }),
    );
    expect(scrub(btoa('another text that is not a signature at all'))).not.toContain('[redacted]');
    expect(searchFor('').scrub('""')).toBe('""');
  });

  it('looks at 16,384 characters; the rest is cut off, with a mark', () => {
    expect(scrub('x'.repeat(16_384))).toBe('x'.repeat(16_384));
    expect(scrub('x'.repeat(16_385))).toBe(`${'x'.repeat(16_384)} [cut]`);
    expect(scrub(`${'x'.repeat(16_364)}${BARE}`)).toBe('[redacted]');
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
