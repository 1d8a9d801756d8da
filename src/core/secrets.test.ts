import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsCredential, MOST_CHECKED_CHARS, secretLook, withoutNamedValues } from './secrets.ts';

// Disguises are made here, character by character, by rules of their own: nothing of the product decodes or encodes them.
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of so many random bytes, written out digit by digit. */
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

const bytes = (count: number) =>
  fc.noBias(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: count, maxLength: count }));
const signature = bytes(32).map(base64Of);
const accountKey = bytes(64).map(base64Of);
const url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
const fullWidth = (unit: string): string => String.fromCharCode(unit.charCodeAt(0) + 0xfe_e0);
/** Ways to write one ASCII character. */
const WAYS: readonly ((unit: string) => string)[] = [
  (unit) => `%${hex(unit.charCodeAt(0), 2)}`,
  (unit) => `%${hex(unit.charCodeAt(0), 2).toUpperCase()}`,
  (unit) => `%u00${hex(unit.charCodeAt(0), 2)}`,
  (unit) => `\\u00${hex(unit.charCodeAt(0), 2)}`,
  (unit) => `\\\\u00${hex(unit.charCodeAt(0), 2).toUpperCase()}`,
  (unit) => `\\x${hex(unit.charCodeAt(0), 2)}`,
  (unit) => `&#${unit.charCodeAt(0)};`,
  (unit) => `&#x${hex(unit.charCodeAt(0), 4)};`,
  (unit) => (unit === '&' ? '&amp;' : unit === '=' ? '&equals;' : `&#0${unit.charCodeAt(0)};`),
  fullWidth,
  (unit) => encodeURIComponent(fullWidth(unit)),
  (unit) => `${unit}\u200b`,
  (unit) => `${unit}\u00ad\u2060`,
  (unit) => `\u202e${unit}\ufe0f`,
  (unit) => `${unit}\u0000`,
];

/** One layer of disguise: of every character, of a few, or of the marks alone. */
const layer = fc.tuple(fc.constantFrom(...WAYS), fc.constantFrom('all', 'some', 'marks'), fc.nat(6)).map(
  ([way, which, step]) =>
    (text: string): string =>
      Array.from(text, (char, at) => {
        const isAscii = char > ' ' && char < '\u007f';
        const isChosen =
          which === 'all' || (which === 'marks' ? /[^A-Za-z0-9]/.test(char) : at % (step + 2) === 0);
        // Whoever escapes also escapes the marks of escapes: else the text could be read in two ways.
        return isAscii && (isChosen || /[\\%&]/.test(char)) ? way(char) : char;
      }).join(''),
);
/** Layers grow a text three- or sixfold each: few of all characters, more of marks. */
const disguise = fc.array(layer, { maxLength: 4 });

const named = fc
  .tuple(
    fc.constantFrom(
      'sig=',
      'SIG=',
      '?sv=1&sig=',
      '&sig=',
      '"sig":"',
      "'sig' : '",
      'sig = ',
      'sig: ',
      'Sig\n=',
      'sig+%3D+',
      '\\"sig\\":\\"',
      '<sig>',
      's\nig=',
      'AccountKey=',
      'accountkey : ',
      'Account Key = ',
      'SharedAccessSignature=',
      'SharedAccess\r\nSignature = ',
      'sig[]=',
      '[sig]=',
      'sig[0] = ',
      '["sig"] = ',
      'account_key=',
      'Account-Key: ',
      '"sig" => "',
      'S\u0130G=',
      's\u0131g=',
      '\\u{0000000073}ig=',
      '<a:AccountKey>',
      'fields.sig=',
      'x_sig=',
      'SharedAccessKey=',
    ),
    fc.constantFrom('abc', 'c2VjcmV0', 'x%2By%3D'),
  )
  .map(([name, value]) => name + value);

describe('a credential by its name', () => {
  it('is seen behind any mix of disguises, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 9 }),
        named,
        disguise,
        fc.string({ maxLength: 9 }),
        (before, text, layers, after) => {
          // What stands around it may begin an escape, and so take a character of it: a blank ends that.
          const hidden = layers.reduce((inner, wrap) => wrap(inner), `${before} ${text} ${after}`);
          expect(secretLook(hidden)).toBe(hidden.length > MOST_CHECKED_CHARS ? 'long' : 'named');
        },
      ),
    );
  });

  it('is seen in Base64, at whatever byte it begins', () => {
    fc.assert(
      fc.property(bytes(5), fc.nat(5), named, disguise, (noise, length, text, layers) => {
        fc.pre(!/[^\0-\u007f]/.test(text));
        const inner = [
          ...noise.slice(0, length),
          ...Array.from(`${text}.............`, (char) => char.charCodeAt(0)),
        ];
        const hidden = layers.reduce((whole, wrap) => wrap(whole), url(base64Of(inner)));
        expect(secretLook(hidden)).toBe(hidden.length > MOST_CHECKED_CHARS ? 'long' : 'named');
      }),
    );
  });
});

