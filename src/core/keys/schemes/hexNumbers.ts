import {
  FILETIME_EPOCH_TICKS,
  MAX_TICKS,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { MAX_SECONDS } from '../../time/civil.ts';
import { hexNumberAt } from '../base/baseDigits.ts';
import { DIGIT, LOWER_HEX, UPPER_HEX } from '../base/keyShape.ts';
import type { KeyScheme, KeySpan, RowTime, TickSpan } from '../base/scheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { either, every, hasLength, holds, holdsOnly } from '../base/shapeTests.ts';
import { hasCloseTimes } from '../forms/closeTimes.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { timeFormSchemes } from '../forms/timeFormSchemes.ts';
import { CASE_REASON, eitherCase } from './uuids.ts';

/** How many digits a number has: padded to a width, or as many as today's numbers need. */
interface Width {
  readonly digits: number;
  readonly home: KeySpan;
  /** Confidence of one key alone. Random ids of this width that would be times of today: from 1 in 500 to 1 in 5. */
  readonly confidence: number;
}

interface HexNumber {
  readonly id: string;
  readonly title: string;
  readonly epoch: bigint;
  /** Ticks of one unit. */
  readonly unit: bigint;
  readonly words: string;
  /** Widest first. */
  readonly widths: readonly Width[];
}

/** Confidence if the times of neighbours are close. */
const CLOSE_CONFIDENCE = 0.86;
/** 2000-01-01 and 2050-01-01: a short number that gives another time is an id. */
const FROM = 630_822_816_000_000_000n;
const TO = 646_602_048_000_000_000n;
const OUTSIDE = 0.15;

const ONE_CASE = [/^(?=.*[a-f])[\da-f]+$/, /^(?=.*[A-F])[\dA-F]+$/];

/** Whether a text is hexadecimal in one case, with a letter: without one it is a decimal number. */
function isHex(text: string): boolean {
  return ONE_CASE.some((each) => each.test(text));
}

/** 28 bits: the low seven digits. */
const LOW_DIGITS = 7;
const LOW_UNIT = 2 ** 28;

/** Sets a time from a number of units since an epoch, in hexadecimal; exact in doubles. */
function setHexTime(text: string, { epoch, unit }: HexNumber, into: RowTime): boolean {
  const head = text.length - LOW_DIGITS;
  const high = hexNumberAt(text, 0, head);
  const low = hexNumberAt(text, head, LOW_DIGITS);
  if (high < 0 || low < 0) return false;
  const perSecond = Number(TICKS_PER_SECOND / unit);
  const highSeconds = Math.floor(high / perSecond);
  const rest = (high - highSeconds * perSecond) * LOW_UNIT + low;
  const restSeconds = Math.floor(rest / perSecond);
  into.seconds = Number(epoch / TICKS_PER_SECOND) + highSeconds * LOW_UNIT + restSeconds;
  into.fraction = (rest - restSeconds * perSecond) * Number(unit);
  return into.seconds <= MAX_SECONDS;
}

function timeTextOf({ epoch, unit }: HexNumber, digits: number) {
  const text = (bucket: bigint): string => ((bucket - epoch) / unit).toString(16).padStart(digits, '0');
  return (step: bigint) => eitherCase(text, step, epoch);
}

/** The instants whose numbers have at most this many digits. */
function writableIn({ epoch, unit }: HexNumber, digits: number): TickSpan {
  const end = epoch + 16n ** BigInt(digits) * unit;
  return { from: epoch, to: end > MAX_TICKS ? MAX_TICKS + 1n : end };
}

function hexNumber(spec: HexNumber): TimeForm {
  const { id, epoch, unit, widths } = spec;
  const widthOf = (text: string): Width | undefined =>
    widths.find(({ digits }) => digits === text.length && isHex(text));
  const ticksOf = (text: string): bigint | undefined =>
    widthOf(text) === undefined ? undefined : epoch + BigInt(`0x${text}`) * unit;
  const [main, ...wider] = widths.toReversed() as [Width, ...Width[]];
  return {
    id,
    title: spec.title,
    family: unit === 1n ? 'ticks' : 'unix',
    writer: 'any',
    isAlone: true,
    rounding: unit === 1n ? 'exact' : 'floor to its unit',
    shapes: {
      both: every(
        holdsOnly(DIGIT + LOWER_HEX + UPPER_HEX),
        either(holds(LOWER_HEX), holds(UPPER_HEX)),
        either(...widths.map(({ digits }) => hasLength(digits))),
      ),
    },
    mostConfidence: CLOSE_CONFIDENCE,
    grammar: `${widths.map(({ digits }) => digits).join(' or ')} hexadecimal digits`,
    confidence: main.confidence,
    reason: `${widths.map(({ digits }) => digits).join(' or ')} hexadecimal digits can be ${spec.words}`,
    part: 'partition',
    parse: (text, sample) => {
      const width = widthOf(text);
      const ticks = ticksOf(text);
      if (width === undefined || ticks === undefined) return undefined;
      const isNear = ticks >= FROM && ticks < TO;
      const isClose = hasCloseTimes(id, sample, ticksOf);
      const alone = isNear && isClose === undefined ? width.confidence : OUTSIDE;
      const own = isClose === true ? CLOSE_CONFIDENCE : alone;
      return { ticks, confidence: own * plausibility(ticks) };
    },
    resolution: unit,
    timeText: timeTextOf(spec, main.digits),
    writable: writableIn(spec, main.digits),
    home: main.home,
    twins: wider.toReversed().map(({ digits, home }) => ({
      timeText: timeTextOf(spec, digits),
      home,
      writable: writableIn(spec, digits),
    })),
    inexact: () => CASE_REASON,
    rowTime: (text, into) => widthOf(text) !== undefined && setHexTime(text, spec, into),
  };
}

/** Numbers that are written in hexadecimal: `ToString("x16")`, `%x`, `toString(16)`. */
export const hexNumberSchemes: readonly KeyScheme[] = [
  hexNumber({
    id: 'hex-ticks',
    title: 'Ticks in hexadecimal',
    epoch: 0n,
    unit: 1n,
    words: 'ticks (100 ns since 0001-01-01)',
    widths: [
      { digits: 16, home: { from: '08', to: '09' }, confidence: 0.86 },
      { digits: 15, home: { from: '8', to: '9' }, confidence: 0.7 },
    ],
  }),
  hexNumber({
    id: 'hex-filetime',
    title: 'FILETIME in hexadecimal',
    epoch: FILETIME_EPOCH_TICKS,
    unit: 1n,
    words: 'FILETIME (100 ns since 1601-01-01)',
    widths: [
      { digits: 16, home: { from: '01', to: '02' }, confidence: 0.84 },
      { digits: 15, home: { from: '1', to: '2' }, confidence: 0.68 },
    ],
  }),
  hexNumber({
    id: 'hex-unix-ms',
    title: 'Unix milliseconds in hexadecimal',
    epoch: UNIX_EPOCH_TICKS,
    unit: TICKS_PER_MS,
    words: 'Unix milliseconds',
    widths: [
      { digits: 12, home: { from: '00', to: '03' }, confidence: 0.5 },
      { digits: 11, home: { from: '0', to: '3' }, confidence: 0.45 },
    ],
  }),
  hexNumber({
    id: 'hex-unix-s',
    title: 'Unix seconds in hexadecimal',
    epoch: UNIX_EPOCH_TICKS,
    unit: TICKS_PER_SECOND,
    words: 'Unix seconds, or any id',
    widths: [{ digits: 8, home: { from: '3', to: 'g' }, confidence: 0.28 }],
  }),
].flatMap(timeFormSchemes);
