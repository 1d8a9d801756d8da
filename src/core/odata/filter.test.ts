import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import { formatFilter, parseFilter } from './filter.ts';
import { filterNode, HOSTILE_TEXTS, sendableText } from './filterArbitraries.fixture.ts';
import type { FilterLiteral, FilterNode } from './filterNode.ts';
import { rowMeets } from './evaluateFilter.fixture.ts';
import { parsedFilter as parsed } from './parsedFilter.fixture.ts';

function literalOf(text: string): FilterLiteral {
  const node = parsed(`Value eq ${text}`);
  if (node.kind !== 'comparison') {
    throw new Error('not a comparison');
  }
  return node.literal;
}

/** The text that a fault marks, its message and its next step. */
function faultOf(text: string): readonly [string, string, string] {
  const result = parseFilter(text);
  if (result.ok) {
    throw new Error(`read: ${formatFilter(result.value)}`);
  }
  const { from, to, message, nextStep } = result.error;
  expect(from).toBeGreaterThanOrEqual(0);
  expect(to).toBeGreaterThanOrEqual(from);
  expect(to).toBeLessThanOrEqual(text.length);
  return [text.slice(from, to), message, nextStep ?? ''];
}

describe('parseFilter and formatFilter', () => {
  it('read back every printed node', () => {
    fc.assert(
      fc.property(filterNode, (node) => {
        const text = formatFilter(node);
        expect(parsed(text)).toEqual(node);
        expect(formatFilter(parsed(text))).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it('never let a value out of its quotes', () => {
    const matches = fc.property(sendableText, sendableText, (text, other) => {
      const filter = formatFilter({
        kind: 'comparison',
        property: 'A',
        operator: 'eq',
        literal: { kind: 'string', value: text },
      });
      expect(rowMeets(filter, new Map([['A', text]]))).toBe(true);
      expect(rowMeets(filter, new Map([['A', other]]))).toBe(text === other);
    });
    fc.assert(matches);
  });

  it('never throw on any text, and name a place inside it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...HOSTILE_TEXTS,
        'and',
        'or',
        'not',
        'eq',
        '(',
        ')',
        "'",
        'A',
        '5',
        '-',
        'L',
        '.',
        ' ',
        '\ud800',
        '\u0000',
      ),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom('', ' '), (parts, joint) => {
        const text = parts.join(joint);
        const result = parseFilter(text);
        const again = result.ok ? parsed(formatFilter(result.value)) : faultOf(text)[1];
        expect(again).toEqual(result.ok ? result.value : result.error.message);
      }),
      { numRuns: 800 },
    );
  });

  it('respect the precedence of and, or and not', () => {
    const a = "A eq 'x' or B eq 2 and not (C eq true) or not D";
    expect(formatFilter(parsed(a))).toBe(a);
    expect(parsed('A or B and C')).toEqual(parsed('A or (B and C)'));
    expect(parsed('(A or B) and C')).not.toEqual(parsed('A or B and C'));
    expect(parsed('((A))  and\n\t(B)')).toEqual(parsed('A and B'));
    expect(formatFilter(parsed('A and (B and C)'))).toBe('A and (B and C)');
    expect(formatFilter(parsed('not (not (A))'))).toBe('not not A');
  });

  it('agree with an independent evaluator on which rows match', () => {
    const names = ['A', 'B', 'C'];
    const comparison = fc
      .tuple(
        fc.constantFrom(...names),
        fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
        fc.integer({ min: 0, max: 2 }),
      )
      .map(([name, operator, value]) => `${name} ${operator} ${value}`);
    const text = fc
      .array(fc.tuple(comparison, fc.constantFrom('and', 'or'), fc.boolean(), fc.boolean()), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) =>
        parts
          .map(([part, joint, isNegated, isGrouped], index) => {
            const negated = isNegated ? `not (${part})` : isGrouped ? `(${part})` : part;
            return index === 0 ? negated : `${joint} ${negated}`;
          })
          .join(' '),
      );
    fc.assert(
      fc.property(text, fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)), (filter, values) => {
        const row = new Map(names.map((name, index) => [name, values[index] ?? 0]));
        expect(rowMeets(formatFilter(parsed(filter)), row)).toBe(rowMeets(filter, row));
      }),
    );
  });
});

