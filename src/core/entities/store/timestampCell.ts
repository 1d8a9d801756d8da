import { type InstantSlot, isoText, readIsoBytes } from '../bytes/instantBytes.ts';
import { BASIS_NONE } from '../order/timeColumn.ts';
import type { RowTable } from './rowTable.ts';
import type { StoreParts } from './storeParts.ts';

/** The code that a Timestamp has in place of a basis: BASIS_NONE if it is absent, otherwise 1 plus the digits of its fraction. */
const NO_DIGITS = 1;
/** The code of a Timestamp in another form, which is kept as text. Its seconds are then the reference of that text. */
const AS_TEXT = 9;

export function setTimestamp({ timestamps }: RowTable, row: number, slot: InstantSlot): void {
  timestamps.set(row, slot.seconds, slot.fraction, NO_DIGITS + slot.digits);
}

export function setTimestampReference({ timestamps }: RowTable, row: number, reference: number): void {
  timestamps.set(row, reference, 0, AS_TEXT);
}

/** A row's Timestamp: its text, a reference to its text, or undefined. */
export function timestampOf({ timestamps }: RowTable, row: number): string | number | undefined {
  const code = timestamps.basisAt(row);
  if (code === BASIS_NONE) return undefined;
  const seconds = timestamps.secondsAt(row);
  return code === AS_TEXT ? seconds : isoText(seconds, timestamps.fractionAt(row), code - NO_DIGITS);
}

/** A row's Timestamp as an instant; false if it has none that parses. */
export function timestampInstant(
  { rows: { timestamps }, cells }: StoreParts,
  row: number,
  into: InstantSlot,
): boolean {
  const code = timestamps.basisAt(row);
  if (code === BASIS_NONE) return false;
  const seconds = timestamps.secondsAt(row);
  if (code === AS_TEXT) {
    const { bytes, from, to } = cells.read(seconds);
    return readIsoBytes(bytes, from, to, into);
  }
  into.seconds = seconds;
  into.fraction = timestamps.fractionAt(row);
  into.digits = code - NO_DIGITS;
  return true;
}

/** An etag that only restates the Timestamp, as the service's do, takes no memory. */
export const ETAG_OF_TIMESTAMP = 1;
export const ETAG_HEAD = String.raw`W/\"datetime'`;
export const ETAG_TAIL = String.raw`'\"`;

const COLON = 0x3a;

function isAsciiAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether an etag is the one that the service derives from a Timestamp: its text with `:` as `%3A`. */
export function restatesTimestamp(
  bytes: Uint8Array,
  from: number,
  to: number,
  timestampFrom: number,
  timestampTo: number,
): boolean {
  if (!isAsciiAt(bytes, from, ETAG_HEAD)) return false;
  let at = from + ETAG_HEAD.length;
  for (let index = timestampFrom; index < timestampTo; index++) {
    const byte = bytes[index];
    if (byte === COLON) {
      if (!isAsciiAt(bytes, at, '%3A')) return false;
      at += 3;
    } else if (bytes[at++] !== byte) return false;
  }
  return to === at + ETAG_TAIL.length && isAsciiAt(bytes, at, ETAG_TAIL);
}
