import { afterPrefix } from './digits.ts';
import type { KeySpan, TableKeyRange, TickSpan } from './scheme.ts';

export const ALL_KEYS: KeySpan = {};

export function spanOf(from: string | undefined, to: string | undefined): KeySpan {
  return { from, to };
}

export function intersectSpans(a: KeySpan, b: KeySpan): KeySpan {
  const from = a.from === undefined || (b.from !== undefined && b.from > a.from) ? b.from : a.from;
  const to = a.to === undefined || (b.to !== undefined && b.to < a.to) ? b.to : a.to;
  return spanOf(from, to);
}

/** Whether two spans have the same bounds. */
export function isSameSpan(a: KeySpan, b: KeySpan): boolean {
  return (a.from ?? '') === (b.from ?? '') && a.to === b.to;
}

/** Exactly one key: [k, k + U+0000). */
export function exactKey(key: string): KeySpan {
  return { from: key, to: `${key}\u0000` };
}

/** Every key that begins with a text; for the empty text, every key. */
export function keysBeginningWith(prefix: string): KeySpan {
  return prefix === '' ? ALL_KEYS : spanOf(prefix, afterPrefix(prefix));
}

/** How a writer turns an instant into the text by which its keys are sorted. */
export interface TimeText {
  /** Rounds an instant to the start of its bucket, as the writer does. A later instant never has an earlier bucket. */
  readonly bucket: (ticks: bigint) => bigint;
  readonly text: (bucket: bigint) => string;
  /** The least text above every key that begins with the bucket's text. */
  readonly after: (bucket: bigint) => string;
}

/**
 * The span of all keys whose bucket overlaps a window. `before` is the text before the time in the key. Both bounds are exact: the lower is
 * the text of the lowest bucket, the upper is just above all keys of the highest bucket.
 */
export function timeSpan(time: TimeText, window: TickSpan, before = ''): KeySpan {
  const first = time.bucket(window.from);
  const last = time.bucket(window.to - 1n);
  const [low, high] = time.text(first) <= time.text(last) ? [first, last] : [last, first];
  return { from: before + time.text(low), to: before + time.after(high) };
}

/** Whether a key is in a span, in ordinal UTF-16 order (JavaScript's own). */
export function isInSpan(key: string, span: KeySpan | undefined): boolean {
  if (span === undefined) return true;
  return (span.from === undefined || key >= span.from) && (span.to === undefined || key < span.to);
}

/** Whether both keys of an entity are in a range. The table is not checked. */
export function isInRange(partitionKey: string, rowKey: string, range: TableKeyRange): boolean {
  return isInSpan(partitionKey, range.partition) && isInSpan(rowKey, range.row);
}
