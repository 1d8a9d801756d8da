/*
 * Digits four at a time. A word is four bytes of a text, the first in its lowest byte (little endian), xor `0000`: each
 * byte is then a digit's value, 0 .. 9, where the text holds digits.
 */

/** The highest bit of each byte that is not a digit, after `& 0x80808080`; 0 for digits. Values above 0x89 set their own. */
export function notDigits(word: number): number {
  return word | (word + 0x76767676);
}

/**
 * The number in four digits, 0 .. 9999: pairs first (10 a + b in bytes 0 and 2), then both (100 ab + cd).
 * 2561 is 10 * 256 + 1 and 6553601 is 100 * 65536 + 1, so each product adds a byte to its neighbour's multiple.
 */
export function fourDigits(word: number): number {
  return Math.imul((Math.imul(word, 2561) >>> 8) & 0x00ff00ff, 6553601) >>> 16;
}
