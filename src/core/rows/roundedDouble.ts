/** Significant digits that are shown: enough to compare rows. */
const DIGITS = 6;
/** A Double has at least so many significant digits. A longer whole part can only be shown as it is written. */
const EXACT_DIGITS = 15;
/** The length of the longest rounded Double, in characters. */
export const ROUNDED_CHARS: number = '-1.23457E-308'.length;

/** An Edm.Double rounded to six significant digits. The digits of its whole part, its sign and its exponent all stay. */
export function roundedDouble(text: string): string {
  const match = /^-?(\d+)\.(\d+?)0*([eE][+-]?\d+)?$/u.exec(text);
  if (match === null) return text;
  const [, whole = '', fraction = '', exponent = ''] = match;
  const significant = `${whole}${fraction}`.replace(/^0+/u, '');
  const digits = Math.max(DIGITS, whole.length);
  if (significant.length <= digits || digits > EXACT_DIGITS) return text;
  const rounded = Number(text.slice(0, text.length - exponent.length)).toPrecision(digits);
  const [mantissa = '', power] = rounded.split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/u, '') : mantissa;
  return power === undefined ? short + exponent : `${short}E${power}`;
}