describe('literals', () => {
  it.each([
    ['5', { kind: 'int32', text: '5' }],
    ['-2147483648', { kind: 'int32', text: '-2147483648' }],
    ['007', { kind: 'int32', text: '007' }],
    ['5L', { kind: 'int64', text: '5' }],
    ['9223372036854775807l', { kind: 'int64', text: '9223372036854775807' }],
    ['5.0', { kind: 'double', text: '5.0' }],
    ['1e10', { kind: 'double', text: '1e10' }],
    ['-2.5E-3', { kind: 'double', text: '-2.5E-3' }],
    ['5d', { kind: 'double', text: '5.0' }],
    ['5D', { kind: 'double', text: '5.0' }],
    ['5.5d', { kind: 'double', text: '5.5' }],
    ['INF', { kind: 'double', text: 'INF' }],
    ['-INF', { kind: 'double', text: '-INF' }],
    ['NaN', { kind: 'double', text: 'NaN' }],
    ['Infinity', { kind: 'double', text: 'INF' }],
    ['-Infinity', { kind: 'double', text: '-INF' }],
    ['true', { kind: 'boolean', value: true }],
    ["'O''Neil'", { kind: 'string', value: "O'Neil" }],
    ["''''", { kind: 'string', value: "'" }],
    ["datetime'2024-02-29T23:59:59.1234567Z'", { kind: 'datetime', text: '2024-02-29T23:59:59.1234567Z' }],
    [
      "guid'C9DA6455-213D-42C9-9A79-3E9149A57833'",
      { kind: 'guid', text: 'C9DA6455-213D-42C9-9A79-3E9149A57833' },
    ],
    ["binary'00fF'", { kind: 'binary', text: '00fF' }],
    ["X''", { kind: 'binary', text: '' }],
  ])('%s', (text, literal) => {
    expect(literalOf(text)).toEqual(literal);
  });

  it.each([
    ['eq', 'eq'],
    ['ne', 'ne'],
    ['lt', 'gt'],
    ['le', 'ge'],
    ['gt', 'lt'],
    ['ge', 'le'],
  ])('5 %s Level says Level %s 5', (operator, turned) => {
    expect(parsed(`5 ${operator} Level`)).toEqual(parsed(`Level ${turned} 5`));
    expect(formatFilter(parsed(`5 ${operator} Level`))).toBe(`Level ${turned} 5`);
  });

  it('refuse a printed node that would smuggle text', () => {
    const bad: FilterNode[] = [
      { kind: 'property', property: 'A or B' },
      { kind: 'comparison', property: 'A', operator: 'eq', literal: { kind: 'int32', text: '1 or 1 eq 1' } },
      { kind: 'comparison', property: 'A', operator: 'eq', literal: { kind: 'guid', text: "' or '" } },
      { kind: 'comparison', property: 'not', operator: 'eq', literal: { kind: 'boolean', value: true } },
      { kind: 'comparison', property: 'A', operator: 'eq', literal: { kind: 'string', value: '\ud800' } },
      { kind: 'comparison', property: 'A', operator: 'eq', literal: { kind: 'string', value: 'a\u0000' } },
    ];
    for (const node of bad) {
      expect(() => formatFilter(node)).toThrow(RangeError);
    }
  });
});

