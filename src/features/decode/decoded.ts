import type { KeyReading } from '../../core/keys/base/scheme.ts';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import type { TimeInput } from '../../core/time/timeInput.ts';

/** How a pasted text was understood. */
export type Decoded =
  | { readonly kind: 'empty' }
  /** The text is still being read. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'time'; readonly time: TimeInput }
  | {
      readonly kind: 'keys';
      readonly keys: readonly FoundKey[];
      /** Lines that hold text but no key, 1-based. */
      readonly unreadableLines: readonly number[];
      readonly isCut: boolean;
    }
  /** One line that no scheme reads with certainty, with its possible readings, best first. */
  | {
      readonly kind: 'nothing';
      readonly text: string;
      readonly unlikely: readonly KeyReading[];
      /** Why it is not a time and what to write instead, in sentences, if it begins like one. */
      readonly why?: string;
    };

/** More keys than fit on one screen go to the worker. */
export const SHOWN_KEYS = 200;
/** A longer text goes to the worker, even if it is a single line: the field alone takes over 50 ms for a line of 100,000 characters. */
export const SHOWN_CHARS = 65_536;
/** Readings with less confidence are shown only on request. */
export const LEAST_SHOWN = 0.15;
/**
 * No language has more combining marks on one letter (UAX #15, Stream-Safe Text Format). The time that Chromium takes grows with the square
 * of their number.
 */
const MOST_STACKED = 30;
/**
 * The most characters of scripts for which Chromium takes 10 us or more per character, because it composes them or finds line ends with
 * dictionaries.
 */
const MOST_COMPLEX = 2000;
/** The first code point after Latin, Greek, Cyrillic and Armenian. */
const FIRST_COMPLEX = 0x0590;
/** Dashes, curly quotes, bullets and the ellipsis. They are common in ordinary text, and are drawn as fast as letters. */
const isPunctuation = (unit: number): boolean => unit >= 0x2010 && unit <= 0x2027;

function isComplex(text: string): boolean {
  let complex = 0;
  for (let at = 0; at < text.length && complex <= MOST_COMPLEX; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= FIRST_COMPLEX && !isPunctuation(unit)) complex++;
  }
  return complex > MOST_COMPLEX;
}

/** Whether a text is too long to be decoded at each keystroke, or more than a text field can show. */
export function isBulkText(text: string): boolean {
  if (text.length > SHOWN_CHARS || isComplex(text)) return true;
  for (const [run] of text.matchAll(/\p{M}{2,}/gu)) if (run.length > MOST_STACKED) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= SHOWN_KEYS + 1; at = text.indexOf('\n', at + 1))
    lines++;
  return lines > SHOWN_KEYS + 1;
}
