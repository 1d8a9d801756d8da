import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Texts } from './secretForms.ts';
import { holdsCredential, MOST_CHECKED_CHARS, secretLook, withoutNamedValues } from './secrets.ts';

// Signatures and their encodings are made here, by rules of their own. No code of the product encodes or decodes them.
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of bytes, digit by digit. */
function base64Of(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.slice(at, at + 3);
    const group = a * 65_536 + (b ?? 0) * 256 + (c ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => BASE64.charAt((group >> shift) % 64));
    text += digits.slice(0, c === undefined ? (b === undefined ? 2 : 3) : 4).join('');
  }
  return text.padEnd(Math.ceil(bytes.length / 3) * 4, '=');
}

const codes = (text: string): readonly number[] => Array.from(text, (char) => char.charCodeAt(0));
const bytes = (count: number) =>
  fc.noBias(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: count, maxLength: count }));
/** Base64 of random bytes nearly always has capital letters, small letters and digits. */
const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
const signature = bytes(32).map(base64Of).filter(isMixed);
const accountKey = bytes(64).map(base64Of).filter(isMixed);
const token = fc
  .tuple(bytes(64), fc.integer({ min: 0, max: 2_000_000_000 }))
  .map(([signed, exp]) =>
    [codes('{"typ":"JWT","alg":"RS256"}'), codes(`{"aud":"https://storage.azure.com","exp":${exp}}`), signed]
      .map((part) => base64Of(part).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
      .join('.'),
  );

const hex = (char: string, width: number): string => char.charCodeAt(0).toString(16).padStart(width, '0');
const percent = (text: string): string =>
  text.replace(/[^\w.~-]/g, (char) => `%${hex(char, 2).toUpperCase()}`);
/** What can happen to a text on its way: in a browser, a JSON log, a web page, a mail, PowerShell or a config file. */
const WAYS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['percent-encoded', percent],
  ['percent-encoded twice', (text) => percent(percent(text))],
  ['percent-encoded three times', (text) => percent(percent(percent(text)))],
  ['in JSON', (text) => `{"message":${JSON.stringify(text)}}`],
  ['in JSON with escapes', (text) => text.replace(/[&=+<>]/g, (char) => `\\u${hex(char, 4)}`)],
  ['in HTML', (text) => `<td>${text.replaceAll('&', '&amp;').replaceAll('+', '&#43;')}</td>`],
  ['on lines of 76', (text) => text.replace(/.{76}/g, '$&\r\n')],
  ['quoted in a mail', (text) => `> ${text.replace(/.{60}/g, '$&\n> ')}`],
  ['in Base64', (text) => base64Of(codes(text))],
  ['in Base64 of UTF-16', (text) => base64Of(codes(text).flatMap((code) => [code, 0]))],
  ['in Base64, behind one byte', (text) => base64Of([34, ...codes(text)])],
  ['in Base64, behind other digits of Base64', (text) => `x${base64Of(codes(text))}`],
];

