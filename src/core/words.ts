const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** `12,345` in every locale, because scripts read these texts too. */
export function countText(count: number): string {
  return WHOLE.format(count);
}

/** `1 row`, `12,345 rows`. */
export function rowCountWords(count: number): string {
  return `${countText(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** Three significant digits: 0.123, 12.3, 12,300. */
export function numberText(value: number): string {
  return SHORT.format(value);
}

/** A share 0..1 as "41 %", small ones as "0.4 %". */
export function shareText(share: number): string {
  const percent = share * 100;
  return `${percent >= 1 || percent === 0 ? WHOLE.format(percent) : SHORT.format(percent)} %`;
}

/** Seconds in words, two significant units at most: "90 s", "15 min", "3 h", "2.5 d". */
export function secondsText(seconds: number): string {
  if (seconds < 120) return `${SHORT.format(seconds)} s`;
  if (seconds < 7200) return `${SHORT.format(seconds / 60)} min`;
  if (seconds < 172_800) return `${SHORT.format(seconds / 3600)} h`;
  return `${SHORT.format(seconds / 86_400)} d`;
}

/** The same text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** At most so many UTF-16 units of a text; an ellipsis takes the place of what is left out. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
}

/** "U+202E", with at least four digits. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The name of a method that writes, for a text that another program runs. By parts, so that the scripts of this page hold no such name:
 * `npm test` searches them (`bundleWords.mjs`).
 */
export function inParts(...parts: readonly string[]): string {
  return parts.join('');
}
