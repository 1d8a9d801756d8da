import type { Steps } from '../../steps.ts';

/** Fewer items are sorted by comparing. */
const LEAST_ITEMS = 64;
/** From this many items on, digits are wider. */
const MANY_ITEMS = 1 << 15;
const FEW_BITS = 8;
const MANY_BITS = 16;
/** Items between two yields. */
const STEP = 1 << 16;
const SIGN = 0x80000000;

/** Sort keys in words of 32 bits: for each word an array by item. The last word is the most significant. */
type Words = readonly Uint32Array[];

function compareWords(words: Words, a: number, b: number): number {
  for (let word = words.length - 1; word >= 0; word--) {
    const difference = (words[word]?.[a] as number) - (words[word]?.[b] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isInOrder(items: Uint32Array, words: Words): boolean {
  for (let at = 1; at < items.length; at++)
    if (compareWords(words, items[at - 1] as number, items[at] as number) > 0) return false;
  return true;
}

/** The bits in which words of the items differ. */
function differingBits(items: Uint32Array, word: Uint32Array): number {
  let some = 0;
  let all = -1;
  for (const item of items) {
    some |= word[item] as number;
    all &= word[item] as number;
  }
  return some & ~all;
}

/** The bits of a word that one pass sorts by. */
interface Digit {
  readonly word: Uint32Array;
  readonly shift: number;
  /** By digit: where the next item goes. */
  readonly next: Uint32Array;
}

/** The digits in which words differ, the least significant first. They are about equally wide, so that each pass writes to few places. */
function digitsOf(items: Uint32Array, word: Uint32Array, mostBits: number): readonly Digit[] {
  const bits = differingBits(items, word);
  if (bits === 0) return [];
  const first = 31 - Math.clz32(bits & -bits);
  const width = 32 - Math.clz32(bits) - first;
  const size = Math.ceil(width / Math.ceil(width / mostBits));
  const digits: Digit[] = [];
  for (let shift = first; shift < first + width; shift += size)
    digits.push({ word, shift, next: new Uint32Array(1 << size) });
  return digits;
}

/** Turns counts into first positions. */
function addUp(next: Uint32Array): void {
  let sum = 0;
  for (let digit = 0; digit < next.length; digit++) {
    const count = next[digit] as number;
    next[digit] = sum;
    sum += count;
  }
}

/**
 * Counts how many items have each digit. The counts do not depend on the order, so they are made before any item moves, while memory is
 * read in order.
 */
function countDigit(items: Uint32Array, { word, shift, next }: Digit): void {
  const mask = next.length - 1;
  for (const item of items) {
    const digit = ((word[item] as number) >>> shift) & mask;
    next[digit] = (next[digit] as number) + 1;
  }
  addUp(next);
}

function moveByDigit(items: Uint32Array, target: Uint32Array, { word, shift, next }: Digit): void {
  const mask = next.length - 1;
  for (const item of items) {
    const digit = ((word[item] as number) >>> shift) & mask;
    const position = next[digit] as number;
    target[position] = item;
    next[digit] = position + 1;
  }
}

/**
 * Sorts items stably by words, some bits at a time. The number of passes depends on the words alone, and no comparison jumps through
 * memory. Bits that are equal in all items cost no pass.
 * @param items overwritten
 * @param words by item, the least significant first
 * @param leastItems for tests: fewer are sorted by comparing
 * @yields after some ten thousand items
 */
export function* orderByWords(
  items: Uint32Array<ArrayBuffer>,
  words: Words,
  leastItems = LEAST_ITEMS,
): Steps<Uint32Array<ArrayBuffer>> {
  if (isInOrder(items, words)) return items;
  if (items.length < leastItems) return items.sort((a, b) => compareWords(words, a, b));
  const mostBits = items.length < MANY_ITEMS ? FEW_BITS : MANY_BITS;
  const digits = words.flatMap((word) => digitsOf(items, word, mostBits));
  for (const digit of digits) {
    countDigit(items, digit);
    yield undefined;
  }
  let source = items;
  let target = new Uint32Array(items.length);
  for (const digit of digits) {
    for (let from = 0; from < source.length; from += STEP) {
      moveByDigit(source.subarray(from, from + STEP), target, digit);
      yield undefined;
    }
    [source, target] = [target, source];
  }
  return source;
}

/** One word for each number, if all are whole numbers less than 2^32 apart; otherwise undefined. */
function offsetWords(majors: Float64Array): Uint32Array | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const major of majors) {
    if (!Number.isSafeInteger(major)) return undefined;
    if (major < least) least = major;
    if (major > most) most = major;
  }
  if (most - least >= 2 ** 32) return undefined;
  const offsets = new Uint32Array(majors.length);
  for (let at = 0; at < majors.length; at++) offsets[at] = (majors[at] as number) - least;
  return offsets;
}

function restWords(minors: Int32Array): Uint32Array {
  const rest = new Uint32Array(minors.length);
  for (let at = 0; at < minors.length; at++) rest[at] = (minors[at] as number) ^ SIGN;
  return rest;
}

/**
 * Words that sort like the numbers: `major`, then its difference to the exact number, `minor`. No number may
 * be NaN or -0.
 */
export function numberWords(majors: Float64Array<ArrayBuffer>, minors: Int32Array): Words {
  const rest = restWords(minors);
  const offsets = offsetWords(majors);
  if (offsets !== undefined) return [rest, offsets];
  const doubles = new Uint32Array(majors.buffer, majors.byteOffset, majors.length * 2);
  const low = new Uint32Array(majors.length);
  const high = new Uint32Array(majors.length);
  for (let at = 0; at < majors.length; at++) {
    const top = doubles[at * 2 + 1] as number;
    const bottom = doubles[at * 2] as number;
    // The smaller the bits of a negative Double, the greater it is.
    const isNegative = top >= SIGN;
    high[at] = isNegative ? ~top : top | SIGN;
    low[at] = isNegative ? ~bottom : bottom;
  }
  return [rest, low, high];
}
