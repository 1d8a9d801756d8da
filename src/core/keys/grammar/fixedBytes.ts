import { floorDiv } from '../../bigints.ts';
import { MAX_SECONDS } from '../../time/civil.ts';
import { TICKS_PER_MS, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { literalContent } from './holes.ts';
import { fixedWidth, type TemplatePart } from './keyTemplate.ts';
import { templateOf } from './parseTemplate.ts';

/*
 * Reads keys by the million from bytes, without BigInt, text or allocation. This works for templates whose digits are at fixed offsets.
 * Each pass reads the same eight bytes of every key in a block, because a short loop over many keys is several times faster than a long
 * loop over few.
 */

/** Times as numbers, one entry per key. */
export interface NumberColumns {
  /** Whole seconds since 0001-01-01T00:00:00Z; NaN: no time. */
  readonly seconds: Float64Array;
  /** Ticks within the second. */
  readonly fraction: Uint32Array;
  /** 0 .. 9999, or NO_PREFIX. */
  readonly prefix: Uint16Array;
}

/** Marks a key without prefix. */
export const NO_PREFIX = 0xffff;

/** Reads keys of one template, which all have the same length. */
export interface FixedBytes {
  /** Length of a key in bytes, with what follows it (such as a line break). */
  readonly length: number;
  /**
   * Reads `count` keys that follow each other from the offset `from` on, and writes them to the entries of `into` from `to` on. Returns how
   * many were read: it stops at the first key that is not of the template or not a valid DateTime. The caller makes sure that there are
   * enough bytes and entries.
   */
  readonly read: (view: DataView, from: number, count: number, into: NumberColumns, to: number) => number;
}

/** Four bytes at the same offset of each key: digits, and bytes that are the same in all keys. */
interface Word {
  readonly at: number;
  /** The four bytes as they must be, with `0` in place of each digit. */
  readonly same: number;
  /**
   * After the bytes are XORed with `same`, adding this sets the highest bit of each wrong byte. It is 0x76 for a digit and 0x7f for any
   * other byte.
   */
  readonly most: number;
  /** By how many bits the word is shifted, so that digits that do not belong to the number are lost. */
  readonly shift: number;
}

/** The numbers in a key: whole seconds (`high`, and the last eight digits in `low`), the fraction of a second (`rest`), and the prefix. */
const TARGETS = ['high', 'low', 'rest', 'prefix'] as const;
/** Where the number of a word goes. `spare`: the word is only checked, and its number is not used. */
type Target = (typeof TARGETS)[number] | 'spare';

const KEYS_PER_BLOCK = 1024;
const ZERO = 48;
/** How many digits the fraction of a second has, by the unit in ticks. */
const PLACES: ReadonlyMap<bigint, number> = new Map([
  [1n, 7],
  [TICKS_PER_MS, 3],
  [TICKS_PER_SECOND, 0],
]);

/** One byte of a key: the character that all keys have there, or undefined for a digit. */
type Byte = number | undefined;

/** The bytes of a part; undefined if they vary in any other way. The zeros before a bucket are the same in all keys. */
function bytesOf(part: TemplatePart): readonly Byte[] | undefined {
  switch (part.kind) {
    case 'literal':
      return /^[ -~\r\n]*$/.test(part.text) ? Array.from(part.text, (one) => one.charCodeAt(0)) : undefined;
    case 'writer': {
      const width = String(part.buckets - 1).length;
      const isAnyDigits = part.buckets === 10 ** width;
      return isAnyDigits
        ? [...Array.from({ length: part.width - width }, () => ZERO), ...digitsOf(width)]
        : undefined;
    }
    case 'time':
      return part.style.kind === 'number' && part.style.unit === part.codec.step
        ? digitsOf(part.style.width)
        : undefined;
    default:
      return part.kind === 'property' && part.width !== undefined ? digitsOf(part.width) : undefined;
  }
}

function digitsOf(count: number): readonly Byte[] {
  return Array.from({ length: count }, () => undefined);
}

/** The word at an offset. Its last `beyond` bytes do not belong to the number. */
function wordAt(bytes: readonly Byte[], at: number, beyond = 0): Word {
  let [same, most] = [0, 0];
  for (let index = 0; index < 4; index++) {
    const byte = bytes[at + index];
    same |= (byte ?? ZERO) << (8 * index);
    most |= (byte === undefined ? 0x76 : 0x7f) << (8 * index);
  }
  return { at, same, most, shift: 8 * beyond };
}

/** The words that read the digits [from, to); the first one may have fewer than four digits. */
function wordsOf(bytes: readonly Byte[], from: number, to: number): readonly Word[] {
  const words: Word[] = [];
  for (let at = from; at < to; at += (to - at) % 4 || 4)
    words.push(wordAt(bytes, at, (4 - ((to - at) % 4)) % 4));
  return words;
}

/** Two words that are read together and whose digits make one number. */
interface Pass {
  readonly first: Word;
  readonly second: Word;
  /** The weight of the first word's number. */
  readonly scale: number;
  readonly target: Target;
}

/** Makes a pass. A single word is paired with one of `checks`, which adds nothing to the number. */
function passOf(words: readonly Word[], checks: Word[], target: Target): Pass | undefined {
  const [first, second] = words;
  if (first === undefined) return undefined;
  if (second !== undefined) return { first, second, scale: 10_000, target };
  return { first: checks.shift() ?? first, second: first, scale: 0, target };
}

/** The words that check all bytes that no other word reads. */
function restOf(bytes: readonly Byte[], own: readonly Word[]): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if ([...own, ...words].some((word) => at >= word.at && at < word.at + 4)) continue;
    words.push(wordAt(bytes, Math.min(at, bytes.length - 4)));
  }
  return words;
}

