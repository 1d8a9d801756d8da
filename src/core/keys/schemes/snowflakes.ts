import { TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { floorTo, isDigits, numberOf } from '../base/digits.ts';
import type { KeyScheme } from '../base/scheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { neighbourKind, YEAR_2030 } from '../forms/snowflakeSample.ts';
import { decimalAfter, timeFormSchemes } from '../forms/timeFormSchemes.ts';
import { setUnixMs, unixMsTicks } from './sortableIds.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { isDigitsOf } from '../base/shapeTests.ts';

interface Snowflake {
  readonly id: string;
  readonly title: string;
  /** Unix milliseconds of its epoch. */
  readonly epochMs: number;
  readonly least: number;
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

/** 2010-01-01 .. 2040-01-01, the times of plausible ids. Twitter made the first ones in 2010. */
const FIRST_IDS = 633_979_008_000_000_000n;
const LAST_IDS = 643_445_856_000_000_000n;
/** Ids within a millisecond are counted, and the counter is usually below this. */
const LOW_SEQUENCE = 8;

/** The confidence that a number is an id and not a Unix time in nanoseconds. It depends on its time and on its neighbours. */
function confidenceOf(
  spec: Snowflake,
  text: string,
  low: number,
  ticks: bigint,
  sample: readonly string[] | undefined,
): number {
  if (ticks < FIRST_IDS) return spec.confidence * 0.6;
  if (ticks >= LAST_IDS) return spec.confidence * 0.35;
  if (ticks >= YEAR_2030) return spec.confidence * 0.9;
  if (text.length < 19) return spec.confidence;
  const neighbours = neighbourKind(sample);
  if (neighbours !== undefined) return neighbours === 'snowflake' ? 0.85 + spec.confidence / 100 : 0.3;
  const isLow = (low & 0xfff) < LOW_SEQUENCE && !text.endsWith('00');
  return isLow ? spec.confidence + 0.12 : spec.confidence;
}

function snowflake(spec: Snowflake): TimeForm {
  const epochTicks = UNIX_EPOCH_TICKS + BigInt(spec.epochMs) * TICKS_PER_MS;
  const value = (ticks: bigint): bigint => ((ticks - epochTicks) / TICKS_PER_MS) << TIME_SHIFT;
  const isOne = (text: string): boolean =>
    text.length >= spec.least && text.length <= 19 && isDigits(text) && !text.startsWith('0');
  return {
    ...spec,
    family: 'snowflake',
    shapes: { both: isDigitsOf(spec.least, 19) },
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
      return {
        ticks,
        confidence: plausibility(ticks) * confidenceOf(spec, text, low, ticks, sample),
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
    home: { from: '1', to: ':' },
    rowTime: (text, into) => isOne(text) && setUnixMs(shiftedMs(text) + spec.epochMs, into),
    encode: (ticks) => String(value(ticks)),
  };
}

/** Ids of Discord and Twitter: milliseconds in the upper 42 bits. */
export const snowflakeSchemes: readonly KeyScheme[] = [
  snowflake({
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
  }),
  snowflake({
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
  }),
].flatMap(timeFormSchemes);
