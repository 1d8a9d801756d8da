import type { TextFault } from '../result.ts';
import { beginsWith } from './builders.ts';
import { propertyNameFault, stringValueFault } from './literalText.ts';
import { printNode } from './printer.ts';
import { codePointName } from '../words.ts';

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const OPERATOR_WORDS: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'and', 'or']);

/** Operator words of other languages, each with the OData form to use instead. */
const FOREIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ['is', 'Write eq.'],
  ['equals', 'Write eq.'],
  ['like', "Write a range for texts that begin alike: Name ge 'ab' and Name lt 'ac'."],
  ['contains', 'The service cannot search inside text; filter the rows after reading.'],
  ['startswith', "Write a range: Name ge 'ab' and Name lt 'ac'."],
  ['has', 'The service has no flags; compare the whole value.'],
  ['in', 'Join comparisons with or.'],
  ['between', 'Write ge and lt.'],
  ['not', 'Write ne, or not (...) around the comparison.'],
  ['add', 'The service does no arithmetic.'],
  ['sub', 'The service does no arithmetic.'],
  ['mul', 'The service does no arithmetic.'],
  ['div', 'The service does no arithmetic.'],
  ['mod', 'The service does no arithmetic.'],
]);

/** The fault for a word in the place where an operator must follow `property`. */
export function operatorFault(word: Word, property: string): TextFault {
  const lower = word.text.toLowerCase();
  const place = { from: word.from, to: word.to };
  if (OPERATOR_WORDS.has(lower)) {
    return { message: `${word.text} must be in lower case.`, ...place, nextStep: `Write ${lower}.` };
  }
  return {
    message: `${word.text} is not an operator.`,
    ...place,
    nextStep: FOREIGN_WORDS.get(lower) ?? `Write eq, ne, gt, ge, lt or le after ${property}.`,
  };
}

const BEGINS_ARGUMENTS = /\s*\(\s*([\p{L}_][\p{L}\p{N}_]*)\s*,\s*'([^']*(?:''[^']*)*)'\s*\)/uy;

/** The printed range that `startswith(Name, 'ab')` stands for; undefined if its arguments cannot be read. */
function rangeOfStartsWith(text: string, at: number): string | undefined {
  BEGINS_ARGUMENTS.lastIndex = at;
  const match = BEGINS_ARGUMENTS.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, property = '', quoted = ''] = match;
  const prefix = quoted.replaceAll("''", "'");
  if (prefix === '' || propertyNameFault(property) !== undefined || stringValueFault(prefix) !== undefined) {
    return undefined;
  }
  return printNode(beginsWith(property, prefix));
}

/** The fault if a word is called as a function, since the Table service has none; undefined if it is not a call. */
export function functionFault(text: string, word: Word): TextFault | undefined {
  let next = word.to;
  while (' \t\r\n'.includes(text[next] ?? 'x')) {
    next += 1;
  }
  if (text[next] !== '(' || OPERATOR_WORDS.has(word.text) || word.text === 'not') {
    return undefined;
  }
  const name = word.text.toLowerCase();
  const range = name === 'startswith' ? rangeOfStartsWith(text, word.to) : undefined;
  const general = FOREIGN_WORDS.get(name) ?? 'Filter the rows after reading.';
  return {
    message: `The Table service has no functions, so no ${word.text}().`,
    from: word.from,
    to: next + 1,
    nextStep: range === undefined ? general : `Write ${range}`,
  };
}

/** Symbols of other languages, longest first, each with the OData operator to use instead. */
const FOREIGN_SYMBOLS: readonly (readonly [string, string])[] = [
  ['===', 'Write eq.'],
  ['!==', 'Write ne.'],
  ['==', 'Write eq.'],
  ['!=', 'Write ne.'],
  ['<>', 'Write ne.'],
  ['<=', 'Write le.'],
  ['>=', 'Write ge.'],
  ['=~', 'The service has no patterns; write a range: ge and lt.'],
  ['&&', 'Write and.'],
  ['||', 'Write or.'],
  ['=', 'Write eq.'],
  ['<', 'Write lt.'],
  ['>', 'Write gt.'],
  ['!', 'Write not (...).'],
  ['&', 'Write and.'],
  ['|', 'Write or.'],
  ['"', "Put text in single quotes: 'text'."],
  ['`', "Put text in single quotes: 'text'."],
  ['\u2018', "Put text in straight single quotes: 'text'."],
  ['\u2019', "Put text in straight single quotes: 'text'."],
  ['\u201c', "Put text in straight single quotes: 'text'."],
  ['\u201d', "Put text in straight single quotes: 'text'."],
  ['+', 'Write positive numbers without a sign; the service does no arithmetic.'],
  ['-', 'Write the minus sign right before the digits: -5. The service does no arithmetic.'],
  ['.', 'Write a digit before the point: 0.5.'],
  [',', 'The service has no lists; join comparisons with or.'],
  ['*', 'The service has no wildcards; write a range: ge and lt.'],
  ['%', 'Write the filter plainly: it is encoded when it is sent.'],
  ['/', 'Entities are flat: a filter names a property, not a path.'],
  ['$', 'Write the filter alone, without $filter=.'],
];

/** The fault for a character with which no token begins. */
export function symbolFault(text: string, from: number): TextFault {
  const foreign = FOREIGN_SYMBOLS.find(([symbol]) => text.startsWith(symbol, from));
  if (foreign !== undefined) {
    const [symbol, nextStep] = foreign;
    return { message: `${symbol} is not part of a filter.`, from, to: from + symbol.length, nextStep };
  }
  const codePoint = text.codePointAt(from) ?? 0;
  const character = String.fromCodePoint(codePoint);
  // Invisible characters are named by their number, because they would show nothing or even reverse the text.
  const shown = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? character : codePointName(codePoint);
  return {
    message: `${shown} is not part of a filter.`,
    from,
    to: from + character.length,
    nextStep: "Write comparisons such as Level le 2; put text in single quotes: 'text'.",
  };
}