/**
 * Four digits as a number, by two multiplications: the first makes 10 a + b of each pair (2561 = 10 * 256 + 1), the second joins the pairs
 * (6553601 = 100 * 65536 + 1).
 */
function four(word: number): number {
  return Math.imul((Math.imul(word, 2561) >>> 8) & 0x00ff00ff, 6553601) >>> 16;
}

/**
 * Reads a pass of `count` keys into `into`, and returns how many have the right bytes. `| 0` tells the engine that a number has 32 bits,
 * which it cannot know of a property: otherwise it adds doubles, and the loop takes a third longer.
 */
function run(
  view: DataView,
  { first, second, scale }: Pass,
  from: number,
  stride: number,
  count: number,
  into: Int32Array,
): number {
  const { at: a, same: sameA, shift: shiftA } = first;
  const { at: b, same: sameB, shift: shiftB } = second;
  const [mostA, mostB] = [first.most | 0, second.most | 0];
  let at = from;
  for (let key = 0; key < count; key++) {
    const x = view.getInt32(at + a, true) ^ sameA;
    const y = view.getInt32(at + b, true) ^ sameB;
    if (((x | (x + mostA) | y | (y + mostB)) & 0x80808080) !== 0) return key;
    into[key] = Math.imul(four(x << shiftA), scale) + four(y << shiftB);
    at += stride;
  }
  return count;
}

/** The numbers of the block of keys that is being read. */
const DIGITS: Readonly<Record<Target, Int32Array>> = {
  high: new Int32Array(KEYS_PER_BLOCK),
  low: new Int32Array(KEYS_PER_BLOCK),
  rest: new Int32Array(KEYS_PER_BLOCK),
  prefix: new Int32Array(KEYS_PER_BLOCK),
  spare: new Int32Array(KEYS_PER_BLOCK),
};

/** How the digits of a time are converted. */
interface Count {
  readonly epochSeconds: number;
  readonly topSeconds: number;
  readonly topRest: number;
  /** 1, or -1 for a time that counts down. */
  readonly sign: number;
  /** Value of the last digit in ticks. */
  readonly unit: number;
}

/** Turns digits into times, and returns how many are valid DateTimes. */
function setTimes(count: Count, keys: number, into: NumberColumns, to: number): number {
  const { epochSeconds, topSeconds, topRest, sign, unit } = count;
  const { high, low, rest } = DIGITS;
  const base = topSeconds + epochSeconds;
  for (let key = 0; key < keys; key++) {
    const second = base + sign * ((high[key] as number) * 1e8 + (low[key] as number));
    const fraction = Math.imul(topRest + Math.imul(sign, rest[key] as number), unit);
    if (second < 0 || second > MAX_SECONDS) return key;
    into.seconds[to + key] = second;
    into.fraction[to + key] = fraction;
  }
  return keys;
}

/** How to read the keys of a template. */
interface Layout {
  readonly length: number;
  readonly passes: readonly Pass[];
  /** Numbers that keys of this template do not have. */
  readonly absent: readonly Target[];
  readonly count: Count;
  readonly hasPrefix: boolean;
}

/**
 * The passes that read a time (the last `places` digits of which are the fraction of a second), the prefix and all other bytes. Undefined
 * if a number is too long, or so short that its word would reach beyond the key.
 */