describe('faults', () => {
  it.each([
    ["A eq 'abc", "'abc", /never closed/, /''/],
    ["A eq 'it's'", "'", /ends at this quote/, /twice/],
    ["A eq 'a'5", "'", /ends at this quote/, /twice/],
    ['A eq 3000000000', '3000000000', /Int32/, /3000000000L/],
    ['A eq 99999999999999999999', '99999999999999999999', /Int32/, /Double/],
    ['A eq 99999999999999999999L', '99999999999999999999L', /Int64/, /Double/],
    ['A eq 1e999', '1e999', /beyond Double/, /INF/],
    ['A eq 5.0L', '5.0L', /not a number/, /5L/],
    ['A eq +INF', '+', /not part/, /without a sign/],
    ['5 eq null', 'null', /must be a property/, /first/],
    ['eq (A)', '(', /^\( does not belong here\.$/, /and or or/],
    ['A eq 5.', '5.', /not a number/, /5\.0/],
    ['A eq 5m', '5m', /not a number/, /Int64/],
    ['A eq .5', '.', /not part/, /0\.5/],
    ['(A eq 1', '(', /never closed/, /\)/],
    ['A eq 1)', ')', /closes nothing/, /\(/],
    ['()', ')', /missing before/, /condition/],
    ['', '', /missing/, /Level le 2/],
    ['   ', '', /missing/, /Level le 2/],
    ['A eq', '', /value after eq is missing/, /single quotes/],
    ['A eq null', 'null', /no null/, /missing property/],
    ['A eq B', 'B', /value here, not a property/, /'B'/],
    ['A eq (5)', '(', /value here/, /parentheses/],
    ['5', '5', /alone/, /Level/],
    ['5 eq 5', '5', /must be a property/, /first/],
    ["A 'x'", "'x'", /operator before/, /eq/],
    ['A eq 5 Or B eq 6', 'Or', /lower case/, /^Write or\.$/],
    ['A eq 5 B eq 6', 'B', /side by side/, /and/],
    ['A eq 5 guid', 'guid', /side by side/, /and/],
    [`A eq 5 '${'x'.repeat(30)}'`, `'${'x'.repeat(30)}'`, /^'x{19} does not belong here\.$/, /and or or/],
    ["A eq 5 'x' or B", "'x'", /^'x' does not belong here\.$/, /and or or/],
    ['(A eq 1 B)', 'B', /side by side/, /and/],
    ['5 eq round(A)', 'round(', /no round\(\)/, /after reading/],
    ['A eq round(B)', 'round(', /no round\(\)/, /after reading/],
    ['A eq not (B)', 'not', /value here, not a property/, /'not'/],
    ["startswith(A, '')", 'startswith(', /no functions/, /Name ge 'ab'/],
    ["startswith(not, 'a')", 'startswith(', /no functions/, /Name ge 'ab'/],
    ["startswith(A, 'a\u0000')", 'startswith(', /no functions/, /Name ge 'ab'/],
    ['Timestamp or A', 'Timestamp', /not true or false/, /Timestamp eq/],
    ["A eq X'zz'", "X'zz'", /even number/, /X'00ff'/],
    ["A eq X'0'", "X'0'", /even number/, /X'00ff'/],
    ['\ud800', '\ud800', /surrogate/, /Remove/],
    ["tolower(A) eq 'x'", 'tolower(', /no functions/, /after reading/],
    [
      "startswith(RowKey, 'it''s.')",
      'startswith(',
      /no functions/,
      /RowKey ge 'it''s\.' and RowKey lt 'it''s0'/,
    ],
    ['startswith(RowKey', 'startswith(', /no functions/, /ge 'ab'/],
    ['not A eq 1', 'not A eq 1', /binds tighter/, /not \(A eq 1\)/],
    ["A eq datetime'2023-02-29T00:00:00Z'", "datetime'2023-02-29T00:00:00Z'", /calendar/, /datetime'/],
    [
      "A eq datetime'2024-01-01T00:00:00.12345678Z'",
      "datetime'2024-01-01T00:00:00.12345678Z'",
      /7 fraction/,
      /datetime'/,
    ],
    ["A eq datetime'2024-01-01'", "datetime'2024-01-01'", /not a date and time/, /datetime'/],
    ["A eq guid'123'", "guid'123'", /GUID/, /8-4-4-4-12/],
    ["A eq '\ud800'", '\ud800', /surrogate/, /Remove/],
    ["A eq 'a\u0000'", "'a\u0000'", /U\+0000/, /Remove/],
    ['A eq \u200b5', '\u200b', /U\+200B/, /Write/],
  ])('%s', (text, stretch, message, nextStep) => {
    const fault = faultOf(text);
    expect(fault[0]).toBe(stretch);
    expect(fault[1]).toMatch(message);
    expect(fault[2]).toMatch(nextStep);
  });

  it('limit nesting to 100 parentheses and length to 32,768 characters', () => {
    const deep = (count: number): string => `${'('.repeat(count)}A${')'.repeat(count)}`;
    expect(parsed(deep(100))).toEqual(parsed('A'));
    expect(faultOf(deep(101))[1]).toMatch(/More than 100/);
    const long = (length: number): string => `A eq '${'x'.repeat(length - 7)}'`;
    expect(formatFilter(parsed(long(32_768)))).toBe(long(32_768));
    expect(faultOf(long(32_769))[1]).toMatch(/32769 characters/);
  });

  it('are reported for deep and long texts without a stack overflow', () => {
    expect(faultOf('('.repeat(100_000))[1]).toMatch(/100000 characters/);
    expect(faultOf('('.repeat(30_000))[1]).toMatch(/More than 100/);
    expect(faultOf('not '.repeat(5_000))[1]).toMatch(/More than 100/);
    expect(parsed(Array.from({ length: 3000 }, () => 'A').join(' or ')).kind).toBe('or');
  });

  it('read property names that other grammars reserve', () => {
    for (const name of 'eq and or X datetime __proto__ Infinity \u00dcber a\u0301'.split(' ')) {
      expect(parsed(`${name} eq 1`)).toMatchObject({ property: name });
    }
  });
});
