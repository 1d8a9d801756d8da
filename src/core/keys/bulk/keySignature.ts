/** Longer texts are not looked at: keys of one form are short. */
const LONGEST = 128;

const DIGIT = 1;
const LOWER_HEX = 2;
const LOWER = 4;
const UPPER_HEX = 8;
const UPPER = 16;

/** The kind of a letter or digit; 0 for every other character. */
function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return DIGIT;
  if (code >= 97 && code <= 122) return code <= 102 ? LOWER_HEX : LOWER;
  if (code >= 65 && code <= 90) return code <= 70 ? UPPER_HEX : UPPER;
  return 0;
}

/**
 * A number that texts of one form have in common: from their length, the kinds of their letters and digits, and the position of
 * every other character. Undefined for long texts and texts with blanks or non-ASCII characters, which are not keys of a form.
 */
export function keySignature(text: string): number | undefined {
  if (text.length === 0 || text.length > LONGEST) return undefined;
  let kinds = 0;
  let marks = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const kind = kindOf(code);
    if (kind === 0 && (code <= 32 || code >= 127)) return undefined;
    kinds |= kind;
    if (kind === 0) marks = (Math.imul(marks, 31) + code * 131 + index) | 0;
  }
  return (text.length * 32 + kinds) * 2 ** 32 + (marks >>> 0);
}
