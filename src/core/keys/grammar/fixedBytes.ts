import { floorDiv } from '../../bigints.ts';
import { MAX_SECONDS } from '../../time/civil.ts';
import { TICKS_PER_MS, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { literalContent } from './holes.ts';
import { fixedWidth, type TemplatePart } from './keyTemplate.ts';
import { templateOf } from './parseTemplate.ts';

/*
 * Reads millions of keys from bytes, without BigInt, text or allocation: templates whose digits stand at fixed offsets. Each pass reads the
 * same eight bytes of a block of keys, because a short loop over many keys is several times faster than a long one over few.
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

/** Keys of one template, all of one length. */
export interface FixedBytes {
  /** Bytes of a key. */
  readonly length: number;
  /**
   * Reads `count` keys that follow each other, the first at `from`, into the entries of `into` from `to` on. Returns how many: up to the
   * first one that is not of the template or no DateTime. There must be as many bytes, and as much room.
   */
  readonly read: (view: DataView, from: number, count: number, into: NumberColumns, to: number) => number;
}

/** Four bytes of each key: which are digits, which are always the same, and which of the digits count. */
interface Word {
  readonly at: number;
  readonly same: number;
  /** The highest bit of each digit. */
  readonly digits: number;
  /** All bits of each other byte. */
  readonly literal: number;
  readonly value: number;
  /** Bits by which the digits that count are moved to the end. */
  readonly shift: number;
  /** 10 to the power of the digits that count. */
  readonly scale: number;
}

type Target = 'seconds' | 'rest' | 'prefix';

const KEYS_PER_BLOCK = 1024;
const ZERO = 48;
/** Digits of a second, by unit. */
const PLACES: ReadonlyMap<bigint, number> = new Map([
  [1n, 7],
  [TICKS_PER_MS, 3],
  [TICKS_PER_SECOND, 0],
]);
const SECOND = 10_000_000;

/** A byte of all keys: its character; undefined: a digit. */
type Byte = number | undefined;

/** The bytes of a part; undefined: they vary in another way. Zeros before a bucket are always the same. */
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
    case 'fact':
      return [];
    default:
      return part.kind === 'property' && part.width !== undefined ? digitsOf(part.width) : undefined;
  }
}

function digitsOf(count: number): readonly Byte[] {
  return Array.from({ length: count }, () => undefined);
}

/** The word at an offset, of which the bytes [from, to) count. */
function wordAt(bytes: readonly Byte[], at: number, from: number, to: number): Word {
  let [same, digits, literal, value] = [0, 0, 0, 0];
  for (let index = 0; index < 4; index++) {
    const shift = 8 * index;
    const byte = bytes[at + index];
    same |= (byte ?? ZERO) << shift;
    if (byte === undefined) digits |= 0x80 << shift;
    else literal |= 0xff << shift;
    if (at + index >= from && at + index < to) value |= 0xff << shift;
  }
  const end = Math.min(to, at + 4);
  return { at, same, digits, literal, value, shift: 8 * (at + 4 - end), scale: 10 ** (end - from) };
}

/** Words over [from, to). The last one may go beyond, or overlap, where there are no more bytes. */
function wordsOf(bytes: readonly Byte[], from: number, to: number): readonly Word[] {
  const words: Word[] = [];
  let at = from;
  for (; at < to; at += 4) words.push(wordAt(bytes, Math.min(at, bytes.length - 4), at, to));
  return words;
}

/** Words read together, and what their number is part of; undefined: they are only checked. */
interface Pass {
  readonly first: Word;
  readonly second: Word;
  readonly target: Target | undefined;
}

/** Pairs of words. One that is alone is read with a word of `checks`, which has no digits that count. */
function passesOf(words: readonly Word[], checks: Word[], target?: Target): readonly Pass[] {
  const passes: Pass[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const first = words[at] as Word;
    const second = words[at + 1] ?? checks.shift() ?? { ...first, value: 0, scale: 1 };
    passes.push({ first, second, target });
  }
  return passes;
}

/** Words over all bytes that no other word reads. */
function restOf(bytes: readonly Byte[], own: readonly Word[]): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if ([...own, ...words].some((word) => at >= word.at && at < word.at + 4)) continue;
    words.push(wordAt(bytes, Math.min(at, bytes.length - 4), at, at));
  }
  return words;
}

/** Four digits as a number: pairs first (10 a + b in bytes 0 and 2), then both: 2561 is 10 * 256 + 1, and 6553601 is 100 * 65536 + 1. */
function four(word: number): number {
  return Math.imul((Math.imul(word, 2561) >>> 8) & 0x00ff00ff, 6553601) >>> 16;
}

/**
 * One pass over `count` keys: how many have the right bytes. Adds their digits to `into`, in units of the last digit. A byte of 0 .. 9
 * after ^ `0` is a digit; 0x76 added sets the highest bit of all others up to 0x89, which have it themselves from 0x80 on.
 */
