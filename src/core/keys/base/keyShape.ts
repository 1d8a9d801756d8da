/** Kinds of characters, one bit each. */
export const DIGIT = 1;
export const LOWER_HEX = 2;
const LOWER = 4;
const HIGH_HEX = 8;
const HIGH = 16;
const UNDERSCORE = 32;
export const HYPHEN = 64;
export const DOT = 256;

/** `+`, `/` and `=`, the special characters of Base64. */
const BASE64_MARK = 16_384;
const OTHER = 32_768;
/** All kinds. */
export const ANY_KIND = 65_535;
export const LETTER = LOWER_HEX + LOWER + HIGH_HEX + HIGH;
export const UPPER_HEX = HIGH_HEX;

/** Facts about a key that are quick to compute and rule out most schemes. */
export interface KeyShape {
  readonly length: number;
  /** The kinds of all its characters, as bits. */
  readonly kinds: number;
  /** The number of digits that it begins with, at most 31. */
  readonly lead: number;
  /** Its first character; '' if the key is empty or does not begin with ASCII. */
  readonly first: string;
}

/** Whether a key of this shape can belong to a scheme. */
export type ShapeTest = (shape: KeyShape) => boolean;

/**
 * The highest confidence that a scheme can have for keys of a given shape, if no table is named; 0 if it does not read them. Schemes with a
 * higher one are tried first. A value that is too high only costs time; one that is too low would lose readings. Kinds of keys that are
 * missing here are never read. 'both': keys that `read` treats the same as PartitionKey and as RowKey.
 */
export type KeyShapes = Partial<
  Readonly<Record<'partition' | 'row' | 'table' | 'both', (shape: KeyShape) => number>>
>;

const MOST_LEAD = 31;

const KIND_OF = new Uint16Array(128).map((_, code) => {
  if (code >= 48 && code <= 57) return DIGIT;
  if (code >= 97 && code <= 122) return code <= 102 ? LOWER_HEX : LOWER;
  if (code >= 65 && code <= 90) return code <= 70 ? HIGH_HEX : HIGH;
  const mark = ['_', '-', ':', '.', '|', ';', '@', '^', '%'].indexOf(String.fromCharCode(code));
  if (mark >= 0) return UNDERSCORE << mark;
  return '+/='.includes(String.fromCharCode(code)) ? BASE64_MARK : OTHER;
});

/** The kinds of all characters of a text, as bits. */
export function kindsOf(text: string): number {
  let kinds = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    kinds |= code < 128 ? (KIND_OF[code] as number) : OTHER;
  }
  return kinds;
}

/**
 * What all texts of one form share: their length, the kinds of their characters and the positions of the marks. Undefined for texts that
 * cannot be such keys: long ones, and those with blanks or non-ASCII characters.
 */
export function keySignature(text: string): string | undefined {
  return /^[!-~]{1,128}$/.test(text) ? `${kindsOf(text)} ${text.replaceAll(/[0-9A-Za-z]/g, 'x')}` : undefined;
}

/** When this many shapes are cached, the cache is emptied. */
const MOST_SHAPES = 4096;

/** Caches a function's result by the shape of the key. The keys of one table have few different shapes. */
export function byShape<T>(found: (shape: KeyShape) => T): (text: string) => T {
  const known = new Map<number, T>();
  return (text) => {
    let kinds = 0;
    let lead = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const kind = code < 128 ? (KIND_OF[code] as number) : OTHER;
      kinds |= kind;
      if (kinds === DIGIT) lead++;
    }
    if (lead > MOST_LEAD) lead = MOST_LEAD;
    const code = text === '' ? 127 : Math.min(127, text.charCodeAt(0));
    const number = ((text.length * 32 + lead) * 128 + code) * 65_536 + kinds;
    let value = known.get(number);
    if (value === undefined) {
      if (known.size >= MOST_SHAPES) known.clear();
      value = found({ length: text.length, kinds, lead, first: code === 127 ? '' : text.charAt(0) });
      known.set(number, value);
    }
    return value;
  };
}
