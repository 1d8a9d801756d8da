import { MAX_SECONDS } from '../../time/civil.ts';
import { TICKS_WIDTH } from '../forms/prefixedKey.ts';
import { literalContent } from './holes.ts';
import { fixedWidth, type TemplatePart } from './keyTemplate.ts';
import { templateOf } from './parseTemplate.ts';

/*
 * Reads keys by the million from bytes, without BigInt, text or allocation. Their digits are at fixed offsets.
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

/** The templates of keys that writers write by the million. */
export type BytesTemplate = '{Ticks}' | '{InvertedTicks}' | '{Writer mod 100:D19}___{Ticks}';

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

/**
 * Where the number of a word goes: whole seconds (`high`, and the last eight digits in `low`), the fraction of a second (`rest`), or the
 * prefix. `spare`: the word is only checked, and its number is not used.
 */
type Target = 'high' | 'low' | 'rest' | 'prefix' | 'spare';

const KEYS_PER_BLOCK = 1024;
const ZERO = 48;
const TICKS_PER_SECOND = 1e7;

/** One byte of a key: the character that all keys have there, or undefined for a digit. */
type Byte = number | undefined;

/** The bytes of a part. The zeros before a bucket are the same in all keys. */
function bytesOf(part: TemplatePart): readonly Byte[] {
  if (part.kind === 'literal') return Array.from(part.text, (one) => one.charCodeAt(0));
  if (part.kind !== 'writer') return digitsOf(TICKS_WIDTH);
  const width = String(part.buckets - 1).length;
  return [...Array.from({ length: part.width - width }, () => ZERO), ...digitsOf(width)];
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

/** Two words that are read together and whose digits make one number. */
interface Pass {
  readonly first: Word;
  readonly second: Word;
  /** The weight of the first word's number. */
  readonly scale: number;
  readonly target: Target;
}

type Words = readonly [Word, (Word | undefined)?];

/** Makes a pass. A single word is paired with one of `checks`, which adds nothing to the number. */
function passOf(target: Target, [first, second]: Words, checks: Word[]): Pass {
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

/** How to read the keys of a template. */
interface Layout {
  readonly length: number;
  readonly passes: readonly Pass[];
  readonly isInverted: boolean;
  readonly hasPrefix: boolean;
}

/** Turns digits into times, and returns how many are valid DateTimes. */
function setTimes(isInverted: boolean, keys: number, into: NumberColumns, to: number): number {
  const { high, low, rest } = DIGITS;
  const [base, sign] = isInverted ? [MAX_SECONDS, -1] : [0, 1];
  const top = isInverted ? TICKS_PER_SECOND - 1 : 0;
  for (let key = 0; key < keys; key++) {
    const second = base + sign * ((high[key] as number) * 1e8 + (low[key] as number));
    if (second < 0 || second > MAX_SECONDS) return key;
    into.seconds[to + key] = second;
    into.fraction[to + key] = top + Math.imul(sign, rest[key] as number);
  }
  return keys;
}

/** The passes that read the time, whose last seven digits are the fraction of a second, the prefix and all other bytes. */
function layoutOf(parts: readonly TemplatePart[]): Layout {
  const bytes = parts.flatMap(bytesOf);
  const time = parts.findIndex(({ kind }) => kind === 'time');
  const from = fixedWidth(...parts.slice(0, time)) ?? 0;
  const [first] = parts;
  const words: (readonly [Target, Words])[] = [
    ['high', [wordAt(bytes, from)]],
    ['low', [wordAt(bytes, from + 4), wordAt(bytes, from + 8)]],
    ['rest', [wordAt(bytes, from + 12, 1), wordAt(bytes, from + 15)]],
  ];
  if (first?.kind === 'writer') words.push(['prefix', [wordAt(bytes, first.width - 4)]]);
  const others = restOf(
    bytes,
    words.flatMap(([, own]) => own.filter((word) => word !== undefined)),
  );
  const passes = words.map(([target, own]) => passOf(target, own, others));
  for (let [one, more] = others.splice(0, 2); one !== undefined; [one, more] = others.splice(0, 2))
    passes.push(passOf('spare', [one, more], []));
  return {
    length: bytes.length,
    passes,
    isInverted: parts.some((part) => part.kind === 'time' && part.codec.isDescending),
    hasPrefix: first?.kind === 'writer',
  };
}

function readBlock(
  { length, passes, isInverted, hasPrefix }: Layout,
  view: DataView,
  from: number,
  keys: number,
  into: NumberColumns,
  to: number,
): number {
  let read = keys;
  for (const pass of passes) read = run(view, pass, from, length, read, DIGITS[pass.target]);
  read = setTimes(isInverted, read, into, to);
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

/** The reader of a template. `end` is what follows each key, such as a line break. */
export function fixedBytesOf(text: BytesTemplate, end = ''): FixedBytes {
  const known = KNOWN.get(text + end);
  if (known !== undefined) return known;
  const made = readerOf(layoutOf([...templateOf(text).parts, { ...literalContent(end), from: 0, to: 0 }]));
  KNOWN.set(text + end, made);
  return made;
}
