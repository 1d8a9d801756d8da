import { MAX_TICKS, TICKS_PER_DAY, TICKS_PER_MS, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { DIGIT, DOT } from '../base/keyShape.ts';
import type { KeyScheme } from '../base/scheme.ts';
import { every, hasLength, holds, holdsOnly } from '../base/shapeTests.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { timeFormSchemes } from '../forms/timeFormSchemes.ts';

interface DayNumber {
  readonly id: string;
  readonly title: string;
  readonly writer: string;
  /** Ticks of day 0. */
  readonly epoch: bigint;
  /** Digits before the dot. */
  readonly digits: 5 | 7;
  /** 2005 .. 2050: numbers outside are no days. */
  readonly days: readonly [from: number, to: number];
  readonly confidence: number;
  readonly words: string;
}

/** From this many digits on, the fraction is one of a day and no price or measure. */
const FINE = 4;
const COARSE_SHARE = 0.6;
const LONGEST_FRACTION = 16;
const NUMBER = /^(\d+)\.(\d+)$/;

interface Days {
  readonly ticks: bigint;
  readonly places: number;
}

/** Ticks of a decimal number of days, to the nearest millisecond: doubles of days are not finer. */
function ticksOf({ digits, epoch, days }: DayNumber, text: string): Days | undefined {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  if (whole.length !== digits || fraction.length > LONGEST_FRACTION) return undefined;
  if (Number(whole) < days[0] || Number(whole) >= days[1]) return undefined;
  const scale = 10n ** BigInt(fraction.length);
  const exact = BigInt(whole + fraction) * TICKS_PER_DAY * 2n;
  const rounded = (exact / scale + TICKS_PER_MS) / (2n * TICKS_PER_MS);
  return { ticks: epoch + rounded * TICKS_PER_MS, places: fraction.length };
}

function dayNumber(spec: DayNumber): TimeForm {
  return {
    ...spec,
    family: 'dotNetNumber',
    isAlone: true,
    shapes: { both: every(holdsOnly(DIGIT + DOT), holds(DOT), hasLength(spec.digits + 2, spec.digits + 17)) },
    mostConfidence: spec.confidence,
    rounding: 'to 1 ms',
    grammar: `${spec.digits} digits and a fraction`,
    reason: `a number that can be ${spec.words}`,
    part: 'partition',
    parse: (text) => {
      const found = ticksOf(spec, text);
      if (found === undefined || found.ticks < 0n || found.ticks > MAX_TICKS) return undefined;
      const share = found.places >= FINE ? 1 : COARSE_SHARE;
      // A few digits leave more than a millisecond open.
      const step = TICKS_PER_DAY / 10n ** BigInt(found.places);
      return {
        ticks: found.ticks,
        confidence: spec.confidence * share,
        resolution: step > TICKS_PER_MS ? step : TICKS_PER_MS,
      };
    },
    resolution: TICKS_PER_MS,
    timeText: undefined,
    whyAll: 'Numbers of days are rounded in binary, so a window has no exact keys: all keys are read.',
    rowTime: (text, into) => {
      const found = ticksOf(spec, text);
      if (found === undefined) return false;
      into.seconds = Number(found.ticks / TICKS_PER_SECOND);
      into.fraction = Number(found.ticks % TICKS_PER_SECOND);
      return true;
    },
  };
}

/** Days and their fraction, as spreadsheets and astronomers count them. Each year below is of day 0. */
export const dayNumberSchemes: readonly KeyScheme[] = [
  dayNumber({
    id: 'ole-days',
    title: 'OLE days (Excel)',
    writer: 'Excel, .NET',
    // Source: .NET DateTime.ToOADate: days since 1899-12-30
    epoch: 599_264_352_000_000_000n,
    digits: 5,
    days: [38_353, 54_789],
    confidence: 0.45,
    words: 'days since 1899-12-30, as Excel and ToOADate count',
  }),
  dayNumber({
    id: 'julian-date',
    title: 'Julian date',
    writer: 'any',
    // Source: astronomy: days since noon of 4713-11-24 BC; 2451545.0 is 2000-01-01T12:00:00Z
    epoch: 630_823_248_000_000_000n - 2_451_545n * TICKS_PER_DAY,
    digits: 7,
    days: [2_453_371, 2_469_808],
    confidence: 0.7,
    words: 'a Julian date: days since noon of 4713-11-24 BC',
  }),
  dayNumber({
    id: 'modified-julian-date',
    title: 'Modified Julian date',
    writer: 'any',
    // Source: astronomy: Julian date - 2400000.5
    epoch: 630_822_816_000_000_000n - 51_544n * TICKS_PER_DAY,
    digits: 5,
    days: [54_789, 69_807],
    confidence: 0.4,
    words: 'a modified Julian date: days since 1858-11-17',
  }),
].flatMap(timeFormSchemes);