describe('a credential', () => {
  const whole = fc.oneof(
    signature.map((sig) => `https://a.table.core.windows.net/T?sv=2022-11-02&sp=r&sig=${percent(sig)}`),
    signature.map((sig) => `{"sv":"2022-11-02","sig":"${sig}"}`),
    accountKey.map((key) => `DefaultEndpointsProtocol=https;AccountName=prod1;AccountKey=${key};`),
    signature.map((sig) => `SharedAccessSignature=sv=2022-11-02&sig=${percent(sig)}&se=2030`),
    token.map((jwt) => `authorization: Bearer ${jwt}`),
    token,
  );

  it.each(WAYS)('is seen and found: %s', (_name, wrap) => {
    fc.assert(
      fc.property(whole, fc.constantFrom('', 'see ', '"', '\n'), (text, before) => {
        const written = `${before}${wrap(text)}`;
        expect(secretLook(written)).toBeDefined();
        expect(holdsCredential(written)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it.each(WAYS.slice(0, 9))('is seen by its form alone: %s', (_name, wrap) => {
    fc.assert(
      fc.property(fc.oneof(signature, accountKey, token), (text) => {
        expect(secretLook(wrap(text))).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    'sig=abc',
    '"sig": "abc"',
    "'sig' : 'abc'",
    'SIG = c2VjcmV0',
    '<sig>abc',
    '["sig"] = x1',
    'AccountKey=abc',
    'account_key: abc',
    'Account Key = abc',
    'SharedAccessKey=abc',
    '"access_token":"abc"',
    'Bearer abcdefghijklmnopqrst',
  ])('is suspected behind its name, whatever its value: %s', (text) => {
    expect(secretLook(text)).toBe('named');
    expect(holdsCredential(text)).toBe(false);
  });

  it('that is in use is asked for in every decoded form', () => {
    const isKnown = (plain: string): boolean => plain.includes('S3cret+One/');
    for (const [name, wrap] of WAYS) {
      expect([name, secretLook(wrap('is S3cret+One/ here'), isKnown)]).toEqual([name, 'named']);
      expect([name, holdsCredential(wrap('is S3cret+One/ here'), isKnown)]).toEqual([name, true]);
    }
    expect(secretLook('S3cret', isKnown)).toBeUndefined();
  });

  it('is found at both ends of a long text, which no link may hold', () => {
    const sas = `?sv=2022-11-02&sig=${BASE64.slice(20, 62)}w%3D`;
    const filler = 'a line of a log\n'.repeat(40_000);
    for (const text of [sas + filler, filler + sas]) expect(holdsCredential(text)).toBe(true);
    expect(holdsCredential(filler)).toBe(false);
    // There are no line breaks here: a search that starts again at every character would exceed the time limit of a test.
    expect(holdsCredential('x'.repeat(filler.length))).toBe(false);
    expect(secretLook('x'.repeat(MOST_CHECKED_CHARS))).toBeUndefined();
    expect(secretLook('x'.repeat(MOST_CHECKED_CHARS + 1))).toBe('long');
  });

  it('is taken out whole if it is broken into lines, and the keys around it stay', () => {
    // Entra signs with RS256: 256 bytes.
    const long = fc
      .tuple(token, bytes(256))
      .map(([jwt, signed]) =>
        jwt.replace(/[^.]*$/, base64Of(signed).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
      );
    const forms = [
      signature.map((sig) => ['?sv=2022-11-02&sig=', percent(sig)]),
      signature.map((sig) => ['"sig": "', sig.replaceAll('/', '\\/')]),
      signature.map((sig) => ['Authorization: SharedKeyLite prod1:', sig]),
      signature.map((sig) => ['authorization: SharedKey prod1-secondary:', sig]),
      accountKey.map((key) => ['AccountName=prod1;AccountKey=', key]),
      accountKey.map((key) => ['"accountKey": "', key]),
      accountKey.map((key) => ['export AZURE_STORAGE_KEY=', key]),
      accountKey.map((key) => ['--account-key ', key]),
      accountKey.map((key) => ['"keyName": "key1",\n  "permissions": "FULL",\n  "value": "', key]),
      long.map((jwt) => ['Authorization: Bearer ', jwt]),
    ];
    const breaks = fc.constantFrom('', '\n', '\r\n', '=\r\n', '\n> ', ' \n\n    ', '\r\n>> ');
    fc.assert(
      fc.property(
        fc.oneof(...forms),
        breaks,
        fc.integer({ min: 5, max: 90 }),
        ([name = '', value = ''], broken, width) => {
          const lines = value.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
          const text = `PartitionKey 0634925952000000000\n${name}${lines.join(broken)}\n0634925953000000000`;
          expect(holdsCredential(text)).toBe(true);
          const rest = withoutNamedValues(text);
          expect(rest.endsWith('\n0634925953000000000')).toBe(true);
          expect(lines.filter((line) => line.length > 5 && rest.includes(line))).toEqual([]);
        },
      ),
    );
  });

  it('is taken out of a text, and the text around it stays', () => {
    fc.assert(
      fc.property(signature, token, (sig, jwt) => {
        const rest = withoutNamedValues(`PartitionKey a; sig=${sig}; ${jwt}; RowKey b`);
        expect(rest).toBe('PartitionKey a; ; ; RowKey b');
      }),
    );
  });
});

describe('a text that only speaks of secrets', () => {
  const mentions = [
    'kill sig: 15',
    'Sig > 5',
    'MSig > 5',
    '{"MySig":5,"Sig":17}',
    'sig: 9 (SIGTERM)',
    'The account key was rotated',
    '{"Message":"Invalid AccountKey"}',
    'AccountKeyRotations',
    'AccountKeyName,SharedAccessKeyName',
    "AccountKey eq 'x'",
    'SharedAccessSignature ne null',
    'Level,Design Sig:,Sig',
    'x -> sig -> y',
    '"AccountKey": null',
    'the bearer of this letter',
  ];

  it('is no suspicion, nor several beside each other', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...mentions), { minLength: 1, maxLength: 5 }), (parts) => {
        expect(secretLook(parts.join('\n'))).toBeUndefined();
      }),
    );
  });

  it('holds none, also where a link is careful', () => {
    const careful = [
      'sig: high',
      'AccountKey: missing',
      'AccountKey=rotated',
      'Sig: 5f9b6a30-4002-0031-7d2b',
    ];
    for (const text of careful) expect(secretLook(text)).toBe('named');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...mentions, ...careful), { minLength: 1, maxLength: 5 }),
        fc.array(signature, { maxLength: 2 }),
        fc.constantFrom('\n', ' ', '; ', '\t'),
        (parts, hashes, between) => {
          expect(holdsCredential([...hashes, ...parts].join(between))).toBe(false);
        },
      ),
    );
  });
});

it('texts in Base64 are found from any digit on, also in the alphabet of addresses', () => {
  const plain = '~~~???>>>sig=abc';
  for (const before of ['', 'A', 'AB', 'ABC']) {
    const run = before + btoa(plain).replace(/=+$/, '');
    expect(base64Texts(run)).toContain(plain);
    expect(base64Texts(run.replaceAll('+', '-').replaceAll('/', '_'))).toContain(plain);
  }
});
