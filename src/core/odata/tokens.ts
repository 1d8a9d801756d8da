import { fail, ok, type Result, type TextFault } from '../result.ts';
import type { FilterLiteral, TextLiteralKind } from './filterNode.ts';
import { findLoneSurrogate } from '../keyText.ts';
import { literalTextFault, NAME_PATTERN, stringValueFault } from './literalText.ts';
import { symbolFault } from './foreignFaults.ts';

interface Place {
  readonly from: number;
  readonly to: number;
}

/** A piece of a filter; `from` and `to` are offsets into its text. */
export type Token = Place &
  (
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'literal'; readonly literal: FilterLiteral }
    | { readonly kind: 'open' | 'close' | 'end' }
  );

const PREFIXED_LITERALS: ReadonlyMap<string, TextLiteralKind> = new Map([
  ['datetime', 'datetime'],
  ['guid', 'guid'],
  ['X', 'binary'],
  ['binary', 'binary'],
]);

const NUMBER_PATTERN = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The offset of the first non-blank character at or after `at`. */
export function skipBlanks(text: string, at: number): number {
  let next = at;
  while (' \t\r\n'.includes(text[next] ?? 'x')) {
    next += 1;
  }
  return next;
}

/** The value of a text that is quoted at `open`, and the offset after its closing quote; undefined if it is never closed. */
function readQuoted(text: string, open: number): { readonly value: string; readonly to: number } | undefined {
  const parts: string[] = [];
  let from = open + 1;
  for (;;) {
    const quote = text.indexOf("'", from);
    if (quote < 0) {
      return undefined;
    }
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== "'") {
      return { value: parts.join("'"), to: quote + 1 };
    }
    from = quote + 2;
  }
}

function unterminated(text: string, open: number): Result<Token, TextFault> {
  return fail({
    message: 'The text that starts here is never closed.',
    from: open,
    to: text.length,
    nextStep: "End it with a single quote; write a quote inside it twice: 'it''s'.",
  });
}

/**
 * The fault if more follows directly after a closing quote, because a single quote within a text ended it early. Undefined if the literal
 * ends cleanly.
 */
function runsOn(text: string, to: number): TextFault | undefined {
  NAME_PATTERN.lastIndex = to;
  return NAME_PATTERN.test(text) || /^\d$/.test(text[to] ?? '')
    ? {
        message: 'The text ends at this quote, and more follows at once.',
        from: to - 1,
        to,
        nextStep: "Write a quote inside the text twice: 'it''s'.",
      }
    : undefined;
}

function readString(text: string, from: number): Result<Token, TextFault> {
  const quoted = readQuoted(text, from);
  if (quoted === undefined) {
    return unterminated(text, from);
  }
  const runOn = runsOn(text, quoted.to);
  if (runOn !== undefined) {
    return fail(runOn);
  }
  const fault = stringValueFault(quoted.value);
  return fault === undefined
    ? ok({ kind: 'literal', literal: { kind: 'string', value: quoted.value }, from, to: quoted.to })
    : fail({ ...fault, from, to: quoted.to });
}

function unknownPrefix(word: string, from: number, to: number): Result<Token, TextFault> {
  const known = [...PREFIXED_LITERALS.keys()].find((prefix) => prefix.toLowerCase() === word.toLowerCase());
  const nextStep =
    known === undefined
      ? "The Table service has datetime'...', guid'...' and X'...'; write DateTimeOffset and time as datetime."
      : `Write ${known}'...'.`;
  return fail({ message: `There is no literal ${word}'...'.`, from, to, nextStep });
}

function readPrefixed(text: string, from: number, open: number): Result<Token, TextFault> {
  const word = text.slice(from, open);
  const kind = PREFIXED_LITERALS.get(word);
  if (kind === undefined) {
    return unknownPrefix(word, from, open);
  }
  const quoted = readQuoted(text, open);
  if (quoted === undefined) {
    return unterminated(text, open);
  }
  const fault = literalTextFault(kind, quoted.value);
  return fault === undefined
    ? ok({ kind: 'literal', literal: { kind, text: quoted.value }, from, to: quoted.to })
    : fail({ ...fault, from, to: quoted.to });
}

