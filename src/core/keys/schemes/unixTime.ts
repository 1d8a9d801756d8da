import { MAX_TICKS, TICKS_PER_MS, TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { MAX_SECONDS } from '../../time/civil.ts';
import { isDigits, numberAt, numberOf } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme, RowTime, TickSpan } from '../base/scheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { isLowSequence, neighbourKind, YEAR_2030 } from '../forms/snowflakeSample.ts';
import { decimalAfter, timeFormSchemes } from '../forms/timeFormSchemes.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { DIGIT, DOT } from '../base/keyShape.ts';
import { every, holdsOnly, isDigitsOf, type KeyShapes } from '../base/shapeTests.ts';
import { floorDiv } from '../../bigints.ts';

/** 1970-01-01 in seconds since 0001-01-01. */
const UNIX_SECONDS = 62_135_596_800;

interface UnixUnit {
  readonly id: string;
  readonly title: string;
  readonly digits: 10 | 13 | 16 | 19;
  readonly perSecond: bigint;
  readonly confidence: number;
  readonly mostConfidence?: number;
}

/** Unix time in a unit, with steps of at least one tick. Nanoseconds are finer than a tick. */
function unixTimeText(perSecond: bigint, step: bigint): TimeText {
  const value = (bucket: bigint): bigint => ((bucket - UNIX_EPOCH_TICKS) * perSecond) / TICKS_PER_SECOND;
  const width = (step * perSecond) / TICKS_PER_SECOND;
  return {
    bucket: (ticks) => UNIX_EPOCH_TICKS + floorDiv(ticks - UNIX_EPOCH_TICKS, step) * step,
    text: (bucket) => String(value(bucket)),
    after: (bucket) => decimalAfter(value(bucket), width > 1n ? width : 1n),
    isDescending: false,
  };
}

/** Ten digits of seconds: 2001-09-09T01:46:40Z .. 2286-11-20T17:46:40Z. The finer units cover the same span. */
const TEN_DIGIT_SECONDS: TickSpan = {
  from: UNIX_EPOCH_TICKS + 1_000_000_000n * TICKS_PER_SECOND,
  to: UNIX_EPOCH_TICKS + 10_000_000_000n * TICKS_PER_SECOND,
};

/**
 * Whether one digit less is also read, for times before 2001-09-09. Only for seconds and milliseconds; others are too ambiguous.
 */
function hasShortForm(digits: number): boolean {
  return digits <= 13;
}

/** All digits, or one less in the short form, with or without a fraction. */
function unixShapes(digits: number): KeyShapes {
  if (!hasShortForm(digits)) return { both: isDigitsOf(digits) };
  return { both: every(holdsOnly(DIGIT + DOT), ({ lead }) => lead === digits || lead === digits - 1) };
}

/** Maximum digits of the fraction of seconds and milliseconds, as Python's time.time() and performance.now() print it. */
const LONGEST_FRACTION = 9;

/** Number of digits before the fraction; 0 if a text is not a number of this unit. */
function wholeDigits(text: string, digits: number): number {
  const dot = hasShortForm(digits) ? text.indexOf('.') : -1;
  const width = dot < 0 ? text.length : dot;
  const isWide = width === digits || (width === digits - 1 && hasShortForm(digits));
  if (!isWide || text.charCodeAt(0) === 48) return 0;
  return dot < 0 || text.length - dot - 1 <= LONGEST_FRACTION ? width : 0;
}

/** The digits after the dot in units of 10^-`places`, rounded down; 0 without a dot, -1 if they are not digits. */
function fractionTicks(text: string, width: number, places: number): number {
  if (text.length === width) return 0;
  if (!isDigits(text, width + 1)) return -1;
  const count = Math.min(text.length - width - 1, places);
  return numberAt(text, width + 1, count) * 10 ** (places - count);
}

function unixRowTime(text: string, digits: number, into: RowTime): boolean {
  const width = wholeDigits(text, digits);
  if (width === 0) return false;
  const head = width - (digits - 10);
  const seconds = numberAt(text, 0, head);
  const rest = digits === 10 ? 0 : numberAt(text, head, digits - 10);
  const below = fractionTicks(text, width, 17 - digits);
  if (seconds < 0 || rest < 0 || below < 0) return false;
  into.seconds = UNIX_SECONDS + seconds;
  into.fraction = (digits === 19 ? Math.floor(rest / 100) : rest * 10 ** (17 - digits)) + below;
  return true;
}

