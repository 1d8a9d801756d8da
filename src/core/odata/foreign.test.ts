import { describe, expect, it } from 'vitest';
import { parseFilter } from './filter.ts';

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
