import fc from 'fast-check';
import { valueOf } from '../../core/valueOf.fixture.ts';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../core/anyCharacter.fixture.ts';
import { base64Url, FAKE_TOKEN_SIGNATURE, fakeToken, TENANT } from './accessToken.fixture.ts';
import { type AccessToken, readAccessToken } from './accessToken.ts';

const TOKEN = fakeToken();

const read = (text: string): AccessToken => valueOf(readAccessToken(text));

function refused(text: string): string {
  const found = readAccessToken(text);
  if (found.ok) throw new Error('It was read.');
  expect(found.error.message.length).toBeGreaterThan(10);
  expect(found.error.nextStep).toMatch(/\.$|\)$/u);
  expect(JSON.stringify(found.error)).not.toContain(FAKE_TOKEN_SIGNATURE.slice(0, 40));
  return found.error.message;
}

describe('a pasted token', () => {
  it('is taken byte for byte, however it was copied', () => {
    const forms = [
      TOKEN,
      ` \n${TOKEN}\r\n`,
      `"${TOKEN}"`,
      `Bearer ${TOKEN}`,
      `authorization: bearer ${TOKEN}`,
      `\u200b${TOKEN}\ufeff`,
      TOKEN.replace(/.{80}/gu, '$&\r\n  '),
      JSON.stringify(
        { accessToken: TOKEN, expiresOn: '2026-11-21 08:00:00.000000', tokenType: 'Bearer' },
        null,
        2,
      ),
      JSON.stringify({ token_type: 'Bearer', access_token: TOKEN }),
    ];
    for (const text of forms) expect(read(text).raw).toBe(TOKEN);
  });

  it('says whom it is for, until when, and which tenant issued it', () => {
    expect(read(TOKEN).claims).toEqual({
      audiences: ['https://storage.azure.com'],
      expiresAtMs: Date.UTC(2026, 10, 21, 8),
      startsAtMs: Date.UTC(2026, 10, 20, 23),
      tenantId: TENANT,
    });
    expect(read(fakeToken({ aud: ['a', 7, 'b'], nbf: undefined, tid: 'common' })).claims).toEqual({
      audiences: ['a', 'b'],
      expiresAtMs: Date.UTC(2026, 10, 21, 8),
    });
  });

  it('is read with any claims that JSON can hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ unit: 'grapheme' }),
        (others, name) => {
          const claims = { ...others, name, aud: 'x', exp: 1_800_000_000, tid: TENANT };
          expect(read(fakeToken(claims)).claims).toMatchObject({ audiences: ['x'], tenantId: TENANT });
        },
      ),
    );
  });

  it('is refused with the reason', () => {
    const [head = '', body = ''] = TOKEN.split('.');
    expect(refused('')).toContain('No access token');
    expect(refused('0.AXoAv4j5cvGGr0GRqy180BHbR1a2b3')).toContain('three parts');
    expect(refused('EwBYA8l6BAAURSN/FHlDW5xN74t6GzbtsBBeBUYAAe')).toContain('three parts');
    expect(refused('a sentence. With two. Dots')).toContain('three parts');
    expect(refused(TOKEN.replace('xY9', '\u2026'))).toContain('three parts');
    expect(refused(`${head}.${body}`)).toContain('0 of 342');
    expect(refused(TOKEN.slice(0, -1))).toContain('341 of 342');
    expect(refused(`${head}.${body}.a.b.c`)).toContain('encrypted');
    expect(refused(`${head}.${body.slice(3)}.${FAKE_TOKEN_SIGNATURE}`)).toContain('damaged');
    expect(refused(`${head}.${base64Url('[1')}.${FAKE_TOKEN_SIGNATURE}`)).toContain('damaged');
    expect(refused(`${head}.${base64Url('null')}.${FAKE_TOKEN_SIGNATURE}`)).toContain('damaged');
    expect(refused(`${base64Url('{"alg":"HS256"}')}.${body}.${'a'.repeat(42)}`)).toContain('42 of 43');
    for (const claims of [
      { exp: undefined },
      { aud: undefined },
      { aud: 5 },
      { exp: 'soon' },
      { exp: 1e300 },
      { exp: -1 },
    ])
      expect(refused(fakeToken(claims))).toContain('does not say');
    expect(refused(`a.${'b'.repeat(16_384)}.c`)).toContain('16384');
  });

  it('never throws, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(600), fc.nat(600), (noise, at, length) => {
        for (const text of [noise, `${TOKEN.slice(0, at)}${noise}${TOKEN.slice(at + length)}`]) {
          const found = readAccessToken(text);
          expect(found.ok || found.error.message !== '').toBe(true);
        }
      }),
    );
  });
});
