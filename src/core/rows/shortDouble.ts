/**
 * Least characters before the ellipsis of a number with an exponent: a digit, the point and another digit.
 */
const LEAST_CHARS = 3;

/**
 * An Edm.Double in at most `room` characters, an ellipsis where digits are left out. Its size stays readable: the
 * exponent is kept, and a whole part or zeros that are too long become one. Nothing is rounded, so no shown digit is wrong.
 */
export function shortDouble(text: string, room: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?([eE][+-]?\d+)?$/u.exec(text);
  if (match === null || text.length <= room) return text;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match;
  const kept = `${sign}${whole}.${fraction}`.slice(0, Math.max(0, room - exponent.length - 1));
  const tellsSize = kept.length > sign.length + whole.length + 1 && /[1-9]/u.test(kept);
  if (tellsSize) return `${kept}…${exponent}`;
  return exponent === '' ? (byExponent(sign, whole, fraction, room) ?? text) : text;
}

/** A number without an exponent, written with one; undefined: it is zero, or its whole part is one digit. */
function byExponent(sign: string, whole: string, fraction: string, room: number): string | undefined {
  const all = whole + fraction;
  const first = all.search(/[1-9]/u);
  const power = whole.length - 1 - first;
  if (first < 0 || power === 0) return undefined;
  const mark = `E${power < 0 ? '-' : '+'}${Math.abs(power)}`;
  const digits = `${sign}${all.slice(first, first + 1)}.${all.slice(first + 1)}`;
  return `${digits.slice(0, Math.max(sign.length + LEAST_CHARS, room - mark.length - 1))}…${mark}`;
}