function passesFor(
  bytes: readonly Byte[],
  [from, to]: readonly [from: number, to: number],
  places: number,
  prefixEnd: number,
): Pick<Layout, 'passes' | 'absent'> | undefined {
  const seconds = wordsOf(bytes, from, to - places);
  const words = {
    high: seconds.slice(0, -2),
    low: seconds.slice(-2),
    rest: wordsOf(bytes, to - places, to),
    prefix: prefixEnd === 0 ? [] : [wordAt(bytes, prefixEnd - 4)],
  };
  const own = Object.values(words).flat();
  if (seconds.length > 4 || own.some(({ at }) => at < 0 || at + 4 > bytes.length)) return undefined;
  const others = restOf(bytes, own);
  const passes = TARGETS.map((target) => passOf(words[target], others, target));
  while (others.length > 0) passes.push(passOf(others.splice(0, 2), [], 'spare'));
  return {
    passes: passes.filter((pass) => pass !== undefined),
    absent: TARGETS.filter((target) => words[target].length === 0),
  };
}

function countOf(epoch: bigint, unit: bigint, top: bigint | undefined, places: number): Count {
  const perSecond = 10n ** BigInt(places);
  return {
    epochSeconds: Number(floorDiv(epoch, TICKS_PER_SECOND)),
    topSeconds: Number((top ?? 0n) / perSecond),
    topRest: Number((top ?? 0n) % perSecond),
    sign: top === undefined ? 1 : -1,
    unit: Number(unit),
  };
}

/** How to read keys of these parts; undefined if they have no fixed length, or hold anything but digits and constant text. */
function layoutOf(parts: readonly TemplatePart[]): Layout | undefined {
  const pieces = parts.map(bytesOf);
  const [time, more] = parts.filter((part) => part.kind === 'time');
  if (time?.style.kind !== 'number' || more !== undefined) return undefined;
  if (!pieces.every((piece) => piece !== undefined)) return undefined;
  const bytes = pieces.flat();
  const { epoch, unit, from: top, width } = time.style;
  const from = fixedWidth(...parts.slice(0, parts.indexOf(time))) ?? 0;
  const places = PLACES.get(unit);
  // Other units, epochs and numbers to count down from would need other arithmetic.
  if (places === undefined || epoch % TICKS_PER_SECOND !== 0n) return undefined;
  if (top !== undefined && (top + 1n) % 10n ** BigInt(places) !== 0n) return undefined;
  const [first] = parts;
  const prefixEnd = first?.kind === 'writer' ? first.width : 0;
  const passes = passesFor(bytes, [from, from + width], places, prefixEnd);
  return (
    passes && {
      length: bytes.length,
      ...passes,
      count: countOf(epoch, unit, top, places),
      hasPrefix: prefixEnd > 0,
    }
  );
}

function readBlock(
  { length, passes, absent, count, hasPrefix }: Layout,
  view: DataView,
  from: number,
  keys: number,
  into: NumberColumns,
  to: number,
): number {
  for (const target of absent) DIGITS[target].fill(0, 0, keys);
  let read = keys;
  for (const pass of passes) read = run(view, pass, from, length, read, DIGITS[pass.target]);
  read = setTimes(count, read, into, to);
  if (!hasPrefix) into.prefix.fill(NO_PREFIX, to, to + read);
  else for (let key = 0; key < read; key++) into.prefix[to + key] = DIGITS.prefix[key] as number;
  return read;
}

function readerOf(layout: Layout): FixedBytes {
  const { length } = layout;
  return {
    length,
    read: (view, from, keys, into, to) => {
      for (let done = 0; done < keys; done += KEYS_PER_BLOCK) {
        const block = Math.min(KEYS_PER_BLOCK, keys - done);
        const read = readBlock(layout, view, from + done * length, block, into, to + done);
        if (read < block) return done + read;
      }
      return keys;
    },
  };
}

const KNOWN = new Map<string, FixedBytes>();

/**
 * The reader of a template. `end` is what follows each key, such as a line break. Throws RangeError if the template's digits are not at
 * fixed offsets.
 */
export function fixedBytesOf(text: string, end = ''): FixedBytes {
  const known = KNOWN.get(text + end);
  if (known !== undefined) return known;
  const layout = layoutOf([...templateOf(text).parts, { ...literalContent(end), from: 0, to: 0 }]);
  if (layout === undefined) throw new RangeError(`${text} has no digits at fixed offsets.`);
  const made = readerOf(layout);
  KNOWN.set(text + end, made);
  return made;
}
