import { fail, ok, type Result, type TextFault } from '../result.ts';
import { daysFromCivil, daysInMonth, MAX_SECONDS, SECONDS_PER_DAY } from './civil.ts';

/** An instant as two doubles, which is exact and needs no BigInt. */
interface IsoParts {
  /** Whole seconds since 0001-01-01T00:00:00Z. */
  readonly seconds: number;
  /** Ticks within the second, 0 .. 9,999,999. */
  readonly fraction: number;
  /** How the text states its zone. */
  readonly zone: 'utc' | 'offset' | 'none';
}

/** The largest offset of a .NET DateTimeOffset, in minutes (14 h). */
const MAX_OFFSET_MINUTES = 14 * 60;

class ScanStop extends Error {
  readonly fault: TextFault;
  constructor(fault: TextFault) {
    super(fault.message);
    this.fault = fault;
  }
}

function stop(message: string, from: number, to: number, nextStep?: string): never {
  throw new ScanStop({ message, from, to, ...(nextStep === undefined ? {} : { nextStep }) });
}

const FORM = 'Write yyyy-MM-ddTHH:mm:ss.fffffffZ, with at most 7 fraction digits.';

/** Reads a text from left to right, and keeps its position for faults. */
class Scanner {
  position = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.position);
  }

  number(count: number, what: string, low: number, high: number): number {
    const { text, position: from } = this;
    const to = from + count;
    let value = 0;
    for (let index = from; index < to; index++) {
      const digit = text.charCodeAt(index) - 48;
      if (!(digit >= 0 && digit <= 9))
        stop(`The ${what} needs ${count} digits`, Math.min(index, text.length), index + 1, FORM);
      value = value * 10 + digit;
    }
    if (value < low || value > high)
      stop(`The ${what} ${text.slice(from, to)} is not in ${low} .. ${high}`, from, to);
    this.position = to;
    return value;
  }

  /** Stops at a number that has a fault of its own. */
  refuse(number: string, message: string, nextStep: string): void {
    const { text, position } = this;
    if (text.startsWith(number, position)) stop(message, position, position + number.length, nextStep);
  }

  expect(characters: string, what: string): void {
    const found = this.peek();
    if (found === '' || !characters.includes(found)) {
      stop(`Expected ${what}`, this.position, Math.min(this.position + 1, this.text.length), FORM);
    }
    this.position++;
  }
}

function scanDate(scan: Scanner): number {
  const year = scan.number(4, 'year', 1, 9999);
  scan.expect('-', '"-" after the year');
  const month = scan.number(2, 'month', 1, 12);
  scan.expect('-', '"-" after the month');
  const from = scan.position;
  const day = scan.number(2, 'day', 1, 31);
  if (day > daysInMonth(year, month)) {
    stop(
      `${scan.text.slice(0, 7)} has ${daysInMonth(year, month)} days, there is no day ${day}`,
      from,
      scan.position,
    );
  }
  return daysFromCivil(year, month, day);
}

function scanFraction(scan: Scanner): number {
  const from = scan.position;
  const [digits = ''] = /^\d*/.exec(scan.text.slice(from)) ?? [];
  const { length } = digits;
  scan.position += length;
  if (length === 0) stop('The fraction has no digits', from, from, FORM);
  if (length > 7) {
    stop(
      `${length} fraction digits are finer than a tick (7 digits)`,
      from + 7,
      scan.position,
      'Cut the fraction to 7 digits.',
    );
  }
  return Number(digits.padEnd(7, '0'));
}

/** Reads an offset from UTC after its sign, and returns it in minutes. */
function scanOffset(scan: Scanner, from: number, lenient: boolean): number {
  const hours = scan.number(2, 'offset hour', 0, 99);
  const isHourOnly = scan.atEnd;
  if (isHourOnly && !lenient) stop('The offset needs minutes', from, scan.position, 'Write +hh:mm.');
  if (scan.peek() === ':') scan.position++;
  const total = hours * 60 + (isHourOnly ? 0 : scan.number(2, 'offset minute', 0, 59));
  if (total > MAX_OFFSET_MINUTES) stop('An offset is at most 14:00', from, scan.position);
  return total;
}

function scanZone(scan: Scanner, lenient: boolean): { zone: IsoParts['zone']; offsetMinutes: number } {
  if (scan.atEnd) {
    if (lenient) return { zone: 'none', offsetMinutes: 0 };
    return stop(
      'The zone is missing',
      scan.position,
      scan.position,
      'End with Z, or with an offset such as +01:00.',
    );
  }
  const from = scan.position;
  const sign = scan.peek();
  scan.expect(lenient ? 'Zz+-' : 'Z+-', '"Z" or an offset such as +01:00');
  if (sign === 'Z' || sign === 'z') return { zone: 'utc', offsetMinutes: 0 };
  const minutes = scanOffset(scan, from, lenient);
  return { zone: 'offset', offsetMinutes: sign === '-' ? -minutes : minutes };
}

function scanTime(scan: Scanner, lenient: boolean): { secondOfDay: number; fraction: number } {
  scan.refuse('24', '24:00 is not a time of day here', 'Write 00:00 of the next day.');
  const hour = scan.number(2, 'hour', 0, 23);
  scan.expect(':', '":" after the hour');
  const minute = scan.number(2, 'minute', 0, 59);
  const minutes = hour * 60 + minute;
  if (lenient && scan.peek() !== ':') return { secondOfDay: minutes * 60, fraction: 0 };
  scan.expect(':', '":" after the minute');
  scan.refuse('60', 'Second 60 is a leap second, which ticks cannot hold', 'Write 59 or the next minute.');
  const secondOfDay = minutes * 60 + scan.number(2, 'second', 0, 59);
  if (scan.peek() !== '.') return { secondOfDay, fraction: 0 };
  scan.position++;
  return { secondOfDay, fraction: scanFraction(scan) };
}

function scanAll(text: string, lenient: boolean): IsoParts {
  const scan = new Scanner(text);
  const day = scanDate(scan);
  if (lenient && scan.atEnd) return { seconds: day * SECONDS_PER_DAY, fraction: 0, zone: 'none' };
  scan.expect(lenient ? 'Tt ' : 'T', '"T" between date and time');
  const { secondOfDay, fraction } = scanTime(scan, lenient);
  const { zone, offsetMinutes } = scanZone(scan, lenient);
  if (!scan.atEnd) stop('Nothing may follow the time', scan.position, text.length, FORM);
  const seconds = day * SECONDS_PER_DAY + secondOfDay - offsetMinutes * 60;
  if (seconds < 0 || seconds > MAX_SECONDS) {
    stop('The offset moves this time out of the years 0001 .. 9999', 0, text.length);
  }
  return { seconds, fraction, zone };
}

/**
 * Reads an ISO 8601 date and time. Strict: date, `T`, hour, minute, second, 0..7 fraction digits, and `Z` or an offset, which is converted
 * to UTC. A text without a zone does not state an instant and is refused. Lenient, for typed input: also a date alone (its midnight), a
 * space in place of `T`, no seconds, and no zone (read as UTC). Both refuse what ticks cannot hold: second 60, hour 24, more than 7
 * fraction digits, years outside 0001 .. 9999.
 */
export function scanIso(text: string, mode: 'strict' | 'lenient'): Result<IsoParts, TextFault> {
  try {
    return ok(scanAll(text, mode === 'lenient'));
  } catch (error) {
    if (error instanceof ScanStop) return fail(error.fault);
    throw error;
  }
}
