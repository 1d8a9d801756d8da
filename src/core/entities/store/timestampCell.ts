import { type InstantSlot, isoText, readIsoBytes } from '../bytes/instantBytes.ts';
import type { IsoReader } from '../bytes/isoReader.ts';
import type { RowTable } from './rowTable.ts';
import type { StoreParts } from './storeParts.ts';

/**
 * A Timestamp takes two words. Low: the lower 32 bits of its seconds. High: ticks of its second (24 bits), digits of its
 * fraction (4), and the upper 4 bits of its seconds.
 */
const FRACTION_MASK = 0xffffff;
const DIGITS_SHIFT = 24;
const DIGITS_MASK = 15;
const UPPER_SHIFT = 28;
const WORD = 2 ** 32;
/** Timestamps from here on are stored as text. */
const MOST_SECONDS = 2 ** 36;
/** In place of the digit count: there is no Timestamp; or it has another form, and the low word refers to its text. */
const ABSENT = 15;
const AS_TEXT = 14;

export function setTimestampAbsent(rows: RowTable, row: number): void {
  rows.lacksTimestamps = true;
  rows.timestampLow.set(row, 0);
  rows.timestampHigh.set(row, ABSENT << DIGITS_SHIFT);
}

/** Stores a Timestamp as numbers; false if it must be stored as text. */
export function setTimestamp(
  rows: RowTable,
  row: number,
  reader: IsoReader,
  from: number,
  to: number,
  slot: InstantSlot,
): boolean {
  if (!reader.read(from, to, slot) || slot.seconds >= MOST_SECONDS) return false;
  const upper = Math.floor(slot.seconds / WORD);
  rows.timestampLow.set(row, slot.seconds - upper * WORD);
  rows.timestampHigh.set(row, slot.fraction | (slot.digits << DIGITS_SHIFT) | (upper << UPPER_SHIFT));
  return true;
}

export function setTimestampReference(rows: RowTable, row: number, reference: number): void {
  rows.timestampLow.set(row, reference);
  rows.timestampHigh.set(row, AS_TEXT << DIGITS_SHIFT);
}

/** Gives a row the Timestamp of the row before it. */
export function repeatTimestamp(rows: RowTable, row: number): void {
  rows.timestampLow.set(row, rows.timestampLow.at(row - 1));
  rows.timestampHigh.set(row, rows.timestampHigh.at(row - 1));
}

function digitsOf(rows: RowTable, row: number): number {
  return (rows.timestampHigh.at(row) >>> DIGITS_SHIFT) & DIGITS_MASK;
}

function secondsOf(rows: RowTable, row: number): number {
  return (rows.timestampHigh.at(row) >>> UPPER_SHIFT) * WORD + rows.timestampLow.at(row);
}

/** A row's Timestamp: its text, a reference to its text, or undefined. */
export function timestampOf(rows: RowTable, row: number): string | number | undefined {
  const digits = digitsOf(rows, row);
  if (digits === ABSENT) return undefined;
  if (digits === AS_TEXT) return rows.timestampLow.at(row);
  return isoText(secondsOf(rows, row), rows.timestampHigh.at(row) & FRACTION_MASK, digits);
}

export function hasTimestamp(rows: RowTable, row: number): boolean {
  return !rows.lacksTimestamps || digitsOf(rows, row) !== ABSENT;
}

/** A row's Timestamp as an instant; false if it has none that parses. */
export function timestampInstant({ rows, cells }: StoreParts, row: number, into: InstantSlot): boolean {
  const high = rows.timestampHigh.at(row);
  const digits = (high >>> DIGITS_SHIFT) & DIGITS_MASK;
  if (digits === ABSENT) return false;
  if (digits === AS_TEXT) {
    const { bytes, from, to } = cells.read(rows.timestampLow.at(row));
    return readIsoBytes(bytes, from, to, into);
  }
  into.seconds = (high >>> UPPER_SHIFT) * WORD + rows.timestampLow.at(row);
  into.fraction = high & FRACTION_MASK;
  into.digits = digits;
  return true;
}