/** Low, since such a short number is often something else. Read as a whole key, not in running text. */
const SHORT_CONFIDENCE = 0.28;

/** Azure tables began in 2008. Earlier nanoseconds are more likely an id. */
const FIRST_TABLES = 633_979_008_000_000_000n;

/**
 * The confidence that 19 digits are nanoseconds and not an id that holds a time. It depends on the time, the clock's precision
 * and the neighbours.
 */
function nanosecondConfidence(text: string, ticks: bigint, sample: readonly string[] | undefined): number {
  const neighbours = neighbourKind(sample);
  if (neighbours !== undefined) return plausibility(ticks) * (neighbours === 'nanoseconds' ? 0.82 : 0.4);
  if (ticks < FIRST_TABLES) return plausibility(ticks) * 0.5;
  if (ticks >= YEAR_2030 && !text.endsWith('00')) return plausibility(ticks) * 0.29;
  if (text.endsWith('00')) return plausibility(ticks) * 0.82;
  return plausibility(ticks) * (isLowSequence(text, Number(numberOf(text) & 0xfffn)) ? 0.45 : 0.72);
}

function parseUnix(unit: UnixUnit, text: string, sample: readonly string[] | undefined) {
  const { digits, perSecond } = unit;
  const width = wholeDigits(text, digits);
  if (width === 0 || !isDigits(text, 0, width)) return undefined;
  const below = fractionTicks(text, width, 17 - digits);
  if (below < 0) return undefined;
  const ticks = UNIX_EPOCH_TICKS + (numberOf(text.slice(0, width)) * TICKS_PER_SECOND) / perSecond;
  return {
    ticks: ticks + BigInt(below),
    ...(width < digits ? { confidence: SHORT_CONFIDENCE } : {}),
    ...(digits === 19 ? { confidence: nanosecondConfidence(text, ticks, sample) } : {}),
    ...(text.length === width ? {} : { resolution: 1n }),
  };
}

function unixUnit(unit: UnixUnit): TimeForm {
  const { digits, perSecond } = unit;
  const resolution = perSecond > TICKS_PER_SECOND ? 1n : TICKS_PER_SECOND / perSecond;
  return {
    ...unit,
    family: 'unix',
    shapes: unixShapes(digits),
    writer: 'any',
    // Source: arithmetic: time since 1970-01-01T00:00:00Z
    rounding: digits === 19 ? 'exact (1 ns, finer than a tick)' : 'floor to its unit',
    grammar: hasShortForm(digits)
      ? `${digits} digits (${digits - 1} before 2001-09-09)[.fraction]`
      : `${digits} digits`,
    reason: `${digits} digits${hasShortForm(digits) ? `, or ${digits - 1} before 2001-09-09,` : ''} are ${unit.title} since 1970`,
    part: 'partition',
    parse: (text, sample) => parseUnix(unit, text, sample),
    resolution,
    widths: [digits],
    timeText: (step) => unixTimeText(perSecond, step),
    steady: TEN_DIGIT_SECONDS,
    home: { from: '1', to: ':' },
    rowTime: (text, into) => unixRowTime(text, digits, into),
    encode: (ticks) => String(floorDiv((ticks - UNIX_EPOCH_TICKS) * perSecond, TICKS_PER_SECOND)),
  };
}

interface Inverted {
  readonly id: string;
  readonly title: string;
  /** The number from which the time is subtracted. */
  readonly top: bigint;
  /** 10,000,000: ticks, which count from year 1. */
  readonly perSecond: 1 | 1000 | 10_000_000;
  readonly digits: 10 | 13 | 16 | 19;
  readonly steady?: TickSpan;
  readonly home: { readonly from: string; readonly to: string };
  readonly confidence: number;
}

/** Doubles do not hold 19 digits, so numbers are cut before their last ten. */
const LOW = 1e10;

