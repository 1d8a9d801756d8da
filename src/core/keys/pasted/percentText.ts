import { decodedOrSame, PERCENT_ESCAPE } from '../../percentText.ts';
import { changed, type PastedText, unescaped } from './pastedText.ts';

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