describe('a credential by its shape', () => {
  it('a bare signature or account key is seen, however it is written', () => {
    fc.assert(
      fc.property(
        fc.oneof(signature, accountKey),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('', 'x ', "Hash eq '", 'key=', 'SharedKey acct:', '/'),
        disguise,
        (secret, isUrl, isPadded, before, layers) => {
          fc.pre(isPadded || /(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])/.test(secret));
          const written = isUrl ? url(secret) : secret;
          const plain = `${before === '/' && !isPadded ? '' : before}${isPadded ? written : written.replace(/=+$/u, '')}`;
          const hidden = layers.reduce((inner, wrap) => wrap(inner), plain);
          expect(secretLook(hidden)).toBeDefined();
        },
      ),
    );
  });

  it('44 or 88 characters of Base64 without padding are, too; broken over lines as well', () => {
    fc.assert(
      fc.property(fc.constantFrom(33, 66), bytes(66), fc.nat(40), (count, random, cut) => {
        const text = base64Of(random.slice(0, count));
        fc.pre(/[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text));
        expect(secretLook(text)).toBeDefined();
        const signed = base64Of(random.slice(0, 32));
        const wrapped = `${signed.slice(0, cut + 1)} \r\n  ${signed.slice(cut + 1)}`;
        expect(secretLook(wrapped)).toBeDefined();
        // The `=` at its end is no soft line end of a mail.
        expect(secretLook(`${wrapped}\nNext line`)).toBeDefined();
      }),
    );
  });
});

/** A JSON Web Token: two objects and a signature, in the Base64 of addresses. */
const webToken = fc
  .tuple(
    fc.constantFrom({ typ: 'JWT', alg: 'RS256', kid: 'a' }, { alg: 'HS256', typ: 'JWT' }),
    fc.record({ aud: fc.constant('https://storage.azure.com'), name: fc.string({ unit: 'grapheme' }) }),
    bytes(256),
  )
  .map(([head, claims, signed]) =>
    [JSON.stringify(head), JSON.stringify(claims)]
      .map((json) => base64Of([...new TextEncoder().encode(json)]))
      .concat(base64Of(signed))
      .map((part) => url(part).replace(/=+$/u, ''))
      .join('.'),
  );

describe('an access token', () => {
  it('is seen behind any mix of disguises, without its signature, and in Base64', () => {
    fc.assert(
      fc.property(
        webToken,
        fc.boolean(),
        fc.constantFrom('', 'Bearer ', '"accessToken": "', 'a=1&token='),
        fc.array(layer, { maxLength: 2 }),
        (token, isSigned, before, layers) => {
          const plain = before + (isSigned ? token : token.slice(0, token.lastIndexOf('.')));
          const hidden = layers.reduce((inner, wrap) => wrap(inner), plain);
          expect(secretLook(hidden)).toBe(hidden.length > MOST_CHECKED_CHARS ? 'long' : 'named');
          expect(holdsCredential(plain)).toBe(true);
          expect(secretLook(`x${btoa(plain)}`)).toBe('named');
        },
      ),
    );
  });

  it('is seen as a terminal breaks it, and taken out of a text that holds more', () => {
    fc.assert(
      fc.property(webToken, fc.integer({ min: 20, max: 200 }), (token, width) => {
        const wrapped = token.match(new RegExp(`.{1,${width}}`, 'gu'))?.join('\r\n  ') ?? '';
        expect([secretLook(wrapped), holdsCredential(wrapped)]).toEqual(['named', true]);
        expect(withoutNamedValues(`PartitionKey eq 'a' Bearer ${token} 200`)).toBe(
          "PartitionKey eq 'a' Bearer  200",
        );
      }),
    );
  });

  it('is not seen in what only begins like one', () => {
    for (const text of ['eyJ0eXAiOiJKV1QiLCJh', 'eyJ0eXAiOiJKV1Qi.txt', 'key.eyJ', 'a.eyJhYmMiOiJkIn0.b'])
      expect([secretLook(text), holdsCredential(text)]).toEqual([undefined, false]);
  });
});

describe('more layers than a link gathers on its way', () => {
  const percent = (text: string, times: number): string =>
    times === 0 ? text : percent(encodeURIComponent(text), times - 1);

  it('count as a secret; up to eight are looked through', () => {
    for (let times = 1; times <= 8; times += 1) {
      expect(secretLook(percent('a=b', times))).toBeUndefined();
      expect(secretLook(percent('sig=b', times))).toBe('named');
    }
    expect(secretLook(percent('a=b', 9))).toBe('shape');
    expect(secretLook(percent('sig=b', 30))).toBe('shape');
    expect(secretLook(`&${'amp;'.repeat(9)}`)).toBe('shape');
  });
});