function inverted(spec: Inverted): TimeForm {
  const { top, perSecond, digits } = spec;
  const unit = TICKS_PER_SECOND / BigInt(perSecond);
  const [of, epoch] = unit === 1n ? ['ticks', 0n] : (['Unix time', UNIX_EPOCH_TICKS] as const);
  const value = (ticks: bigint): bigint => top - floorDiv(ticks - epoch, unit);
  const lowAt = digits - 10;
  return {
    ...spec,
    writer: 'any',
    family: 'unix',
    shapes: { both: isDigitsOf(digits) },
    mostConfidence: spec.confidence,
    rounding: 'floor to its unit',
    grammar: `${digits} digits`,
    reason: `${digits} digits are ${top} minus ${of}, newest first`,
    part: 'partition',
    parse: (text) => {
      if (text.length !== digits || !isDigits(text) || text.startsWith('0')) return undefined;
      return { ticks: epoch + (top - numberOf(text)) * unit };
    },
    resolution: unit,
    widths: [digits],
    timeText: (step) => ({
      bucket: (ticks) => epoch + floorDiv(ticks - epoch, step) * step,
      text: (bucket) => String(value(bucket)),
      after: (bucket) => decimalAfter(value(bucket), 1n),
      isDescending: true,
    }),
    rowTime: (text, into) => {
      if (text.length !== digits || !isDigits(text)) return false;
      const high = numberAt(text, 0, lowAt);
      const low = numberAt(text, lowAt, 10);
      const below = Number(top % BigInt(LOW)) - low;
      const seconds = Math.floor(below / perSecond);
      const above = (Number(top / BigInt(LOW)) - high) * (LOW / perSecond);
      into.seconds = Number(epoch / TICKS_PER_SECOND) + above + seconds;
      into.fraction = (below - seconds * perSecond) * Number(unit);
      return into.seconds >= 0 && into.seconds <= MAX_SECONDS;
    },
    encode: (ticks) => String(value(ticks)),
  };
}

const END = MAX_TICKS + 1n;
const INT64 = { top: 2n ** 63n - 1n, digits: 19, confidence: 0.86 } as const;

/** The forms of Unix time, alone or among other parts of a key. */
export const unixForms: readonly TimeForm[] = [
  unixUnit({ id: 'unix-s', title: 'Unix seconds', digits: 10, perSecond: 1n, confidence: 0.82 }),
  unixUnit({ id: 'unix-ms', title: 'Unix milliseconds', digits: 13, perSecond: 1000n, confidence: 0.85 }),
  unixUnit({
    id: 'unix-us',
    title: 'Unix microseconds',
    digits: 16,
    perSecond: 1_000_000n,
    confidence: 0.82,
  }),
  unixUnit({
    id: 'unix-ns',
    title: 'Unix nanoseconds',
    digits: 19,
    perSecond: 1_000_000_000n,
    confidence: 0.72,
    mostConfidence: 0.82,
  }),
  inverted({
    id: 'inverted-unix-s-9999999999',
    title: 'Inverted Unix seconds',
    top: 9_999_999_999n,
    perSecond: 1,
    digits: 10,
    steady: { from: UNIX_EPOCH_TICKS, to: UNIX_EPOCH_TICKS + 9_000_000_000n * TICKS_PER_SECOND },
    home: { from: '1', to: ':' },
    confidence: 0.75,
  }),
  inverted({
    id: 'inverted-unix-ms-9999999999999',
    title: 'Inverted Unix milliseconds',
    top: 9_999_999_999_999n,
    perSecond: 1000,
    digits: 13,
    steady: { from: UNIX_EPOCH_TICKS, to: UNIX_EPOCH_TICKS + 9_000_000_000_000n * TICKS_PER_MS },
    home: { from: '1', to: ':' },
    confidence: 0.75,
  }),
  inverted({
    id: 'inverted-js-max-date-ms',
    title: 'Inverted JavaScript milliseconds (8.64e15)',
    top: 8_640_000_000_000_000n,
    perSecond: 1000,
    digits: 16,
    steady: { from: 0n, to: END },
    home: { from: '8', to: '9' },
    confidence: 0.86,
  }),
  inverted({
    ...INT64,
    id: 'inverted-int64-ms',
    title: 'Inverted Unix milliseconds (Int64)',
    perSecond: 1000,
    home: { from: '92233', to: '92234' },
  }),
  inverted({
    ...INT64,
    id: 'inverted-int64-ticks',
    title: 'Inverted ticks (Int64)',
    perSecond: 10_000_000,
    home: { from: '84', to: '87' },
  }),
];

/** Unix time, plain and inverted, without padding. */
export const unixTimeSchemes: readonly KeyScheme[] = unixForms.flatMap(timeFormSchemes);
