import { percentDecoded as decodedEscapes } from '../../percentText.ts';
import { type PastedText, TextBuilder } from './pastedText.ts';

const ESCAPE = /%[0-9A-Fa-f]{2}/y;
/** Links are often encoded again by logs and ticket systems. */
const DEEPEST = 3;

/** The escape sequence at `at` as one character: 1 escape for ASCII, 2 to 4 for the rest of UTF-8. */
function sequenceAt(
  text: string,
  at: number,
): { readonly text: string; readonly length: number } | undefined {
  ESCAPE.lastIndex = at;
  if (!ESCAPE.test(text)) return undefined;
  const lead = Number.parseInt(text.slice(at + 1, at + 3), 16);
  const bytes = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const length = bytes * 3;
  // A stray % is an ordinary character.
  const decoded = decodedEscapes(text.slice(at, at + length));
  return decoded === undefined ? undefined : { text: decoded, length };
}

function decodeOnce(source: PastedText): PastedText {
  const { text, placeOf } = source;
  const decoded = new TextBuilder();
  let at = 0;
  while (at < text.length) {
    const sequence = text.charAt(at) === '%' ? sequenceAt(text, at) : undefined;
    decoded.add(sequence?.text ?? text.charAt(at), placeOf(at));
    at += sequence?.length ?? 1;
  }
  return decoded.build(placeOf(text.length));
}

/** Matches an escaped filter or list of keys: a quote, blank, bracket, comma or =, percent-escaped up to three times. */
const ESCAPED = /%(?:25){0,2}(?:2[0278Cc]|3[Dd])/;
/** Matches an address, in which every escape is undone. */
const ADDRESS = /:\/\/|PartitionKey=/i;
/** Matches a literal alone. Its content may be a key with its own escapes. */
const LITERAL = /^(['"]).*\1[,;)\]}]*$/;

function decodeFully(source: PastedText): PastedText {
  let current = source;
  for (let depth = 0; depth < DEEPEST && current.text.includes('%'); depth++) {
    const next = decodeOnce(current);
    if (next.text === current.text) return current;
    current = next;
  }
  return current;
}

function isEscaped(chunk: string): boolean {
  return (ESCAPED.test(chunk) && !LITERAL.test(chunk)) || (chunk.includes('%') && ADDRESS.test(chunk));
}

/** A part of a text. */
export function slicePasted(source: PastedText, from: number, to: number): PastedText {
  return { text: source.text.slice(from, to), placeOf: (index) => source.placeOf(from + index) };
}

/**
 * Makes the URLs and escaped filters of a line readable. Words that are an address, or that have quotes or blanks as percent
 * escapes, are unescaped up to three times. Everything else is unchanged.
 */
export function readableLine(line: PastedText): PastedText {
  if (!line.text.includes('%')) return line;
  const readable = new TextBuilder();
  for (const { 0: chunk, index } of line.text.matchAll(/\S+|\s+/g)) {
    const source = slicePasted(line, index, index + chunk.length);
    const piece = isEscaped(chunk) ? decodeFully(source) : source;
    for (let at = 0; at < piece.text.length; at++) readable.add(piece.text.charAt(at), piece.placeOf(at));
  }
  return readable.build(line.placeOf(line.text.length));
}

/** A word without percent escapes. */
export function percentDecoded(word: string): string {
  return decodeOnce({ text: word, placeOf: (index) => index }).text;
}
