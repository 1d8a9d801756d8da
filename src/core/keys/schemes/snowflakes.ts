import { secondText } from '../../time/formatInstant.ts';
import { TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { floorTo, isDigits, numberOf } from '../base/digits.ts';
import type { KeyScheme } from '../base/scheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { isLowSequence, neighbourKind, YEAR_2030 } from '../forms/snowflakeSample.ts';
import { decimalAfter, timeFormSchemes } from '../forms/timeFormSchemes.ts';
import { setUnixMs, unixMsTicks } from './sortableIds.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { beginsWithOne, every, isDigitsOf } from '../base/shapeTests.ts';

interface Snowflake {
  readonly id: string;
  readonly title: string;
  /** Unix milliseconds of its epoch. */
  readonly epochMs: number;
  readonly least: number;
  /** First digits of ids of today, if a number with other first digits is probably no such id. */
  readonly firsts?: string;
  readonly confidence: number;
  /** Names and widths in bits of the parts below the time, highest first. */
  readonly parts: readonly (readonly [string, number])[];
}

const TIME_SHIFT = 22n;
const TIME_BITS = 22;

/** The parts below the time, from the low 22 bits of an id. */
function partFields(low: number, parts: Snowflake['parts']): [string, string][] {
  let shift = TIME_BITS;
  return parts.map(([name, bits]): [string, string] => {
    shift -= bits;
    return [name, String((low >> shift) & ((1 << bits) - 1))];
  });
}

/** value >> 22 of up to 19 decimal digits, computed in doubles: divides the two halves by 2^22. */
function shiftedMs(text: string): number {
  const split = text.length - 9;
  const high = Number(text.slice(0, split));
  const low = Number(text.slice(split));
  const unit = 2 ** 22;
  const quotient = Math.floor(high / unit);
  return quotient * 1_000_000_000 + Math.floor(((high - quotient * unit) * 1_000_000_000 + low) / unit);
}

/** 2010-01-01 .. 2040-01-01 in Unix milliseconds, the times of plausible ids. Twitter made the first ones in 2010. */
const FIRST_IDS_MS = 1_262_304_000_000;
const LAST_IDS_MS = 2_208_988_800_000;
const YEAR_2030_MS = Number((YEAR_2030 - UNIX_EPOCH_TICKS) / TICKS_PER_MS);
/** Below this confidence, a reading is not sure. */
const UNSURE = 0.55;

/** Another epoch that gives the id an equally likely time, in words; undefined if there is none. */
function otherEpoch(spec: Snowflake, unixMs: number): string | undefined {
  const msIn = ({ epochMs }: Snowflake): number => unixMs - spec.epochMs + epochMs;
  const fits = (each: Snowflake): boolean => msIn(each) >= FIRST_IDS_MS && msIn(each) < YEAR_2030_MS;
  const other = fits(spec) ? SPECS.find((each) => each !== spec && fits(each)) : undefined;
  return (
    other &&
    `the epoch cannot be told from the id: as a ${other.title} it is of ${secondText(unixMsTicks(msIn(other)))}`
  );
}

/** The confidence that a number is an id and not a Unix time in nanoseconds. It depends on its time and on its neighbours. */
function confidenceOf(
  spec: Snowflake,
  text: string,
  low: number,
  unixMs: number,
  sample: readonly string[] | undefined,
): number {
  if (unixMs < FIRST_IDS_MS) return spec.confidence * 0.6;
  if (unixMs >= LAST_IDS_MS) return spec.confidence * 0.35;
  if (unixMs >= YEAR_2030_MS) return spec.confidence * 0.9;
  if (text.length < 19) return spec.confidence;
  const neighbours = neighbourKind(sample);
  if (neighbours !== undefined) return neighbours === 'snowflake' ? 0.85 + spec.confidence / 100 : 0.3;
  return isLowSequence(text, low) ? spec.confidence + 0.12 : spec.confidence;
}

function snowflake(spec: Snowflake): TimeForm {
  const epochTicks = UNIX_EPOCH_TICKS + BigInt(spec.epochMs) * TICKS_PER_MS;
  const value = (ticks: bigint): bigint => ((ticks - epochTicks) / TICKS_PER_MS) << TIME_SHIFT;
  const isOne = (text: string): boolean =>
    text.length >= spec.least &&
    text.length <= 19 &&
    isDigits(text) &&
    (spec.firsts ?? '123456789').includes(text.charAt(0));
  return {
    ...spec,
    family: 'snowflake',
    shapes: { both: every(isDigitsOf(spec.least, 19), beginsWithOne(spec.firsts ?? '123456789')) },
    mostConfidence: 0.87,
    writer: spec.title,
    rounding: 'floor to 1 ms',
    grammar: `${spec.least} to 19 digits`,
    reason: `a decimal id whose upper bits are milliseconds since ${new Date(spec.epochMs).toISOString()}`,
    part: 'row',
    parse: (text, sample) => {
      if (!isOne(text)) return undefined;
      const unixMs = shiftedMs(text) + spec.epochMs;
      const low = Number(BigInt.asUintN(TIME_BITS, numberOf(text)));
      const ticks = unixMsTicks(unixMs);
      const note = otherEpoch(spec, unixMs);
      const confidence = plausibility(ticks) * confidenceOf(spec, text, low, unixMs, sample);
      return {
        ticks,
        ...(note === undefined ? {} : { note }),
        // Both epochs fit. The order of the two stays.
        confidence:
          note === undefined ? confidence : Math.min(confidence, UNSURE - 0.1 + spec.confidence / 10),
        fields: [['unixMs', String(unixMs)], ...partFields(low, spec.parts)],
      };
    },
    resolution: TICKS_PER_MS,
    timeText: (step) => ({
      bucket: (ticks) => epochTicks + floorTo(ticks - epochTicks, step),
      text: (bucket) => String(value(bucket)),
      after: (bucket) => decimalAfter(value(bucket), value(bucket + step) - value(bucket)),
      isDescending: false,
    }),
    writable: { from: epochTicks, to: epochTicks + (1n << 41n) * TICKS_PER_MS },
    // 19 digits: ids from 10^18 up to the largest signed 63-bit number.
    steady: {
      from: epochTicks + (((10n ** 18n) >> TIME_SHIFT) + 1n) * TICKS_PER_MS,
      to: epochTicks + (1n << 41n) * TICKS_PER_MS,
    },
    home: { from: spec.firsts?.charAt(0) ?? '1', to: ':' },
    rowTime: (text, into) => isOne(text) && setUnixMs(shiftedMs(text) + spec.epochMs, into),
    ...(spec.epochMs === 0 ? {} : { encode: (ticks: bigint) => String(value(ticks)) }),
  };
}

/** Ids with milliseconds in the upper 42 bits. */
const SPECS: readonly Snowflake[] = [
  {
    id: 'snowflake-discord',
    title: 'Discord snowflake',
    // Source: Discord developer docs: (id >> 22) + 1420070400000
    epochMs: 1_420_070_400_000,
    least: 17,
    confidence: 0.66,
    parts: [
      ['worker', 5],
      ['process', 5],
      ['increment', 12],
    ],
  },
  {
    id: 'snowflake-twitter',
    title: 'Twitter snowflake',
    // Source: twitter-archive/snowflake: (id >> 22) + 1288834974657
    epochMs: 1_288_834_974_657,
    least: 17,
    confidence: 0.64,
    parts: [
      ['datacenter', 5],
      ['worker', 5],
      ['sequence', 12],
    ],
  },
  {
    id: 'snowflake-unix',
    title: 'Snowflake since 1970',
    // Source: ids of LinkedIn's posts, and flake-idgen without an epoch: id >> 22 is Unix milliseconds
    epochMs: 0,
    least: 19,
    firsts: '56789',
    // Half of all random ids of this width begin so: one alone is not sure.
    confidence: 0.5,
    parts: [['below the millisecond', 22]],
  },
];

export const snowflakeSchemes: readonly KeyScheme[] = SPECS.map(snowflake).flatMap(timeFormSchemes);
