import { commonLength } from '../keys/base/entityKey.ts';
import type { KeySpan } from '../keys/base/scheme.ts';
import { isEmptySpan } from './spans.ts';

const ZERO = 0x30;
/** `width`: how many digits are compared. Ticks have 19, but the first ones are the same throughout a window. */
const DIGITS = { base: 10n, zero: ZERO, width: 16 } as const;
/** The characters from space to tilde. Higher ones count as the tilde. */
const LETTERS = { base: 95n, zero: 0x20, width: 8 } as const;

/** Maps the keys of a span to whole numbers in the same order, so that it can be measured and divided. */
interface Ruler {
  /** How all keys in the span begin. */
  readonly head: string;
  readonly from: bigint;
  readonly to: bigint;
  /** Length of the longer bound. */
  readonly length: number;
  readonly valueOf: (key: string) => bigint;
  /** A key for a number. It may be longer than real keys. */
  readonly textOf: (value: bigint) => string;
}

/** The length of the key in a bound. A bound just after a key is that key and U+0000, which does not occur in keys. */
function keyLength(bound: string): number {
  return bound.endsWith('\u0000') ? bound.length - 1 : bound.length;
}

function isDigitAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= ZERO && unit < ZERO + 10;
}

function ruler(
  { from = '', to = '' }: KeySpan,
  head: string,
  { base, zero, width }: { readonly base: bigint; readonly zero: number; readonly width: number },
): Omit<Ruler, 'from' | 'to'> {
  const top = Number(base) - 1;
  return {
    head,
    length: Math.max(keyLength(from), keyLength(to)),
    valueOf: (key) => {
      let value = 0n;
      // Everything after the first non-digit counts as zero, because no finer comparison is needed.
      let isDigits = true;
      for (let at = head.length; at < head.length + width; at += 1) {
        const worth = at < key.length ? key.charCodeAt(at) - zero : 0;
        isDigits &&= base !== 10n || (worth >= 0 && worth <= 9 && at < key.length);
        value = value * base + BigInt(isDigits ? Math.min(Math.max(worth, 0), top) : 0);
      }
      return value;
    },
    textOf: (value) => {
      let rest = value;
      let text = '';
      for (let at = 0; at < width; at += 1) {
        text = String.fromCharCode(Number(rest % base) + zero) + text;
        rest /= base;
      }
      return head + text;
    },
  };
}

/** A ruler that compares digits, usually of a time. Undefined if the bounds do not differ in digits, or if there is no upper bound. */
function digitRuler(span: KeySpan): Ruler | undefined {
  const { from = '', to } = span;
  if (to === undefined) return undefined;
  const head = from.slice(0, commonLength(from, to));
  const isNumber =
    isDigitAt(to, head.length) && (from.length === head.length || isDigitAt(from, head.length));
  if (!isNumber) return undefined;
  const by = ruler(span, head, DIGITS);
  const [low, high] = [by.valueOf(from), by.valueOf(to)];
  return low < high ? { ...by, from: low, to: high } : undefined;
}

/** A ruler that compares characters, for keys of any text. */
function letterRuler(span: KeySpan): Ruler | undefined {
  const { from = '', to } = span;
  const head = from.slice(0, commonLength(from, to ?? ''));
  const by = ruler(span, head, LETTERS);
  const [low, high] = [
    by.valueOf(from),
    to === undefined ? LETTERS.base ** BigInt(LETTERS.width) : by.valueOf(to),
  ];
  return low < high ? { ...by, from: low, to: high } : undefined;
}

/**
 * The share of a span that is below a key, from 0 to 1. Undefined if the bounds do not differ in digits, or if the span has no upper bound.
 */
export function shareBelow(span: KeySpan, key: string): number | undefined {
  const by = digitRuler(span);
  if (by === undefined || !key.startsWith(by.head)) return undefined;
  const at = by.valueOf(key) - by.from;
  const share = Number((at * 1_000_000n) / (by.to - by.from)) / 1_000_000;
  return Math.min(Math.max(share, 0), 1);
}

/**
 * Cuts a span into at most `pieces` of equal width, in order: by time if the keys hold digits, else by characters. No piece is empty, and
 * together they hold the same keys. If only one piece is returned, the span cannot be cut.
 */
export function cutSpan(span: KeySpan, pieces: number): readonly KeySpan[] {
  const by = digitRuler(span) ?? letterRuler(span);
  if (by === undefined) return [span];
  const cuts: KeySpan[] = [];
  let rest = span;
  for (let piece = 1; piece < pieces; piece += 1) {
    const text = by.textOf(by.from + ((by.to - by.from) * BigInt(piece)) / BigInt(pieces));
    // The cut is as long as a real key if possible, so that the time of what is still unread can be stated.
    const cut = cutAt(rest, text.slice(0, by.length)) ?? cutAt(rest, text);
    if (cut === undefined) continue;
    cuts.push(cut.lower);
    rest = cut.upper;
  }
  return [...cuts, rest];
}

function cutAt(span: KeySpan, at: string): { readonly lower: KeySpan; readonly upper: KeySpan } | undefined {
  const { from = '', to } = span;
  if (at <= from || (to !== undefined && at >= to)) return undefined;
  const [lower, upper] = [
    { ...span, to: at },
    { ...span, from: at },
  ];
  return isEmptySpan(lower) || isEmptySpan(upper) ? undefined : { lower, upper };
}