function readWord(text: string, from: number): Result<Token, TextFault> | undefined {
  NAME_PATTERN.lastIndex = from;
  if (!NAME_PATTERN.test(text)) {
    return undefined;
  }
  const to = NAME_PATTERN.lastIndex;
  return text[to] === "'"
    ? readPrefixed(text, from, to)
    : ok({ kind: 'word', text: text.slice(from, to), from, to });
}

/** The literal of digits and their suffix: `5L`, `5.0`, `1e10`, `5d`. Undefined if it is not a number. */
function numberOf(digits: string, suffix: string): FilterLiteral | undefined {
  const isDouble = /[.eE]/.test(digits);
  if (suffix === '') {
    return { kind: isDouble ? 'double' : 'int32', text: digits };
  }
  if (suffix === 'L' || suffix === 'l') {
    return isDouble ? undefined : { kind: 'int64', text: digits };
  }
  if (suffix === 'd' || suffix === 'D') {
    // This equivalent form is accepted by every service.
    return { kind: 'double', text: isDouble ? digits : `${digits}.0` };
  }
  return undefined;
}

function numberSuffix(text: string, at: number): string {
  NAME_PATTERN.lastIndex = at;
  return NAME_PATTERN.test(text) ? text.slice(at, NAME_PATTERN.lastIndex) : '';
}

function readNumber(text: string, from: number): Result<Token, TextFault> | undefined {
  NUMBER_PATTERN.lastIndex = from;
  if (!NUMBER_PATTERN.test(text)) {
    return undefined;
  }
  const digitsTo = NUMBER_PATTERN.lastIndex;
  const suffix = numberSuffix(text, digitsTo);
  const to = digitsTo + suffix.length;
  const literal = text[to] === '.' ? undefined : numberOf(text.slice(from, digitsTo), suffix);
  if (literal === undefined || literal.kind === 'string' || literal.kind === 'boolean') {
    return fail({
      message: 'That is not a number of the Table service.',
      from,
      to: text[to] === '.' ? to + 1 : to,
      nextStep: 'Write 5 (Int32), 5L (Int64), 5.0 or 1e10 (Double), or put text in single quotes.',
    });
  }
  const fault = literalTextFault(literal.kind, literal.text);
  return fault === undefined ? ok({ kind: 'literal', literal, from, to }) : fail({ ...fault, from, to });
}

function readMinusInfinity(text: string, from: number): Result<Token, TextFault> | undefined {
  const word = text[from] === '-' ? numberSuffix(text, from + 1) : '';
  return word === 'INF' || word === 'Infinity'
    ? ok({ kind: 'literal', literal: { kind: 'double', text: '-INF' }, from, to: from + 1 + word.length })
    : undefined;
}

/** The next token at or after an offset, without the blanks before it. */
export function readToken(text: string, at: number): Result<Token, TextFault> {
  const from = skipBlanks(text, at);
  const character = text[from];
  if (character === undefined) {
    return ok({ kind: 'end', from, to: from });
  }
  if (character === '(' || character === ')') {
    return ok({ kind: character === '(' ? 'open' : 'close', from, to: from + 1 });
  }
  if (character === "'") {
    return readString(text, from);
  }
  return (
    readWord(text, from) ??
    readNumber(text, from) ??
    readMinusInfinity(text, from) ??
    fail(symbolFault(text, from))
  );
}

/** The fault if a text contains a lone surrogate, which no request can carry. */
export function surrogateFault(text: string): TextFault | undefined {
  const at = findLoneSurrogate(text);
  return at < 0
    ? undefined
    : {
        message: 'The filter holds half of a surrogate pair, which no request can carry.',
        from: at,
        to: at + 1,
        nextStep: 'Remove the broken character.',
      };
}
