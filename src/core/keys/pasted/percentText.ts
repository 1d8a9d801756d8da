import { decodedOrSame, PERCENT_ESCAPE } from '../../percentText.ts';
import { changed, type PastedText, unescaped } from './pastedText.ts';

/** Links are often encoded again by logs and ticket systems. */
const DEEPEST = 3;
/** Matches an escaped filter or list of keys: a quote, blank, bracket, comma or =, percent-escaped up to three times. */
const ESCAPED = /%(?:25){0,2}(?:2[0278Cc]|3[Dd])/;
/** Matches an address, in which every escape is undone. */
const ADDRESS = /:\/\/|PartitionKey=/i;
/** Matches a literal alone. Its content may be a key with its own escapes. */
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
 * Makes the URLs and escaped filters of a line readable. Words that are an address, or that have quotes or blanks as percent
 * escapes, are unescaped up to three times. Everything else is unchanged.
 */
export function readableLine(line: PastedText): PastedText {
  if (!line.text.includes('%')) return line;
  return changed(line, /\S+/g, (chunk) => (isEscaped(chunk.text) ? decodeFully(chunk) : chunk));
}

/** A word without percent escapes. */
export function percentDecoded(word: string): string {
  return word.replaceAll(PERCENT_ESCAPE, decodedOrSame);
}
