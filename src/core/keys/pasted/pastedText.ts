import type { KeyPart } from '../base/scheme.ts';
import { decodedOrSame, PERCENT_ESCAPE } from '../../percentText.ts';

/** A text that was taken from the pasted text and unescaped or unquoted, and that still knows where each character came from. */
export interface PastedText {
  readonly text: string;
  /** Offset in the pasted text of character `index` (0 .. length) of `text`. */
  readonly placeOf: (index: number) => number;
}

/** A piece of a pasted text that may be a key. */
export interface Candidate {
  readonly text: string;
  /** Its position in the pasted text, as written; half-open. */
  readonly from: number;
  readonly to: number;
  /** Set if the text says which kind of key it is. */
  readonly part?: KeyPart | undefined;
  readonly tableName?: string | undefined;
}

/** An unchanged part of the pasted text that begins at `offset`. */
export function plainText(text: string, offset: number): PastedText {
  return { text, placeOf: (index) => offset + index };
}

export function slicePasted(source: PastedText, from: number, to: number): PastedText {
  return { text: source.text.slice(from, to), placeOf: (index) => source.placeOf(from + index) };
}

/** A text in which each match of a pattern is changed. */
function changed(source: PastedText, pattern: RegExp, change: (piece: PastedText) => PastedText): PastedText {
  let text = '';
  const places: number[] = [];
  const add = (piece: PastedText): void => {
    text += piece.text;
    for (let index = 0; index < piece.text.length; index++) places.push(piece.placeOf(index));
  };
  let at = 0;
  for (const { 0: match, index } of source.text.matchAll(pattern)) {
    add(slicePasted(source, at, index));
    at = index + match.length;
    add(change(slicePasted(source, index, at)));
  }
  add(slicePasted(source, at, source.text.length));
  const end = source.placeOf(source.text.length);
  return { text, placeOf: (index) => places[index] ?? end };
}

/** A text with its escapes undone. The place of each character is where its escape began. */
export function unescaped(
  source: PastedText,
  pattern: RegExp,
  plainOf: (escape: string) => string,
): PastedText {
  return changed(source, pattern, ({ text, placeOf }) => {
    const place = placeOf(0);
    return { text: plainOf(text), placeOf: () => place };
  });
}

/** How often an escape is undone: logs and ticket systems often encode links again. */
const DEEPEST = 3;
/**
 * Matches a percent-escaped quote, blank, bracket, comma or `=`, escaped up to three times. It shows that a filter or a list of keys is
 * escaped.
 */
const ESCAPED = /%(?:25){0,2}(?:2[0278Cc]|3[Dd])/;
/** Matches an address, in which every escape is undone. */
const ADDRESS = /:\/\/|PartitionKey=/i;
/** Matches a single literal, which may be a key with escapes of its own. */
const LITERAL = /^(['"]).*\1[,;)\]}]*$/;

function decodeFully(source: PastedText): PastedText {
  let current = source;
  for (let depth = 0; depth < DEEPEST && current.text.includes('%'); depth++)
    current = unescaped(current, PERCENT_ESCAPE, decodedOrSame);
  return current;
}

function isEscaped(chunk: string): boolean {
  return (ESCAPED.test(chunk) && !LITERAL.test(chunk)) || (chunk.includes('%') && ADDRESS.test(chunk));
}

/**
 * Undoes the percent escapes of URLs and filters in a line, up to three times. These are words that contain an address, or escaped quotes
 * or blanks. Everything else stays as it is.
 */
export function readableLine(line: PastedText): PastedText {
  if (!line.text.includes('%')) return line;
  return changed(line, /\S+/g, (chunk) => (isEscaped(chunk.text) ? decodeFully(chunk) : chunk));
}

/** A word with its percent escapes undone once. */
export function percentDecoded(word: string): string {
  return word.replaceAll(PERCENT_ESCAPE, decodedOrSame);
}
