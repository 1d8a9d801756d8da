import { larger } from '../../bigints.ts';
import { key, type KeyFormEntry } from '../base/keyScheme.ts';
import { type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { TICKS_PER_DAY, TICKS_PER_MS } from '../../time/ticks.ts';
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
export function dayNumber(spec: DayNumber): KeyFormEntry {
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
