import type { TextFault } from '../result.ts';
import { codePointName } from '../words.ts';

/** Symbols from other languages, longest first, with the OData operator to use instead. */
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

/** The error for a character that no token starts with. */
export function symbolFault(text: string, from: number): TextFault {
  const foreign = FOREIGN_SYMBOLS.find(([symbol]) => text.startsWith(symbol, from));
  if (foreign !== undefined) {
    const [symbol, nextStep] = foreign;
    return { message: `${symbol} is not part of a filter.`, from, to: from + symbol.length, nextStep };
  }
  const codePoint = text.codePointAt(from) ?? 0;
  const character = String.fromCodePoint(codePoint);
  // Invisible characters are named by number: printed, they would show nothing or reverse the text.
  const shown = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? character : codePointName(codePoint);
  return {
    message: `${shown} is not part of a filter.`,
    from,
    to: from + character.length,
    nextStep: "Write comparisons such as Level le 2; put text in single quotes: 'text'.",
  };
}
