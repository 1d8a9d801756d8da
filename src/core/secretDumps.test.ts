import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsCredential, secretLook } from './secrets.ts';

// Dumps are written here, byte by byte, as the tools write them: nothing of the product reads or writes them.
const bytes = (count: number) =>
  fc.noBias(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: count, maxLength: count }));
const base64 = (values: readonly number[]): string => btoa(String.fromCharCode(...values));
const signature = bytes(32).map(base64);
const accountKey = bytes(64).map(base64);
const codes = (text: string): readonly number[] => Array.from(text, (char) => char.charCodeAt(0));
const hex = (value: number, width = 2): string => value.toString(16).padStart(width, '0');
const shown = (values: readonly number[]): string =>
  values.map((value) => (value > 31 && value < 127 ? String.fromCharCode(value) : '.')).join('');

function inRows<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, row) =>
    values.slice(row * size, (row + 1) * size),
  );
}

type Dump = (values: readonly number[]) => readonly string[];

/** `00000000  3f 73 76 3d 32 30 32 34  2d 31 31 2d 30 34 26 73  |?sv=2024-11-04&s|` */
const hexdumpC: Dump = (values) => [
  ...inRows(values, 16).map((row, at) => {
    const [left = '', right = ''] = inRows(row, 8).map((half) => half.map((value) => hex(value)).join(' '));
    return `${hex(at * 16, 8)}  ${`${left}  ${right}`.padEnd(48)}  |${shown(row)}|`;
  }),
  hex(values.length, 8),
];

/** `00000000: 3f73 763d 3230 3234 2d31 312d 3034 2673  ?sv=2024-11-04&s` */
const xxd =
  (columns: number, group: number, isUpper = false): Dump =>
  (values) =>
    inRows(values, columns).map((row, at) => {
      const words = inRows(row, group).map((word) => word.map((value) => hex(value)).join(''));
      const width = columns * 2 + Math.ceil(columns / group) - 1;
      const digits = words.join(' ').padEnd(width);
      return `${hex(at * columns, 8)}: ${isUpper ? digits.toUpperCase() : digits}  ${shown(row)}`;
    });

/** `0000020 3d31 6130`: octal offsets, words of two bytes, the low one first. */
const hexdump: Dump = (values) =>
  inRows(values, 16).map((row, at) => {
    const words = inRows(row, 2).map(([low = 0, high = 0]) => hex(high) + hex(low));
    return `${(at * 16).toString(8).padStart(7, '0')} ${words.join(' ')}`;
  });

/** `0000020 31 3d` */
const odBytes: Dump = (values) =>
  inRows(values, 16).map((row, at) => {
    return `${(at * 16).toString(8).padStart(7, '0')} ${row.map((value) => hex(value)).join(' ')}`;
  });

/** With a header, and capital digits. */
const formatHex: Dump = (values) => [
  '           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F',
  ...inRows(values, 16).map((row, at) => {
    const digits = row.map((value) => hex(value).toUpperCase()).join(' ');
    return `${hex(at * 16, 8).toUpperCase()}   ${digits.padEnd(48)}  ${shown(row)}`;
  }),
];

const dumps = fc.constantFrom<Dump>(
  hexdumpC,
  xxd(16, 2),
  xxd(16, 1),
  xxd(8, 1),
  xxd(20, 2),
  xxd(30, 2, true),
  xxd(16, 4),
  xxd(10, 5),
  hexdump,
  odBytes,
  formatHex,
);
/** A field of one line drops the line breaks. */
const breaks = fc.constantFrom('\n', '\r\n', '\n  ', '\n> ', '');

describe('a hex dump', () => {
  it('of a SAS, an address with one, or a connection string is one', () => {
    const texts = fc
      .tuple(signature, accountKey)
      .chain(([sig, key]) =>
        fc.constantFrom(
          `?sv=2024-11-04&ss=t&srt=sco&sp=rl&se=2026-11-23T00:00:00Z&sig=${encodeURIComponent(sig)}`,
          `https://prod1.table.core.windows.net/Orders?sv=2021-12-02&tn=Orders&sp=r&sig=${encodeURIComponent(sig)}&se=2027-01-01`,
          `DefaultEndpointsProtocol=https;AccountName=prod1;AccountKey=${key};EndpointSuffix=core.windows.net`,
        ),
      );
    fc.assert(
      fc.property(texts, dumps, breaks, fc.constantFrom('', '$ xxd sas\n'), (text, dump, between, before) => {
        const written = before + dump(codes(text)).join(between);
        expect([written, secretLook(written)]).toEqual([written, 'named']);
        expect([written, holdsCredential(written)]).toEqual([written, true]);
      }),
      { numRuns: 600 },
    );
  });

  it('of a bare signature or account key looks like one', () => {
    fc.assert(
      fc.property(fc.oneof(signature, accountKey), dumps, breaks, (secret, dump, between) => {
        const written = dump(codes(secret)).join(between);
        expect([written, secretLook(written)]).toEqual([written, 'shape']);
      }),
      { numRuns: 1500 },
    );
  });

  it('of the 64 bytes of an account key looks like one', () => {
    fc.assert(
      fc.property(bytes(64), fc.constantFrom(xxd(16, 2), odBytes, hexdump), (key, dump) => {
        expect(secretLook(dump(key).join('\n'))).toBe('shape');
      }),
      { numRuns: 200 },
    );
  });

  it('is searched for the signature that is in use', () => {
    const written = xxd(16, 2)(codes('before S3cretOne behind')).join('\n');
    expect(secretLook(written, (plain) => plain.includes('S3cretOne'))).toBe('named');
  });

  it('of anything else is none', () => {
    const plain = fc.constantFrom(
      '0000000000000000019___0634925952000000000',
      "PartitionKey ge '0638452296000000000' and Level le 3",
      'https://contoso.table.core.windows.net/WADLogsTable',
      '?sv=2024-11-04&signal=high&design=3',
      'TheQuickBrownFoxJumpsOverTheLazyDogAndSleeps',
      'e3b0c442-98fc-1c14-9afb-f4c8996fb924_device7_2024-03-05T10:00:00Z',
    );
    fc.assert(
      fc.property(plain, dumps, breaks, (text, dump, between) => {
        const written = dump(codes(text)).join(between);
        expect([written, secretLook(written)]).toEqual([written, undefined]);
      }),
      { numRuns: 600 },
    );
  });

  it('is not seen in keys, numbers and addresses of devices', () => {
    const part = fc.oneof(
      fc.stringMatching(/^[0-9a-f]{2}$/),
      fc.stringMatching(/^[0-9a-f]{4}$/),
      fc.stringMatching(/^[0-9]{8}$/),
      fc.stringMatching(/^[0-9a-f]{12}$/),
      fc.stringMatching(/^[0-9]{19}$/),
      fc.uuid(),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 24 }),
        fc.constantFrom(' ', ':', '-', '_', '  ', ', '),
        (parts, between) => {
          const written = parts.join(between);
          expect([written, secretLook(written)]).toEqual([written, undefined]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
