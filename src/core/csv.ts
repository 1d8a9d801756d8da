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

/** Characters that may separate the cells of a table. */
export const DELIMITERS = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface CsvCell {
  /** Without quotes. */
  readonly text: string;
  /** Its place in the text, as written; half-open. */
  readonly from: number;
  readonly to: number;
}

export interface CsvRecord {
  readonly cells: readonly CsvCell[];
  /** Where the next record begins, if this one is `whole` or `last`. */
  readonly next: number;
  /**
   * `whole`: a line break ends it. `last`: the end of the text does. `open`: the text ends within quotes. `broken`: text follows a closing
   * quote, or there are more cells than wanted.
   */
  readonly state: 'whole' | 'last' | 'open' | 'broken';
}

/** The position of the quote that closes a cell; -1 if the text ends first. */
function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

/** The position of the delimiter or line break that ends a cell. */
function cellEnd(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text.charAt(end) !== delimiter && text.charAt(end) !== '\n') end++;
  return end;
}

/**
 * Reads the record that begins at `from`, as RFC 4180 has it: a cell in quotes may hold delimiters, line breaks and doubled quotes; LF or
 * CR LF. It stops at the first fault, and beyond `mostCells`, so that a stray quote cannot make each line a search of the whole text.
 */
export function recordAt(
  text: string,
  from: number,
  delimiter: Delimiter,
  mostCells = Number.POSITIVE_INFINITY,
): CsvRecord {
  const cells: CsvCell[] = [];
  for (let at = from; cells.length < mostCells; ) {
    const isQuoted = text.charAt(at) === '"';
    const close = isQuoted ? closingQuote(text, at + 1) : at;
    if (close < 0) return { cells, next: text.length, state: 'open' };
    const end = cellEnd(text, isQuoted ? close + 1 : at, delimiter);
    const isLast = text.charAt(end) !== delimiter;
    const to = isLast && end > at && text.charAt(end - 1) === '\r' ? end - 1 : end;
    if (isQuoted && to > close + 1) break;
    const inside = isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, to);
    cells.push({ text: inside, from: at, to });
    if (isLast) return { cells, next: end + 1, state: end < text.length ? 'whole' : 'last' };
    at = end + 1;
  }
  return { cells, next: from, state: 'broken' };
}
