import { plainText, type PastedText, TextBuilder } from './pastedText.ts';

/** A token of JSON. Literals are numbers and words; strings are without quotes and escapes. */
export type JsonToken =
  | { readonly kind: '{' | '}' | '[' | ']' | ':' | ','; readonly from: number; readonly to: number }
  | JsonValue;

export interface JsonValue {
  readonly kind: 'string' | 'literal';
  readonly from: number;
  readonly to: number;
  readonly value: PastedText;
}

const LITERAL = /[^\s{}[\]:,"]+/y;
const PLAIN = /[^"\\]*/y;
const PUNCTUATION = '{}[]:,';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The string that begins with the quote at `from`. If the text ends inside it, the string ends there. */
function stringAt(text: string, from: number): JsonValue {
  PLAIN.lastIndex = from + 1;
  PLAIN.exec(text);
  let at = PLAIN.lastIndex;
  if (text.charAt(at) !== '\\') {
    const value = plainText(text.slice(from + 1, at), from + 1);
    return { kind: 'string', from, to: Math.min(at + 1, text.length), value };
  }
  const value = new TextBuilder();
  at = from + 1;
  while (at < text.length && text.charAt(at) !== '"') {
    if (text.charAt(at) !== '\\') {
      value.add(text.charAt(at), at);
      at++;
      continue;
    }
    const mark = text.charAt(at + 1);
    const code = mark === 'u' ? /^[0-9A-Fa-f]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
    value.add(
      code === undefined ? (ESCAPES.get(mark) ?? mark) : String.fromCharCode(Number.parseInt(code, 16)),
      at,
    );
    at += code === undefined ? 2 : 6;
  }
  const end = Math.min(at, text.length);
  return { kind: 'string', from, to: Math.min(at + 1, text.length), value: value.build(end) };
}

/**
 * The tokens of one or several JSON texts. Linear; never throws: anything that is not JSON becomes a literal.
 * @yields in the order of the text
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  let at = 0;
  while (at < text.length) {
    const unit = text.charAt(at);
    if (unit === '"') {
      const token = stringAt(text, at);
      yield token;
      at = token.to;
    } else if (PUNCTUATION.includes(unit)) {
      yield { kind: unit as '{' | '}' | '[' | ']' | ':' | ',', from: at, to: at + 1 };
      at++;
    } else {
      LITERAL.lastIndex = at;
      const word = LITERAL.exec(text)?.[0];
      if (word !== undefined) {
        yield { kind: 'literal', from: at, to: at + word.length, value: plainText(word, at) };
      }
      at += word?.length ?? 1;
    }
  }
}
