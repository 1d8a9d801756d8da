import { plainText, type PastedText, unescaped } from './pastedText.ts';

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
/** Up to the quote that closes a string, or to the end of the text. */
const STRING = /[^"\\]*(?:\\[^][^"\\]*)*/y;
const ESCAPE = /\\(?:u[\dA-Fa-f]{4}|[^]?)/g;
const PUNCTUATION = '{}[]:,';
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function plainOf(escape: string): string {
  const mark = escape.slice(1);
  if (mark.length > 1) return String.fromCharCode(Number.parseInt(mark.slice(1), 16));
  return ESCAPED.get(mark) ?? mark;
}

/** The string that begins with the quote at `from`. If the text ends inside it, the string ends there. */
function stringAt(text: string, from: number): JsonValue {
  STRING.lastIndex = from + 1;
  const inside = plainText(STRING.exec(text)?.[0] ?? '', from + 1);
  const end = from + 1 + inside.text.length;
  const value = inside.text.includes('\\') ? unescaped(inside, ESCAPE, plainOf) : inside;
  return { kind: 'string', from, to: Math.min(end + 1, text.length), value };
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
