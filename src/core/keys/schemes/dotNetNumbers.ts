import { MAX_SECONDS } from '../../time/civil.ts';
import { FILETIME_EPOCH_TICKS, MAX_TICKS, TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { isDigits, numberAt, padNumber, readTicksAt } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme, RowTime } from '../base/scheme.ts';
import { decimalAfter, timeFormSchemes } from '../forms/timeFormSchemes.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { beginsWithOne, every, hasLength, isDigitsOf } from '../base/shapeTests.ts';

const END = MAX_TICKS + 1n;

/** 1601-01-01 in seconds since 0001-01-01. */
const FILETIME_SECONDS = 50_491_123_200;

const FILETIME: TimeForm = {
  id: 'filetime',
  title: 'FILETIME',
  family: 'dotNetNumber',
  shapes: { both: isDigitsOf(18) },
  writer: 'Windows',
  // Source: FILETIME: 100 ns since 1601-01-01T00:00:00Z (DateTime.ToFileTimeUtc)
  rounding: 'exact',
  grammar: '18 digits',
  confidence: 0.85,
  reason: '18 digits are 100 ns since 1601-01-01',
  part: 'partition',
  parse: (text) =>
    text.length === 18 && isDigits(text) && !text.startsWith('0')
      ? { ticks: FILETIME_EPOCH_TICKS + BigInt(text) }
      : undefined,
  resolution: 1n,
  timeText: (step) => ({
    bucket: (ticks) => ticks - (ticks % step),
    text: (bucket) => String(bucket - FILETIME_EPOCH_TICKS),
    after: (bucket) => decimalAfter(bucket - FILETIME_EPOCH_TICKS, step),
    isDescending: false,
  }),
  writable: { from: FILETIME_EPOCH_TICKS, to: END },
  /** 18 digits: 1e17 .. 1e18 since 1601, 1917-11-21 .. 4769-11-17. */
  steady: { from: FILETIME_EPOCH_TICKS + 10n ** 17n, to: FILETIME_EPOCH_TICKS + 10n ** 18n },
  home: { from: '1', to: '2' },
  rowTime: (text, into) => {
    if (text.length !== 18 || text.charCodeAt(0) === 48 || !readTicksAt(text, 0, 18, into)) return false;
    into.seconds += FILETIME_SECONDS;
    return into.seconds <= MAX_SECONDS;
  },
  encode: (ticks) => String(ticks - FILETIME_EPOCH_TICKS),
  widths: [18],
};

/** Also read as one of several parts of a key. */
export const filetimeForm: TimeForm = FILETIME;

const { encode: _, widths: __, ...UNWRITTEN } = FILETIME;

/** FILETIME 0 as ticks, which an unset FILETIME becomes. No event has this time. */
const FILETIME_ZERO: TimeForm = {
  ...UNWRITTEN,
  id: 'filetime-ft0-in-ticks',
  title: 'FILETIME zero, as ticks',
  isConstant: true,
  shapes: { both: isDigitsOf(18, 19) },
  grammar: '504911232000000000',
  confidence: 1,
  reason: 'FILETIME 0 written as ticks: most often a time that was never set',
  parse: (text) =>
    text === '504911232000000000' || text === '0504911232000000000'
      ? { ticks: FILETIME_EPOCH_TICKS, confidence: 0.98 }
      : undefined,
  timeText: undefined,
  rowTime: () => false,
};

/** DateTime.ToBinary: the kind in the two high bits (01 Utc, 10 Local), then the ticks. */
const KIND_UTC = 4_611_686_018_427_387_904n;
const KIND_LOCAL = 9_223_372_036_854_775_808n;
const UTC_SECONDS = 461_168_601_842;
const UTC_FRACTION = 7_387_904;
const LOCAL_SECONDS = 922_337_203_685;
const LOCAL_FRACTION = 4_775_808;

/** Sets a time whose fraction may be less than 0; false if it is not within the calendar. */
function setParts(into: RowTime, seconds: number, fraction: number): boolean {
  const borrowed = fraction < 0 ? 1 : 0;
  into.seconds = seconds - borrowed;
  into.fraction = fraction + borrowed * TICKS_PER_SECOND_F64;
  return into.seconds >= 0 && into.seconds <= MAX_SECONDS;
}

/** Reads 12 digits of seconds and 7 of fraction without checking the calendar. */
function readParts(text: string, at: number, into: RowTime): boolean {
  if (text.length !== at + 19) return false;
  into.seconds = numberAt(text, at, 12);
  into.fraction = numberAt(text, at + 12, 7);
  return into.seconds >= 0 && into.fraction >= 0;
}

