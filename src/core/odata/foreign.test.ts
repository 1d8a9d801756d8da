import { describe, expect, it } from 'vitest';
import { filterProblems } from './edit/filterProblems.ts';
import { parseFilter } from './filter.ts';
import { findForbiddenInKey } from '../keyText.ts';
import { filterWarnings } from './limits.ts';

/** What is wrong with a text, where, and the next step. */
function faultOf(text: string) {
  const read = parseFilter(text);
  if (read.ok) return 'a filter';
  const { message, from, to, nextStep } = read.error;
  return { message, at: text.slice(from, to), nextStep };
}

/** Symbols and words of C, C#, SQL, Kusto and everyday English, each with the advice that a user must get. */
const MEANT: readonly (readonly [advice: RegExp, foreign: string])[] = [
  [/^Write eq\.$/, '= == === is Equals'],
  [/^Write ne\.$/, '!= !== <>'],
  [/^Write lt\.$/, '<'],
  [/^Write le\.$/, '<='],
  [/^Write gt\.$/, '>'],
  [/^Write ge\.$/, '>='],
  [/^Write and\.$/, '& &&'],
  [/^Write or\.$/, '| ||'],
  [/ or\.$/, ', IN'],
  [/^Write not \(\.\.\.\)\.$/, '!'],
  [/^Write ne, or not \(/, 'not'],
  [/ge .*(?:and|lt)/, '=~ * like startswith between'],
  [/ single quotes: 'text'\.$/, '" ` \u2018 \u2019 \u201c \u201d'],
  [/ straight single /, '\u2018 \u2019 \u201c \u201d'],
  [/ no arithmetic\.$/, '+ - add sub mul div mod'],
  [/ without a sign;/, '+'],
  [/ -5\. /, '-'],
  [/ 0\.5\.$/, '.'],
  [/ encoded when it is sent\.$/, '%'],
  [/ not a path\.$/, '/'],
  [/ without \$filter=\.$/, '$'],
  [/ filter the rows after reading\.$/, 'contains'],
  [/ compare the whole value\.$/, 'has'],
  [/^Write eq, ne, gt, ge, lt or le after A\.$/, 'near'],
];

describe('what other languages write', () => {
  it.each(MEANT)('advice with %s is for %s', (advice, foreign) => {
    for (const each of foreign.split(' '))
      expect(faultOf(`A ${each} 5`)).toEqual({
        message: `${each} is not ${/^\w/.test(each) ? 'an operator' : 'part of a filter'}.`,
        at: each,
        nextStep: expect.stringMatching(advice) as unknown,
      });
  });

  it.each([
    ['\u{1f600}', '\u{1f600}'],
    ['@', '@'],
    ['\u202e', 'U+202E'],
    ['\u0007', 'U+0007'],
  ])('any other character is quoted, or named by its code if it is invisible: %j', (character, shown) => {
    const nextStep = "Write comparisons such as Level le 2; put text in single quotes: 'text'.";
    expect(faultOf(`A ${character} x`)).toEqual({
      message: `${shown} is not part of a filter.`,
      at: character,
      nextStep,
    });
  });

  it('no function is accepted, whatever its name', () => {
    const general = 'Filter the rows after reading.';
    for (const [word, nextStep] of [
      ['contains', 'The service cannot search inside text; filter the rows after reading.'],
      ['startswith', "Write a range: Name ge 'ab' and Name lt 'ac'."],
      ['round', general],
    ] as const)
      expect(faultOf(`${word} (A)`)).toEqual({
        message: `The Table service has no functions, so no ${word}().`,
        at: `${word} (`,
        nextStep,
      });
    expect(faultOf("Startswith( A , 'it''s' ) eq true")).toMatchObject({
      nextStep: "Write A ge 'it''s' and A lt 'it''t'",
    });
  });

  it.each(['EQ', 'Ne', 'GT', 'gE', 'LT', 'LE'])('the operator %s must be in lower case', (word) => {
    const lower = word.toLowerCase();
    expect(faultOf(`A ${word} 5`)).toEqual({
      message: `${word} must be in lower case.`,
      at: word,
      nextStep: `Write ${lower}.`,
    });
  });

  it.each([
    ['DateTime', "Write datetime'...'."],
    ['GUID', "Write guid'...'."],
    ['x', "Write X'...'."],
    ['Binary', "Write binary'...'."],
    [
      'time',
      "The Table service has datetime'...', guid'...' and X'...'; write DateTimeOffset and time as datetime.",
    ],
  ])("%s'...' is not a literal", (word, nextStep) => {
    expect(faultOf(`A eq ${word}'0'`)).toEqual({
      message: `There is no literal ${word}'...'.`,
      at: word,
      nextStep,
    });
  });
});

describe('warnings about a filter', () => {
  const warnings = (text: string) => {
    const read = parseFilter(text);
    if (!read.ok) throw new Error(read.error.message);
    return filterWarnings(read.value, text);
  };
  const key = (name: string) => `${name} is text: put its value in single quotes, or no row will match.`;
  const time = "Timestamp is a date and time: write datetime'...', or no row will match.";

  it('name each value of the wrong type once, wherever it stands', () => {
    expect(
      warnings("PartitionKey eq 'a' and RowKey ge 'b' and Timestamp gt datetime'2024-01-01T00:00:00Z'"),
    ).toEqual([]);
    expect(warnings('A eq 5 and PartitionKey ne true')).toEqual([key('PartitionKey')]);
    expect(warnings("not (RowKey eq 5 or Timestamp eq '2024') and RowKey lt 7 and Ok")).toEqual([
      key('RowKey'),
      time,
    ]);
  });

  it('appear only above 15 comparisons', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `A eq ${at}`).join(' or ');
    expect(warnings(many(15))).toEqual([]);
    expect(warnings(many(16))).toEqual([
      'The filter makes 16 comparisons; the service documents at most 15: it may refuse it or answer slowly.',
    ]);
  });
});

it('whatever forces a scan is marked in place: ne or not on a key, and Timestamp', () => {
  const infos = (text: string) =>
    filterProblems(text, []).map(({ severity, from, to, message }) => [
      severity,
      text.slice(from, to),
      message.split(':')[0],
    ]);
  const not = ['info', 'not', 'not forces a scan'];
  expect(infos("not (PartitionKey eq 'a')")).toEqual([not]);
  expect(infos("not (A eq 5) and RowKey eq 'a'")).toEqual([]);
  expect(infos("A eq 'not' and PartitionKey eq 'a'")).toEqual([]);
  expect(infos("RowKey ne 'a' and A ne 5")).toEqual([['info', 'ne', 'ne forces a scan']]);
  expect(infos("Timestamp ge datetime'2024-01-01T00:00:00Z'")).toEqual([
    ['info', 'Timestamp', 'Timestamp forces a scan unless keys limit the query'],
  ]);
});

it('the first character that a key cannot hold is found wherever it is', () => {
  expect(findForbiddenInKey('/a')).toMatchObject({ from: 0, to: 1 });
  expect(findForbiddenInKey('a#/')).toMatchObject({ from: 1, to: 2, name: '#' });
  expect(findForbiddenInKey('\u{1f600}\\')).toMatchObject({ from: 2, to: 3 });
  expect(findForbiddenInKey('')).toBeUndefined();
  expect(findForbiddenInKey('abc')).toBeUndefined();
});
