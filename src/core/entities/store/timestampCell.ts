import { type InstantSlot, isoText } from '../bytes/instantBytes.ts';
import type { IsoReader } from '../bytes/isoReader.ts';
import type { RowTable } from './rowTable.ts';

const DIGITS_SHIFT = 24;
const FRACTION_MASK = 0xffffff;
/** Instead of the digit count: no Timestamp; or one in another form, whose text `seconds` refers to. */
const ABSENT = 255;
const AS_TEXT = 254;

export function setTimestampAbsent(rows: RowTable, row: number): void {
  rows.timestampSeconds[row] = Number.NaN;
  rows.timestampFraction[row] = (ABSENT << DIGITS_SHIFT) >>> 0;
}

/** Stores a Timestamp as numbers; false if its form needs it stored as text. */
export function setTimestamp(
  rows: RowTable,
  row: number,
  reader: IsoReader,
  from: number,
  to: number,
  slot: InstantSlot,
): boolean {
  if (!reader.read(from, to, slot)) return false;
  rows.timestampSeconds[row] = slot.seconds;
  rows.timestampFraction[row] = slot.fraction | (slot.digits << DIGITS_SHIFT);
  return true;
}

export function setTimestampReference(rows: RowTable, row: number, reference: number): void {
  rows.timestampSeconds[row] = reference;
  rows.timestampFraction[row] = (AS_TEXT << DIGITS_SHIFT) >>> 0;
}

/** A row's Timestamp: its text, a reference to its text, or undefined. */
export function timestampOf(rows: RowTable, row: number): string | number | undefined {
  const packed = rows.timestampFraction[row] as number;
  const seconds = rows.timestampSeconds[row] as number;
  const digits = packed >>> DIGITS_SHIFT;
  if (digits === ABSENT) return undefined;
  if (digits === AS_TEXT) return seconds;
  return isoText(seconds, packed & FRACTION_MASK, digits);
}

export function hasTimestamp(rows: RowTable, row: number): boolean {
  return (rows.timestampFraction[row] as number) >>> DIGITS_SHIFT !== ABSENT;
}

/** A row's Timestamp as an instant; false if it has none that parses. */
export function timestampInstant(rows: RowTable, row: number, into: InstantSlot): boolean {
  const packed = rows.timestampFraction[row] as number;
  const digits = packed >>> DIGITS_SHIFT;
  if (digits === ABSENT || digits === AS_TEXT) return false;
  into.seconds = rows.timestampSeconds[row] as number;
  into.fraction = packed & FRACTION_MASK;
  into.digits = digits;
  return true;
}