const TO_BINARY_UTC: TimeForm = {
  id: 'tobinary-utc',
  title: '.NET ToBinary, UTC',
  family: 'dotNetNumber',
  shapes: { both: isDigitsOf(19) },
  mostConfidence: 0.9,
  writer: 'any .NET',
  // Source: .NET DateTime.ToBinary: bits 62-63 = kind, 01 = Utc
  rounding: 'exact',
  grammar: '19 digits from 4611686018427387904',
  confidence: 0.9,
  reason: '19 digits are DateTime.ToBinary of a UTC time: ticks + 2^62',
  part: 'partition',
  parse: (text) =>
    text.length === 19 && isDigits(text) && text >= String(KIND_UTC)
      ? { ticks: BigInt(text) - KIND_UTC }
      : undefined,
  resolution: 1n,
  timeText: (step) => ({
    bucket: (ticks) => ticks - (ticks % step),
    text: (bucket) => String(bucket + KIND_UTC),
    after: (bucket) => String(bucket + KIND_UTC + step),
    isDescending: false,
  }),
  steady: { from: 0n, to: END },
  home: { from: '51', to: '54' },
  rowTime: (text, into) =>
    readParts(text, 0, into) && setParts(into, into.seconds - UTC_SECONDS, into.fraction - UTC_FRACTION),
  encode: (ticks) => String(ticks + KIND_UTC),
};

/** The number grows with time but is negative, so the digits after the minus get smaller. */
function negativeTimeText(below: bigint, step: bigint): TimeText {
  return {
    bucket: (ticks) => ticks - (ticks % step),
    text: (bucket) => `-${padNumber(below - bucket, 19)}`,
    after: (bucket) => `-${padNumber(below - bucket + 1n, 19)}`,
    isDescending: true,
  };
}

const TO_BINARY_LOCAL: TimeForm = {
  id: 'tobinary-local',
  title: '.NET ToBinary, Local',
  family: 'dotNetNumber',
  shapes: { both: every(beginsWithOne('-'), hasLength(20)) },
  writer: 'any .NET',
  // Source: .NET DateTime.ToBinary: bits 62-63 = kind, 10 = Local, 11 = Local and ambiguous, with UTC ticks
  rounding: 'exact',
  grammar: '- and 19 digits',
  confidence: 0.9,
  reason: 'a negative number is DateTime.ToBinary of a local time; its ticks are UTC',
  part: 'partition',
  parse: (text) => {
    if (text.length !== 20 || !text.startsWith('-') || !isDigits(text, 1)) return undefined;
    const below = BigInt(text.slice(1));
    if (below > KIND_LOCAL) return undefined;
    if (below > KIND_UTC) return { ticks: KIND_LOCAL - below };
    // Kind 11: a local time that occurs twice at the end of summer time.
    return { ticks: KIND_UTC - below, fields: [['kind', 'local, ambiguous']] };
  },
  resolution: 1n,
  timeText: (step) => negativeTimeText(KIND_LOCAL, step),
  twins: [{ timeText: (step) => negativeTimeText(KIND_UTC, step), home: { from: '-39', to: '-42' } }],
  steady: { from: 0n, to: END },
  home: { from: '-85', to: '-88' },
  rowTime: (text, into) => {
    if (text.charCodeAt(0) !== 45 || !readParts(text, 1, into)) return false;
    const isAmbiguous =
      into.seconds < UTC_SECONDS || (into.seconds === UTC_SECONDS && into.fraction <= UTC_FRACTION);
    return isAmbiguous
      ? setParts(into, UTC_SECONDS - into.seconds, UTC_FRACTION - into.fraction)
      : setParts(into, LOCAL_SECONDS - into.seconds, LOCAL_FRACTION - into.fraction);
  },
  timeAt: { from: 1, to: 20 },
  encode: (ticks) => `-${padNumber(KIND_LOCAL - ticks, 19)}`,
};

/** Numbers that .NET and Windows print for an instant, besides ticks. */
export const dotNetNumberSchemes: readonly KeyScheme[] = [
  ...timeFormSchemes(FILETIME),
  ...timeFormSchemes(FILETIME_ZERO).slice(0, 1),
  ...timeFormSchemes(TO_BINARY_UTC),
  ...timeFormSchemes(TO_BINARY_LOCAL),
];
