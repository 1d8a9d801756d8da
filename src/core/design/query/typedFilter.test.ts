import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowMeets } from '../../odata/evaluateFilter.fixture.ts';
import { parseFilter } from '../../odata/filter.ts';
import { sendableText } from '../../odata/filterArbitraries.fixture.ts';
import { typedFilter } from './readQuery.ts';
import { splitSearches } from './splitSearches.ts';

function written(text: string): string {
  const read = typedFilter(text);
  return read.ok ? read.value : `${read.error.message} ${read.error.nextStep ?? ''}`;
}

describe('a typed filter', () => {
  it.each([
    ['Level <= 2', 'Level le 2'],
    ['Level<=2&&Role=="ingest"', "Level le 2 and Role eq 'ingest'"],
    ['Level == 5 || !Ok', 'Level eq 5 or not Ok'],
    ['!(Level > 5) && Level != 3', 'not (Level gt 5) and Level ne 3'],
    ['5 > Level', 'Level lt 5'],
    [
      'Level IN (1,2) and Role in (\'a\', "b")',
      "(Level eq 1 or Level eq 2) and (Role eq 'a' or Role eq 'b')",
    ],
    ['Level !in (1, 2) or Ok', 'Level ne 1 and Level ne 2 or Ok'],
    ['Level between 1 and 2 and Ok', '(Level ge 1 and Level le 2) and Ok'],
    ['Level not between (-1 .. 2)', 'Level lt -1 or Level gt 2'],
    ['in in (1) and Ok', 'in eq 1 and Ok'],
    ['Level between (1..2)', 'Level ge 1 and Level le 2'],
    [
      "RowKey in ('a') and T in (datetime'2024-03-05T00:00:00Z', X'00')",
      "RowKey eq 'a' and (T eq datetime'2024-03-05T00:00:00Z' or T eq X'00')",
    ],
    ['T ge 2024-03-05', "T ge datetime'2024-03-05T00:00:00.0000000Z'"],
    ['T >= datetime(2024-03-05 10:17) and N > -5', "T ge datetime'2024-03-05T10:17:00.0000000Z' and N gt -5"],
    [
      'T between (datetime(2024-03-05T10:17:42+01:00) .. 2024-03-05T10:17:42.5Z)',
      "T ge datetime'2024-03-05T10:17:42+01:00' and T le datetime'2024-03-05T10:17:42.5Z'",
    ],
    [String.raw`Path == "C:\\temp"`, String.raw`Path eq 'C:\temp'`],
    ["  Level le 2  and Role eq 'it''s'", "  Level le 2  and Role eq 'it''s'"],
  ])('%s is written as $filter', (text, filter) => {
    expect(written(text)).toBe(filter);
  });

  it.each([
    ['!Level == 5', 'not (Level eq 5)'],
    ["Message contains 'x'", 'cannot search inside text'],
    ["Level <= 2 && contains(Message, 'x')", 'cannot search inside text'],
    ['Level in (1, Other)', 'not understood'],
    ['RowKey ge 2024-03-05', "write '2024-03-05'"],
    ['PartitionKey in (2024-03-05)', 'not understood'],
    ['Level in (1, 2', 'not understood'],
    [String.raw`Message == "a\nb"`, 'not understood'],
    ['Level < 5 < 7', 'side by side'],
    ['Level == Other', 'not a property'],
    ['https://a.table.core.windows.net/Orders()?$filter=Level%20le%202', ''],
  ])('%s is refused, with what to write', (text, said) => {
    expect(typedFilter(text).ok).toBe(false);
    expect(written(text)).toContain(said);
  });

  it('means the same to JavaScript as what is written means to the table service', () => {
    const number = fc.integer({ min: -3, max: 3 });
    const letters = fc.constantFrom('', 'a', 'b', 'it', 'and', ' or ', '==', '!', '(');
    const quoted = letters.chain((text) => fc.constantFrom(`'${text}'`, `"${text}"`));
    const operator = fc.constantFrom('==', '===', '!=', '!==', '<', '<=', '>', '>=');
    const blank = fc.constantFrom('', ' ', '  ');
    const condition = fc.oneof(
      fc.tuple(fc.constantFrom('A', 'B'), blank, operator, blank, number).map((all) => all.join('')),
      fc.tuple(number, blank, operator, blank, fc.constantFrom('A', 'B')).map((all) => all.join('')),
      fc.tuple(fc.constant('S'), blank, operator, blank, quoted).map((all) => all.join('')),
      fc.constantFrom('Ok', '!Ok', 'Ok == true', 'Ok != false'),
    );
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 4 },
        condition,
        fc
          .tuple(tie('text'), fc.constantFrom('&&', '||', ' && ', ' || '), tie('text'))
          .map((all) => all.join('')),
        tie('text').map((inner) => `(${inner})`),
        tie('text').map((inner) => `!(${inner})`),
      ),
    }));
    const row = fc.record({ A: number, B: number, S: letters, Ok: fc.boolean() });
    fc.assert(
      fc.property(text, row, (typed, values) => {
        const read = typedFilter(typed);
        if (!read.ok) throw new Error(`${typed}: ${read.error.message}`);
        const isMet = Boolean(runInNewContext(typed, { ...values }));
        expect(rowMeets(read.value, new Map(Object.entries(values))), `${typed} as ${read.value}`).toBe(
          isMet,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is a $filter, or refused, whatever is typed', () => {
    fc.assert(
      fc.property(sendableText, (text) => {
        const read = typedFilter(text);
        expect(read.ok ? parseFilter(read.value).ok : true).toBe(true);
        splitSearches(text);
      }),
    );
  });
});

describe('a search inside texts', () => {
  it.each([
    ["Message contains 'timeout'", '', [{ name: 'Message', text: 'timeout' }]],
    ['Level <= 2 && Message.Contains("time out")', 'Level le 2', [{ name: 'Message', text: 'time out' }]],
    [
      "contains(Message, 'it''s') and Level eq 2 and Role contains 'a'",
      'Level eq 2',
      [
        { name: 'Message', text: "it's" },
        { name: 'Role', text: 'a' },
      ],
    ],
    [
      "Level le 2 and Message.includes('x') and (A eq 1 or B eq 2)",
      'Level le 2 and (A eq 1 or B eq 2)',
      [{ name: 'Message', text: 'x' }],
    ],
  ])('%s is left to the rows', (typed, filter, searches) => {
    expect(splitSearches(typed)).toEqual({ filter, searches });
  });

  it.each([
    "Level eq 2 or Message contains 'x'",
    "not (Message contains 'x')",
    "!Message.contains('x')",
    "Message eq 'a contains b'",
    "Message contains 'x' and",
    'Message contains 5',
    "Message contains ''",
    'Level le 2',
  ])('%s cannot be split', (typed) => {
    expect(splitSearches(typed)).toBeUndefined();
  });
});
