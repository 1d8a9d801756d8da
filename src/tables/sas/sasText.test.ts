import fc from 'fast-check';
import { valueOf } from '../../core/valueOf.fixture.ts';
import { describe, expect, it } from 'vitest';
import { readConnectionText } from '../connection/connectionText.ts';
import { readSas } from './sasText.ts';

const ACCOUNT = 'https://contoso.table.core.windows.net';

/** The parameters as the service will read them. This decoder shares no code with the reader under test. */
function parametersOf(raw: string): Map<string, string> {
  const pairs = raw.split('&').map((part): [string, string] => {
    const at = part.indexOf('=');
    return [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
  });
  return new Map(pairs);
}

function sent(text: string): string {
  return valueOf(readConnectionText(text)).credential.authorize({ url: '', headers: {} })?.url.slice(1) ?? '';
}

/** 32 bytes as base64. + and / are frequent, and there is always one = at the end. */
const signature = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => btoa(String.fromCharCode(...bytes)));

/** Percent-encoded, with hex digits in either case. */
const value = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.boolean())
  // A quote or bracket at the very end would be taken for one around the address.
  .filter(([text]) => !/['()]$/u.test(text))
  .map(([text, lower]) =>
    encodeURIComponent(text).replace(/%../gu, (hex) => (lower ? hex.toLowerCase() : hex)),
  );

const FUTURE = ['sfut', 'x-new', 'skt2', 'sdd', 'vnd'];
/** A SAS as a tool may write it. The reader knows only some of its parameters. */
const sas = fc
  .tuple(
    signature,
    fc.uniqueArray(fc.constantFrom(...FUTURE), { maxLength: 4 }),
    fc.array(value, { minLength: 4, maxLength: 4 }),
    fc.option(value, { nil: undefined }),
    fc.nat(),
  )
  .map(([sig, names, values, policy, turn]) => {
    const parts = [
      'sv=2022-11-02',
      'tn=Orders',
      'sp=r',
      'se=2026-11-21T08%3A00%3A00Z',
      `sig=${encodeURIComponent(sig)}`,
      ...(policy === undefined ? [] : [`si=${policy}`]),
      ...names.map((name, at) => `${name}=${values[at] ?? ''}`),
    ];
    const first = turn % parts.length;
    return { raw: [...parts.slice(first), ...parts.slice(0, first)].join('&'), sig };
  });

const breakAt = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom('\n', '\r\n', '\n  ', ' \r\n'),
);

function broken(text: string, breaks: readonly (readonly [number, string])[]): string {
  const places = breaks.map(([share, mark]) => [Math.floor(share * text.length), mark] as const);
  let out = text;
  for (const [at, mark] of places.toSorted((a, b) => b[0] - a[0]))
    out = out.slice(0, at) + mark + out.slice(at);
  return out;
}

const RUNS = { numRuns: 100 };

describe('a SAS, whatever happened to it on its way', () => {
  it('is sent byte for byte, unknown parameters, order and case of hex digits included', () => {
    fc.assert(
      fc.property(sas, ({ raw }) => {
        expect(sent(`${ACCOUNT}?${raw}`)).toBe(raw);
        expect(sent(`SharedAccessSignature=${raw};TableEndpoint=${ACCOUNT}/`)).toBe(raw);
        expect(sent(`"${ACCOUNT}/?${raw.replaceAll('&', '&amp;')}"`)).toBe(raw);
        expect(sent(`${raw} ${ACCOUNT}`)).toBe(raw);
      }),
      RUNS,
    );
  });

  it('broken into lines, and encoded up to three times more, it is the same', () => {
    fc.assert(
      fc.property(sas, fc.array(breakAt, { maxLength: 5 }), fc.nat(2), ({ raw }, breaks, layers) => {
        let text = raw;
        for (let layer = 0; layer < layers; layer += 1) text = text.replaceAll('%', '%25');
        // Only these breaks are tested; one inside `&amp;` would make another text of it.
        expect(sent(`${ACCOUNT}/?${broken(text, breaks)}`)).toBe(raw);
      }),
      RUNS,
    );
  });

  it('with a signature that was decoded, bare or with spaces for +, the service reads the same one', () => {
    fc.assert(
      fc.property(sas, fc.boolean(), ({ raw, sig }, asSpaces) => {
        const bare = asSpaces ? sig.replaceAll('+', ' ') : sig;
        const text = raw.replace(`sig=${encodeURIComponent(sig)}`, `sig=${bare}`);
        const result = sent(`${ACCOUNT}?${text}`);
        expect(parametersOf(result)).toEqual(parametersOf(raw));
        // A bare + would be read as a space.
        expect(result.slice(result.indexOf('sig=')).split('&')[0]).not.toContain('+');
      }),
      RUNS,
    );
  });

  it('read again from what is sent, it needs no repair and says the same', () => {
    fc.assert(
      fc.property(sas, ({ raw }) => {
        const once = readSas(raw);
        const again = readSas(once.ok ? once.value.raw : '');
        expect(again).toEqual(once);
        expect(once.ok && once.value.repairs).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('hosts that look like an account', () => {
  /** The hosts of Azure tables, stated here again so that the test does not depend on the code. */
  const REAL =
    /^https:\/\/[a-z0-9]{3,24}(-secondary)?\.(z\d{1,2}\.table\.storage\.azure\.net|table\.core\.(windows\.net|usgovcloudapi\.net|chinacloudapi\.cn))$/u;
  const SAS = 'sv=2022-11-02&tn=Orders&sp=r&spr=https&sig=c2lnbmF0dXJlLWZvci10ZXN0cy1vbmx5LTMyLWJ5dGU%3D';
  const TRICKS = [
    '.evil.tld',
    '@evil.tld',
    'evil.tld/',
    '\\',
    '\\@evil.tld',
    '.',
    '..',
    ':8443',
    ':',
    '%2e',
    '%00',
    '\u3002', // ideographic full stop
    '\uff0e', // full-width full stop
    '\u0456', // a Cyrillic i
    '\u00df',
    'xn--',
    '-',
    '_',
    '#',
    '/',
    '//evil.tld',
    ';',
    '[::1]',
    '\t',
    'evil.',
  ];

  it('are never taken for one: what is sent to is a real table endpoint, written as it is', () => {
    const host = 'contoso.table.core.windows.net';
    const trick = fc.tuple(fc.constantFrom(...TRICKS), fc.nat(host.length), fc.boolean());
    fc.assert(
      fc.property(fc.array(trick, { minLength: 1, maxLength: 3 }), (tricks) => {
        let typed = host;
        for (const [piece, at, replaces] of tricks) {
          typed = typed.slice(0, at) + piece + typed.slice(at + (replaces ? piece.length : 0));
        }
        const read = readConnectionText(`https://${typed}?${SAS}`);
        const url = read.ok ? read.value.endpoint.url : `https://${host}`;
        expect(url).toMatch(REAL);
        expect(url).not.toContain('evil');
      }),
      { numRuns: 500 },
    );
  });
});
