import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf, beginsWith, comparison, stringLiteral } from './builders.ts';
import { rowMeets } from './evaluateFilter.fixture.ts';
import { formatFilter } from './filter.ts';
import { sendableText } from './filterArbitraries.fixture.ts';
import type { FilterLiteral, FilterNode } from './filterNode.ts';

const number = (text: string): FilterLiteral => ({ kind: 'int32', text });
const a = comparison('A', 'eq', number('1'));
const b = comparison('B', 'eq', number('2'));
const c = comparison('C', 'eq', number('3'));

describe('stringLiteral and comparison', () => {
  it('print the property, operator and value they were given', () => {
    expect(formatFilter(comparison('A', 'eq', stringLiteral("it's")))).toBe("A eq 'it''s'");
  });

  it('throw on text that no request can carry', () => {
    expect(() => stringLiteral('\udc00')).toThrow(RangeError);
    expect(() => stringLiteral('\u0000')).toThrow(RangeError);
    expect(() => comparison('A eq 1 or B', 'eq', number('1'))).toThrow(RangeError);
    expect(() => comparison('', 'eq', number('1'))).toThrow(RangeError);
  });
});

describe('allOf', () => {
  it('skips undefined nodes and flattens nested ones', () => {
    expect(allOf([])).toBeUndefined();
    expect(allOf([undefined, a])).toBe(a);
    expect(allOf([allOf([a, b]), undefined, c])).toEqual({ kind: 'and', operands: [a, b, c] });
    const either: FilterNode = { kind: 'or', operands: [b, c] };
    expect(formatFilter(allOf([a, either]) ?? a)).toBe('A eq 1 and (B eq 2 or C eq 3)');
  });
});

describe('beginsWith', () => {
  it('matches exactly the texts that begin with the prefix', () => {
    fc.assert(
      fc.property(sendableText, sendableText, fc.boolean(), (prefix, other, isTail) => {
        const value = isTail ? prefix + other : other;
        const filter = formatFilter(beginsWith('Name', prefix));
        expect(rowMeets(filter, new Map([['Name', value]]))).toBe(value.startsWith(prefix));
      }),
      { numRuns: 400 },
    );
  });

  it('skips characters that no key can hold', () => {
    const text = (node: FilterNode): string => formatFilter(node);
    expect(text(beginsWith('RowKey', 'a.'))).toBe("RowKey ge 'a.' and RowKey lt 'a0'");
    expect(text(beginsWith('Name', 'a.'))).toBe("Name ge 'a.' and Name lt 'a/'");
    expect(text(beginsWith('RowKey', ''))).toBe("RowKey ge ''");
  });
});
