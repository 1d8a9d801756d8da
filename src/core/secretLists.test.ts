import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsCredential, secretLook } from './secrets.ts';

// Lists are written here as tools and code write them: nothing of the product reads or writes them.
const bytes = (count: number) =>
  fc.noBias(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: count, maxLength: count }));
const base64 = (values: readonly number[]): string => btoa(String.fromCharCode(...values));
const codes = (text: string): readonly number[] => Array.from(text, (char) => char.charCodeAt(0));
const padded = (value: number, radix: number, width: number): string =>
  value.toString(radix).padStart(width, '0');
const secrets = fc
  .tuple(bytes(32).map(base64), bytes(64).map(base64))
  .filter((pair) => !pair.some((each) => /sig=/i.test(each)));

function inRows<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, row) =>
    values.slice(row * size, (row + 1) * size),
  );
}

type Writer = (values: readonly number[], lineBreak: string) => string;

/** Rows behind offsets in octal, as `od` has them. */
const od =
  (size: number, row: (values: readonly number[]) => string): Writer =>
  (values, lineBreak) =>
    [
      ...inRows(values, size).map((part, at) => `${padded(at * size, 8, 7)}${row(part)}`),
      padded(values.length, 8, 7),
    ].join(lineBreak);
/** Words with the low byte first; what is missing in the last is zero. */
const words = (size: number): Writer =>
  od(16, (row) =>
    inRows(row, size)
      .map((word) =>
        Array.from({ length: size }, (_, at) => padded(word[size - 1 - at] ?? 0, 16, 2)).join(''),
      )
      .map((word) => ` ${word}`)
      .join(''),
  );
const ESCAPES = new Map([
  [0, '\\0'],
  [9, '\\t'],
  [10, '\\n'],
  [13, '\\r'],
]);
const odChar = (value: number): string =>
  ESCAPES.get(value) ?? (value > 31 && value < 127 ? String.fromCharCode(value) : padded(value, 8, 3));

const WRITERS: Readonly<Record<string, Writer>> = {
  'a C array': (values, lineBreak) =>
    `unsigned char sas[] = {${lineBreak}${inRows(values, 12)
      .map((row) => `  ${row.map((value) => `0x${padded(value, 16, 2)}`).join(', ')}`)
      .join(`,${lineBreak}`)}${lineBreak}};`,
  'an array of C#': (values) =>
    `new byte[] { ${values.map((value) => `0x${value.toString(16).toUpperCase()}`).join(',')} }`,
  'a list of JSON': (values) => JSON.stringify(values),
  'a Buffer': (values) => `{"type":"Buffer","data":[${values.join(', ')}]}`,
  'a list with blanks': (values) => values.join(' '),
  'a column': (values, lineBreak) => values.join(lineBreak === '' ? ' ' : lineBreak),
  'od -b': od(16, (row) => row.map((value) => ` ${padded(value, 8, 3)}`).join('')),
  'od -c': od(16, (row) => row.map((value) => odChar(value).padStart(4)).join('')),
  'od -An -tu1': (values, lineBreak) =>
    inRows(values, 16)
      .map((row) => row.map((value) => String(value).padStart(4)).join(''))
      .join(lineBreak),
  'od -tx4': words(4),
  'od -tx8': words(8),
  'xxd -b': (values, lineBreak) =>
    inRows(values, 6)
      .map((row, at) => {
        const digits = row.map((value) => padded(value, 2, 8)).join(' ');
        const shown = row.map((value) => (value > 31 && value < 127 ? String.fromCharCode(value) : '.'));
        return `${padded(at * 6, 16, 8)}: ${digits.padEnd(53)}  ${shown.join('')}`;
      })
      .join(lineBreak),
};

const between =
  (write: (value: number) => string, mark: string): Writer =>
  (values) =>
    values.map(write).join(mark);
