import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { TYPE_DOUBLE, TYPE_INT64 } from '../page/typeTable.ts';
import {
  instantKey,
  KIND_INSTANT,
  KIND_NAN,
  KIND_NUMBER,
  KIND_TEXT,
  newSortKey,
  numberKey,
  readSortKey,
  type SortKey,
} from './sortKey.ts';

function keyOf(text: string, type: number, form: number): SortKey {
  const bytes = encodeUtf8(`"${text}"`);
  const key = newSortKey();
  const view = new DataView(bytes.buffer);
  readSortKey({ bytes, view, form, duplicate: false, type, from: 1, to: bytes.length - 1 }, key);
  return key;
}

const MAX = 2n ** 63n - 1n;
const int64 = fc.oneof(
  fc.bigInt({ min: -MAX - 1n, max: MAX }),
  fc.constantFrom(0n, MAX, -MAX - 1n, 2n ** 53n + 1n, 10n ** 15n, 10n ** 16n - 1n, 10n ** 18n),
  fc.bigInt({ min: 2n ** 62n, max: MAX }).map((value) => value | 511n),
);

describe('where a value sorts', () => {
  it('is the nearest Double of an Int64 and what it leaves, for every Int64 in any number of digits', () => {
    fc.assert(
      fc.property(int64, fc.constantFrom('', '0', '000'), (value, zeros) => {
        const text = value < 0n ? `-${zeros}${-value}` : `${zeros}${value}`;
        const { kind, major, minor } = keyOf(text, TYPE_INT64, FORM_STRING);
        const isLong = text.replace('-', '').length > 19;
        const nearest = Number(value);
        expect([kind, major, minor + 0]).toEqual(
          isLong ? [KIND_TEXT, 0, 0] : [KIND_NUMBER, nearest, Number(value - BigInt(nearest))],
        );
      }),
      { numRuns: 800 },
    );
  });

  it('is exact for a typed number that is an Int64', () => {
    // 2^53 + 1 is between two Doubles. A number that is no Int64 has its nearest Double.
    expect(numberKey('9007199254740993')).toMatchObject({ major: 9_007_199_254_740_992, minor: 1 });
    expect(numberKey('-9007199254740993')).toMatchObject({ major: -9_007_199_254_740_992, minor: -1 });
    expect(numberKey('9223372036854775808')).toMatchObject({ major: 2 ** 63, minor: 0 });
    expect(numberKey('90071992547409x3')).toBeUndefined();
  });

  it('of a typed number or instant ignores blanks around it', () => {
    expect(numberKey(' 12 ')).toMatchObject({ kind: KIND_NUMBER, major: 12, minor: 0 });
    expect(numberKey(' -1.5e3 ')).toMatchObject({ kind: KIND_NUMBER, major: -1500 });
    expect(numberKey(' Infinity ')).toMatchObject({ kind: KIND_NUMBER, major: Number.POSITIVE_INFINITY });
    expect(numberKey(' NaN ')).toMatchObject({ kind: KIND_NAN, major: 0 });
    for (const text of ['', ' ', '1 2', '1.', '.5', '0x1'])
      expect([text, numberKey(text)]).toEqual([text, undefined]);
    expect(instantKey(' 0001-01-01T00:00:01.0000007Z ')).toMatchObject({
      kind: KIND_INSTANT,
      major: 1,
      minor: 7,
    });
    expect(instantKey('soon')).toBeUndefined();
  });

  it('is that of a text for what is no Int64', () => {
    for (const text of [
      '9223372036854775808',
      '-9223372036854775809',
      '9999999999999999999',
      '',
      '-',
      '1.5',
      '+1',
      '1e3',
    ])
      expect([text, keyOf(text, TYPE_INT64, FORM_STRING).kind]).toEqual([text, KIND_TEXT]);
  });

  it('is the Double that the language reads, for every way to write a number', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?(?:e-?\d{1,2})?$/);
    fc.assert(
      fc.property(
        fc.oneof(digits, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
        (text) => {
          const key = keyOf(text.replace('e+', 'e'), TYPE_DOUBLE, FORM_NUMBER);
          expect([key.kind, key.major]).toEqual([KIND_NUMBER, Number(text) + 0]);
        },
      ),
      { numRuns: 800 },
    );
  });

  it('tells two ways to write one number apart by their spelling, or not at all', () => {
    const forms = fc.constantFrom(...'0 -0 0.0 -0.0 0.00 5 5.0 5.00 0.5 0.50 1e1 10 10.0'.split(' '));
    fc.assert(
      fc.property(forms, forms, (a, b) => {
        const [left, right] = [a, b].map((text) => keyOf(text, TYPE_DOUBLE, FORM_NUMBER));
        const isSure = left?.major === right?.major && left?.spelling !== 0 && right?.spelling !== 0;
        expect(isSure && left?.spelling === right?.spelling).toBe(isSure && a === b);
      }),
    );
  });
});
