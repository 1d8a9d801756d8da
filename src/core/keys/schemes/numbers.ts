import { startOf, type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { entriesWith, type SchemeEntry, key, type KeyFormEntry } from '../base/keyScheme.ts';
import { TICKS_PER_DAY, TICKS_PER_MS } from '../../time/ticks.ts';
import { FILETIME_ZERO } from './constants.ts';
import { TIME } from './sample.ts';
import { larger } from '../../bigints.ts';
import { DIGIT, DOT } from '../base/keyShape.ts';

/** A count of days with a fraction since an epoch, as spreadsheets and astronomers use it. */
interface DayNumber {
  /** The instant of day 0, in ticks. */
  readonly epoch: bigint;
  /** How many digits stand before the dot. */
  readonly digits: 5 | 7;
  /** The days of about 2005 to 2050. Numbers outside are not read as days. */
  readonly days: readonly [from: number, to: number];
  readonly confidence: number;
  readonly words: string;
}

/** A fraction with this many digits is likely a fraction of a day; a shorter one is often a price or a measurement. */
const FINE = 4;
const COARSE_SHARE = 0.6;
const LONGEST_FRACTION = 16;
const NUMBER = /^(\d+)\.(\d+)$/;

interface Days {
  readonly ticks: bigint;
  readonly places: number;
}

/** The ticks of a decimal number of days, rounded to the nearest millisecond, because a double is not more exact. */
function ticksOf({ digits, epoch, days }: DayNumber, text: string): Days | undefined {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  if (whole.length !== digits || fraction.length > LONGEST_FRACTION) return undefined;
  if (Number(whole) < days[0] || Number(whole) >= days[1]) return undefined;
  const scale = 10n ** BigInt(fraction.length);
  const exact = BigInt(whole + fraction) * TICKS_PER_DAY * 2n;
  const rounded = (exact / scale + TICKS_PER_MS) / (2n * TICKS_PER_MS);
  return { ticks: epoch + rounded * TICKS_PER_MS, places: fraction.length };
}

/** The form of a key that is a number of days. */
function dayNumber(spec: DayNumber): KeyFormEntry {
  const codec: TimeCodec = {
    widths: Array.from({ length: LONGEST_FRACTION }, (_, at) => spec.digits + 2 + at),
    shape: ({ kinds, length }) =>
      kinds === DIGIT + DOT && length >= spec.digits + 2 && length <= spec.digits + 17,
    step: TICKS_PER_MS,
    isDescending: false,
    read: ticksReader((text) => ticksOf(spec, text)?.ticks),
    // Few digits leave more than a millisecond open.
    facts: (text, ticks) => {
      const step = TICKS_PER_DAY / 10n ** BigInt(ticksOf(spec, text)?.places ?? 0);
      return { window: { from: ticks, to: ticks + larger(step, TICKS_PER_MS) } };
    },
    orders: [],
    whyAll: 'Numbers of days are rounded in binary, so a window has no exact keys: all keys are read.',
  };
  return key(
    '{time}',
    (text) => spec.confidence * ((ticksOf(spec, text)?.places ?? 0) >= FINE ? 1 : COARSE_SHARE),
    `a number that can be ${spec.words}`,
    { codec, most: spec.confidence },
  );
}

const LOCAL = 'a negative number is DateTime.ToBinary of a local time; its ticks are UTC';

/**
 * Numbers other than ticks that .NET and Windows print for an instant. ToBinary has the kind of DateTime in the two highest bits, and the
 * ticks below.
 */
export const DOT_NET_ENTRIES: readonly SchemeEntry[] = [
  {
    id: 'filetime',
    title: 'FILETIME',
    writer: 'Windows',
    family: 'dotNetNumber',
    source: 'FILETIME: 100 ns since 1601-01-01T00:00:00Z (DateTime.ToFileTimeUtc)',
    partition: key('{ticks since 1601:18}', 0.85, '18 digits are 100 ns since 1601-01-01'),
    either: 'parts',
    example: { partition: '133541074621234567', time: TIME },
  },
  FILETIME_ZERO,
  ...entriesWith({ writer: 'any .NET', family: 'dotNetNumber', either: 'whole' }, [
    {
      id: 'tobinary-utc',
      title: '.NET ToBinary, UTC',
      source: '.NET DateTime.ToBinary: bits 62-63 = kind, 01 = Utc',
      partition: key(
        '{ticks plus 4611686018427387904:19}',
        0.9,
        '19 digits are DateTime.ToBinary of a UTC time: ticks + 2^62',
      ),
      example: { partition: '5250138325048622471', time: TIME },
    },
    {
      id: 'tobinary-local',
      title: '.NET ToBinary, Local',
      source:
        '.NET DateTime.ToBinary: bits 62-63 = kind, 10 = Local, 11 = Local and ambiguous, with UTC ticks',
      partition: [
        key('-{ticks from 9223372036854775808:D19}', 0.9, LOCAL),
        // A local time that occurs twice, when summer time ends.
        key('-{ticks from 4611686018427387904:D19}{kind=local, ambiguous}', 0.9, LOCAL),
      ],
      example: { partition: '-8584919730233541241', time: TIME },
    },
  ]),
];

/** Counts of days with a fraction. Each epoch is the instant of day 0. */
export const DAY_ENTRIES: readonly SchemeEntry[] = entriesWith(
  { family: 'dotNetNumber', either: 'alone', rounding: 'to 1 ms' },
  [
    {
      id: 'ole-days',
      title: 'OLE days (Excel)',
      writer: 'Excel, .NET',
      source: '.NET DateTime.ToOADate: days since 1899-12-30',
      partition: dayNumber({
        epoch: startOf(1900) - 2n * TICKS_PER_DAY,
        digits: 5,
        days: [38_353, 54_789],
        confidence: 0.45,
        words: 'days since 1899-12-30, as Excel and ToOADate count',
      }),
      example: { partition: '45356.4289', time: '2024-03-05T10:17:36.96Z' },
    },
    {
      id: 'julian-date',
      title: 'Julian date',
      source: 'astronomy: days since noon of 4713-11-24 BC; 2451545.0 is 2000-01-01T12:00:00Z',
      partition: dayNumber({
        epoch: startOf(2000) - (2_451_544n * TICKS_PER_DAY + TICKS_PER_DAY / 2n),
        digits: 7,
        days: [2_453_371, 2_469_808],
        confidence: 0.7,
        words: 'a Julian date: days since noon of 4713-11-24 BC',
      }),
      example: { partition: '2460374.9289', time: '2024-03-05T10:17:36.96Z' },
    },
    {
      id: 'modified-julian-date',
      title: 'Modified Julian date',
      source: 'astronomy: Julian date - 2400000.5',
      partition: dayNumber({
        epoch: startOf(2000) - 51_544n * TICKS_PER_DAY,
        digits: 5,
        days: [54_789, 69_807],
        confidence: 0.4,
        words: 'a modified Julian date: days since 1858-11-17',
      }),
      example: { partition: '60374.4289', time: '2024-03-05T10:17:36.96Z' },
    },
  ],
);