describe('forms that a program or a terminal leaves', () => {
  const whole = (key: string): string =>
    `DefaultEndpointsProtocol=https;AccountName=prod1;AccountKey=${key};EndpointSuffix=core.windows.net`;
  const codes = (text: string): readonly number[] => Array.from(text, (char) => char.charCodeAt(0));
  const utf16 = (text: string): readonly number[] => codes(text).flatMap((code) => [code, 0]);
  const inHex = (text: string): string =>
    codes(text)
      .map((code) => hex(code, 2))
      .join('');

  it('a connection string in Base64, in UTF-16, in hex, in Base64 again', () => {
    const wraps: readonly ((text: string) => string)[] = [
      (text) => base64Of(codes(text)),
      (text) => base64Of(utf16(text)),
      (text) => url(base64Of(codes(text))),
      (text) => base64Of(codes(base64Of(codes(text)))),
      (text) => base64Of(utf16(encodeURIComponent(text))),
      (text) => base64Of(codes(text)).replace(/.{76}/g, '$&\r\n'),
      inHex,
    ];
    const texts = accountKey.chain((key) =>
      fc.constantFrom(
        whole(key),
        `{"sv":"2022-11-02","sig":"${key.slice(0, 43)}="}`,
        `?sv=2022-11-02&sig=${key.slice(0, 30)}`,
      ),
    );
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...wraps),
        fc.constantFrom('', 'data: ', '"'),
        (text, wrap, before) => {
          expect(secretLook(before + wrap(text))).toBe('named');
          expect(holdsCredential(before + wrap(text))).toBe(true);
        },
      ),
    );
  });

  it('a bare signature with blanks for its plus signs, or broken', () => {
    const breaks = fc.constantFrom('\t', '\n', '\n> ', '\u2028', '\u2029', ' \r\n  ', '\r\n>> ');
    fc.assert(
      fc.property(signature, breaks, fc.integer({ min: 1, max: 42 }), (secret, between, cut) => {
        expect(secretLook(secret.replaceAll('+', ' '))).toBeDefined();
        expect(secretLook(`${secret.slice(0, cut)}${between}${secret.slice(cut)}`)).toBeDefined();
      }),
      { numRuns: 3000 },
    );
  });

  it('a signature as source code, a mail or a hex dump writes it', () => {
    const cut = fc.integer({ min: 12, max: 32 });
    const joint = fc.constantFrom("' + '", "' +\n  '", "' & _\n '", "' . '", "'\n'", '=\r\n');
    fc.assert(
      fc.property(signature, cut, joint, (secret, at, between) => {
        expect(secretLook(`'${secret.slice(0, at)}${between}${secret.slice(at)}'`)).toBeDefined();
      }),
      { numRuns: 1000 },
    );
    const pairs = (text: string, mark: string): string => (inHex(text).match(/../g) ?? []).join(mark);
    for (const mark of [' ', ':', '-']) {
      expect(secretLook(pairs('?sv=2024-11-04&sig=aB3dE5gH7jK9mN1p', mark))).toBe('named');
      expect(secretLook(pairs('?sv=2024-11-04&signal=aB3dE5gH7jK9mN1p', mark))).toBeUndefined();
    }
    expect(secretLook(`0x${'e86051572d9567cf'.repeat(8)}`)).toBe('shape');
  });

  it('43 characters without padding, alone or behind a prefix', () => {
    fc.assert(
      fc.property(signature, fc.constantFrom('', 'ab_', 'sas_', 'x-', 'Token/', 'a.'), (secret, prefix) => {
        // One in ten thousand looks like a name: none of those that this seed makes.
        expect(secretLook(prefix + url(secret).replace('=', ''))).toBeDefined();
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a text that only speaks of secrets', () => {
  const mentions = [
    'kill sig: 15',
    'Sig > 5',
    'MSig > 5',
    '{"MySig":5,"Sig":17}',
    'thesis ig: 3',
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
      'sig = unknown',
      'sig=abc',
      'AccountKey=rotated',
      'Sig: 5f9b6a30-4002-0031-7d2b-0000a1b2c3d4',
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
      { numRuns: 1000 },
    );
  });
});

describe('a signature that is known', () => {
  it('is asked for in every decoded form', () => {
    const isKnown = (plain: string): boolean => plain.includes('S3cretOne');
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), disguise, (around, layers) => {
        const hidden = layers.reduce((inner, wrap) => wrap(inner), `${around} S3cretOne ${around}`);
        expect(secretLook(hidden, isKnown)).toBe(hidden.length > MOST_CHECKED_CHARS ? 'long' : 'named');
      }),
    );
    expect(secretLook(`x${btoa('some S3cretOne text')}`, isKnown)).toBe('named');
    expect(secretLook('S3cret', isKnown)).toBeUndefined();
  });
});
