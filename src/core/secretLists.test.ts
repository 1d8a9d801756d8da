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
    ]) {
      const startedAtMs = performance.now();
      holdsCredential(piece.repeat(2_000_000 / piece.length));
      for (let at = 0; at < 2; at += 1) secretLook(piece.repeat(8000 / piece.length));
      expect([piece, performance.now() - startedAtMs < 2000]).toEqual([piece, true]);
    }
  });
});
