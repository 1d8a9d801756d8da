/**
 * Matches what spreadsheets take for the beginning of a formula, some of them only after trimming: `= + - @`, also full-width, and also
 * after white space and quotes; and TAB, CR and LF, also after apostrophes, so that text that has an apostrophe already gets another one
 * and is read back unchanged. Source: OWASP, CSV injection.
 */
const FORMULA = /^(?:[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n])/;
/** Matches a sign before nothing but digits, or before the word that Edm.Double uses. These are not formulas. */
const SIGNED_NUMBER = /^[+-](?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)$/i;

/** Free text, preceded by `'` if a spreadsheet might run it or take it for a number. */
export function guardText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A text, preceded by `'` if a spreadsheet might run it. Numbers stay as they are. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

const BASE64 = /^[A-Za-z0-9+/]{2,}={0,2}$/;

/**
 * The text of an Edm.Binary. Base64 stays as it is: with a `'` before it, it would no longer be Base64, and no formula made of its
 * characters can do harm.
 */
export function guardBinary(text: string): string {
  return BASE64.test(text) ? text : guardFormula(text);
}

/** Undoes guardText and guardFormula; undefined if the text has no guard. */
export function unguardedFormula(text: string): string | undefined {
  const rest = text.slice(1);
  return text.startsWith("'") && FORMULA.test(rest) ? rest : undefined;
}

const MUST_QUOTE = /[",\r\n]/;

/** A cell of CSV as RFC 4180 has it: in quotes if it contains a comma, a quote or a line break. */
export function quotedCell(text: string): string {
  return MUST_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of free text. With the guard on, text that a spreadsheet might run is preceded by `'`. */
export function csvCell(text: string, formulaGuard: boolean): string {
  return quotedCell(formulaGuard ? guardFormula(text) : text);
}