const inHex = (value: number): string => padded(value, 16, 2);
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const MORE: Readonly<Record<string, Writer>> = {
  'octal of C in a list': between((value) => `0${padded(value, 8, 3)}`, ', '),
  'octal with as many digits as needed': between((value) => `0${value.toString(8)}`, ','),
  'octal of Python': between((value) => `0o${value.toString(8)}`, ', '),
  'octal of printf': between((value) => `\\0${padded(value, 8, 3)}`, ''),
  'binary literals': between((value) => `0b${padded(value, 2, 8)}`, ', '),
  'binary of seven digits': between((value) => value.toString(2).padStart(7, '0'), ' '),
  'binary in one run': between((value) => padded(value, 2, 8), ''),
  'decimals with dots': between(String, '.'),
  'decimals with dashes': between(String, '-'),
  'decimals with underscores': between(String, '_'),
  'decimals of three digits': between((value) => padded(value, 10, 3), '.'),
  'decimals of three digits in one run': between((value) => padded(value, 10, 3), ''),
  'bytes of Rust': between((value) => `${value}u8`, ', '),
  'bytes of F#': between((value) => `${value}uy`, '; '),
  'bytes of Java': between((value) => `(byte) ${value > 127 ? value - 256 : value}`, ', '),
  floats: between((value) => `${value}.0`, ', '),
  'a typed array in JSON': (values) => JSON.stringify(Object.fromEntries(values.entries())),
  'hex with dots': between(inHex, '.'),
  'hex with commas': between(inHex, ', '),
  'hex with bars': between(inHex, '|'),
  'hex with underscores': between(inHex, '_'),
  'hex of Basic': between((value) => `&H${inHex(value).toUpperCase()}`, ', '),
  'hex of an assembler': between((value) => `0${inHex(value)}h`, ','),
  'hex with a dollar': between((value) => `$${inHex(value)}`, ','),
  'hex in angle brackets': between((value) => `<${inHex(value)}>`, ''),
  'code points': between((value) => `U+00${inHex(value)}`, ' '),
  'escapes of Perl': between((value) => `\\x{${inHex(value)}}`, ''),
  'quoted-printable': between((value) => `=${inHex(value).toUpperCase()}`, ''),
  'names of XML': between(
    (value) =>
      /\w/.test(String.fromCharCode(value))
        ? String.fromCharCode(value)
        : `_x00${inHex(value).toUpperCase()}_`,
    '',
  ),
  'a key of Azure metrics': between(
    (value) =>
      /[a-z0-9]/i.test(String.fromCharCode(value))
        ? String.fromCharCode(value)
        : `:00${inHex(value).toUpperCase()}`,
    '',
  ),
  'joined literals': (values) =>
    inRows(values, 7)
      .map((row) => `'${String.fromCharCode(...row)}'`)
      .join(' + '),
  'joined literals of SQL': (values) =>
    inRows(values, 9)
      .map((row) => `'${String.fromCharCode(...row)}'`)
      .join(' || '),
  'lines that PowerShell joins': (values) =>
    inRows(values, 20)
      .map((row) => String.fromCharCode(...row))
      .join('\x60\n'),
  'single characters': (values) => JSON.stringify(values.map((value) => String.fromCharCode(value))),
  'single characters of C': between((value) => `'${String.fromCharCode(value)}'`, ', '),
  'words of CryptoJS': (values) =>
    JSON.stringify({
      words: inRows(values, 4).map((row) => Number.parseInt(row.map(inHex).join('').padEnd(8, '0'), 16) | 0),
      sigBytes: values.length,
    }),
  'words of a debugger': (values) =>
    inRows(values, 4)
      .map((row) => `0x${row.toReversed().map(inHex).join('').padStart(8, '0')}`)
      .join(' '),
  Base32: (values) =>
    (
      values
        .map((value) => padded(value, 2, 8))
        .join('')
        .match(/.{1,5}/g) ?? []
    )
      .map((bits) => BASE32[Number.parseInt(bits.padEnd(5, '0'), 2)])
      .join(''),
};

/** A field of one line drops the line breaks. */
const breaks = fc.constantFrom('\n', '\r\n', '');