function run(
  view: DataView,
  { first, second }: Pass,
  from: number,
  stride: number,
  count: number,
  into: Float64Array | undefined,
): number {
  const { at: a, same: sameA, digits: digitsA, literal: literalA, value: valueA, shift: shiftA } = first;
  const { at: b, same: sameB, digits: digitsB, literal: literalB, value: valueB, shift: shiftB } = second;
  const low = second.scale;
  const scale = first.scale * low;
  let at = from;
  for (let key = 0; key < count; key++) {
    const x = view.getInt32(at + a, true) ^ sameA;
    const y = view.getInt32(at + b, true) ^ sameB;
    const bad = ((x | (x + 0x76767676)) & digitsA) | (x & literalA);
    if ((bad | ((y | (y + 0x76767676)) & digitsB) | (y & literalB)) !== 0) return key;
    if (into !== undefined) {
      const number = four((x & valueA) << shiftA) * low + four((y & valueB) << shiftB);
      into[key] = (into[key] as number) * scale + number;
    }
    at += stride;
  }
  return count;
}

/** The numbers of the block that is being read. */
const DIGITS: Readonly<Record<Target, Float64Array>> = {
  seconds: new Float64Array(KEYS_PER_BLOCK),
  rest: new Float64Array(KEYS_PER_BLOCK),
  prefix: new Float64Array(KEYS_PER_BLOCK),
};

/** What the digits of a time become. */
interface Count {
  readonly epochSeconds: number;
  readonly topSeconds: number;
  readonly topRest: number;
  /** 1, or -1 if they count down. */
  readonly sign: number;
  /** Ticks of the last digit. */
  readonly unit: number;
}

/** Turns digits into times; how many are DateTimes. */
function setTimes(count: Count, keys: number, into: NumberColumns, to: number): number {
  const { epochSeconds, topSeconds, topRest, sign, unit } = count;
  const { seconds, rest } = DIGITS;
  for (let key = 0; key < keys; key++) {
    let second = topSeconds + sign * (seconds[key] as number) + epochSeconds;
    let fraction = (topRest + sign * (rest[key] as number)) * unit;
    if (fraction < 0) {
      fraction += SECOND;
      second -= 1;
    }
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
  readonly count: Count;
  readonly hasPrefix: boolean;
}

/** The passes over a time, of whose digits the last `places` are not whole seconds; over the prefix; and over all other bytes. */
function passesFor(
  bytes: readonly Byte[],
  time: readonly [from: number, to: number],
  places: number,
  prefixEnd: number,
) {
  const [from, to] = time;
  const prefixAt = bytes.findIndex((byte) => byte === undefined);
  const words = {
    seconds: wordsOf(bytes, from, to - places),
    rest: wordsOf(bytes, to - places, to),
    prefix: prefixEnd === 0 ? [] : wordsOf(bytes, prefixAt, prefixEnd),
  };
  const checks = restOf(bytes, Object.values(words).flat());
  const own = (['seconds', 'rest', 'prefix'] as const).flatMap((target) =>
    passesOf(words[target], checks, target),
  );
  return [...own, ...passesOf(checks, [])];
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

/** undefined: keys have no fixed length, or hold more than digits and texts that are always the same. */
function layoutOf(parts: readonly TemplatePart[]): Layout | undefined {
  const pieces = parts.map(bytesOf);
  const [time, more] = parts.filter((part) => part.kind === 'time');
  if (time?.style.kind !== 'number' || more !== undefined) return undefined;
  if (!pieces.every((piece) => piece !== undefined)) return undefined;
  const bytes = pieces.flat();
  const { epoch, unit, from: top, width } = time.style;
  const from = fixedWidth(...parts.slice(0, parts.indexOf(time))) ?? 0;
  const places = PLACES.get(unit);
  // Other units and epochs would need other arithmetic.
  if (places === undefined || epoch % TICKS_PER_SECOND !== 0n) return undefined;
  const [first] = parts;
  const prefixEnd = first?.kind === 'writer' ? first.width : 0;
  // The digits of a shorter number would be read together with bytes before the key.
  const shortest = Math.min(from + width - places, prefixEnd || bytes.length);
  if (shortest < 4) return undefined;
  return {
    length: bytes.length,
    passes: passesFor(bytes, [from, from + width], places, prefixEnd),
    count: countOf(epoch, unit, top, places),
    hasPrefix: prefixEnd > 0,
  };
}

function readBlock(
  { length, passes, count, hasPrefix }: Layout,
  view: DataView,
  from: number,
  keys: number,
  into: NumberColumns,
  to: number,
): number {
  for (const column of Object.values(DIGITS)) column.fill(0, 0, keys);
  let read = keys;
  for (const pass of passes) read = run(view, pass, from, length, read, pass.target && DIGITS[pass.target]);
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

/** The reader of a template, for keys that end with `end`, such as a line break. Throws RangeError if its digits have no fixed offsets. */
export function fixedBytesOf(text: string, end = ''): FixedBytes {
  const known = KNOWN.get(text + end);
  if (known !== undefined) return known;
  const layout = layoutOf([...templateOf(text).parts, { ...literalContent(end), from: 0, to: 0 }]);
  if (layout === undefined) throw new RangeError(`${text} has no digits at fixed offsets.`);
  const made = readerOf(layout);
  KNOWN.set(text + end, made);
  return made;
}
