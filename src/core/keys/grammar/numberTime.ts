import {
  years,
  ALL_TIME,
  finerField,
  noText,
  type TimeCodec,
  type TimeOrder,
  ticksReader,
} from '../base/timeCodec.ts';
import { floorDiv, larger, smaller } from '../../bigints.ts';
import { MAX_SECONDS } from '../../time/civil.ts';
import { MAX_TICKS, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { afterPrefix, floorTo, isDigits, isMultiple, numberAt, numberOf, padNumber } from '../base/digits.ts';
import { commonLength } from '../base/entityKey.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { KeySpan, RowTime, TickSpan } from '../base/scheme.ts';

/** Digits of a number system, in ascending ASCII order, so that text order is number order. */
export const ALPHABETS = {
  '10': '0123456789',
  /** Reads hexadecimal in upper and in lower case. */
  '16': '0123456789abcdef',
  hex: '0123456789abcdef',
  '36': '0123456789abcdefghijklmnopqrstuvwxyz',
  '62': '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  /** Base 32 "hex" of RFC 4648, lower case, as xid uses it. */
  '32hex': '0123456789abcdefghijklmnopqrstuv',
  /** Crockford's base 32 (github.com/ulid/spec). The keys of a table must be in one case, because capital and small letters sort apart. */
  crockford: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  crockfordLower: '0123456789abcdefghjkmnpqrstvwxyz',
  /** Firebase's push ids. */
  push: '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
} as const;

export type Radix = keyof typeof ALPHABETS;

/** A count of units since an epoch: `{ms since 1970, base 36:8}`. */
export interface NumberSpec {
  /** The instant that 0 stands for, in ticks; negative if a number is added to ticks. */
  readonly epoch: bigint;
  readonly unitNs: bigint;
  /** The number from which the count is subtracted, for a time that counts down. */
  readonly top?: bigint | undefined;
  readonly radix: Radix;
  /** How many bits follow below the count. */
  readonly shift: number;
  readonly widths: readonly number[];
  /** Whether the number is padded with zeros; otherwise its first digit is not zero. */
  readonly isPadded: boolean;
  /** The number of digits without leading zeros, if it is fixed. */
  readonly digits?: number | undefined;
  /** Instants are rounded down to this many ticks. */
  readonly floor?: bigint | undefined;
  /** Whether a dot and up to nine digits may follow the number. */
  readonly hasFraction: boolean;
  /** Numbers are read only as times of these years, because others merely look like such times. */
  readonly years?: TickSpan | undefined;
  /** Whether instants before the epoch cannot be written. */
  readonly isUnsigned: boolean;
}

const NS_PER_TICK = 100n;
const LONGEST_FRACTION = 9;
/** How many decimal digits a double holds exactly. */
const EXACT_DIGITS = 15;
const ZERO = 48;

/** The value of each ASCII code as a digit; -1 if it is not a digit. */
function valuesOf(radix: Radix): Int8Array {
  const alphabet: string = ALPHABETS[radix];
  const values = new Int8Array(128).fill(-1);
  for (let digit = 0; digit < alphabet.length; digit++) {
    const character = alphabet.charAt(digit);
    values[character.charCodeAt(0)] = digit;
    if (radix !== '16') continue;
    values[character.toUpperCase().charCodeAt(0)] = digit;
    values[character.toLowerCase().charCodeAt(0)] = digit;
  }
  return values;
}

const VALUES: ReadonlyMap<Radix, Int8Array> = new Map(
  (Object.keys(ALPHABETS) as Radix[]).map((radix) => [radix, valuesOf(radix)]),
);

/** A number in a base, padded to `width` with the digit zero. */
function inBase(value: bigint, alphabet: string, width: number): string {
  const base = BigInt(alphabet.length);
  let rest = value;
  let text = '';
  while (text.length < width) {
    text = alphabet.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

/** Reads decimal digits as two numbers, the whole seconds and the rest. Each is exact in a double. */
function decimalReader({ epoch, unitNs, top }: NumberSpec): TimeCodec['read'] {
  const secondNs = 1_000_000_000n;
  const places = unitNs >= secondNs ? 0 : String(secondNs / unitNs).length - 1;
  const perUnit = Number(unitNs > secondNs ? unitNs / secondNs : 1n);
  const scale = 10 ** (7 - places);
  const perSecond = 10 ** places;
  const epochSeconds = Number(floorDiv(epoch, TICKS_PER_SECOND));
  const epochFraction = Number(epoch - floorDiv(epoch, TICKS_PER_SECOND) * TICKS_PER_SECOND);
  const topSeconds = Number((top ?? 0n) / BigInt(perSecond));
  const topRest = Number((top ?? 0n) % BigInt(perSecond));
  const isDown = top !== undefined;
  return (text, from, to, into) => {
    const cut = to - places;
    let seconds = numberAt(text, from, cut - from);
    let rest = places === 0 ? 0 : numberAt(text, cut, places);
    if (seconds < 0 || rest < 0) return false;
    if (isDown) {
      seconds = topSeconds - seconds;
      rest = topRest - rest;
      if (rest < 0) {
        seconds -= 1;
        rest += perSecond;
      }
    }
    let fraction = epochFraction + (scale < 1 ? Math.floor(rest * scale) : rest * scale);
    seconds = epochSeconds + seconds * perUnit;
    if (fraction >= 10_000_000) {
      fraction -= 10_000_000;
      seconds += 1;
    }
    into.seconds = seconds;
    into.fraction = fraction;
    return seconds >= 0 && seconds <= MAX_SECONDS;
  };
}

/** Reads digits in any base by BigInt, for numbers that doubles cannot hold or that are too rare to optimise. */
function otherReader(spec: NumberSpec): TimeCodec['read'] {
  const { epoch, unitNs, top, radix, shift } = spec;
  return ticksReader((text) => {
    const value = valueOf(radix, text);
    if (value === undefined || value >= endOf(spec, text.length)) return undefined;
    const count = top === undefined ? value >> BigInt(shift) : top - (value >> BigInt(shift));
    return epoch + floorDiv(count * unitNs, NS_PER_TICK);
  });
}

/** The first number that is too large for this width. Of numbers in base 62, only as many whole bits are used as fit. */
function endOf({ radix, digits }: NumberSpec, width: number): bigint {
  const end = BigInt(ALPHABETS[radix].length) ** BigInt(digits ?? width);
  return radix === '62' ? 2n ** BigInt(end.toString(2).length - 1) : end;
}

/** The instants whose numbers have `width` digits. */
function spanOfWidth(spec: NumberSpec, width: number): TickSpan {
  const { epoch, unitNs, top, radix, shift, isPadded, digits } = spec;
  const size = BigInt(ALPHABETS[radix].length);
  const least = digits ?? (isPadded ? 0 : width);
  const low = (least === 0 ? 0n : size ** BigInt(least - 1)) - 1n;
  const high = endOf(spec, width) - 1n;
  const [first, last] =
    top === undefined ? [(low >> BigInt(shift)) + 1n, high >> BigInt(shift)] : [top - high, top - low - 1n];
  const from = epoch + floorDiv(first * unitNs, NS_PER_TICK);
  const to = epoch + floorDiv((last + 1n) * unitNs, NS_PER_TICK);
  return { from: larger(from, 0n), to: smaller(to, ALL_TIME.to) };
}

/** The years of which keys are expected. */
const LIKELY = years(1900, 2199);

/** The span of all keys that begin like those of the years 1900 to 2199: what these have in common, and one more digit. */
function homeOf(texts: TimeText, writable: TickSpan): KeySpan {
  const first = texts.text(texts.bucket(larger(writable.from, LIKELY.from)));
  const last = texts.text(texts.bucket(smaller(writable.to, LIKELY.to) - 1n));
  const [low, high] = first < last ? [first, last] : [last, first];
  const same = Math.min(commonLength(low, high), low.length - 1);
  const to = afterPrefix(high.slice(0, same + 1));
  return { from: low.slice(0, same + 1), to };
}

function orderOfWidth(spec: NumberSpec, width: number): TimeOrder {
  const { epoch, unitNs, top, radix, shift, isPadded, digits, isUnsigned, floor } = spec;
  const alphabet: string = ALPHABETS[radix];
  const isDecimal = radix === '10';
  const countOf = (ticks: bigint): bigint => floorDiv((ticks - epoch) * NS_PER_TICK, unitNs);
  const write = (value: bigint): string =>
    isDecimal ? (isPadded ? padNumber(value, width) : String(value)) : inBase(value, alphabet, width);
  const numberAtTime = (ticks: bigint): bigint =>
    top === undefined ? countOf(ticks) << BigInt(shift) : top - countOf(ticks);
  const origin = larger(epoch, 0n);
  const text = (bucket: bigint): string => write(numberAtTime(bucket));
  const isUpperFirst = radix === '16';
  const after = (bucket: bigint, step: bigint): string => {
    const value = numberAtTime(bucket);
    if (top !== undefined) return next(write(value), write(value + 1n));
    const end = larger(numberAtTime(bucket + step), value + 1n);
    return isDecimal || shift > 64 ? next(write(end - 1n), write(end)) : (afterPrefix(write(end - 1n)) ?? '');
  };
  const texts = (step: bigint): TimeText => ({
    // Writers round the instant first, not the number that is made of it.
    bucket: (ticks) =>
      floor === undefined
        ? origin + floorDiv(ticks - origin, step) * step
        : larger(origin, floorTo(ticks, step)),
    text: isUpperFirst ? (bucket) => text(bucket).toUpperCase() : text,
    after: (bucket) => after(bucket, step),
  });
  const span = spanOfWidth(spec, width);
  const isSteady = isDecimal && (!isPadded || digits !== undefined);
  const writable = isSteady ? { from: isUnsigned || isPadded ? origin : 0n, to: ALL_TIME.to } : span;
  const own = texts(unitNs >= NS_PER_TICK ? unitNs / NS_PER_TICK : 1n);
  return {
    texts,
    writable,
    ...(isSteady && { steady: span }),
    home: homeOf({ ...own, text }, { from: larger(span.from, writable.from), to: span.to }),
  };
}

/**
 * The following text if it has the same width, else the lowest text above all that begin with this one, because wider numbers sort
 * elsewhere.
 */
function next(text: string, following: string): string {
  return following.length === text.length && following > text ? following : (afterPrefix(text) ?? '');
}

export const CASE_REASON =
  'Hexadecimal letters sort by case: the range covers both, and rows outside the window are filtered out afterwards.';

/** The digits after the dot, converted to units of 10^-`places` and rounded down; -1 if they are not digits. */
function fractionAt(text: string, at: number, to: number, places: number): number {
  const given = to - at;
  if (given < 1 || given > LONGEST_FRACTION || numberAt(text, at, given) < 0) return -1;
  const count = Math.min(given, places);
  return numberAt(text, at, count) * 10 ** (places - count);
}

/** Whether the digits [from, to) have exactly the leading zeros that they should have. */
function hasZeros({ digits, isPadded }: NumberSpec, text: string, from: number, to: number): boolean {
  if (digits === undefined) return isPadded || text.charCodeAt(from) !== ZERO;
  const cut = to - digits;
  for (let at = from; at < cut; at++) if (text.charCodeAt(at) !== ZERO) return false;
  return cut >= from && text.charCodeAt(cut) !== ZERO;
}

/** Makes a test for the instants that a number may hold: of the spec's years, and rounded down. */
function instantCheck({ years, floor }: NumberSpec): (into: RowTime) => boolean {
  if (years === undefined && floor === undefined) return () => true;
  const first = Number((years?.from ?? 0n) / TICKS_PER_SECOND);
  const end = years === undefined ? MAX_SECONDS + 1 : Number(years.to / TICKS_PER_SECOND);
  return (time) =>
    time.seconds >= first && time.seconds < end && (floor === undefined || isMultiple(time, floor));
}

function readerOf(spec: NumberSpec): TimeCodec['read'] {
  const { unitNs, radix, widths, hasFraction } = spec;
  const readCount = isNarrow(spec) ? decimalReader(spec) : otherReader(spec);
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  const places = unitNs === 1_000_000_000n ? 7 : 4;
  const isPossible = instantCheck(spec);
  const isHexOnly = radix === '16';
  return (text, from, to, into) => {
    const dot = hasFraction ? text.indexOf('.', from) : -1;
    const end = dot >= 0 && dot < to ? dot : to;
    if (end - from < least || end - from > most || !hasZeros(spec, text, from, end)) return false;
    if (isHexOnly && !isHex(text.slice(from, end))) return false;
    if (!readCount(text, from, end, into)) return false;
    const below = end === to ? 0 : fractionAt(text, end + 1, to, places);
    into.fraction += below;
    return below >= 0 && isPossible(into);
  };
}

/** Whether the count is .NET ticks, plain or inverted, which the screen shows cut into seconds and fraction. */
function isKnownTicks({ unitNs, radix, top = MAX_TICKS, epoch }: NumberSpec): boolean {
  return unitNs === NS_PER_TICK && radix === '10' && top === MAX_TICKS && epoch === 0n;
}

/** The text of an instant in these years; '' for other instants, since their text would not be read again. */
function writtenIn(years: TickSpan, [order]: readonly TimeOrder[], step: bigint, ticks: bigint): string {
  const texts = order?.texts(step);
  return texts === undefined || ticks < years.from || ticks >= years.to
    ? ''
    : texts.text(texts.bucket(ticks));
}

export function numberTime(spec: NumberSpec): TimeCodec {
  const { unitNs, top, radix, widths, floor, hasFraction, shift, years } = spec;
  const step = floor ?? (unitNs > NS_PER_TICK ? unitNs / NS_PER_TICK : 1n);
  const orders = [...widths].sort((a, b) => b - a).map((width) => orderOfWidth(spec, width));
  return {
    widths,
    step,
    isDescending: top !== undefined,
    ...(isKnownTicks(spec) && { isTicks: true }),
    read: readerOf(spec),
    ...(hasFraction && {
      facts: (text: string, ticks: bigint) => {
        const [, digits] = text.split('.');
        const open = (unitNs === 1_000_000_000n ? 7 : 4) - (digits?.length ?? 0);
        const cut = 10n ** BigInt(Math.max(0, open));
        if (digits === undefined) return {};
        return {
          window: { from: ticks, to: ticks + cut },
          fields: finerField(open < 0 ? digits.slice(open) : ''),
        };
      },
    }),
    ...(unitNs === 1n &&
      radix === '10' && {
        facts: (text: string) => {
          const ns = top === undefined ? numberOf(text) : top - numberOf(text);
          const finer = ns - floorDiv(ns, NS_PER_TICK) * NS_PER_TICK;
          return { fields: finerField(finer === 0n ? '' : String(finer).padStart(2, '0')) };
        },
      }),
    ...(shift > 64 && {
      facts: (text: string) => ({ fields: [['payload', payloadOf(spec, text)] as const] }),
    }),
    count: (text) => countOf(spec, text),
    orders,
    ...(radix === '16' && { excess: () => CASE_REASON, write: noText }),
    ...(years !== undefined && {
      isOfYears: true as const,
      write: (ticks: bigint) => writtenIn(years, orders, step, ticks),
    }),
  };
}

const ONE_CASE = [/^(?=.*[a-f])[\da-f]+$/, /^(?=.*[A-F])[\dA-F]+$/];

/** Whether a text is hexadecimal in one case and has a letter. Without a letter it is a decimal number. */
function isHex(text: string): boolean {
  return ONE_CASE.some((each) => each.test(text));
}

/**
 * The number in a text; undefined if a character is not a digit. It adds up as many digits at a time as a double holds exactly, which is
 * faster than BigInt alone.
 */
function valueOf(radix: Radix, text: string): bigint | undefined {
  if (radix === '10') return isDigits(text) ? numberOf(text) : undefined;
  const values = VALUES.get(radix) as Int8Array;
  const size = ALPHABETS[radix].length;
  let [whole, part, scale] = [0n, 0, 1];
  for (let at = 0; at < text.length; at++) {
    const digit = values[text.charCodeAt(at)] ?? -1;
    if (digit < 0) return undefined;
    part = part * size + digit;
    scale *= size;
    if (scale * size <= Number.MAX_SAFE_INTEGER) continue;
    whole = whole * BigInt(scale) + BigInt(part);
    [part, scale] = [0, 1];
  }
  return scale === 1 ? whole : whole * BigInt(scale) + BigInt(part);
}

function countOf(spec: NumberSpec, text: string): string {
  return String((valueOf(spec.radix, text) ?? 0n) >> BigInt(spec.shift));
}

/** The bits below the count, in hexadecimal. */
function payloadOf(spec: NumberSpec, text: string): string {
  return BigInt.asUintN(spec.shift, valueOf(spec.radix, text) ?? 0n)
    .toString(16)
    .toUpperCase()
    .padStart(spec.shift / 4, '0');
}

/** Whether the number can be read as two decimal halves that are both exact in doubles. */
function isNarrow({ radix, shift, widths, unitNs }: NumberSpec): boolean {
  const places = unitNs >= 1_000_000_000n ? 0 : String(1_000_000_000n / unitNs).length - 1;
  const isCut = Math.min(...widths) >= places && Math.max(...widths) - places <= EXACT_DIGITS;
  return radix === '10' && shift === 0 && isCut;
}
