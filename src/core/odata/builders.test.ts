import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allOf,
  anyOf,
  beginsWith,
  binaryLiteral,
  booleanLiteral,
  comparison,
  datetimeLiteral,
  doubleLiteral,
  guidLiteral,
  int32Literal,
  int64Literal,
  negate,
  stringLiteral,
} from './builders.ts';
import { rowMeets } from './evaluateFilter.fixture.ts';
import { formatFilter, parseFilter } from './filter.ts';
import { sendableText } from './filterArbitraries.fixture.ts';
import type { FilterLiteral, FilterNode } from './filterNode.ts';

const printed = (literal: FilterLiteral): string =>
  formatFilter(comparison('A', 'eq', literal)).slice('A eq '.length);
const a = comparison('A', 'eq', int32Literal(1));
const b = comparison('B', 'eq', int32Literal(2));
const c = comparison('C', 'eq', int32Literal(3));

describe('literal builders', () => {
  it('print the type with the value', () => {
    expect(printed(stringLiteral("it's"))).toBe("'it''s'");
    expect(printed(booleanLiteral(true))).toBe('true');
    expect(printed(int32Literal(-5))).toBe('-5');
    expect(printed(int64Literal(5n))).toBe('5L');
    expect(printed(doubleLiteral(5))).toBe('5.0');
    expect(printed(doubleLiteral(-0))).toBe('-0.0');
    expect(printed(doubleLiteral(1e21))).toBe('1e+21');
    expect(printed(doubleLiteral(Number.NaN))).toBe('NaN');
    expect(printed(doubleLiteral(Number.NEGATIVE_INFINITY))).toBe('-INF');
    expect(printed(datetimeLiteral('2024-01-01T00:00:00.1234567Z'))).toBe(
      "datetime'2024-01-01T00:00:00.1234567Z'",
    );
    expect(printed(guidLiteral('c9da6455-213d-42c9-9a79-3e9149a57833'))).toBe(
      "guid'c9da6455-213d-42c9-9a79-3e9149a57833'",
    );
    expect(printed(binaryLiteral('00ff'))).toBe("X'00ff'");
  });

  it('keep every double exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const { text } = doubleLiteral(value) as { readonly text: string };
        const read = text.endsWith('INF') ? Number(text.replace('INF', 'Infinity')) : Number(text);
        expect(Object.is(read, value)).toBe(true);
        const parsed = parseFilter(`A eq ${text}`);
        expect(parsed.ok && parsed.value.kind === 'comparison' && parsed.value.literal.kind).toBe('double');
      }),
    );
  });

  it('throw on what cannot be sent', () => {
    expect(() => int32Literal(2147483648)).toThrow(RangeError);
    expect(() => int32Literal(1.5)).toThrow(RangeError);
    expect(() => int64Literal(2n ** 63n)).toThrow(RangeError);
    expect(() => guidLiteral("' or 'a' eq 'a")).toThrow(RangeError);
    expect(() => datetimeLiteral('2024-13-01T00:00:00Z')).toThrow(RangeError);
    expect(() => binaryLiteral('0')).toThrow(RangeError);
    expect(() => stringLiteral('\udc00')).toThrow(RangeError);
    expect(() => stringLiteral('\u0000')).toThrow(RangeError);
    expect(() => comparison('A eq 1 or B', 'eq', int32Literal(1))).toThrow(RangeError);
    expect(() => comparison('', 'eq', int32Literal(1))).toThrow(RangeError);
  });
});

describe('allOf and anyOf', () => {
  it('leave out what is undefined and open what is nested', () => {
    expect(allOf([])).toBeUndefined();
    expect(allOf([undefined, a])).toBe(a);
    expect(allOf([allOf([a, b]), undefined, c])).toEqual({ kind: 'and', operands: [a, b, c] });
    expect(formatFilter(allOf([a, anyOf([b, c])]) ?? a)).toBe('A eq 1 and (B eq 2 or C eq 3)');
    expect(formatFilter(negate(a))).toBe('not (A eq 1)');
  });
});

describe('beginsWith', () => {
  it('is met by exactly the texts that begin so', () => {
    fc.assert(
      fc.property(sendableText, sendableText, fc.boolean(), (prefix, other, isTail) => {
        const value = isTail ? prefix + other : other;
        const filter = formatFilter(beginsWith('Name', prefix));
        expect(rowMeets(filter, new Map([['Name', value]]))).toBe(value.startsWith(prefix));
      }),
      { numRuns: 1000 },
    );
  });

  it('passes over characters that no key can hold', () => {
    const text = (node: FilterNode): string => formatFilter(node);
    expect(text(beginsWith('RowKey', 'a.'))).toBe("RowKey ge 'a.' and RowKey lt 'a0'");
    expect(text(beginsWith('Name', 'a.'))).toBe("Name ge 'a.' and Name lt 'a/'");
    expect(text(beginsWith('RowKey', ''))).toBe("RowKey ge ''");
  });
});
