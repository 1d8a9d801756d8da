/**
 * What spreadsheets take, or may take after they have trimmed it, for the beginning of a formula: `= + - @`, full-width too,
 * also behind white space and quotes; TAB, CR and LF. Source: OWASP, CSV injection.
 */
const FORMULA = /^(?:[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
/** A sign before digits alone is no formula. */
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The text, with `'` before it if a spreadsheet might run it. Numbers stay as they are. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

/** Undoes guardFormula; undefined if the text has no guard. */
export function unguardedFormula(text: string): string | undefined {
  const rest = text.slice(1);
  return text.startsWith("'") && FORMULA.test(rest) ? rest : undefined;
}
