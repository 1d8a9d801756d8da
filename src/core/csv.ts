/**
 * What spreadsheets take, or may take after they have trimmed it, for the beginning of a formula: `= + - @`, full-width too,
 * also behind white space and quotes; TAB, CR and LF, also behind apostrophes,
 * so that text with an apostrophe of its own gets another and comes back whole. Source: OWASP, CSV injection.
 */
const FORMULA = /^(?:[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n])/;
/** A sign before digits alone, or before the word of Edm.Double, is no formula. */
const SIGNED_NUMBER = /^[+-](?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)$/i;

/** Free text, with `'` before it if a spreadsheet might run it or take it for a number. */
export function guardText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text, with `'` before it if a spreadsheet might run it. Numbers stay as they are. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

const BASE64 = /^[A-Za-z0-9+/]{2,}={0,2}$/;

/** Text of Edm.Binary. Base64 stays as it is: with `'` before it, it would be none, and no formula of its characters can do harm. */
export function guardBinary(text: string): string {
  return BASE64.test(text) ? text : guardFormula(text);
}

/** Undoes guardText and guardFormula; undefined if the text has no guard. */
export function unguardedFormula(text: string): string | undefined {
  const rest = text.slice(1);
  return text.startsWith("'") && FORMULA.test(rest) ? rest : undefined;
}

const MUST_QUOTE = /[",\r\n]/;

/** A cell of CSV by RFC 4180: in quotes if it holds a comma, a quote or a line break. */
export function quotedCell(text: string): string {
  return MUST_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of free text, with `'` before text that a spreadsheet might run if the guard is on. */
export function csvCell(text: string, formulaGuard: boolean): string {
  return quotedCell(formulaGuard ? guardFormula(text) : text);
}
