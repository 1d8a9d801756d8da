import { daysFromCivil, daysInMonth, SECONDS_PER_DAY } from '../../time/civil.ts';
import { fractionAt, type InstantSlot, twoAt } from './instantBytes.ts';
import type { WordBytes } from './wordBytes.ts';

const HYPHEN = 0x2d;
const COLON = 0x3a;
/** Lengths of `yyyy-MM-` and `yyyy-MM-ddTHH:mm:`, which neighbouring rows usually share. */
const DAY_AT = 8;
const SECOND_AT = 17;
const NOWHERE = -1;

/**
 * Like readIsoBytes, for one column of a page: computes the date only if the month changed, and hours and minutes only
 * if the minute changed.
 */
export class IsoReader {
  private readonly source: WordBytes;
  /** Where the texts begin whose month and minute are cached; NOWHERE: none. */
  private monthFrom = NOWHERE;
  private minuteFrom = NOWHERE;
  /** Cached month: days from 0001-01-01 to its day 0, and its length in days. */
  private dayZero = 0;
  private days = 0;
  private minuteSeconds = 0;

  constructor(source: WordBytes) {
    this.source = source;
  }

  read(from: number, to: number, into: InstantSlot): boolean {
    const { bytes } = this.source;
    const length = to - from;
    if (length < 20 || length > 28) return false;
    if (!this.isSameMinute(from) && !this.readMinute(from)) return false;
    const second = twoAt(bytes, from + SECOND_AT);
    const fraction = fractionAt(bytes, from + SECOND_AT + 2, to - 1);
    if (second < 0 || second > 59 || fraction < 0) return false;
    into.seconds = this.minuteSeconds + second;
    into.fraction = fraction;
    into.digits = length === 20 ? 0 : length - 21;
    return true;
  }

  private isSameMinute(from: number): boolean {
    const { minuteFrom } = this;
    const { view, bytes } = this.source;
    return (
      minuteFrom !== NOWHERE &&
      view.getFloat64(from, true) === view.getFloat64(minuteFrom, true) &&
      view.getFloat64(from + 8, true) === view.getFloat64(minuteFrom + 8, true) &&
      bytes[from + 16] === COLON
    );
  }

  private readMinute(from: number): boolean {
    const { view, bytes } = this.source;
    const isSameMonth =
      this.monthFrom !== NOWHERE && view.getFloat64(from, true) === view.getFloat64(this.monthFrom, true);
    if (!isSameMonth && !this.readMonth(from)) return false;
    const day = twoAt(bytes, from + DAY_AT);
    const hour = twoAt(bytes, from + 11);
    const minute = twoAt(bytes, from + 14);
    if (day < 1 || day > this.days || bytes[from + 10] !== 0x54) return false;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return false;
    if (bytes[from + 13] !== COLON || bytes[from + 16] !== COLON) return false;
    this.minuteFrom = from;
    this.minuteSeconds = (this.dayZero + day) * SECONDS_PER_DAY + hour * 3600 + minute * 60;
    return true;
  }

  private readMonth(from: number): boolean {
    const { bytes } = this.source;
    const century = twoAt(bytes, from);
    const yearOfCentury = twoAt(bytes, from + 2);
    const month = twoAt(bytes, from + 5);
    if (century < 0 || yearOfCentury < 0 || bytes[from + 4] !== HYPHEN || bytes[from + 7] !== HYPHEN)
      return false;
    const year = century * 100 + yearOfCentury;
    if (year < 1 || month < 1 || month > 12) return false;
    this.monthFrom = from;
    this.dayZero = daysFromCivil(year, month, 1) - 1;
    this.days = daysInMonth(year, month);
    return true;
  }
}