describe.each(Object.entries(WRITERS))('bytes as %s', (_name, write) => {
  it('of a SAS, an address with one, or a connection string are one', () => {
    const texts = secrets.chain(([sig, key]) =>
      fc.constantFrom(
        `?sv=2024-11-04&ss=t&srt=sco&sp=rl&se=2026-11-23T00:00:00Z&sig=${encodeURIComponent(sig)}`,
        `https://prod1.table.core.windows.net/Orders?sv=2021-12-02&tn=Orders&sp=r&sig=${encodeURIComponent(sig)}&se=2027-01-01`,
        `DefaultEndpointsProtocol=https;AccountName=prod1;AccountKey=${key};EndpointSuffix=core.windows.net`,
      ),
    );
    fc.assert(
      fc.property(texts, breaks, (text, lineBreak) => {
        const written = write(codes(text), lineBreak);
        expect([written, secretLook(written)]).toEqual([written, 'named']);
        expect([written, holdsCredential(written)]).toEqual([written, true]);
      }),
      { numRuns: 100 },
    );
  });

  it('of a bare signature or account key look like one', () => {
    fc.assert(
      fc.property(
        secrets.chain((each) => fc.constantFrom(...each)),
        breaks,
        (secret, lineBreak) => {
          const written = write(codes(secret), lineBreak);
          expect([written, secretLook(written)]).toEqual([written, 'shape']);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('of anything else are none', () => {
    const plain = fc.constantFrom(
      '0000000000000000019___0634925952000000000',
      "PartitionKey ge '0638452296000000000' and Level le 3",
      'https://contoso.table.core.windows.net/WADLogsTable',
      '?sv=2024-11-04&signal=high&design=3',
      'e3b0c442-98fc-1c14-9afb-f4c8996fb924_device7_2024-03-05T10:00:00Z',
    );
    fc.assert(
      fc.property(plain, breaks, (text, lineBreak) => {
        const written = write(codes(text), lineBreak);
        expect([written, secretLook(written)]).toEqual([written, undefined]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a list of numbers', () => {
  it('that are no bytes of a text is no secret', () => {
    const upTo = (max: number) => fc.integer({ min: 0, max }).map(String);
    const numbers = fc.oneof(
      fc.array(upTo(9), { maxLength: 200 }),
      fc.array(upTo(100), { maxLength: 200 }),
      fc.array(upTo(255), { maxLength: 200 }),
      fc.array(upTo(999), { maxLength: 200 }),
      fc.array(upTo(99_999), { maxLength: 100 }),
      fc.array(fc.integer({ min: 20_231_001, max: 20_241_231 }).map(String), { maxLength: 80 }),
      fc.array(
        fc
          .bigInt({ min: 638_000_000_000_000_000n, max: 639_000_000_000_000_000n })
          .map((ticks) => `0${ticks}`),
        { maxLength: 60 },
      ),
      fc.array(
        fc.integer({ min: 1, max: 0xffff }).map((id) => `0x${id.toString(16)}`),
        { maxLength: 80 },
      ),
      fc.array(fc.constantFrom('00000000', '00000001', '01000000', '11111111', '00101101'), {
        maxLength: 60,
      }),
      fc.array(fc.constantFrom('a', 'b', 'Level', 'x', '7', 'GET'), { maxLength: 100 }),
    );
    fc.assert(
      fc.property(numbers, fc.constantFrom(', ', ',', ' ', '\n', ';', '    '), (list, between) => {
        const written = list.join(between);
        expect([written, secretLook(written)]).toEqual([written, undefined]);
        expect([written, holdsCredential(written)]).toEqual([written, false]);
      }),
      { numRuns: 2000 },
    );
  });

  it('is read in linear time', () => {
    for (const piece of [
      '1, ',
      '0x41, ',
      '101 ',
      '01000001 ',
      '   a',
      '65\n',
      ' '.repeat(9),
      '0000020 101',
      '0b01000001, ',
      '=41',
      '_x0041_',
      '"1":65,',
      '065',
      'ABCD2345',
      '0x41424344 ',
    ]) {
      const startedAtMs = performance.now();
      holdsCredential(piece.repeat(2_000_000 / piece.length));
      for (let at = 0; at < 2; at += 1) secretLook(piece.repeat(8000 / piece.length));
      expect([piece, performance.now() - startedAtMs < 2000]).toEqual([piece, true]);
    }
  });
});

describe.each(Object.entries(MORE))('secrets as %s', (_name, write) => {
  const written = (text: string): string => write(codes(text), '');

  it('are left out of links', () => {
    fc.assert(
      fc.property(secrets, fc.constantFrom('', 'x = {', 'key '), ([sig, key], before) => {
        for (const text of [
          `?sv=2023-11-03&ss=t&sp=rl&se=2027-02-11T10:00:00Z&sig=${encodeURIComponent(sig)}`,
          `AccountName=acct7;AccountKey=${key};EndpointSuffix=core.windows.net`,
          sig,
          key,
        ])
          expect([text, before + written(text), secretLook(before + written(text)) === undefined]).toEqual([
            text,
            before + written(text),
            false,
          ]);
      }),
      { numRuns: 40 },
    );
  });

  it('are not seen in other texts', () => {
    for (const text of [
      '0000000000000000019___0634925952000000000',
      "PartitionKey ge '0638452296000000000' and Level le 3",
      'https://contoso.table.core.windows.net/WADLogsTable',
      '?sv=2024-11-04&signal=high&design=3',
    ])
      expect([text, secretLook(written(text))]).toEqual([text, undefined]);
  });
});

describe('the 64 bytes of an account key', () => {
  const raw: readonly (readonly [string, (values: readonly number[]) => string])[] = [
    ['a list', (values) => values.join(', ')],
    ['JSON', (values) => JSON.stringify(values)],
    ['Java', (values) => `{ ${values.map((value) => (value > 127 ? value - 256 : value)).join(', ')} }`],
    ['dots', (values) => values.join('.')],
    ['dashes', (values) => values.join('-')],
    ['hex literals', (values) => values.map((value) => `0x${inHex(value)}`).join(', ')],
    ['escapes', (values) => values.map((value) => `\\x${inHex(value)}`).join('')],
    ['percent', (values) => values.map((value) => `%${inHex(value)}`).join('')],
    ['binary', (values) => values.map((value) => `0b${padded(value, 2, 8)}`).join(', ')],
    ['octal', (values) => values.map((value) => `0${padded(value, 8, 3)}`).join(', ')],
  ];

  it.each(raw)('as %s look like one', (_name, write) => {
    fc.assert(
      fc.property(bytes(64), (values) => {
        expect([write(values), secretLook(write(values))]).toEqual([write(values), 'shape']);
      }),
      { numRuns: 60 },
    );
  });

  // A number that is no part of the list stands before it.
  it.each(['new byte[64] { % }', 'k[64] = { % };', 'k: [u8; 64] = [%];', '{"n":1,"data":[%]}', 'line 3: %'])(
    'are seen behind the number of %s',
    (form) => {
      const writers = raw.filter(([name]) => ['a list', 'Java', 'hex literals', 'octal'].includes(name));
      fc.assert(
        fc.property(bytes(64), fc.constantFrom(...writers), (values, [, write]) => {
          const text = form.replace('%', write(values));
          expect([text, secretLook(text)]).toEqual([text, 'shape']);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('are not seen in 64 numbers of two digits, which could be hex', () => {
    const numbers = fc.noBias(fc.array(fc.integer({ min: 10, max: 99 }), { minLength: 64, maxLength: 64 }));
    fc.assert(
      fc.property(numbers, fc.constantFrom(', ', '.', '; '), (list, mark) => {
        expect([list, mark, secretLook(list.join(mark))]).toEqual([list, mark, undefined]);
      }),
    );
  });

  it('are not seen in 64 other numbers', () => {
    const lists = [
      Array.from({ length: 64 }, (_, at) => at),
      Array.from({ length: 64 }, (_, at) => at * 4),
      Array.from({ length: 64 }, (_, at) => 255 - at),
      Array.from({ length: 64 }, (_, at) => (at * 7) % 100),
      Array.from({ length: 64 }, (_, at) => (at % 2) * 200),
    ];
    for (const list of lists)
      for (const mark of [', ', ' ', '.', '-'])
        expect([list, mark, secretLook(list.join(mark))]).toEqual([list, mark, undefined]);
  });
});
